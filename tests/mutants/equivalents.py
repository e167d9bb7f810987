"""The changes of the rules that are known to make no difference."""

import tomllib
from pathlib import Path

from tests.mutants.changes import Change, changes_in, files_of_rules

LIST = Path(__file__).with_name("equivalent.toml")

Content = tuple[str, str, str, str]


def content_of(change: Change) -> Content:
    """What is changed where, whatever number the line has."""
    return change.file, change.function, change.before, change.after


def equivalents() -> set[Content]:
    """Those on the list. Raises ValueError where one of them is no possible change (any more)."""
    entries = tomllib.loads(LIST.read_text())["change"]
    listed = {(entry["file"], entry["function"], entry["before"], entry["after"]) for entry in entries}
    possible = {content_of(change) for file in files_of_rules() for change in changes_in(file)}
    if stale := listed - possible:
        raise ValueError(f"{LIST.name} lists what is not in the rules: {sorted(stale)}")
    return listed
