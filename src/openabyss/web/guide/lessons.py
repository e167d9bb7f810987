"""The lessons of the guided first game, in the order in which they are looked through.

Of the lessons for what the learner is asked, the first that fits is given. A lesson is one of pages; each
page points at pieces of the table. Nothing is barred: the learner may do anything that is legal, and the
guide follows, since every lesson depends only on how the game stands and on what the learner has done. So
nothing has to be stored, and nothing can disagree with an undo, a reload or a second window.
"""

from collections.abc import Callable
from dataclasses import dataclass

from openabyss.rules.base.controlling import CONTROL_KEYS, CONTROL_PICK, CONTROL_SOURCE
from openabyss.rules.base.exploring import EXPLORE_ALLY, EXPLORE_MONSTER, OFFER, REWARD
from openabyss.rules.base.recruiting import AFFILIATE, PAY
from openabyss.rules.turn import END_POWERS, MAIN
from openabyss.web.guide.moment import NOTHING, Moment
from openabyss.words import N_

# After the turn of this number, of both players together, the guide ends, whatever has been learnt.
LAST_TURN = 16


@dataclass(frozen=True, slots=True)
class Page:
    """A text with {places}, and what it points at.

    `points` are parts of the table ("court", "hand", "threat"), or single pieces as the page of the table
    names them ("lord:{lord_id}", "stack:{race_id}").
    """

    text: str
    points: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is explained when the learner is asked the question `asked`, NOTHING while the opponent decides.

    Given while none of the events `learnt` has happened to the learner, and only where it `fits`.
    `suggests` is the answer that the guide would give: "yes", "pass", "stack" or "lord". `paying` takes the
    place of the pages while a payment is put together.
    """

    id: str
    asked: int
    pages: tuple[Page, ...]
    learnt: tuple[str, ...] = ()
    fits: Callable[[Moment], bool] = lambda _moment: True
    suggests: str = ""
    paying: Page | None = None
    is_last: bool = False


PAYING = Page(
    N_(
        "Choose cards of your hand until their values reach the price; pearls make up what is missing. The"
        " weakest card that you spend stays with you for good, the others are gone. Some payments that fit"
        " are suggested."
    ),
    ("hand", "paying"),
)

LESSONS: tuple[Lesson, ...] = (
    # ------------------------------------------------------------- an ally is for sale
    Lesson(
        "offer",
        OFFER,
        (
            Page(
                N_(
                    "Welcome to the Abyss! Whoever has the most influence at the end takes the throne."
                    " Influence comes from lords above all, and from locations, allies and monster tokens."
                )
            ),
            Page(
                N_(
                    "These lords stand at court. Each shows its price, its influence and, some of them, a"
                    " key. A lord whom you recruit serves you to the end."
                ),
                ("court",),
            ),
            Page(
                N_(
                    "Lords are paid for with allies, and allies live in the depths. {opponent} is exploring"
                    " and has turned up {card}. What somebody turns up is offered to the others first."
                ),
                ("track:{space_id}", "exploration"),
            ),
            Page(
                N_(
                    "It costs {price}, paid to {opponent}, and you have {pearls}. It is a good card: buy it."
                    " In each turn of an opponent you may buy one."
                ),
                ("track:{space_id}", "answers"),
            ),
        ),
        learnt=("ALLY_BOUGHT", "OFFER_DECLINED"),
        suggests="yes",
    ),
    # ---------------------------------------------------------------------- exploring
    Lesson(
        "explore",
        MAIN,
        (
            Page(
                N_(
                    "Your turn. A turn is one of three things: explore the depths, ask the council for"
                    " support, or recruit a lord."
                ),
                ("deck", "council", "court"),
            ),
            Page(
                N_("Begin with exploring: choose the deck of the depths, or the answer below."),
                ("deck", "answers"),
            ),
        ),
        learnt=("EXPLORED",),
        suggests="yes",
    ),
    Lesson(
        "weak-ally",
        EXPLORE_ALLY,
        (
            Page(
                N_(
                    "You have turned up {card}; nobody has bought it. If you take it, your turn ends. Its"
                    " value is low, so leave it and go on: what is left goes to the council."
                ),
                ("track:{space_id}", "answers"),
            ),
        ),
        learnt=("ALLY_TAKEN", "MONSTER_FOUGHT"),
        fits=lambda moment: moment.is_weak_ally,
        suggests="pass",
    ),
    Lesson(
        "strong-ally",
        EXPLORE_ALLY,
        (
            Page(
                N_(
                    "You have turned up {card}. If you take it, your turn ends, and what else lies there"
                    " goes to the council. You may also go on as far as the last space, where you have to"
                    " take what comes."
                ),
                ("track:{space_id}", "answers"),
            ),
        ),
        learnt=("ALLY_TAKEN", "MONSTER_FOUGHT"),
        suggests="yes",
    ),
    Lesson(
        "monster",
        EXPLORE_MONSTER,
        (
            Page(
                N_(
                    "A monster! Fighting it always succeeds, and ends your turn. The threat stands at"
                    " {threat}, so it is worth {reward}."
                ),
                ("threat", "track:{space_id}"),
            ),
            Page(
                N_(
                    "You may also swim past it: then the threat rises, and the next monster is worth more."
                    " Fight this one, for the key."
                ),
                ("answers",),
            ),
        ),
        learnt=("MONSTER_FOUGHT",),
        suggests="yes",
    ),
    Lesson(
        "reward",
        REWARD,
        (
            Page(
                N_(
                    "Choose your reward. Pearls pay for lords and allies; a monster token is worth 2 to 4"
                    " influence at the end, and nobody else sees it. Keys open locations."
                ),
                ("answers",),
            ),
        ),
        fits=lambda moment: moment.deeds["MONSTER_FOUGHT"] <= 1,
    ),
    # ------------------------------------------------------------------------ council
    Lesson(
        "council",
        MAIN,
        (
            Page(
                N_(
                    "Allies who were left behind wait at the council, face down, in one stack for each race."
                    " To ask for support is to take a whole stack."
                ),
                ("council",),
            ),
            Page(
                N_(
                    "A lord is paid for with several races at once, so a new race helps. Take the {race}"
                    " stack: it has {cards}."
                ),
                ("stack:{race_id}",),
            ),
        ),
        learnt=("STACK_TAKEN",),
        fits=lambda moment: moment.has_stack,
        suggests="stack",
    ),
    # --------------------------------------------------------------------- recruiting
    Lesson(
        "recruit",
        MAIN,
        (
            Page(
                N_(
                    "Now there is a lord at court for whom you can pay. The {lord} costs {cost}. The signs"
                    " below the price tell how many races you need, and which one must be among them."
                ),
                ("lord:{lord_id}",),
            ),
            Page(
                N_("Choose the {lord}. Then you are asked how you pay."),
                ("lord:{lord_id}",),
            ),
        ),
        learnt=("LORD_RECRUITED",),
        fits=lambda moment: moment.has_lord,
        suggests="lord",
        paying=PAYING,
    ),
    Lesson(
        "gather",
        MAIN,
        (
            Page(
                N_(
                    "No lord is within your means yet. Each lord tells what is missing when you point at it"
                    " or choose it. Explore, or take a stack of a race that you lack."
                ),
                ("court", "council", "deck"),
            ),
        ),
        learnt=("LORD_RECRUITED",),
    ),
    Lesson("paying", PAY, (PAYING,), learnt=("LORD_RECRUITED",)),
    Lesson(
        "affiliate",
        AFFILIATE,
        (
            Page(
                N_(
                    "One of the allies you spent stays with you for good. At the end the strongest of each"
                    " race counts."
                ),
                ("answers",),
            ),
        ),
    ),
    Lesson(
        "powers",
        END_POWERS,
        (
            Page(
                N_(
                    "One of your lords has a power that you may use in each of your turns. Use it, or end"
                    " your turn."
                ),
                ("own", "answers"),
            ),
        ),
        fits=lambda moment: moment.turns_since_location is None,
    ),
    # ---------------------------------------------------------------- keys and locations
    Lesson(
        "location",
        CONTROL_SOURCE,
        (
            Page(
                N_(
                    "You have {all_keys}: that opens a location! Each scores in its own way, and shows what"
                    " it would score for you now."
                ),
                ("locations",),
            ),
            Page(
                N_(
                    "Take one that lies open, or draw up to four new ones and keep one of them. The others"
                    " then lie open for everybody."
                ),
                ("locations", "answers"),
            ),
        ),
        learnt=("LOCATION_CONTROLLED",),
    ),
    Lesson(
        "drawn",
        CONTROL_PICK,
        (Page(N_("Keep one of the locations that you have drawn."), ("locations", "answers")),),
        learnt=("LOCATION_CONTROLLED",),
    ),
    Lesson(
        "keys",
        CONTROL_KEYS,
        (
            Page(
                N_(
                    "Choose whose keys you use. Lords whose keys are used lie under the location from now"
                    " on: they still count at the end, but their powers sleep."
                ),
                ("own", "answers"),
            ),
        ),
    ),
    Lesson(
        "more-keys",
        MAIN,
        (
            Page(
                N_(
                    "You have {keys}. With {all_keys} you may take a location: lords with a key bring one,"
                    " and monsters do where the threat is high enough."
                ),
                ("own", "threat", "locations"),
            ),
        ),
        learnt=("LOCATION_CONTROLLED",),
        # Once: in the first turn in which all other lessons of a turn have been learnt.
        fits=lambda moment: moment.turns_since("EXPLORED", "STACK_TAKEN", "LORD_RECRUITED") == 1,
    ),
    # ------------------------------------------------------------------------ the end
    Lesson(
        "end",
        MAIN,
        (
            Page(
                N_(
                    "That is the game! It ends when somebody has seven lords, or when no lord is left to"
                    " fill the court; then everybody else has one more turn."
                ),
                ("court", "own", "opponents"),
            ),
            Page(
                N_(
                    "Before your action you may plot: for 1 pearl a new lord comes to the court while it has"
                    " room. “Hint” asks a computer for advice; “What may I do now?” explains every answer."
                ),
                ("hint", "explain"),
            ),
            Page(N_("From here on you play by yourself. Good luck, and may the Abyss be yours.")),
        ),
        fits=lambda moment: moment.turns_since_location == 1,
        is_last=True,
    ),
    # ----------------------------------------------------------------- everything else
    Lesson(
        "opponent",
        NOTHING,
        (
            Page(
                N_(
                    "{opponent} decides, and has the same choices as you. The log tells what happens; at"
                    " your next turn the bar above tells it once more."
                ),
                ("opponents",),
            ),
        ),
    ),
)

# For a question that no lesson is about.
FREE = Lesson(
    "free",
    NOTHING,
    (
        Page(
            N_("This choice is yours. “What may I do now?” tells what each answer costs and brings."),
            ("answers", "explain"),
        ),
    ),
)
