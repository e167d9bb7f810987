"""Monsters that are met, and fights with leviathans, in a few words."""

from collections.abc import Iterable
from typing import Any

from tests.rules.positions import Seat, hurt, seat, with_leviathan
from tests.rules.situation import Situation

# What is on the spaces before a monster, and what is revealed after it.
LEFT_BEHIND = ("J2", "H2", "S2", "Q2")
TO_COME = ("J3", "H3", "S3", "Q3")


def monster(*seats: Seat, space: int = 1, **rest: Any) -> Situation:
    """A has just revealed a monster on this space of the track, with Leviathan."""
    track = [*LEFT_BEHIND[: space - 1], "M"]
    return with_leviathan(
        *seats, **{"phase": "explore", "track": track, "exploration_deck": list(TO_COME), **rest}
    )


# The zones of the leviathan of a fight and of another one, so that the border is never empty.
ZONE, ELSEWHERE = 5, 9


def against(
    leviathan: int,
    hand: Iterable[str],
    *dice: int,
    levels_lost: int = 0,
    mine: Seat | None = None,
    **rest: Any,
) -> Situation:
    """A fights this leviathan with this hand; the dice fall like this. Another one is elsewhere."""
    other = 20 if leviathan == 19 else 19
    border = {ZONE: hurt(leviathan, levels_lost), ELSEWHERE: other}
    fighter = {**(mine or seat()), "hand": list(hand)}
    game = monster(fighter, **{"border": border, "dice": list(dice), **rest})
    game.play("fight")
    return game.play(f"zone:{ZONE}") if game.question.kind == "FIGHT_TARGET" else game
