"""A stored table that is damaged, in whatever way, spoils nothing but itself, and is found."""

from pathlib import Path

import pytest

from openabyss.cli import main
from tests.web.server.serving import Person, change_stored, lines_of, serve, settings_for, storage_in

DAMAGES = {
    "no JSON": "UPDATE tables SET config = '{' WHERE id = :id",
    "no config": "UPDATE tables SET config = 'null' WHERE id = :id",
    "a list as config": "UPDATE tables SET config = '[]' WHERE id = :id",
    "a config of another sort": """UPDATE tables SET config = '{"position": {}}' WHERE id = :id""",
    "no number of players": """UPDATE tables SET config = '{"players": "two", "seed": 1}' WHERE id = :id""",
    "a seat of nobody": "UPDATE seats SET kind = 'hat' WHERE table_id = :id AND seat = 1",
    "a seat is missing": "DELETE FROM seats WHERE table_id = :id AND seat = 1",
    "all seats are missing": "DELETE FROM seats WHERE table_id = :id",
    "an entry of no kind": "UPDATE answers SET kind = 'nonsense' WHERE table_id = :id AND number = 2",
    "an illegal entry": "UPDATE answers SET answer = 'card:J1' WHERE table_id = :id AND number = 2",
    "no text": "UPDATE answers SET answer = CAST(X'FF' AS TEXT) WHERE table_id = :id AND number = 2",
    "a name of no letters": "UPDATE seats SET name = CAST(X'FF' AS TEXT) WHERE table_id = :id AND seat = 1",
    "a seat that is no number": "UPDATE answers SET seat = 'x' WHERE table_id = :id AND number = 2",
    "another hash": "UPDATE answers SET state_hash = '0' WHERE table_id = :id AND number = 2",
    "the first entry is missing": "DELETE FROM answers WHERE table_id = :id AND number = 1",
    "the last entry is missing": "DELETE FROM answers WHERE table_id = :id AND number = 3",
    "all entries are missing": "DELETE FROM answers WHERE table_id = :id",
    "an entry too many": "INSERT INTO answers VALUES (:id, 4, 'answer', 0, NULL, 'card:J1', '0')",
}


def two_tables(folder: Path) -> tuple[Person, str, str]:
    """Somebody with two tables, three entries each."""
    with serve(settings_for(folder)) as served:
        ann = served.person()
        ids = [ann.new_table("me", "here", seed=seed) for seed in (1, 2)]
        for id_ in ids:
            for _answer in range(3):
                ann.answer_first(id_)
    return ann, ids[0], ids[1]


@pytest.mark.parametrize("statement", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_table_spoils_nothing_but_itself(
    home: Path, statement: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, good, bad = two_tables(home)
    change_stored(home, statement, {"id": bad})
    with serve(settings_for(home)) as served:
        again = served.person(ann)
        assert f"/t/{good}" in again.http.get("/").text
        assert [found["table"] for found in again.http.get("/api/tables").json()["tables"]] == [good]
        broken = again.http.get(f"/api/tables/{bad}")
        assert (broken.status_code, "cannot be replayed" in broken.json()["message"]) == (500, True)
    assert main(["admin", "verify"]) == 1
    output = capsys.readouterr().out
    assert bad in output
    assert "1 tables can be replayed as they were stored, 1 cannot" in output


def test_a_backup_leaves_out_what_cannot_be_read_and_says_so_and_the_rest_comes_back(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wide_space = "UPDATE answers SET answer = answer || '\u2003' WHERE table_id = :id AND number = 2"
    names = ("no JSON", "no text", "the last entry is missing")
    for statement in (*(DAMAGES[name] for name in names), wide_space):
        _ann, good, bad = two_tables(home)
        change_stored(home, statement, {"id": bad})
        backup = home / "backup.gz"
        assert main(["admin", "backup", str(backup)]) == 1
        assert bad in capsys.readouterr().out
        kept = [line["table"]["id"] for line in lines_of(backup)]
        assert good in kept
        assert bad not in kept
    monkeypatch.setenv("OPENABYSS_DATA", str(home / "restored"))
    assert main(["admin", "restore", str(backup)]) == 0
    with storage_in(home / "restored") as storage:
        assert sorted(storage.all_ids()) == sorted(kept)
