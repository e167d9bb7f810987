"""The two lists beside the table: the answers to choose from, and the log."""

from collections.abc import Sequence

from rich.text import Text
from textual.widgets import OptionList, RichLog
from textual.widgets.option_list import Option

from openabyss.client.protocol.parts import PaymentShown
from openabyss.client.table_text import Choice
from openabyss.terminal.screen.rows import FAINT, GOOD, card_colour, plainly
from openabyss.words.cards.codes import code_shown, payment_in_words

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

    def show(self, lines: list[str]) -> None:
        """Append what is new; write everything again when something was undone."""
        if lines[: len(self._written)] != self._written:
            self.forget()
        for sentence in lines[len(self._written) :]:
            self.write(Text(sentence))
        self._written = lines

    def forget(self) -> None:
        """Everything is to be written again, as for another width."""
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
