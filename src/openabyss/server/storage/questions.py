"""Questions to computers that servers leave to `openabyss worker` processes, on any machine.

A worker takes a question for a few seconds, and renews that until it answers. One that dies or hangs loses
the question to another worker, and its late answer is refused. Which question comes next depends on the time
that its address, its browser and its table have had in the last minute. Nothing of this needs to survive:
after a crash of PostgreSQL the questions are gone, and are asked again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from openabyss.server.storage.sharing import IS_PROCESS, after, lease, leases, metadata, tell

CHANNEL = "openabyss_questions"
# A question whose worker was silent for this long is taken by another one, but only this often: the question
# itself may be what makes workers die.
TAKEN_SECONDS = 6.0
MAX_TAKEN = 3
# The period over which the time that a party has had is counted.
SHARE = timedelta(minutes=1)

questions = sa.Table(
    "questions",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("asker", sa.String(64), nullable=False),
    # The party that it is asked for, as hashes: the address, the browser at it, the table of that browser.
    sa.Column("address", sa.String(16), nullable=False),
    sa.Column("browser", sa.String(16), nullable=False),
    sa.Column("table", sa.String(16), nullable=False),
    # Patient questions come after all others.
    sa.Column("is_patient", sa.Boolean, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("asked", sa.DateTime(timezone=True), nullable=False),
    # Which worker has taken it, how often it was taken, when last, and until when that holds.
    sa.Column("worker", sa.String(64)),
    sa.Column("taken", sa.Integer, nullable=False),
    sa.Column("begun", sa.DateTime(timezone=True)),
    sa.Column("expires", sa.DateTime(timezone=True)),
    # When it was answered or given up; the row is kept to count the time of its party.
    sa.Column("ended", sa.DateTime(timezone=True)),
    sa.Column("answer", sa.Text, nullable=False),
    # Unlogged: it is written often, and may be lost.
    prefixes=["UNLOGGED"],
)


class Question(NamedTuple):
    """A question to be asked. party: see `questions`."""

    id: str
    party: tuple[str, str, str]
    text: str
    is_patient: bool


class Taken(NamedTuple):
    """A question that a worker has taken; seconds: how long it had waited."""

    id: str
    text: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Found:
    """The state of questions. answers: by the questions that have one. given_up: those that made workers die.
    open: all others that are stored. has_workers: whether any worker is alive."""

    answers: dict[str, str]
    given_up: set[str]
    open: set[str]
    has_workers: bool


NOW = sa.func.clock_timestamp()
IS_OPEN = questions.c.ended.is_(None)
IS_FREE = IS_OPEN & (questions.c.expires.is_(None) | (questions.c.expires < NOW))


# ------------------------------------------------------------------------------- what servers do


def ask(connection: sa.Connection, asker: str, question: Question) -> None:
    """Let workers answer a question, unless it is asked already."""
    address, browser, table = question.party
    row = {
        "id": question.id, "asker": asker, "address": address, "browser": browser, "table": table,
        "is_patient": question.is_patient, "text": question.text, "asked": NOW, "taken": 0, "answer": "",
    }  # fmt: skip
    connection.execute(insert(questions).values(**row).on_conflict_do_nothing())
    tell(connection, CHANNEL, "")


def look(connection: sa.Connection, ids: Sequence[str]) -> Found:
    """The state of these questions."""
    columns = questions.c
    known = sa.select(columns.id, columns.answer, IS_OPEN, IS_FREE & (columns.taken >= MAX_TAKEN))
    found = Found({}, set(), set(), _has_workers(connection))
    for id_, answer, is_open, is_given_up in connection.execute(known.where(columns.id.in_(ids))):
        if not is_open:
            found.answers[id_] = answer
        elif is_given_up:
            found.given_up.add(id_)
        else:
            found.open.add(id_)
    return found


def end(connection: sa.Connection, ids: Sequence[str]) -> None:
    """Withdraw these questions: nobody waits for their answers any more."""
    ended = {"ended": sa.func.coalesce(questions.c.ended, NOW), "text": "", "answer": ""}
    connection.execute(sa.update(questions).where(questions.c.id.in_(ids)).values(**ended))


def _has_workers(connection: sa.Connection) -> bool:
    lives = leases.c.name.startswith("worker ") & (leases.c.expires > NOW)
    return connection.execute(sa.select(leases.c.name).where(lives).limit(1)).first() is not None


# ------------------------------------------------------------------------------- what workers do


def take(connection: sa.Connection, worker: str, *, is_patient: bool) -> Taken | None:
    """Take the next question for this worker; None if there is none. Patient ones are taken only if
    `is_patient`."""
    columns = questions.c
    may_be = IS_FREE & (columns.taken < MAX_TAKEN)
    if not is_patient:
        may_be &= ~columns.is_patient
    shares = [_had(columns[part]) for part in ("address", "browser", "table")]
    first = sa.select(columns.id).where(may_be).order_by(columns.is_patient, *shares, columns.asked)
    chosen = first.limit(1).with_for_update(skip_locked=True).scalar_subquery()
    mine = {"worker": worker, "taken": columns.taken + 1, "begun": NOW, "expires": after(TAKEN_SECONDS)}
    waited = sa.func.extract("epoch", NOW - columns.asked)
    taken = sa.update(questions).where(columns.id == chosen).values(**mine)
    row = connection.execute(taken.returning(columns.id, columns.text, waited)).first()
    return None if row is None else Taken(row[0], row[1], float(row[2]))


def _had(part: sa.Column[Any]) -> sa.ScalarSelect[Any]:
    """How long workers have thought in the last minute for all parties that share this part."""
    other = questions.alias()
    seconds = sa.func.sum(sa.func.coalesce(other.c.ended, NOW) - other.c.begun)
    had = sa.select(sa.func.coalesce(seconds, sa.literal(timedelta())))
    return had.where(other.c[part.name] == part, other.c.begun.is_not(None)).scalar_subquery()


def renew(connection: sa.Connection, worker: str, place: str, ids: Iterable[str]) -> None:
    """Note that this worker, which runs at a place, is alive and still thinks about these questions."""
    columns = questions.c
    connection.execute(lease(f"worker {worker}", worker, TAKEN_SECONDS, place))
    held = IS_OPEN & (columns.worker == worker) & (columns.expires > NOW) & columns.id.in_([*ids])
    connection.execute(sa.update(questions).where(held).values(expires=after(TAKEN_SECONDS)))
    is_orphan = columns.asker.not_in(sa.select(leases.c.owner).where(IS_PROCESS))
    connection.execute(sa.delete(questions).where(is_orphan | (columns.ended < NOW - SHARE)))


def answer(connection: sa.Connection, worker: str, id_: str, text: str) -> bool:
    """Store an answer; False if the question has been taken from this worker."""
    columns = questions.c
    held = IS_OPEN & (columns.id == id_) & (columns.worker == worker) & (columns.expires > NOW)
    answered = sa.update(questions).where(held).values(ended=NOW, text="", answer=text)
    asker = connection.execute(answered.returning(columns.asker)).scalar()
    if asker is not None:
        tell(connection, CHANNEL, asker)
    return asker is not None


def leave(connection: sa.Connection, worker: str) -> None:
    """Note that this worker ends: others may take its questions at once."""
    mine = IS_OPEN & (questions.c.worker == worker)
    free = {"taken": questions.c.taken - 1, "expires": NOW}
    connection.execute(sa.update(questions).where(mine).values(**free))
    connection.execute(sa.delete(leases).where(leases.c.name == f"worker {worker}"))
    tell(connection, CHANNEL, "")


def waiting(connection: sa.Connection) -> int:
    """How many questions wait for a worker."""
    return connection.execute(sa.select(sa.func.count()).where(IS_FREE)).scalar_one()
