"""The guided first game and the short courses after it: how they begin, and their lessons.

The deals, positions of two, are in `deals.json`, the same for everybody. The learner has seat 0. In the first
game the opponent is exploring and has turned up an ally, which the learner may buy first. The court holds
lords that can be paid for after one visit to the council, and the threat has risen so far that the next
monster is worth a key: with the lord at hand and the lord to come that makes three.

Lessons are in the order of looking through. Of those for what the learner is asked, the first that fits is
given; its texts are in `lessons.md`. Nothing is barred: the learner may do anything that is legal, and the
guide follows, since every lesson depends only on the state of the game and on what the learner has done. So
nothing has to be stored, and nothing can disagree with an undo, a reload or a second window.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openabyss.client.guide.moment import NOTHING, Moment
from openabyss.client.protocol.parts import LessonShown, PageShown
from openabyss.client.table_history import TableHistory
from openabyss.rules import numbering
from openabyss.words import N_, _
from openabyss.words.listing import filled
from openabyss.words.markdown import flat, sections

LEARNER, OPPONENT = 0, 1
FIRST_GAME = "first-game"
DEALS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("deals.json").read_text("utf-8"))


def guided_config(course: str = FIRST_GAME) -> dict[str, Any]:
    """The `config` of a guided game."""
    return {"position": DEALS[course]}


def seed_of(config: Mapping[str, Any]) -> int:
    """The seed of the `config` of any game."""
    return int(config["position"].get("seed", 0) if "position" in config else config["seed"])


def course_of(config: Mapping[str, Any]) -> str | None:
    """Which of these deals a game began with. Games of an older one have no guide."""
    return next((course for course, deal in DEALS.items() if config.get("position") == deal), None)


# After the turn of this number, of both players together, the guide ends, whatever has been learnt.
LAST_TURN = 16
POINT = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is explained when the learner is asked the question `asked`, NOTHING while the opponent decides.

    Given while none of the events `learnt` has happened to the learner, and only where it `fits`.
    `suggests` is the answer that the guide would give: "yes", "pass", "stack", "lord" or "location". The page
    of the lesson `paying` takes the place of its own while a payment is put together.
    """

    id: str
    asked: int
    learnt: tuple[str, ...] = ()
    fits: Callable[[Moment], bool] = lambda _moment: True
    suggests: str = ""
    paying: str = ""
    is_last: bool = False


def pages_of(text: str) -> dict[str, list[PageShown]]:
    """The pages of each lesson in English and with {places}, by its id.

    They point at parts of the table ("court", "hand", "threat"), or at single pieces as the page of the table
    names them ("lord:{lord_id}", "stack:{race_id}").
    """
    return {name: list(map(_page, blocks)) for name, blocks in sections(text)}


def _page(block: str) -> PageShown:
    text, _mark, points = block.partition("\n- ")
    return PageShown(flat(text), POINT.findall(points))


PAGES = pages_of((Path(__file__).parent / "lessons.md").read_text(encoding="utf-8"))

OPPONENT_DECIDES = Lesson("opponent", NOTHING)

LESSONS: tuple[Lesson, ...] = (
    # ------------------------------------------------------------- an ally is for sale
    Lesson("offer", numbering.OFFER, learnt=("ALLY_BOUGHT", "OFFER_DECLINED"), suggests="yes"),
    # ---------------------------------------------------------------------- exploring
    Lesson("explore", numbering.MAIN, learnt=("EXPLORED",), suggests="yes"),
    Lesson(
        "weak-ally",
        numbering.EXPLORE_ALLY,
        learnt=("ALLY_TAKEN", "MONSTER_FOUGHT"),
        fits=Moment.is_weak_ally,
        suggests="pass",
    ),
    Lesson("strong-ally", numbering.EXPLORE_ALLY, learnt=("ALLY_TAKEN", "MONSTER_FOUGHT"), suggests="yes"),
    Lesson(
        "monster",
        numbering.EXPLORE_MONSTER,
        learnt=("MONSTER_FOUGHT",),
        fits=Moment.monster_has_key,
        suggests="yes",
    ),
    Lesson("small-monster", numbering.EXPLORE_MONSTER, learnt=("MONSTER_FOUGHT",), suggests="yes"),
    Lesson("reward", numbering.REWARD, fits=lambda moment: moment.deeds["MONSTER_FOUGHT"] <= 1),
    # ------------------------------------------------------------------------ council
    Lesson(
        "council",
        numbering.MAIN,
        learnt=("STACK_TAKEN",),
        fits=lambda moment: moment.stack is not None,
        suggests="stack",
    ),
    # --------------------------------------------------------------------- recruiting
    Lesson(
        "recruit",
        numbering.MAIN,
        learnt=("LORD_RECRUITED",),
        fits=lambda moment: moment.lord is not None,
        suggests="lord",
        paying="paying",
    ),
    Lesson("gather", numbering.MAIN, learnt=("LORD_RECRUITED",)),
    Lesson("paying", numbering.PAY, learnt=("LORD_RECRUITED",)),
    Lesson("affiliate", numbering.AFFILIATE),
    Lesson("powers", numbering.END_POWERS, fits=lambda moment: moment.turns_since_location is None),
    # ---------------------------------------------------------------- keys and locations
    Lesson("location", numbering.CONTROL_SOURCE, learnt=("LOCATION_CONTROLLED",)),
    Lesson("drawn", numbering.CONTROL_PICK, learnt=("LOCATION_CONTROLLED",)),
    Lesson("keys", numbering.CONTROL_KEYS),
    Lesson(
        "more-keys",
        numbering.MAIN,
        learnt=("LOCATION_CONTROLLED",),
        # Once: in the first turn in which all other lessons of a turn have been learnt.
        fits=lambda moment: moment.turns_since("EXPLORED", "STACK_TAKEN", "LORD_RECRUITED") == 1,
    ),
    # ------------------------------------------------------------------------ the end
    Lesson("end", numbering.MAIN, fits=lambda moment: moment.turns_since_location == 1, is_last=True),
    # ----------------------------------------------------------------- everything else
    OPPONENT_DECIDES,
)

# For a question that no lesson is about.
FREE = Lesson("free", NOTHING)


def _end(course: str) -> Lesson:
    """What a short course says at its end, when the learner's next turn begins."""
    return Lesson(f"{course}-end", numbering.MAIN, fits=Moment.is_next_turn, is_last=True)


COURSE_TITLES = {
    "paying": N_("Paying well"),
    "buying": N_("When to buy"),
    "keys": N_("Keys and locations"),
    "tempo": N_("Tempo and threat"),
    "krakens": N_("Krakens"),
    "leviathans": N_("Leviathans"),
}
# After the first game: each is about one turn, and ends when the next one begins.
SHORT_COURSES: dict[str, tuple[Lesson, ...]] = {
    "paying": (
        _end("paying"),
        Lesson("paying-lord", numbering.MAIN, suggests="lord", paying="paying-cards"),
        Lesson("paying-cards", numbering.PAY),
        Lesson("affiliate", numbering.AFFILIATE),
    ),
    "buying": (
        _end("buying"),
        Lesson("buying-weak", numbering.OFFER, fits=Moment.is_weak_offer, suggests="pass"),
        Lesson("buying-strong", numbering.OFFER, suggests="yes"),
        Lesson("buying-wait", NOTHING),
    ),
    "keys": (
        _end("keys"),
        Lesson("keys-lord", numbering.MAIN, learnt=("LORD_RECRUITED",), suggests="lord", paying="paying"),
        Lesson("paying", numbering.PAY),
        Lesson("keys-source", numbering.CONTROL_SOURCE, suggests="location"),
        Lesson("keys-pick", numbering.CONTROL_PICK, suggests="location"),
        Lesson("keys-use", numbering.CONTROL_KEYS),
    ),
    "tempo": (
        _end("tempo"),
        Lesson("tempo-explore", numbering.MAIN, suggests="yes"),
        Lesson("tempo-ally", numbering.EXPLORE_ALLY, suggests="pass"),
        Lesson("tempo-monster", numbering.EXPLORE_MONSTER, suggests="yes"),
        Lesson("tempo-reward", numbering.REWARD),
        Lesson("tempo-location", numbering.CONTROL_SOURCE),
    ),
    "krakens": (
        _end("krakens"),
        Lesson("krakens-lord", numbering.MAIN, suggests="lord", paying="krakens-cards"),
        Lesson("krakens-cards", numbering.PAY),
    ),
    "leviathans": (
        _end("leviathans"),
        Lesson("leviathans-explore", numbering.MAIN, suggests="yes"),
        Lesson("leviathans-monster", numbering.MEET_MONSTER, suggests="yes"),
        Lesson("leviathans-target", numbering.FIGHT_TARGET),
        Lesson("leviathans-ally", numbering.FIGHT_ALLY),
        Lesson("leviathans-again", numbering.FIGHT_AGAIN),
        Lesson("leviathans-tokens", numbering.TAKE_TOKENS),
    ),
}


def lesson_for(
    history: TableHistory, learner: int, names: list[str], course: str = FIRST_GAME
) -> LessonShown | None:
    """What the guide of a course says to the learner now; None when it has nothing more to say."""
    moment, lessons = Moment(history, learner, names), SHORT_COURSES.get(course)
    if lessons is None:
        return None if is_over(moment) else shown(given_at(moment, LESSONS), moment)
    begun = moment.deeds["TURN_STARTED"]
    has_ended = begun > 1 or (begun == 1 and moment.question != numbering.MAIN)
    if has_ended or moment.game.is_over:
        return None
    return shown(given_at(moment, (*lessons, OPPONENT_DECIDES)), moment)


def is_over(moment: Moment) -> bool:
    """The guide has ended: in the turn after the first location, once it has said so; or after many turns."""
    since = moment.turns_since_location or 0
    has_said_so = since > 1 or (since == 1 and moment.question != numbering.MAIN)
    return moment.game.is_over or has_said_so or moment.game.table.turn > LAST_TURN


def given_at(moment: Moment, lessons: Sequence[Lesson]) -> Lesson:
    """The first lesson that fits."""
    for lesson in lessons:
        is_learnt = any(moment.deeds[event] for event in lesson.learnt)
        if lesson.asked == moment.question and not is_learnt and lesson.fits(moment):
            return lesson
    return FREE


def shown(lesson: Lesson, moment: Moment) -> LessonShown:
    """A lesson in words."""
    places = moment.places()
    return LessonShown(
        id=lesson.id,
        pages=[_shown_page(page, places) for page in PAGES[lesson.id]],
        paying=_shown_page(PAGES[lesson.paying][0], places) if lesson.paying else None,
        suggests=moment.suggested(lesson.suggests),
        is_last=lesson.is_last,
    )


def _shown_page(page: PageShown, places: dict[str, str]) -> PageShown:
    return PageShown(filled(_(page.text), **places), [piece.format(**places) for piece in page.points])
