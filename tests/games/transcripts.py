"""Whole games written out: the table at each free choice, questions, legal answers and what happens."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from openabyss import Game
from openabyss.table.events import Event
from openabyss.table.reading import Seat
from openabyss.words.log import sentence
from tests.games.playing import NAMES, decisions

FOLDER = Path(__file__).parent / "transcripts"
HABIT = "gathering"
# The seed of the transcript for each number of players.
SEEDS = {2: 12, 3: 13, 4: 14}


def path_of(players: int) -> Path:
    return FOLDER / f"{players}-players.txt"


def transcript(players: int) -> str:
    """The whole game as a text of many lines."""
    return "\n".join(_lines(players)) + "\n"


def _lines(players: int) -> Iterator[str]:
    seed = SEEDS[players]
    game = Game.new(players=players, seed=seed)
    yield f"A game of {players} players, seed {seed}. See tests/README.md for how this file is written."
    for _, answer, events in decisions(game, HABIT, seed):
        yield from _sentences(events)
        if game.question.kind == "MAIN":
            yield from _table(game)
        legal = " ".join(action.text for action in game.legal_actions)
        yield f"[{NAMES[game.player]} {game.question.kind}] {legal}"
        yield f"> {answer}"
    yield from _sentences(game.latest_events)
    yield from _table(game)
    yield from (f"{NAMES[seat]} {asdict(game.score_sheet(seat))}" for seat in range(players))
    yield f"ranking {game.ranking}"


def _sentences(events: Iterable[Event]) -> Iterator[str]:
    """Each event as its sentence, or by its name where the log has none."""
    for event in events:
        yield f"  {sentence(event.row, NAMES, None) or event.kind}"


def _table(game: Game) -> Iterator[str]:
    """What is on the table, hidden things included."""
    yield ""
    stacks = " ".join(f"{race} {'+'.join(stack) or '-'}" for race, stack in game.table.council.items())
    yield f"= turn {game.table.turn}, threat {game.table.threat}"
    yield f"= court {game.table.court}, available {game.table.available_locations}"
    yield f"= council {stacks}"
    sizes = (
        game.table.exploration_deck_size,
        game.table.lord_deck_size,
        game.table.location_deck_size,
        game.table.monster_pool_size,
    )
    yield f"= left: {sizes[0]} cards, {sizes[1]} lords, {sizes[2]} locations, {sizes[3]} tokens"
    yield from (f"= {_seat(seat)}" for seat in game.table.seats)


def _seat(seat: Seat) -> str:
    lords = " ".join(
        f"{lord.id}{'/turned' if lord.disabled else ''}{f'@{lord.location}' if lord.location else ''}"
        for lord in seat.lords
    )
    return (
        f"{NAMES[seat.number]}: {seat.pearls} pearls, {seat.key_tokens} key tokens, {seat.keys} keys,"
        f" hand {'+'.join(seat.hand) or '-'}, affiliated {'+'.join(seat.affiliated) or '-'},"
        f" lords {lords or '-'}, locations {seat.locations}, tokens {seat.monster_tokens}"
    )
