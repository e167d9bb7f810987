"""What is written from the types of the protocol says what the types say."""

from pathlib import Path

import pytest

from scripts.protocol_page import written


@pytest.mark.parametrize("path", written())
def test_what_is_written_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == written()[path], "write it again: make protocol"
