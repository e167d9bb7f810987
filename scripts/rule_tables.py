"""The tables of the documents that follow from the rules: `python -m scripts.rule_tables` writes them again.

They are the actions in docs/environments.md, and in docs/positions.md what may wait on the stack.
"""

from collections.abc import Callable
from pathlib import Path

from openabyss import cards
from openabyss.play.position.frames import CHANCE, KINDS, SORTS, Kind, fields_of, sort_of
from openabyss.words.questions import WORDINGS
from openabyss.words.questions.actions import RECORDED_TEXTS, sort_and_thing, typed_word

BEGIN, END = "<!-- written by `make derived` -->\n", "<!-- end of what it writes -->\n"
POINTS_AT = {
    "pass": "nothing: no, pass, continue, or enough",
    "yes": "nothing: yes, or explore",
    "plot": "nothing: plot at court for a pearl",
    "stack": "a race, or its stack of the council",
    "card": "a monster that was turned up",
    "number": "a number",
    "token": "a kind of monster token",
    "player": "a seat",
    "zone": "a zone of the border, counted from 1",
}


def with_tables(page: str, tables: str) -> str:
    """The page with these tables between its marks."""
    head, rest = page.split(BEGIN)
    return f"{head}{BEGIN}\n{tables}\n{END}{rest.split(END)[1]}"


def tables_of_actions() -> str:
    """What each number points at, and in which questions each sort of answer is possible."""
    rows = "".join(
        f"| {number} | `{text}` | {thing_of(text)} |\n" for number, text in enumerate(RECORDED_TEXTS)
    )
    asked = "".join(f"| `{sort}` | {', '.join(questions_with(sort))} |\n" for sort in sorts())
    return (
        f"| number | text | points at |\n| ---: | --- | --- |\n{rows}\n"
        "The questions, by `kind`, in which each sort of answer is possible; in brackets, the word that"
        " people type:\n\n"
        f"| answers | questions |\n| --- | --- |\n{asked}"
    )


def sorts() -> list[str]:
    """All sorts of answers, in the order of the catalogue."""
    return list(dict.fromkeys(sort_and_thing(action)[0] for action in range(len(RECORDED_TEXTS))))


def thing_of(text: str) -> str:
    """What an action points at."""
    sort, _colon, code = text.partition(":")
    if sort == "lord":
        return f"the lord {cards.lord(int(code)).name}"
    if sort == "location":
        return f"the location {cards.location(int(code)).name}"
    if sort == "card" and code != "M":
        return f"an ally: {cards.ally(code).name}"
    return POINTS_AT[sort]


def questions_with(sort: str) -> list[str]:
    """The questions that have such answers."""
    found = []
    for name, wording in WORDINGS.items():
        if sort in wording.answers:
            word = typed_word(name, sort)
            found.append(f"`{name}`" + (f" ({word})" if word != sort else ""))
    return found


def table_of_what_waits() -> str:
    """The questions, draws of chance and steps that a position may hold: of whom, and about what."""
    rows = "".join(row_of(kind) for sort in SORTS for kind in KINDS.values() if sort_of(kind) == sort)
    return f"| sort | name | player | facts |\n| --- | --- | --- | --- |\n{rows}"


def row_of(kind: Kind) -> str:
    """What a position says of something that waits."""
    asked = "any player" if kind.of_anybody else "the active player"
    facts = ", ".join(f"`{field.name}`" for field in fields_of(kind)) or "–"
    sort = sort_of(kind)
    return f"| {sort} | `{kind.name}` | {'–' if sort == CHANCE else asked} | {facts} |\n"


PAGES: dict[Path, Callable[[], str]] = {
    Path("docs/environments.md"): tables_of_actions,
    Path("docs/positions.md"): table_of_what_waits,
}

if __name__ == "__main__":
    for page, tables in PAGES.items():
        page.write_text(with_tables(page.read_text("utf-8"), tables()), "utf-8")
