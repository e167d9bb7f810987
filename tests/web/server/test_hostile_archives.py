"""An archive that somebody else has made: it brings nothing into the database that could do harm there."""

import copy
import gzip
import json
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from openabyss.cli import main
from openabyss.errors import OpenAbyssError
from openabyss.server.http import archive as archives
from openabyss.server.http.archive import restore
from openabyss.server.storage import Storage
from tests.web.server.serving import serve, settings_for, storage_in, wait_until

Line = dict[str, Any]
Change = Callable[[Line], object]
HUGE = 10**30


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Line:
    """A line of an archive: two people and a computer, a few entries, a chat, a seat that was handed over."""
    home = tmp_path_factory.mktemp("good")
    with serve(settings_for(home)) as served:
        ann, table = served.seated("me", "here", "medium", seed=4)
        with ann.at(table) as sitting:
            assert sitting.ask(type="chat", id="c", text="hello")["type"] == "ack"
            for _answer in range(2):
                wait_until(lambda: ann.look(table)["question"]["player"] != 2)
                ann.answer_first(table)
            for id_, level in (("s", "random"), ("t", None)):
                assert sitting.ask(type="seat", id=id_, seat=1, computer=level)["type"] == "ack"
    with storage_in(home) as storage:
        found: Line = json.loads(archives.written(storage, table))
    return found


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Storage]:
    """A database without tables."""
    with storage_in(tmp_path) as storage:
        yield storage


def written(path: Path, *lines: Line) -> Path:
    path.write_bytes(packed("\n".join(json.dumps(line) for line in lines).encode()))
    return path


def another(good: Line) -> Line:
    """The same table under another id, to which no links lead."""
    other = copy.deepcopy(good)
    other["table"].update(id="another123", watch_token="f" * 64)
    for seat in other["seats"]:
        seat["token"] = None
    return other


def to(*place: str | int, value: object) -> Change:
    """A change that puts a value in its place."""

    def change(line: Line) -> None:
        target: Any = line
        for step in place[:-1]:
            target = target[step]
        target[place[-1]] = value

    return change


def entry(line: Line, kind: str) -> Line:
    """The first entry of a kind."""
    return next(entry for entry in line["entries"] if entry["kind"] == kind)


def seat_entry(text: str) -> Change:
    return lambda line: entry(line, "seat").update(text=text)


STRANGERS = (
    *("program:sh -c 'touch {marker}'", "program:./bot.py", "socket:127.0.0.1:9", "os:system"),
    *(
        "tests.players.bots:First",
        "medium:pearl=90",
        "search:iterations=1000000000",
        "expert:seconds=1000000",
    ),
    *("nobody", "medium ", "MEDIUM", "regent", "../medium", "\x1b[2J", "x" * 300),
)
NUMBERS: tuple[object, ...] = (HUGE, -HUGE, 2**63, -1, 1.5, "1", None, [], {}, True)
CHANGES: dict[str, Change] = {
    **{f"an entry seats {level[:20]!r}": seat_entry(level) for level in STRANGERS},
    **{
        f"a seat is played by {level[:20]!r}": to("seats", 2, "level", value=level)
        for level in STRANGERS
    },
    **{
        f"a person's seat is played by {level[:20]!r}": to("seats", 0, "level", value=level)
        for level in (*STRANGERS[:2], "medium", "")
    },
    "a computer of no level": to("seats", 2, "level", value=None),
    "a computer that is replaced": lambda line: entry(line, "seat").update(seat=2),
    **{f"a grace of {number!r}": to("table", "grace", value=number) for number in (*NUMBERS, 86_401)},
    **{f"rules {number!r}": to("table", "rules", value=number) for number in (*NUMBERS, 2**31)},
    **{f"a seat of {number!r}": to("seats", 0, "seat", value=number) for number in (*NUMBERS, 5)},
    **{f"an entry of seat {n!r}": to("entries", 0, "seat", value=n) for n in (*NUMBERS[:4], 7)},
    **{f"players {n!r}": to("table", "config", "players", value=n) for n in (HUGE, -1, 0, 6, "2")},
    **{f"a seed of {n!r}": to("table", "config", "seed", value=n) for n in (HUGE, -1, "1", 1.5)},
    **{f"a line of the chat numbered {n!r}": to("chat", 0, "n", value=n) for n in (HUGE, 2**31, -1, "0")},
    **{f"a line of the chat from seat {n!r}": to("chat", 0, "seat", value=n) for n in (HUGE, 5, -1, "0")},
    "a line of the chat twice": lambda line: line["chat"].append(line["chat"][0]),
    "a long line of the chat": to("chat", 0, "text", value="x" * 501),
    "a line of the chat that moves the cursor": to("chat", 0, "text", value="\x1b[2Jyou have won"),
    "an empty line of the chat": to("chat", 0, "text", value=""),
    "a name that moves the cursor": to("seats", 0, "name", value="\x1b[2J"),
    "a name of a new line": to("seats", 0, "name", value="Ann\nEve"),
    "a long name": to("seats", 0, "name", value="x" * 65),
    "no name": to("seats", 0, "name", value=""),
    "a long id": to("table", "id", value="x" * 100),
    "an id that is a path": to("table", "id", value="../../../e"),
    "an id with a quote": to("table", "id", value="a'; DROP--"),
    "no id": to("table", "id", value=""),
    "a rematch that is an address": to("table", "rematch", value="https://evil.example"),
    "a host that is no hash": to("table", "host", value="h"),
    "a browser that is no hash": to("seats", 0, "browser", value="b"),
    "a link that is no hash": to("seats", 0, "token", value="t"),
    "a spectators' link that is no hash": to("table", "watch_token", value="t"),
    "a spectator who is no hash": to("watchers", value=["w"]),
    "a commitment that is no hash": to("table", "commitment", value="c" * 63),
    "a long salt": to("table", "salt", value="s" * 65),
    "a long nonce": to("seats", 0, "nonce", value="n" * 65),
    "a long version": to("table", "engine", value="1" * 33),
    "a day that is none": to("table", "created", value="yesterday"),
    "a day that no calendar has": to("table", "changed", value="2026-02-30T00:00:00+00:00"),
    "an hour that no day has": to("chat", 0, "at", value="2026-01-01T25:00:00+00:00"),
    "a day with more behind it": to("table", "changed", value="2026-01-01T00:00:00+00:00 or later"),
    "a long text": to("entries", 0, "text", value="recruit:" + "0" * 1000),
    "a payment of many digits": lambda line: line["entries"][0].update(kind="pay", text="/" + "1" * 200),
    "a text that moves the cursor": to("entries", 0, "text", value="\x1b[2J"),
    "a long hash": to("entries", 0, "hash", value="0" * 1000),
    "another hash": to("entries", 0, "hash", value="1:" + "0" * 16),
    "a long command": to("entries", 0, "command", value="c" * 161),
    "a command twice": lambda line: [one.update(command="0:c") for one in line["entries"]],
    "an entry of no kind": to("entries", 0, "kind", value="eval"),
    "a seat of no kind": to("seats", 0, "kind", value="hat"),
    "a seat too few": lambda line: line["seats"].pop(),
    "a seat too many": lambda line: line["seats"].append(line["seats"][0]),
    "no seats": to("seats", value=[]),
    "no table": to("table", value=None),
    "another format": to("format", value="openabyss-archive/999"),
    "a field that nobody knows": to("run", value="sh"),
    "a link that leads to two seats": lambda line: line["seats"][1].update(token=line["seats"][0]["token"]),
    "a config within a config": to("table", "config", value={"config": {}}),
    "a deep config": to("table", "config", "options", value=json.loads("[" * 500 + "]" * 500)),
    "an option that nobody knows": to("table", "config", "options", value={"__class__": "os.system"}),
    "a position of nothing": to("table", "config", value={"position": {}}),
    "a position of many": to("table", "config", value={"position": {"players": 2, "seats": [{}] * 10_000}}),
}  # fmt: skip


def test_the_archive_that_is_changed_below_is_a_good_one(good: Line, empty: Storage, tmp_path: Path) -> None:
    assert {one["kind"] for one in good["entries"]} >= {"answer", "seat"}
    assert len(CHANGES) >= 100
    assert restore(empty, written(tmp_path / "archive", good)) == 1
    assert empty.all_ids() == [good["table"]["id"]]


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_table_that_no_server_has_written_is_refused_in_words(
    good: Line, empty: Storage, tmp_path: Path, change: Change
) -> None:
    """Nothing is run, nothing is written, also nothing of the good table before it."""
    marker, bad = tmp_path / "marker", copy.deepcopy(good)
    change(bad)
    text = json.dumps(bad).replace("{marker}", str(marker))
    with pytest.raises(OpenAbyssError) as problem:
        restore(empty, written(tmp_path / "archive", another(good), json.loads(text)))
    assert str(problem.value).isprintable()
    assert empty.all_ids() == []
    assert not marker.exists()


def test_a_bot_may_be_restored_once_the_operator_has_named_it(
    good: Line, empty: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusted = copy.deepcopy(good)
    seat_entry("tests.players.bots:First")(trusted)
    path = written(tmp_path / "archive", trusted)
    with pytest.raises(OpenAbyssError, match="OPENABYSS_PLAYERS"):
        restore(empty, path)
    monkeypatch.setenv("OPENABYSS_PLAYERS", "tests.players.bots:First")
    assert restore(empty, path) == 1


def test_of_tables_one_of_which_is_there_already_none_is_written(
    good: Line, empty: Storage, tmp_path: Path
) -> None:
    with pytest.raises(OpenAbyssError, match=good["table"]["id"]):
        restore(empty, written(tmp_path / "archive", another(good), good, good))
    assert empty.all_ids() == []


def test_a_table_that_contradicts_itself_is_said_to_do_so(good: Line, empty: Storage, tmp_path: Path) -> None:
    twice = copy.deepcopy(good)
    CHANGES["a link that leads to two seats"](twice)
    with pytest.raises(OpenAbyssError, match=f"table {good['table']['id']}: .* is there twice"):
        restore(empty, written(tmp_path / "archive", twice))


def long_line() -> bytes:
    """A line of 64 MiB whose end is missing: reading it whole would show that."""
    return gzip.compress(b" " * 2**26, 1, mtime=0)[:-16]


def damaged_in_the_middle(line: bytes) -> bytes:
    whole = bytearray(packed(line))
    whole[len(whole) // 2 : len(whole) // 2 + 40] = b"\xff" * 40
    return bytes(whole)


def packed(line: bytes) -> bytes:
    return gzip.compress(line, mtime=0)


BYTES: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda line: packed(line)[:-200],
    "damaged in the middle": damaged_in_the_middle,
    "another checksum": lambda line: packed(line)[:-8] + b"\0" * 8,
    "something behind it": lambda line: packed(line) + b"something",
    "not packed": lambda line: line,
    "no letters": lambda line: packed(line.replace(b"hello", b"\xff\xfe")),
    "half a letter": lambda line: packed(line.replace(b"hello", b"\\ud800")),
    "a number of 5,000 digits": lambda line: packed(line.replace(b'"seed":4', b'"seed":' + b"9" * 5000)),
    "not a number": lambda line: packed(line.replace(b'"seed":4', b'"seed":NaN')),
    "very deep": lambda _line: packed(
        b'{"table":{"config":{"a":' + b"[" * 1_000_000 + b"]" * 1_000_000 + b"}}}"
    ),
    "a byte order mark": lambda line: packed(b"\xef\xbb\xbf" + line),
    "an empty line": lambda line: packed(b"\n" + line),
    "zeros": lambda _line: packed(b"\0" * 1000),
    "an object without keys": lambda _line: packed(b"{}"),
    "a list": lambda _line: packed(b"[1]"),
    "half an object": lambda _line: packed(b"{"),
}


@pytest.mark.parametrize("pack", BYTES.values(), ids=BYTES)
def test_bytes_that_are_no_archive_are_refused_in_words(
    good: Line, empty: Storage, tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    (tmp_path / "archive").write_bytes(pack(json.dumps(good, separators=(",", ":")).encode()))
    with pytest.raises(OpenAbyssError):
        restore(empty, tmp_path / "archive")
    assert empty.all_ids() == []


def test_an_empty_file_has_no_tables(empty: Storage, tmp_path: Path) -> None:
    (tmp_path / "archive").touch()
    assert restore(empty, tmp_path / "archive") == 0


def test_a_line_without_end_is_not_read_whole(empty: Storage, tmp_path: Path) -> None:
    (tmp_path / "archive").write_bytes(long_line())
    with pytest.raises(OpenAbyssError, match="longer than"):
        restore(empty, tmp_path / "archive")


def test_a_table_that_could_not_be_read_again_is_left_out_of_a_backup_and_named(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serve(settings_for(home)) as served:
        table = served.person().new_table("me", "here")
    monkeypatch.setattr(archives, "MAX_BYTES", 100)
    assert main(["admin", "backup", str(home / "backup.gz")]) == 1
    assert table in capsys.readouterr().out


def test_an_archive_that_changes_while_it_is_read_is_refused(
    good: Line, empty: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, large = random.Random(1), copy.deepcopy(good)
    said = large["chat"][0]
    large["chat"] = [{**said, "n": n, "text": chance.randbytes(200).hex()} for n in range(4000)]
    bad = copy.deepcopy(large)
    seat_entry("program:true")(bad)
    path = written(tmp_path / "archive", large)
    write_now = empty.write_now

    def exchange_and_write(job: Any, tables: Any) -> None:
        written(path, bad)
        write_now(job, tables)

    monkeypatch.setattr(empty, "write_now", exchange_and_write)
    with pytest.raises(OpenAbyssError, match="changed"):
        restore(empty, path)
    assert empty.all_ids() == []


@pytest.mark.skipif(sys.platform == "win32", reason="no such files there")
def test_what_cannot_be_read_twice_is_refused(empty: Storage) -> None:
    with pytest.raises(OpenAbyssError, match="cannot be read"):
        restore(empty, Path("/dev/null/archive"))
