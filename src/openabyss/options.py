"""The options of a game: what the rulings leave open, with the recommended answers as defaults."""

import difflib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields

from openabyss.errors import InvalidOption
from openabyss.rules.table import FORBID_SUPERFLUOUS, SMOKERS_BACK_TO_DECK, State
from openabyss.words import N_, _


def _option(place: int, sentence: str, default: bool) -> bool:
    """A field of `Options`: where the rules keep it, and what it changes for a player."""
    chosen: bool = field(default=default, metadata={"place": place, "sentence": sentence})
    return chosen


@dataclass(frozen=True, slots=True)
class Options:
    """The constants that rulings leave open (rules 10); part of every record of a game."""

    forbid_superfluous_allies: bool = _option(
        FORBID_SUPERFLUOUS,
        N_("A payment for a lord may hold no ally that could be left out (R-1)."),
        True,
    )
    black_smokers_back_to_deck: bool = _option(
        SMOKERS_BACK_TO_DECK,
        N_("Black Smokers that are swapped go back into the location deck (R-16)."),
        True,
    )

    def __post_init__(self) -> None:
        for option in fields(self):
            value = getattr(self, option.name)
            if not isinstance(value, bool):
                raise InvalidOption(
                    _("options.{name}: {value!r} is neither true nor false").format(
                        name=option.name, value=value
                    )
                )

    @classmethod
    def from_dict(cls, chosen: Mapping[str, object]) -> "Options":
        """Options by name; those not named keep their defaults. Raises InvalidOption."""
        names = [option.name for option in fields(cls)]
        for name in chosen:
            if name not in names:
                raise InvalidOption(_unknown(str(name), names))
        return cls(**chosen)  # type: ignore[arg-type]  # checked by __post_init__

    def to_dict(self) -> dict[str, bool]:
        """The options that differ from the defaults."""
        defaults = asdict(Options())
        return {name: value for name, value in asdict(self).items() if value != defaults[name]}

    def enter(self, state: State) -> None:
        """Write the options where the rules look for them."""
        for option in fields(self):
            state.options[option.metadata["place"]] = int(getattr(self, option.name))

    @classmethod
    def in_words(cls) -> dict[str, str]:
        """What each option changes, one sentence for a player."""
        return {option.name: _(option.metadata["sentence"]) for option in fields(cls)}


def _unknown(name: str, names: list[str]) -> str:
    nearest = difflib.get_close_matches(name, names, 1)
    if nearest:
        return _("options.{name}: there is no such option; did you mean {nearest}?").format(
            name=name, nearest=nearest[0]
        )
    return _("options.{name}: there is no such option; there are {names}").format(
        name=name, names=", ".join(names)
    )


MOST_PLAYERS = 4
FEWEST_PLAYERS = 2


def check_config(config: Mapping[str, object]) -> None:
    """A record's `config` describes a game that can be played. Raises InvalidOption."""
    for name in ("players", "seed"):
        value = config[name]
        if isinstance(value, bool) or not isinstance(value, int):
            raise InvalidOption(_("{name}: {value!r} is not a whole number").format(name=name, value=value))
    check_variant(int(str(config["players"])), bool(config["kraken"]), bool(config["leviathan"]))


def check_variant(players: int, kraken: bool, leviathan: bool) -> None:
    """The sets and the number of players that can be played. Raises InvalidOption."""
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise InvalidOption(
            _("players: {players} cannot play; {fewest} to {most} can").format(
                players=players, fewest=FEWEST_PLAYERS, most=MOST_PLAYERS
            )
        )
    if kraken or leviathan:
        raise InvalidOption(_("kraken, leviathan: the expansions are not in the game yet"))
