"""The form on which a table is set up: what was typed, what is wrong with it, which table it asks for."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Literal, TypeVar

from openabyss.errors import InvalidOption
from openabyss.play.position.options import (
    MAX_PLAYERS,
    MAX_WITH_LEVIATHAN,
    MIN_PLAYERS,
    OF_BOTH,
    OF_KRAKEN,
    OF_LEVIATHAN,
    Choice,
    Options,
)
from openabyss.play.variants import TRUTH, in_text
from openabyss.players.kinds import offered_bots, player_kinds
from openabyss.server.tables.names import check_name
from openabyss.server.tables.seating import (
    COMPUTER,
    DEFAULT_GRACE,
    DEFAULT_LEVEL,
    FRIEND,
    HERE,
    ME,
    REGENT,
    SEEDS,
    SeatWanted,
    TableWanted,
    check_level,
    levels,
    seated,
)
from openabyss.server.tables.tables import whole_number
from openabyss.words import N_, _, capitalised, pgettext
from openabyss.words.cards.regent import HIGHEST_LEVEL
from openabyss.words.levels import STYLED, STYLES, level_name
from openabyss.words.listing import titled

Text = TypeVar("Text", bound=str)

NOBODY = "nobody"
TABLE, SOLO = "table", "solo"
SEATS = MAX_WITH_LEVIATHAN

SITTERS = (ME, COMPUTER, FRIEND, HERE, NOBODY)
REGENTS = (N_("1 Calm"), N_("2 Swell"), N_("3 Storm"), N_("4 Maelstrom"), N_("5 Abyssal"))

# How long somebody may be away before others may let a computer play for them, in seconds.
GRACES = (10, 60, 300, 3600, 86400)

# What time people may have, and what may become of those whose time is over.
TIME_CONTROLS = ("", "300+10", "600+20", "1200+30", "2700+60", "1d", "2d", "3d", "7d")
TIME_UP: tuple[Literal["computer", "others"], ...] = ("computer", "others")

# The options by what they belong to; a heading for each.
OPTION_GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (N_("In every game"), ("forbid_superfluous_allies", "black_smokers_back_to_deck", "martial_law")),
    (N_("With Kraken"), OF_KRAKEN),
    (N_("With Leviathan"), OF_LEVIATHAN),
    (N_("With both"), OF_BOTH),
)


def sitters() -> dict[str, str]:
    """Who may have a seat, in the reader's language."""
    return {
        ME: _("me"),
        COMPUTER: _("a computer"),
        FRIEND: _("a friend, by a link"),
        HERE: _("somebody else at this screen"),
        NOBODY: pgettext("an empty seat", "nobody"),
    }


# The choices of the options as a person reads them.
CHOICES = {
    "true": N_("yes"),
    "false": N_("no"),
    "decide_again": N_("decide again"),
    "ends_search": N_("ends the search"),
    "with_leviathan": N_("with Leviathan"),
    "always": N_("always"),
    "never": N_("never"),
    "any_time_own_turn": N_("at any time on your own turn"),
    "strict": N_("only at the start and after drawing"),
    "either_pile": N_("either pile"),
    "both_piles": N_("both piles"),
    "discard_only": N_("only discard it"),
    "add_leviathan": N_("add a leviathan"),
}

# Expansions of the quick start.
VARIANTS = ("base", "kraken", "leviathan", "both")


def sets_of(variant: str) -> tuple[bool, bool]:
    """Whether Kraken and whether Leviathan is in a variant of the quick start."""
    return variant in ("kraken", "both"), variant in ("leviathan", "both")


@dataclass
class SetupForm:
    """What was typed, by the names of the fields; `errors` by the same names."""

    values: Mapping[str, str]
    errors: dict[str, list[str]] = field(default_factory=dict)

    def value(self, name: str, default: str = "") -> str:
        return self.values.get(name, default)

    def is_on(self, name: str) -> bool:
        return self.value(name) == "on"

    def request(self) -> TableWanted | None:
        """The table that is wanted; None if something is wrong, which is in `errors`."""
        self.errors = {}
        is_solo = self._is_solo
        seats = self._solo_seats() if is_solo else self._seats()
        wanted = TableWanted(
            seats=seats,
            kraken=self.is_on("kraken"),
            leviathan=self.is_on("leviathan"),
            options=self._options(),
            seed=self._seed(),
            regent=self._regent() if is_solo else None,
            grace=int(self._one_of("grace", [*map(str, GRACES)], str(DEFAULT_GRACE))),
            time_control=self._one_of("time_control", TIME_CONTROLS, ""),
            time_up=self._one_of("time_up", TIME_UP, "computer"),
            open=not is_solo and self.is_on("open"),
        )
        return None if self.errors else wanted

    def complain(self, name: str, text: str) -> None:
        """Something is wrong with a field."""
        self.errors.setdefault(name, []).append(text)

    def field_of(self, wanted: TableWanted, name: str) -> str:
        """The field of the seat at the wanted table that gets this name."""
        seat = [seat.name for seat in seated(wanted)].index(name)
        return "solo-name" if self._is_solo else f"name-{self._places[seat]}"

    @property
    def _is_solo(self) -> bool:
        return self.value("mode", TABLE) == SOLO

    @property
    def _places(self) -> list[int]:
        """The seats at which somebody is to play, from 1 on."""
        return [place for place in range(1, SEATS + 1) if self.value(f"kind-{place}", NOBODY) != NOBODY]

    def _solo_seats(self) -> tuple[SeatWanted, ...]:
        return (SeatWanted(ME, self._name("solo-name")), SeatWanted(COMPUTER, level=REGENT))

    def _regent(self) -> int | None:
        level = whole_number(self.value("regent"))
        if level is not None and 1 <= level <= HIGHEST_LEVEL:
            return level
        self.complain("regent", _("Choose a level from 1 to {most}.").format(most=HIGHEST_LEVEL))
        return None

    def _seats(self) -> tuple[SeatWanted, ...]:
        seats = tuple(map(self._seat, self._places))
        if not self.errors:
            self._check_seats(seats)
        return seats

    def _check_seats(self, seats: Sequence[SeatWanted]) -> None:
        """Whether these can play together."""
        most = MAX_WITH_LEVIATHAN if self.is_on("leviathan") else MAX_PLAYERS
        if len(seats) < MIN_PLAYERS:
            self.complain("seats", _("At least two players are needed. Fill another seat."))
        elif len(seats) > most:
            self.complain("seats", _("Five players need Leviathan. Add Leviathan, or leave a seat empty."))
        elif not any(seat.kind in (ME, HERE, FRIEND) for seat in seats):
            self.complain("seats", _("At least one seat must be for a person."))
        elif sum(seat.kind == ME for seat in seats) > 1:
            text = _(
                "You can take only one seat. For another person here, choose “somebody else at this screen”."
            )
            self.complain("seats", text)

    def _seat(self, place: int) -> SeatWanted:
        kind = self.value(f"kind-{place}")
        if kind not in SITTERS:
            self.complain(f"kind-{place}", _("Choose one from the list."))
        level, style = self.value(f"level-{place}", DEFAULT_LEVEL), self.value(f"style-{place}")
        if style:
            level += STYLED + style
        if kind == COMPUTER:
            try:
                check_level(level)
            except InvalidOption as error:
                self.complain(f"level-{place}", str(error))
        return SeatWanted(kind, self._name(f"name-{place}"), level if kind == COMPUTER else None)

    def _name(self, field_name: str) -> str:
        """A name, or nothing for the default one."""
        typed = self.value(field_name).strip()
        if not typed:
            return ""
        try:
            return check_name(typed)
        except InvalidOption as error:
            self.complain(field_name, _sentence(error))
            return ""

    def _seed(self) -> int | None:
        typed = self.value("seed").strip()
        if not typed:
            return None
        is_number = typed.isascii() and typed.isdecimal() and len(typed) <= len(str(SEEDS))
        if is_number and int(typed) < SEEDS:
            return int(typed)
        self.complain("seed", _("A seed is a whole number up to {last}, such as 42.").format(last=SEEDS - 1))
        return None

    def _one_of(self, name: str, choices: Sequence[Text], usual: Text) -> Text:
        """What was chosen from a list; what is chosen at first if that is nothing."""
        chosen = self.value(name, usual)
        for choice in choices:
            if choice == chosen:
                return choice
        self.complain(name, _("Choose one from the list."))
        return usual

    def _options(self) -> dict[str, Choice]:
        chosen: dict[str, Choice] = {}
        for name, usual in asdict(Options()).items():
            text = self.value(f"option-{name}", in_text(usual))
            try:
                Options.from_dict({name: TRUTH.get(text, text)})
            except InvalidOption as error:
                self.complain(f"option-{name}", _sentence(error))
            else:
                chosen[name] = TRUTH.get(text, text)
        return chosen


def _sentence(error: InvalidOption) -> str:
    """A message as a sentence of its own, beside a field."""
    text = str(error)
    return capitalised(text) + ("" if text.endswith(".") else ".")


def quick_request(values: Mapping[str, str], name: str = "") -> TableWanted:
    """The table of a quick start: me under this name against 1 to 3 computers. Raises InvalidOption."""
    opponents, variant = values.get("opponents", "1"), values.get("variant", "base")
    if opponents not in ("1", "2", "3"):
        raise InvalidOption(_("opponents: {value} is not 1, 2 or 3").format(value=repr(opponents[:20])))
    if variant not in VARIANTS:
        text = _("variant: {value} is not one of {known}")
        raise InvalidOption(text.format(value=repr(variant[:20]), known=", ".join(VARIANTS)))
    computers = (SeatWanted(COMPUTER, level=values.get("level", DEFAULT_LEVEL)),) * int(opponents)
    kraken, leviathan = sets_of(variant)
    return TableWanted((SeatWanted(ME, name), *computers), kraken=kraken, leviathan=leviathan)


def first_values(variant: str, level: str, name: str) -> dict[str, str]:
    """What the form shows at first: me under this name against one computer."""
    kinds = [ME, COMPUTER, *[NOBODY] * (SEATS - 2)]
    return {
        "mode": TABLE,
        "regent": "1",
        "grace": str(DEFAULT_GRACE),
        "name-1": name,
        "solo-name": name,
        **{expansion: "on" for expansion in ("kraken", "leviathan") if variant in (expansion, "both")},
        **{f"kind-{place}": kind for place, kind in enumerate(kinds, 1)},
        **{f"level-{place}": level for place in range(1, SEATS + 1)},
    }


def variant_choices() -> list[tuple[str, str]]:
    """The expansions of the quick start and their names, short enough for one line of a button."""
    base = pgettext("on a narrow button", "Base game")
    both = pgettext("on a narrow button", "Both expansions")
    return list(zip(VARIANTS, (base, _("Kraken"), _("Leviathan"), both), strict=True))


def choices_of(values: Mapping[str, str]) -> dict[str, str]:
    """What is worth suggesting the next time of a form that was sent: variant, level, name."""
    places = range(1, SEATS + 1)
    mine = next((place for place in places if values.get(f"kind-{place}") == ME), None)
    computer = next((place for place in places if values.get(f"kind-{place}") == COMPUTER), None)
    is_solo = values.get("mode") == SOLO
    expansions = [expansion for expansion in ("kraken", "leviathan") if values.get(expansion) == "on"]
    return {
        "variant": "both" if len(expansions) == 2 else "".join(expansions) or "base",
        "level": "" if is_solo else values.get(f"level-{computer}", ""),
        "name": values.get("solo-name" if is_solo else f"name-{mine}", "").strip(),
    }


def level_choices() -> tuple[dict[str, tuple[str, str]], dict[str, tuple[str, str]]]:
    """The levels for people and the bots on offer, by name: what each is called, and a sentence about it."""
    words = {
        kind.name: (capitalised(level_name(kind.name)), capitalised(kind.description))
        for kind in player_kinds()
    }
    return {level: words[level] for level in levels()}, {bot: words[bot] for bot in offered_bots()}


def style_choices() -> dict[str, str]:
    """The styles of computers, and none: what each is called, and what it is fond of."""
    about = {
        "collector": _("many lords, keys and locations"),
        "hunter": _("fights with monsters and leviathans"),
        "banker": _("pearls, and seldom buys"),
        "spoiler": _("what others need"),
    }
    styles = {style: titled(capitalised(_(name)), about[style]) for style, name in STYLES.items()}
    return {"": _("No particular style"), **styles}


def option_groups() -> list[tuple[str, list[tuple[str, str, list[str], str]]]]:
    """The options for the form: heading, then name, sentence, choices and the default choice of each."""
    words, choices, usual = Options.in_plain_words(), Options.choices(), asdict(Options())

    def option(name: str) -> tuple[str, str, list[str], str]:
        return name, words[name], [in_text(choice) for choice in choices[name]], in_text(usual[name])

    return [(_(heading), [option(name) for name in names]) for heading, names in OPTION_GROUPS]
