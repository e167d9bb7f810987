"""What a form has sent."""

from urllib.parse import parse_qsl

from starlette.requests import Request

from openabyss.server.tables.errors import Refusal
from openabyss.words import _

MAX_FIELDS = 100


async def fields_of(request: Request) -> dict[str, str]:
    """The fields of a form by name; of fields that came twice, the last one. Raises Refusal."""
    body = await request.body()
    try:
        text = body.decode("ascii")
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MAX_FIELDS, errors="strict"))
    except ValueError as error:
        raise Refusal(
            "unreadable", _("This form cannot be read. Please go back and send it again.")
        ) from error
