"""How long the identifier of a command may be: the same everywhere, from the protocol to the database."""

from pathlib import Path

from sqlalchemy import String

from openabyss.client.protocol.from_client import ID_LENGTH, SEATS
from openabyss.server.storage import schema
from openabyss.server.tables.commands import BROWSER_LETTERS
from tests.web.server.serving import serve, settings_for


def test_the_longest_identifier_is_stored_for_every_command(database: str, tmp_path: Path) -> None:
    """One of 62 letters closed the socket on PostgreSQL, whose columns have as much room as they say."""
    longest = "x" * (ID_LENGTH - 1)
    server = serve(settings_for(tmp_path, database_url=database))
    with server as served, served.sitting("me", "here", seed=1) as sitting:
        action = sitting.until_asked()["question"]["actions"][0]["text"]
        assert sitting.answer(action, id=f"{longest}a")["type"] == "ack"
        assert sitting.ask(type="chat", id=f"{longest}b", text="hello")["type"] == "ack"
        for name, level in (("c", "medium"), ("d", None)):
            assert sitting.ask(type="seat", id=f"{longest}{name}", seat=1, computer=level)["type"] == "ack"
        assert sitting.ask(type="undo", id=f"{longest}ee", seat=0, revision=0)["code"] == "unreadable"


def test_the_longest_names_of_commands_fit_into_their_columns() -> None:
    """SQLite takes longer ones, so that nothing else is noticed there."""
    name = f"{SEATS - 1}:{'b' * BROWSER_LETTERS}:{'x' * ID_LENGTH}"
    room = schema.answers.c.command_id.type
    assert isinstance(room, String)
    assert len(name) <= (room.length or 0)
