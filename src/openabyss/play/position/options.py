"""The options of a game: what the rulings leave open, with the recommended answers as defaults."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, NamedTuple, cast

from openabyss.errors import InvalidOption
from openabyss.play.position.fields import Field, written_number
from openabyss.rules.cards.printed import ADDED_LORDS
from openabyss.rules.solo import LEVELS, SOLO_PLAYERS
from openabyss.rules.state import (
    BOTH_PILES_END,
    DUPLICATE_LOOT_ENDS_SEARCH,
    FORBID_SUPERFLUOUS,
    INERT_MONSTERS,
    LOOT_MONSTER_ADDS_LEVIATHAN,
    MARTIAL_LAW,
    MIRRORS_COPY_LOOT,
    ONE_SENTINEL_PER_AREA,
    OPTIONS,
    SMOKERS_BACK_TO_DECK,
    STRICT_TOKENS,
    TWENTIETH_TOKEN,
    State,
)
from openabyss.words import N_, _
from openabyss.words.arguments import in_short, plain
from openabyss.words.listing import nearest

# How sentences refer to a ruling: " (R-16)", " (A3)".
RULING = re.compile(r" \((?:R-\w+|A\d+)\)")

# What is chosen: true or false, or the name of one of several ways to play.
Choice = bool | str

# What no option changes and no rulebook says.
END_OF_ENDLESS_GAMES = N_(
    "Whatever you choose, a game that nobody can or will end any more ends because the sea is empty,"
    " and is scored as usual: after ten rounds in a row in which nobody has done anything but explore"
    " with no ally left to find, or after a whole round in which nobody could act (R-38)."
)

WITH_LEVIATHAN, ALWAYS, NEVER = "with_leviathan", "always", "never"

# Options that do something only with an expansion.
OF_KRAKEN = ("loot_duplicate", "mirrors_copy_loot", "sentinel_one_per_area")
OF_LEVIATHAN = ("token_timing", "token_end_trigger", "inert_monsters_in_last_turns", "leviathan_token_20th")
OF_BOTH = ("loot6_monster",)


def _flag(place: int, sentence: str, default: bool) -> bool:
    """A field of `Options` that is true or false: where the rules keep it, and what it changes."""
    chosen: bool = field(
        default=default, metadata={"place": place, "sentence": sentence, "choices": (False, True)}
    )
    return chosen


def _choice(place: int, sentence: str, *choices: str) -> str:
    """A field of `Options` that names a way to play, the default first; the rules keep its number."""
    chosen: str = field(
        default=choices[0], metadata={"place": place, "sentence": sentence, "choices": choices}
    )
    return chosen


@dataclass(frozen=True, slots=True)
class Options:
    """The constants that rulings leave open (rules 10); part of every record of a game.

    Options of an expansion do nothing in a game without it.
    """

    forbid_superfluous_allies: bool = _flag(
        FORBID_SUPERFLUOUS,
        N_("A payment for a lord may not include an ally that could be left out (R-1)."),
        True,
    )
    black_smokers_back_to_deck: bool = _flag(
        SMOKERS_BACK_TO_DECK,
        N_("Black Smokers that are swapped go back into the location deck (R-16)."),
        True,
    )
    # Kraken
    loot_duplicate: str = _choice(
        DUPLICATE_LOOT_ENDS_SEARCH,
        N_(
            "After losing a pair of loot you decide again whether to keep searching (decide_again; a"
            " sanctuary is then worth about 21 points on average), or the search is over (ends_search;"
            " about 10) (R-K8)."
        ),
        "decide_again",
        "ends_search",
    )
    mirrors_copy_loot: bool = _flag(
        MIRRORS_COPY_LOOT,
        N_("The City of Mirrors may copy a sanctuary, and is then worth the loot kept there (R-K12)."),
        True,
    )
    sentinel_one_per_area: bool = _flag(
        ONE_SENTINEL_PER_AREA,
        N_(
            "Court, council and available locations hold one sentinel each; otherwise every lord, stack and"
            " location may have its own (R-K13)."
        ),
        True,
    )
    # Leviathan
    martial_law: str = _choice(
        MARTIAL_LAW,
        N_(
            "At the end of your turn every ally in your hand beyond twelve costs a pearl or is"
            " discarded: only with Leviathan (with_leviathan), in every game (always) or in none"
            " (never) (A3)."
        ),
        WITH_LEVIATHAN,
        ALWAYS,
        NEVER,
    )
    token_timing: str = _choice(
        STRICT_TOKENS,
        N_(
            "Monster tokens with an effect are used at most choices on your own turn (any_time_own_turn),"
            " or only at its start and right after you have drawn some (strict) (A2)."
        ),
        "any_time_own_turn",
        "strict",
    )
    token_end_trigger: str = _choice(
        BOTH_PILES_END,
        N_(
            "The end of the game is triggered when one pile of monster tokens is empty (either_pile),"
            " or only when both are (both_piles) (A4)."
        ),
        "either_pile",
        "both_piles",
    )
    inert_monsters_in_last_turns: bool = _flag(
        INERT_MONSTERS,
        N_(
            "Where leviathans or monster tokens have run out, monsters revealed in the last turns do"
            " nothing (A5)."
        ),
        True,
    )
    loot6_monster: str = _choice(
        LOOT_MONSTER_ADDS_LEVIATHAN,
        N_(
            "With Leviathan, a monster found through loot of value 6 is only discarded (discard_only), or"
            " adds a leviathan to the border (add_leviathan) (A11)."
        ),
        "discard_only",
        "add_leviathan",
    )
    leviathan_token_20th: bool = _flag(
        TWENTIETH_TOKEN, N_("The Leviathan pile has a twentieth monster token, worth 2 pearls (A1)."), False
    )

    def __post_init__(self) -> None:
        for option in fields(self):
            value, choices = getattr(self, option.name), option.metadata["choices"]
            if not any(type(value) is type(choice) and value == choice for choice in choices):
                raise InvalidOption(_no_choice(option.name, value, choices))

    @classmethod
    def from_dict(cls, chosen: Mapping[str, object]) -> "Options":
        """Options by name; those not named keep their defaults. Raises InvalidOption."""
        if not isinstance(chosen, Mapping):
            raise InvalidOption(
                _("options: {value} are neither Options nor choices by name").format(value=in_short(chosen))
            )
        names = [option.name for option in fields(cls)]
        for name in chosen:
            if name not in names:
                raise InvalidOption(_unknown(str(name), names))
        return cls(**chosen)  # type: ignore[arg-type]  # checked by __post_init__

    @classmethod
    def of(cls, state: State) -> "Options":
        """The options of a table; of those that play alike, the default."""
        chosen: dict[str, object] = {
            option.name: option.metadata["choices"][state.options[option.metadata["place"]]]
            for option in fields(cls)
        }
        chosen["martial_law"] = _martial_law_of(state)
        return cls.from_dict(chosen)

    def to_dict(self) -> dict[str, Choice]:
        """The options that differ from the defaults."""
        defaults = asdict(Options())
        return {name: value for name, value in asdict(self).items() if value != defaults[name]}

    def numbers(self, leviathan: bool) -> list[int]:
        """What the rules keep of the options, in a game with or without Leviathan."""
        found = [0] * OPTIONS
        for option in fields(self):
            chosen = getattr(self, option.name)
            found[option.metadata["place"]] = option.metadata["choices"].index(chosen)
        found[MARTIAL_LAW] = int(
            leviathan if self.martial_law == WITH_LEVIATHAN else self.martial_law == ALWAYS
        )
        return found

    @classmethod
    def in_words(cls) -> dict[str, str]:
        """What each option changes, one sentence for somebody who types the names of choices."""
        sentences = {option.name: option.metadata["sentence"] for option in fields(cls)}
        return {name: _(sentence) for name, sentence in sentences.items()}

    @classmethod
    def in_plain_words(cls) -> dict[str, str]:
        """As `in_words`, without the names of choices and rulings."""
        return {
            name: _without_names(sentence, cls.choices()[name]) for name, sentence in cls.in_words().items()
        }

    @staticmethod
    def end_in_words() -> str:
        """How games end that nobody ends, whatever the options."""
        return _(END_OF_ENDLESS_GAMES)

    @staticmethod
    def end_in_plain_words() -> str:
        """As `end_in_words`, without the ruling."""
        return RULING.sub("", _(END_OF_ENDLESS_GAMES))

    @classmethod
    def choices(cls) -> dict[str, tuple[Choice, ...]]:
        """What may be chosen for each option."""
        return {option.name: option.metadata["choices"] for option in fields(cls)}


def _without_names(sentence: str, choices: tuple[Choice, ...]) -> str:
    """A name is in brackets, alone or before something else: "(strict)", "(ends_search; about 10)".

    Some languages put a space before the semicolon.
    """
    for choice in choices:
        sentence = re.sub(rf"\s*\({choice}\)", "", sentence)
        sentence = re.sub(rf"\({choice}\s*;\s*", "(", sentence)
    return RULING.sub("", sentence)


def _martial_law_of(state: State) -> str:
    if state.options[MARTIAL_LAW] == state.leviathan:
        return WITH_LEVIATHAN
    return ALWAYS if state.options[MARTIAL_LAW] == 1 else NEVER


def _no_choice(name: str, value: object, choices: tuple[Choice, ...]) -> str:
    if isinstance(choices[0], bool):
        problem = _("options.{name}: {value} is neither true nor false")
        return problem.format(name=name, value=in_short(value))
    return _("options.{name}: {value} is not one of {choices}").format(
        name=name, value=in_short(value), choices=", ".join(map(str, choices))
    )


def _unknown(name: str, names: list[str]) -> str:
    if meant := nearest(name, names):
        text = _("options.{name}: there is no such option; did you mean {nearest}?")
        return text.format(name=name, nearest=meant)
    return _("options.{name}: there is no such option; there are {names}").format(
        name=name, names=", ".join(names)
    )


MIN_PLAYERS, MAX_PLAYERS = 2, 4
MAX_WITH_LEVIATHAN = 5


def max_players(leviathan: bool) -> int:
    """The fifth seat comes with Leviathan."""
    return MAX_WITH_LEVIATHAN if leviathan else MAX_PLAYERS


class Beginning(NamedTuple):
    """What a record's `config` says, where it is no position."""

    players: int
    seed: int
    kraken: bool
    leviathan: bool
    options: Options
    regent: int | None
    added_lords: list[int]


# The keys of a `config`; all but the last two are needed.
CONFIG: dict[str, object] = dict.fromkeys(Beginning._fields)


def read_config(config: Mapping[str, object]) -> Beginning:
    """How a game begins that can be played. Raises InvalidOption."""
    keys = Field(dict(config), InvalidOption, "config").members(CONFIG)
    beginning = Beginning(
        players=keys["players"].number(),
        seed=keys["seed"].long_number(),
        kraken=keys["kraken"].flag(),
        leviathan=keys["leviathan"].flag(),
        options=Options.from_dict(keys["options"].mapping()),
        regent=None if keys["regent"].value is None else keys["regent"].number(),
        added_lords=_read_added_lords(keys["added_lords"]),
    )
    check_variant(beginning.players, beginning.kraken, beginning.leviathan)
    if beginning.regent is not None:
        check_solo(beginning.players, beginning.regent)
    return beginning


def _read_added_lords(lords: Field) -> list[int]:
    """The ids of lords that take part though not every game has had them."""
    ids = [] if lords.value is None else lords.items()
    for number in ids:
        if number.number() not in ADDED_LORDS:
            raise number.no_such(_("a lord that was added to the game"))
    return [number.number() for number in ids]


def config_of(
    players: object,
    seed: object,
    *,
    kraken: object,
    leviathan: object,
    options: Options,
    regent: object = None,
) -> dict[str, Any]:
    """The `config` of a new game, which every lord that there is takes part in."""
    config: dict[str, Any] = {
        "players": plain(players),
        "seed": written_number(plain(seed)),
        "kraken": plain(kraken),
        "leviathan": plain(leviathan),
        "options": options.to_dict(),
    }
    if regent is not None:
        config["regent"] = plain(regent)
    if ADDED_LORDS:
        config["added_lords"] = [*ADDED_LORDS]
    return config


def chosen_options(options: object) -> Options:
    """Options however they were given. Raises InvalidOption."""
    if options is None or isinstance(options, Options):
        return options or Options()
    return Options.from_dict(cast("Mapping[str, object]", options))


def check_solo(players: int, level: object) -> None:
    """One person plays against the Regent at a level from 1. Raises InvalidOption."""
    if isinstance(level, bool) or not isinstance(level, int) or not 1 <= level <= LEVELS:
        raise InvalidOption(
            _("regent: {level} is not a level; there are 1 to {most}").format(
                level=in_short(level), most=LEVELS
            )
        )
    if players != SOLO_PLAYERS:
        raise InvalidOption(
            _("players: {players} cannot play with the Regent; that is a game of 2").format(players=players)
        )


def check_variant(players: int, kraken: bool, leviathan: bool) -> None:
    """The sets and the number of players that can be played. Raises InvalidOption."""
    if not MIN_PLAYERS <= players <= max_players(leviathan):
        raise InvalidOption(
            _("players: {players} cannot play; {fewest} to {most} can, {five} with Leviathan").format(
                players=in_short(players), fewest=MIN_PLAYERS, most=MAX_PLAYERS, five=MAX_WITH_LEVIATHAN
            )
        )
