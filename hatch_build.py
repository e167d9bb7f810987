"""What the build adds to the wheel: the catalogues of all languages, compiled.

A catalogue that cannot be read ends the build. Texts that nobody has translated, or whose translation cannot
be shown, are named with file and line; they are shown in English.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = Path(__file__).parent / "src"
sys.path.insert(0, str(SOURCES))  # The build runs where nothing of OpenAbyss is installed.

from openabyss.words.catalogue import compiled, problems_in, read_catalogue  # noqa: E402


class Catalogues(BuildHookInterface):
    """Compiles every catalogue into the wheel, where gettext finds it."""

    PLUGIN_NAME = "catalogues"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # A checkout is read as it stands.
        folder = Path(tempfile.mkdtemp())
        for source in sorted(SOURCES.rglob("*.po")):
            catalogue = read_catalogue(source)
            for problem in problems_in(catalogue):
                self.app.display_warning(problem)
            place = source.relative_to(SOURCES).with_suffix(".mo")
            made = folder / place
            made.parent.mkdir(parents=True)
            made.write_bytes(compiled(catalogue))
            build_data["force_include"][str(made)] = str(place)
