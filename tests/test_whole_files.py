"""Files that take the place of others only when they are complete."""

import os
import stat
from pathlib import Path

import pytest

from openabyss.whole_files import replacing


def test_a_file_is_on_disk_before_it_has_its_name_and_then_the_name_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, kept = tmp_path / "games.json", list[tuple[bool, bool]]()
    monkeypatch.setattr(
        os, "fsync", lambda file: kept.append((stat.S_ISDIR(os.fstat(file).st_mode), path.exists()))
    )
    with replacing(path) as unfinished:
        unfinished.write_text("whole")
    assert path.read_text() == "whole"
    assert kept == [(False, False), (True, True)][: 2 if os.name == "posix" else 1]


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_of_a_file_that_fails_nothing_is_left_and_the_older_one_stays(
    tmp_path: Path, error: type[BaseException]
) -> None:
    path = tmp_path / "games.json"
    path.write_text("older")

    def fail(unfinished: Path) -> None:
        unfinished.write_text("hal")
        raise error

    with pytest.raises(error), replacing(path) as unfinished:
        fail(unfinished)
    assert [*tmp_path.iterdir()] == [path]
    assert path.read_text() == "older"
