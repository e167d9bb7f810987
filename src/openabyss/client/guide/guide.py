"""The lesson that a learner is given now, in the reader's language."""

from openabyss.client.guide.lessons import FREE, LAST_TURN, LESSONS, PAGES, Lesson, Page
from openabyss.client.guide.moment import Moment
from openabyss.client.protocol.messages import LessonShown, PageShown
from openabyss.client.table_history import TableHistory
from openabyss.rules.turn import MAIN
from openabyss.words import _


def lesson_for(history: TableHistory, learner: int, names: list[str]) -> LessonShown | None:
    """What the guide says to the learner now; None when it has nothing more to say."""
    moment = Moment(history, learner, names)
    return None if is_over(moment) else shown(given_at(moment), moment)


def is_over(moment: Moment) -> bool:
    """The guide has ended: in the turn after the first location, once it has said so; or after many turns."""
    since = moment.turns_since_location or 0
    has_said_so = since > 1 or (since == 1 and moment.question != MAIN)
    return moment.game.is_over or has_said_so or moment.game.table.turn > LAST_TURN


def given_at(moment: Moment) -> Lesson:
    """The first lesson that fits."""
    for lesson in LESSONS:
        is_learnt = any(moment.deeds[event] for event in lesson.learnt)
        if lesson.asked == moment.question and not is_learnt and lesson.fits(moment):
            return lesson
    return FREE


def shown(lesson: Lesson, moment: Moment) -> LessonShown:
    """A lesson in words."""
    places = moment.places()
    return LessonShown(
        id=lesson.id,
        pages=[_page(page, places) for page in PAGES[lesson.id]],
        paying=_page(PAGES[lesson.paying][0], places) if lesson.paying else None,
        suggests=moment.suggested(lesson.suggests),
        is_last=lesson.is_last,
    )


def _page(page: Page, places: dict[str, str]) -> PageShown:
    return PageShown(_(page.text).format(**places), [piece.format(**places) for piece in page.points])
