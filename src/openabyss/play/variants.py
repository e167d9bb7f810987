"""The variant of a game on the command line: the expansions, and options by name."""

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from openabyss.errors import InvalidOption
from openabyss.words import _

if TYPE_CHECKING:
    from openabyss.play.position.options import Choice, Options

TRUTH = {"true": True, "false": False}


def add_variant_arguments(parser: argparse.ArgumentParser) -> None:
    """`--kraken`, `--leviathan`, `--option NAME=VALUE` (as `options`) and `--list-options`."""
    parser.add_argument("--kraken", action="store_true", help=_("play with the expansion Kraken"))
    parser.add_argument(
        "--leviathan", action="store_true", help=_("play with the expansion Leviathan, which seats up to 5")
    )
    parser.add_argument(
        "--option",
        dest="options",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=_("settle an unclear rule in another way; may be given several times"),
    )
    parser.add_argument(
        "--list-options", action=_ListOptions, nargs=0, help=_("show what --option can change, and exit")
    )


def read_options(settings: Iterable[str]) -> "Options":
    """The options in texts such as "martial_law=never". Raises InvalidOption."""
    from openabyss.play.position.options import Options  # noqa: PLC0415  loads the rules

    return Options.from_dict(dict(_read_setting(setting) for setting in settings))


def options_in_words() -> str:
    """Every option: its name, what may be chosen (the usual choice first), and what it changes; at last
    what none of them changes."""
    from openabyss.play.position.options import Options  # noqa: PLC0415  loads the rules

    usual, choices = Options(), Options.choices()
    paragraphs = []
    for name, sentence in Options.in_words().items():
        ordered = sorted(choices[name], key=lambda choice: choice != getattr(usual, name))
        paragraphs.append(f"{name}={'|'.join(map(in_text, ordered))}\n  {sentence}\n")
    return "\n".join((*paragraphs, f"{Options.end_in_words()}\n"))


def in_text(choice: "Choice") -> str:
    """The value of an option as it is typed."""
    return str(choice).lower()


def _read_setting(setting: str) -> tuple[str, "Choice"]:
    name, equals, value = setting.partition("=")
    if not equals:
        raise InvalidOption(_("--option {setting}: NAME=VALUE is needed").format(setting=setting))
    text = value.strip()
    return name.strip(), TRUTH.get(text.lower(), text)


class _ListOptions(argparse.Action):
    """Prints all options and leaves."""

    def __call__(self, parser: argparse.ArgumentParser, *_arguments: Any) -> None:
        print(options_in_words(), end="")
        parser.exit()
