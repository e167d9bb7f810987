"""What stays when lords and questions are added: the texts of answers, and the numbers that were the first.

Records store an answer by a text that is the same under every question. The first records stored its
number, and hashes of positions hold numbers of questions, steps and actions: those that were the first.
"""

from zlib import crc32

from openabyss.rules.actions import ACTIONS, PASS, PLOT, YES
from openabyss.rules.questions import QUESTIONS, STEPS
from openabyss.words.questions.actions import pointer_of

_ALONE = {PASS: "pass", YES: "yes", PLOT: "plot"}


def _text(action: int) -> str:
    pointer = pointer_of(action)
    return _ALONE[action] if pointer is None else f"{pointer.word}:{pointer.write(action - pointer.first)}"


# By number. `read_action` understands each under every question.
TEXTS = tuple(map(_text, range(ACTIONS)))
NUMBERS = {text: action for action, text in enumerate(TEXTS)}


def _words(text: str) -> list[str]:
    return text.split()


def _each(word: str, things: str) -> list[str]:
    return [f"{word}:{thing}" for thing in _words(things)]


def _ids(word: str, *spans: tuple[int, int]) -> list[str]:
    return [f"{word}:{number}" for first, last in spans for number in range(first, last + 1)]


# The first catalogue of actions, questions and steps: it never changes, whatever is added or renamed. The
# format "openabyss/1" has its numbers.
FIRST_CATALOGUE = (
    *("pass", "yes", "plot"),
    *_each("stack", "jellyfish crab seahorse shellfish squid"),
    *_each("card", "J1 J2 J3 J4 J5 C1 C2 C3 C4 C5 H1 H2 H3 H4 H5 S1 S2 S3 S4 S5 Q1 Q2 Q3 Q4 Q5 K2 K3 K4"),
    *_each("card", "J1* J2* J3* J4* C1* C2* C3* C4* H1* H2* H3* H4* S1* S2* S3* S4* Q1* Q2* Q3* Q4* M"),
    *_ids("lord", (1, 35), (101, 118), (201, 210)),
    *_ids("location", (1, 20), (101, 106)),
    *_ids("number", (0, 19)),
    *_each("token", "2 3 4 pearls2 pearls3 key stack"),
    *_ids("player", (0, 4)),
    *_ids("zone", (1, 9)),
)
_FIRST_QUESTIONS = _words(
    "PLACE_SENTINEL KRAKEN_FIGURE_PICK DRAW_TOKEN DRAW_LEVIATHAN_TOKEN DRAW_LEVIATHAN ROLL_DIE "
    "LOSE_ALLY LOSE_LORD DRAW_LOOT SANCTUARY FIND_CARD SWAP_SMOKERS APPRENTICE_STACK CLEAR_STACK "
    "EXCHANGE_LOCATION EXCHANGE_FOR HEAL SORCERY DISCARD_ALLY ASSASSINATE DISCARD_TO_LIMIT ROB_TOKENS "
    "ROB_BACK STEAL_TOKEN NAME_RACE LOSE_AFFILIATED LURE LORD_TO_COURT SELL_ALLY FENCE_PICK "
    "CONTROL_SOURCE DRAW_LOCATION CONTROL_PICK CONTROL_KEYS SECOND_STACK PLACE_KRAKEN BREED PAY_PRICE "
    "REPLACE_COURT_LORD CORRUPT REPLACE_LORD TAKE_LORD TRADE_LORD LORD_TO_PLAYER LIBERATE STRIKE "
    "TOKEN_WINDOW TOKEN_STACK_PICK FIGHT_TARGET FIGHT_ALLY BOOST TAKE_TOKENS FIGHT_AGAIN MEET_MONSTER "
    "REVEAL_CARD OFFER EXPLORE_ALLY EXPLORE_MONSTER REWARD PAY AFFILIATE MAIN OBEY_MARTIAL_LAW "
    "END_POWERS FIRST_PLAYER LOCATION_TO_TABLE AMBASSADOR_PICK"
)
_FIRST_STEPS = _words(
    "ARRIVAL WELCOME DIVIDEND TAX ROLL_ZONE PLACE_LEVIATHAN SEARCH FIND_ALLY LOCATION_GAINED "
    "COURT_CHECK KEY_CHECK KRAKENS_SPENT LEVEL_BEATEN ADD_DIE RESOLVE_ATTACK GO_ON REVEAL "
    "END_EXPLORATION LAST_REVELATION FINAL_SCORING START_TURN LAST_POWERS HAND_LIMIT END_TURN"
)
_FIRST_STEP = 100


def _added(name: str) -> int:
    """The number by which something is hashed that was added: above the first ones, and made of its name."""
    return 1_000 + crc32(name.encode()) % 30_000


# The first number of each action, and of each question and step.
FIRST_ACTION = [FIRST_CATALOGUE.index(text) if text in FIRST_CATALOGUE else _added(text) for text in TEXTS]
_FIRST = {name: number for number, name in enumerate(_FIRST_QUESTIONS)}
_FIRST.update({name: _FIRST_STEP + place for place, name in enumerate(_FIRST_STEPS)})
_NAMES = {spec.number: spec.name for spec in QUESTIONS} | {spec.number: spec.name for spec in STEPS}
FIRST_NUMBER = {what: _FIRST.get(name, _added(name)) for what, name in _NAMES.items()}
