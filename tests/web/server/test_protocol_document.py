"""docs/protocol.md says what the types say."""

from openabyss.web.protocol.document import DOCUMENT, document


def test_the_page_is_up_to_date() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(), (
        "rewrite it: python -m openabyss.web.protocol.document"
    )
