"""Results of searches, so that nobody waits for one twice: reviews, which are deleted with their tables, and
puzzles that people have made."""

import zlib

import sqlalchemy as sa

from openabyss.server.storage import schema

# Beyond this number the oldest puzzles are deleted.
MAX_PUZZLES = 10_000


def review_of(connection: sa.Connection, table: str, edition: str) -> bytes | None:
    """The review of a table, if this edition of the program has made it."""
    reviews = schema.reviews.c
    wanted = sa.select(reviews.found).where(reviews.table_id == table, reviews.edition == edition)
    found = connection.execute(wanted).scalar()
    return None if found is None else zlib.decompress(found)


def keep_review(connection: sa.Connection, table: str, edition: str, found: bytes) -> None:
    """Store the review of a table in place of any other one, unless the table has been deleted."""
    connection.execute(sa.delete(schema.reviews).where(schema.reviews.c.table_id == table))
    # Locked, so that nobody deletes the table before the review is stored.
    wanted = sa.select(schema.tables.c.id).where(schema.tables.c.id == table).with_for_update()
    if connection.execute(wanted).first() is not None:
        row = {"table_id": table, "edition": edition, "found": zlib.compress(found)}
        connection.execute(sa.insert(schema.reviews), row)


def puzzle_of(connection: sa.Connection, id_: str) -> bytes | None:
    """A puzzle that somebody has made."""
    puzzles = schema.puzzles.c
    found = connection.execute(sa.select(puzzles.puzzle).where(puzzles.id == id_)).scalar()
    return None if found is None else zlib.decompress(found)


def add_puzzle(connection: sa.Connection, id_: str, at: str, puzzle: bytes) -> None:
    """Store a new puzzle, made at this time. Beyond MAX_PUZZLES the oldest are deleted."""
    puzzles = schema.puzzles.c
    row = {"id": id_, "created": at, "puzzle": zlib.compress(puzzle)}
    connection.execute(sa.insert(schema.puzzles), row)
    newest = sa.select(puzzles.created).order_by(puzzles.created.desc())
    first_too_many = newest.offset(MAX_PUZZLES).limit(1).scalar_subquery()
    connection.execute(sa.delete(schema.puzzles).where(puzzles.created <= first_too_many))


def keep_puzzle(connection: sa.Connection, id_: str, puzzle: bytes) -> None:
    """Store a puzzle again, with what is known of it now."""
    one = sa.update(schema.puzzles).where(schema.puzzles.c.id == id_)
    connection.execute(one.values(puzzle=zlib.compress(puzzle)))
