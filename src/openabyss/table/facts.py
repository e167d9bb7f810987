"""What a number of the rules means outside: the id of a card, a code, a seat, a zone.

One object for each kind of fact, with the name under which events, questions and positions tell it.
"""

from dataclasses import dataclass

from openabyss.rules.base.exploring import REWARDS
from openabyss.rules.cards.locations import FIRST_SANCTUARY
from openabyss.rules.cards.smugglers import FIRST_SENTINEL
from openabyss.rules.leviathan.border import HIGHER_DIE, SUM_OF_DICE
from openabyss.rules.leviathan.fighting import SLAIN
from openabyss.rules.leviathan.monsters import AVOIDED_BY_COWARD, INERT
from openabyss.rules.questions import Topic
from openabyss.rules.sizes import COURT_SPACES, LEVIATHANS, SANCTUARIES, SEATS, SENTINELS, TRACK_SPACES, ZONES
from openabyss.rules.state import BASE_BACK, LEVIATHAN_BACK, NOBODY
from openabyss.words import N_
from openabyss.words.cards.codes import KIND_CODES, RACE_CODES, TOKEN_CODES
from openabyss.words.cards.ids import LOCATION_IDS, LORD_IDS

# More than a position may ask for an ally, and than the rules can note down.
HIGHEST_PRICE = 1200

# Why a game ends, in the order of the rules' numbers (rules/ending.py), and where sentinels stand.
END_CAUSES = ("lords", "court", "leviathans", "tokens", "empty_sea")
COURT_AREA, COUNCIL_AREA, LOCATIONS_AREA = AREAS = ("court", "council", "locations")

Public = int | str | tuple[int, ...] | None


@dataclass(frozen=True, eq=False)
class Fact:
    """A fact by name, and what each number of the rules is called outside.

    `what` says in a few words what stands for it in a document.
    """

    name: str
    what: str
    words: dict[int, Public]

    def public(self, number: int) -> Public:
        """What the number means; None for one that means nothing, as where the fact is hidden."""
        return self.words.get(number)


def _amount(name: str, low: int, high: int) -> Fact:
    return Fact(name, N_("a whole number that can stand here"), {n: n for n in range(low, high + 1)})


def _seats_in(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(SEATS) if bits >> seat & 1)


_SEAT: dict[int, Public] = {seat: seat for seat in range(SEATS)}
_SETS_OF_SEATS: dict[int, Public] = {bits: _seats_in(bits) for bits in range(1 << SEATS)}
_LEVIATHAN: dict[int, Public] = {n: n + 1 for n in range(LEVIATHANS)}
_ZONE: dict[int, Public] = {zone: zone + 1 for zone in range(ZONES)}
_A_SEAT = N_("the number of a seat")

PLAYER = Fact("player", _A_SEAT, _SEAT)
PLAYER_OR_NOBODY = Fact("player", N_("the number of a seat, or null"), {**_SEAT, NOBODY: None})
OPPONENT = Fact("opponent", _A_SEAT, _SEAT)
RECEIVER = Fact("receiver", N_("the number of a seat, or null for the supply"), {**_SEAT, NOBODY: None})
CHALLENGERS = Fact("challengers", N_("a list of seats in rising order"), _SETS_OF_SEATS)
RECEIVERS = Fact("receivers", N_("a list of seats in rising order"), _SETS_OF_SEATS)

LORD = Fact("lord", N_("the id of a lord"), dict(enumerate(LORD_IDS)))
SENTINEL = Fact(
    "lord",
    N_("the id of a lord with a sentinel"),
    dict(enumerate(LORD_IDS[FIRST_SENTINEL : FIRST_SENTINEL + SENTINELS])),
)
GUARD = Fact("sentinel", SENTINEL.what, SENTINEL.words)
LOCATION = Fact("location", N_("the id of a location"), dict(enumerate(LOCATION_IDS)))
SANCTUARY = Fact(
    "location",
    N_("the id of a sanctuary"),
    dict(enumerate(LOCATION_IDS[FIRST_SANCTUARY : FIRST_SANCTUARY + SANCTUARIES])),
)
GIVEN_UP = Fact("given_up", LOCATION.what, LOCATION.words)
LEVIATHAN = Fact("leviathan", N_("the id of a leviathan"), _LEVIATHAN)
LEVIATHAN_OR_SLAIN = Fact(
    "leviathan", N_("the id of a leviathan, or null for one that is slain"), {**_LEVIATHAN, SLAIN: None}
)
CARD = Fact("card", N_("the code of an exploration card"), dict(enumerate(KIND_CODES)))
RACE = Fact("race", N_("a race"), dict(enumerate(RACE_CODES)))
TOKEN = Fact("token", N_("the code of a monster token"), dict(enumerate(TOKEN_CODES)))
PILE = Fact("pile", N_("a pile of monster tokens"), {BASE_BACK: "base", LEVIATHAN_BACK: "leviathan"})

SPACE = Fact("space", N_("a space of the track, 1 to 5"), {n: n + 1 for n in range(TRACK_SPACES)})
COURT_SPACE = Fact("space", N_("a space of the court, 1 to 6"), {n: n + 1 for n in range(COURT_SPACES)})
ZONE = Fact("zone", N_("a zone of the border, 1 to 9"), _ZONE)
DICE = Fact("dice", N_("how dice are counted"), {SUM_OF_DICE: "sum", HIGHER_DIE: "higher"})

# What a question still asks for. The bounds lie above what any card asks.
ALLIES = _amount("allies", 1, 15)
LEVEL = _amount("level", 1, len(REWARDS))
LIMIT = _amount("limit", 0, 99)
NEBULIS = _amount("nebulis", 0, 99)
PEARLS = _amount("pearls", 1, HIGHEST_PRICE)
PRICE = _amount("price", 1, HIGHEST_PRICE)
TOKENS = _amount("tokens", 1, 9)

# What the detail of a question or step tells.
FACTS = {
    Topic.LORD: LORD,
    Topic.SENTINEL: SENTINEL,
    Topic.LOCATION: LOCATION,
    Topic.SANCTUARY: SANCTUARY,
    Topic.LEVIATHAN: LEVIATHAN,
    Topic.LEVIATHAN_OR_SLAIN: LEVIATHAN_OR_SLAIN,
    Topic.RACE: RACE,
    Topic.OPPONENT: OPPONENT,
    Topic.PLAYER: PLAYER,
    Topic.ACTIVE_PLAYER: PLAYER,
    Topic.PLAYER_OR_NOBODY: PLAYER_OR_NOBODY,
    Topic.CHALLENGERS: CHALLENGERS,
    Topic.RECEIVERS: RECEIVERS,
    Topic.RECEIVER: RECEIVER,
    Topic.COURT_SPACE: COURT_SPACE,
    Topic.TRACK_SPACE: SPACE,
    Topic.DICE: DICE,
    Topic.PILE: PILE,
    Topic.ALLIES: ALLIES,
    Topic.LEVEL: LEVEL,
    Topic.LIMIT: LIMIT,
    Topic.NEBULIS: NEBULIS,
    Topic.PEARLS: PEARLS,
    Topic.PRICE: PRICE,
    Topic.TOKENS: TOKENS,
}

# What only events tell.
EXTRA = Fact("extra", N_("whether the turn is an extra one"), {0: 0, 1: 1})
END_CAUSE = Fact("cause", N_("what ends the game"), dict(enumerate(END_CAUSES, start=1)))
AVOIDED = Fact("cause", N_("why a monster is avoided"), {AVOIDED_BY_COWARD: "coward", INERT: "inert"})
