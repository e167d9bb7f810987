"""Sensible answers: those of several to which no other could be better, for those who want them given.

An answer is sensible if after every other legal one the table is the same, or the same with fewer pearls of
one's own. More pearls are never worse: whatever may be bought or done with few may be done with more, nothing
is lost for having many, and they are worth no points. Abyss has few such questions, since two cards of the
same race and value are one answer already:

- An attack on a leviathan may be boosted, at 1 pearl for 1 point (Leviathan 6). Points that do not beat
  another level are lost (A15, A17), so where all own pearls together beat none more, none are paid.
- Who recruits the Executioner names a race, of which every opponent loses an affiliated ally. Where no
  opponent has one of any race, the name does not matter.

Deliberately missing, although many would answer at once: which of two allies of a race to lose, the lower one
(the other then lies in the discard, and may come back to anybody); the cheapest of several payments (other
cards stay, another ally joins); and to end a turn with powers left.

All that decides is open to everybody, so an answer depends on nothing that its seat does not see.
"""

from itertools import accumulate

from openabyss import cards
from openabyss.play.game import Game
from openabyss.rules.actions import NUMBER, NUMBERS
from openabyss.rules.chapters import power_of_attack
from openabyss.rules.numbering import BOOST, NAME_RACE
from openabyss.rules.questions import QUESTION_NAMES
from openabyss.table.view import View, view

BOOSTING, NAMING = QUESTION_NAMES[BOOST], QUESTION_NAMES[NAME_RACE]


def sensible_answer(game: Game) -> str | None:
    """The answer to the open question to which no other could be better: no pearls, or the first race. None
    if there is no such answer, or no other one."""
    kind = game.question.kind
    if kind not in (BOOSTING, NAMING) or len(game.legal_actions) < 2:
        return None
    seen = view(game, game.player)
    is_sensible = (
        is_boost_useless(seen, power_of_attack(game.state))
        if kind == BOOSTING
        else can_nobody_lose_affiliated(seen)
    )
    return game.legal_actions[0].text if is_sensible else None


def is_boost_useless(seen: View, power: int) -> bool:
    """Whether no number of pearls that may be added to an attack of this power beats a further level. Tokens,
    whose numbers are higher, might bring more pearls."""
    assert seen.question is not None
    assert seen.question.about is not None
    legal = seen.question.legal or []
    beast = next(beast for beast in seen.border.values() if beast.id == seen.question.about.leviathan)
    levels = cards.leviathan(beast.id).levels[beast.levels_lost :]
    needed = [*accumulate(level.resistance for level in levels)]
    beaten, possible = (
        sum(one <= points for one in needed) for points in (power, power + legal[-1] - NUMBER)
    )
    return legal[-1] < NUMBER + NUMBERS and beaten == possible


def can_nobody_lose_affiliated(seen: View) -> bool:
    """Whether no opponent has an affiliated ally of any race."""
    return not any(
        cards.ally(code).race
        for number, seat in enumerate(seen.seats)
        if number != seen.seat
        for code in seat.affiliated
    )
