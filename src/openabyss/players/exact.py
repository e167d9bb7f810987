"""The exact value of a small game, by exhaustive search: what search and learners are measured against."""

import sys

from openabyss.errors import InvalidArgument
from openabyss.play.game import Game
from openabyss.table.questions import CHANCE
from openabyss.words import _
from openabyss.words.arguments import Whole, instance_of, whole_number

MAX_POSITIONS = 10_000_000
DEEPEST = 100_000


def exact_shares(game: Game, most: Whole = 100_000) -> list[float]:
    """The share of the victory that each seat can expect when everybody plays as well as possible.

    Hands are open to a perfect memory, so without face-down monster tokens all is known but what chance
    draws. For two players the value is unique; of more, each seeks its own share. Raises InvalidArgument
    where tokens lie face down, where a position can come again, or with more than `most` positions.
    """
    begun = instance_of("game", game, Game)
    if begun.state.monster_tokens.any():
        raise InvalidArgument(_("game: face-down monster tokens are hidden, so nobody knows its exact value"))
    most = whole_number("most", most, 1, MAX_POSITIONS)
    copy = Game.from_position(begun.to_position(), ask_chance=True, ask_forced=True)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEPEST)
    try:
        return list(_shares(copy, {}, most))
    finally:
        sys.setrecursionlimit(limit)


Shares = tuple[float, ...]


def _shares(game: Game, known: dict[str, Shares | None], most: int) -> Shares:
    """The shares from here on; those of positions that were seen are known."""
    if game.is_over:
        return tuple(float(seat in game.winners) / len(game.winners) for seat in range(game.players))
    place = game.hash
    if place in known:
        shares = known[place]
        if shares is None:
            raise InvalidArgument(_("game: a position can come again, so it may go on for ever"))
        return shares
    if len(known) >= most:
        raise InvalidArgument(_("game: there are more than {most} positions").format(most=most))
    known[place] = None
    if game.player == CHANCE:
        found = [(weight, _after(game, action.id, known, most)) for action, weight in game.chance_outcomes()]
        shares = tuple(sum(weight * one[seat] for weight, one in found) for seat in range(game.players))
    else:
        me = game.player
        # A list: within `max`, a generator would be C calling Python, whose depth Python itself limits.
        reached = [_after(game, action.id, known, most) for action in game.legal_actions]
        shares = max(reached, key=lambda one: one[me])
    known[place] = shares
    return shares


def _after(game: Game, action: int, known: dict[str, Shares | None], most: int) -> Shares:
    after = game.clone()
    after.apply(action)
    return _shares(after, known, most)
