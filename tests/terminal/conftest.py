"""Saved games of tests lie in a folder of their own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this test saves games."""
    monkeypatch.setenv("OPENABYSS_DATA", str(tmp_path / "data"))
    return tmp_path / "data"
