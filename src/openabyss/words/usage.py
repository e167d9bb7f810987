"""What Python's `argparse` says about a command line, in the reader's language."""

import argparse

from openabyss.words import N_, _, ngettext

# Its texts, as they stand in argparse, so that they are collected with all others.
TEXTS = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("show program's version number and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
    N_("not allowed with argument %s"),
    N_("ignored explicit argument %r"),
    N_("the following arguments are required: %s"),
    N_("one of the arguments %s is required"),
    N_("unrecognized arguments: %s"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
)


def translate_usage() -> None:
    """From here on argparse speaks the reader's language: its texts go through the same catalogue."""
    vars(argparse).update(_=_, ngettext=ngettext)
