"""What searches have found out about games, so that nobody waits for it twice: reviews, which go with their
tables, and puzzles that people have made."""

import zlib

import sqlalchemy as sa

from openabyss.server.storage import schema

# More puzzles are not kept: the oldest go first.
MAX_PUZZLES = 10_000


def review_of(connection: sa.Connection, table: str, edition: str) -> bytes | None:
    """The review of a table, if this edition of the program has made it."""
    reviews = schema.reviews.c
    wanted = sa.select(reviews.found).where(reviews.table_id == table, reviews.edition == edition)
    found = connection.execute(wanted).scalar()
    return None if found is None else zlib.decompress(found)


def keep_review(connection: sa.Connection, table: str, edition: str, found: bytes) -> None:
    """In the place of any other one; a table that has been deleted meanwhile needs none."""
    connection.execute(sa.delete(schema.reviews).where(schema.reviews.c.table_id == table))
    # Locked, so that nobody deletes it before the review is there.
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
    """A new one, made at this time. Beyond MAX_PUZZLES the oldest are let go of."""
    puzzles = schema.puzzles.c
    row = {"id": id_, "created": at, "puzzle": zlib.compress(puzzle)}
    connection.execute(sa.insert(schema.puzzles), row)
    newest = sa.select(puzzles.created).order_by(puzzles.created.desc())
    first_too_many = newest.offset(MAX_PUZZLES).limit(1).scalar_subquery()
    connection.execute(sa.delete(schema.puzzles).where(puzzles.created <= first_too_many))


def keep_puzzle(connection: sa.Connection, id_: str, puzzle: bytes) -> None:
    """The same puzzle, of which more is known now."""
    one = sa.update(schema.puzzles).where(schema.puzzles.c.id == id_)
    connection.execute(one.values(puzzle=zlib.compress(puzzle)))


def forget_puzzles(connection: sa.Connection, before: str) -> None:
    """Those that were made before this time."""
    connection.execute(sa.delete(schema.puzzles).where(schema.puzzles.c.created < before))
