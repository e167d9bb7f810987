"""What is laid over the table: help, a card, a seat, the log, the score, a question; the lists beside it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.events import Resize
from textual.screen import ModalScreen, Screen
from textual.widgets import OptionList, RichLog, Static
from textual.widgets.option_list import Option

from openabyss.client.in_words import TableInWords
from openabyss.client.protocol.from_server import ScoreRow, Update
from openabyss.client.protocol.parts import Config, PaymentShown
from openabyss.client.result import SCORED, VOID
from openabyss.client.table_text import Choice, seat_lines
from openabyss.terminal.preferences import choose_language
from openabyss.terminal.screen.rows import FAINT, GOOD, HEAD, card_colour, plainly
from openabyss.terminal.session import Session
from openabyss.words import LANGUAGES, N_, _, language
from openabyss.words.cards.codes import (
    MONSTER_CODE,
    RACE_CODES,
    code_shown,
    payment_in_words,
    race_letter,
    race_name,
)
from openabyss.words.cards.printed import Card, card_text, lord_name

# More columns than any terminal has.
LARGE = 10_000
KEYS_OF_THE_TABLE = (
    ("1-9, a-z", N_("give the answer next to the key")),
    ("↑ ↓ Enter", N_("choose an answer, or a card or seat of the table to read it")),
    ("Tab", N_("move between answers, table and log")),
    ("i", N_("read the card that the marked answer or row is about")),
    ("?", N_("what may I do now: what each answer costs and brings")),
    ("F1", N_("this help")),
    ("h", N_("what a computer would do in your place")),
    ("u, r", N_("undo your last answer; redo it")),
    ("v", N_("what everybody would score now")),
    ("l", N_("the whole log")),
    ("L", N_("the language")),
    ("X", N_("concede, or end the game early")),
    ("s, n, q", N_("save; new game; save and quit")),
    ("Esc", N_("close what covers the table; back to the answers")),
)
HOW_TO_READ = (
    N_("{races}; {ally} is a crab of value 3, {monster} a monster."),
    N_(
        "You can afford a lord with ✓. The cost shown is what you pay, underlined where it is not the "
        "printed one."
    ),
    N_(
        "Races: {letter} is shellfish only, {letter}+2 shellfish and two other races, any 3 three races of"
        " your choice."
    ),
    N_("Lords in brackets are under a location or disabled: they score, but have no power and no key."),
)

HOW_TO_READ_KRAKEN = (
    N_("K is a Kraken, which stands for any race. After a sanctuary comes the loot that lies on it."),
)
HOW_TO_READ_LEVIATHAN = (
    N_("{fighter} is a crab with an effect when it is spent in a fight."),
    N_(
        "Border: the zone by the dice, the life that is left, the races that may fight, then for each level"
        " the power that it resists and the tokens that it pays, and finally what the attack does."
    ),
)


class Sheet(ModalScreen[str]):
    """A sheet of text over the table; any of the usual keys closes it. The answer is "" or a choice."""

    BINDINGS = [("escape,q,enter,space", "dismiss('')")]

    def __init__(self, title: str, body: RenderableType, closing: str = "") -> None:
        super().__init__()
        self._heading, self._body = title, body
        self._foot = Text(closing).append("\n" if closing else "").append(_("Esc closes this."), FAINT)

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(Text(self._heading, HEAD), classes="heading")
            with VerticalScroll():
                yield Static(self._body)
            yield Static(self._foot, classes="closing")

    def on_resize(self) -> None:
        """Leave room for the border, the heading and what is below."""
        around = sum(max(1, self.query_one(part).size.height) for part in (".heading", ".closing"))
        self.query_one(VerticalScroll).styles.max_height = max(1, self.size.height - 2 - around)


class CardSheet(Sheet):
    """A card, and what can be done with it: `c` chooses the answer that the card offers."""

    BINDINGS = [("c", "choose")]

    def __init__(self, card: Card, offer: str = "", why_not: str = "") -> None:
        self._offer = offer
        closing = f"c  {offer}" if offer else ""
        super().__init__(card_text(card).title, _card_body(card, why_not), closing)

    def action_choose(self) -> None:
        if self._offer:
            self.dismiss("choose")


class Ask(ModalScreen[str]):
    """A question with a few answers, chosen with the arrows and Enter; Esc gives ""."""

    BINDINGS = [("escape", "dismiss('')")]

    def __init__(self, title: str, answers: Sequence[tuple[str, str]], text: str = "") -> None:
        """`answers` are pairs of what is returned and what is read."""
        super().__init__()
        self._heading, self._answers, self._text = title, answers, text

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(Text(self._heading, HEAD), classes="heading")
            if self._text:
                yield Static(Text(self._text))
            yield OptionList(*(Option(Text(read), id=answer) for answer, read in self._answers), compact=True)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id or "")


class SeatSheet(Ask):
    """What a seat has before it: a text, and its cards to be read. The answer names a card, as "lord:12"."""

    def __init__(self, update: Update, seat: int) -> None:
        found = update.view.seats[seat]
        lords = [(f"lord:{lord.id}", lord_name(lord.id)) for lord in found.lords]
        places = [(f"location:{tile}", card_text(Card("location", tile)).title) for tile in found.locations]
        answers = [*lords, *places, ("", _("Close"))]
        text = "\n".join(seat_lines(TableInWords(update).seat(seat)))
        super().__init__(update.people[seat].name, answers, text)


class LanguageSheet(Ask):
    """Every language by its own name; the one that is chosen is kept for the next time."""

    def __init__(self) -> None:
        super().__init__(_("Language"), tuple(LANGUAGES.items()))

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = list(LANGUAGES).index(language())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        choose_language(event.option.id or language())
        self.dismiss("")


class Handover(Screen[None]):
    """Hides the table until the next person sits down."""

    BINDINGS = [("enter,space", "dismiss")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._who = name

    def compose(self) -> ComposeResult:
        text = _("It is {name}’s decision. Everybody else looks away. Enter shows the table.").format(
            name=self._who
        )
        yield Static(Text(text, HEAD, justify="center"), classes="handover")

    def on_click(self) -> None:
        self.dismiss(None)


def settling_sheet() -> Ask:
    """How the game may end early: what is chosen is meant."""
    answers = (
        ("", _("Play on after all")),
        ("concede", _("Concede: the others win")),
        (SCORED, _("End it with the current score")),
        (VOID, _("Declare it void: it counts for nobody")),
    )
    return Ask(_("Concede, or end the game early"), answers)


def answers_sheet(session: Session) -> Sheet:
    """What may be answered now, and what comes of it."""
    body = Text()
    for answer in session.meanings:
        body.append(f"{answer.label}\n", "bold").append(f"{answer.means}\n\n")
    return Sheet(_("What may I do now?"), body, _("All keys: Esc, then F1"))


def help_sheet(config: Config) -> Sheet:
    """All keys, and how the table of this game is read."""
    body = Text()
    width = max(len(key) for key, _text in KEYS_OF_THE_TABLE)
    for key, text in KEYS_OF_THE_TABLE:
        body.append(f"{key:{width}}  ", "bold").append(f"{_(text)}\n")
    kraken = HOW_TO_READ_KRAKEN if config.kraken else ()
    for line in (*HOW_TO_READ, *kraken, *(HOW_TO_READ_LEVIATHAN if config.leviathan else ())):
        body.append(f"\n{_(line).format(**_letters())}")
    return Sheet(_("Keyboard"), body)


def _letters() -> dict[str, str]:
    """The letters on cards, for what explains them."""
    return {
        "races": ", ".join(f"{race_letter(race)} {race_name(race)}" for race in range(len(RACE_CODES))),
        "ally": code_shown("C3"),
        "fighter": code_shown("C3*"),
        "monster": code_shown(MONSTER_CODE),
        "letter": race_letter(RACE_CODES.index("shellfish")),
    }


def log_sheet(session: Session) -> Sheet:
    """The log as the viewer may read it, the latest line first."""
    return Sheet(_("Log, newest first"), Text("\n".join(reversed([line.text for line in session.log]))))


def score_sheet_of(session: Session) -> Sheet:
    """The score of every seat by kind."""
    scores = session.scores
    return Sheet(scores.title, ScoreTable(session.names, scores.rows), scores.closing)


@dataclass(frozen=True)
class ScoreTable:
    """The scores of all seats side by side, or where there is no room for that, one below the other."""

    names: Sequence[str]
    rows: Sequence[ScoreRow]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        seats = range(len(self.names))
        whole = self._of(seats)
        fits = console.measure(whole, options=options.update_width(LARGE)).maximum <= options.max_width
        yield from [whole] if fits else [self._of([seat]) for seat in seats]

    def _of(self, seats: Iterable[int]) -> Table:
        table = Table("", box=None, padding=(0, 1), show_edge=False)
        for seat in seats:
            table.add_column(self.names[seat], justify="right", header_style="bold")
        for row in self.rows:
            cells = [row.cells[seat] for seat in seats]
            table.add_row(row.title, *cells, style="bold" if row.title == _("Total") else "")
        return table


def _card_body(card: Card, why_not: str) -> Text:
    found = card_text(card)
    text = plainly(found.facts, FAINT).append(f"\n\n{found.text}\n")
    for ruling in found.rulings:
        text.append(f"\n• {ruling}")
    if why_not:
        text.append(f"\n\n{why_not}", "bold #ffd75f")
    return text


# Keys for answers: digits, then the letters that are not commands.
COMMAND_KEYS = "hilnqrsuv"
ANSWER_KEYS = "123456789" + "".join(
    letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in COMMAND_KEYS
)


class AnswerList(OptionList):
    """What may be answered, each with its key."""

    def show(self, choices: Sequence[Choice]) -> None:
        """Offer these; the first is marked."""
        self.clear_options()
        self.add_options([_answer(place, choice) for place, choice in enumerate(choices)])
        if choices:
            self.highlighted = 0


class GameLog(RichLog):
    """The sentences of the log, written as they come."""

    def __init__(self) -> None:
        super().__init__(id="log", wrap=True, min_width=10)
        self._written: list[str] = []
        self._width = 0

    def on_show(self) -> None:
        """What came while it was hidden is broken for no width."""
        self.call_after_refresh(self._write_again)

    def on_resize(self, event: Resize) -> None:
        """The lines are broken for another width now."""
        if event.size.width != self._width:
            self._width = event.size.width
            self.call_after_refresh(self._write_again)

    def _write_again(self) -> None:
        lines = self._written
        self._forget()
        self.show(lines)

    def show(self, lines: list[str]) -> None:
        """Append what is new; write everything again when something was undone."""
        if lines[: len(self._written)] != self._written:
            self._forget()
        for sentence in lines[len(self._written) :]:
            self.write(Text(sentence))
        self._written = lines

    def _forget(self) -> None:
        self.clear()
        self._written = []


def _answer(place: int, choice: Choice) -> Option:
    key = ANSWER_KEYS[place] if place < len(ANSWER_KEYS) else " "
    text = plainly(f"{key} ", f"bold {GOOD}")
    if choice.payment is None:
        text.append(choice.label)
    else:
        text.append_text(_payment(choice.payment))
    return Option(text.append(f"  {choice.hint}", FAINT))


def _payment(payment: PaymentShown) -> Text:
    """The cards in the colours of their races, then the money."""
    codes = [code_shown(code) for code in payment.cards]
    money = payment_in_words(" ".join(codes), payment.pearls, payment.nebulis).removeprefix(" ".join(codes))
    cards = [Text(shown, card_colour(code)) for shown, code in zip(codes, payment.cards, strict=True)]
    return Text(" ").join(cards).append(money)
