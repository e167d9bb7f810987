"""What is made when the package is built or installed: the compiled catalogues of all languages.

They are written beside their sources, so that an editable install of a checkout has them as well. A catalogue
that cannot be read ends the build; texts that cannot be shown translated are named with file and line.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from scripts.catalogues import catalogues, compile_catalogue


class Catalogues(BuildHookInterface):
    """Compiles every catalogue, so that gettext finds it."""

    PLUGIN_NAME = "catalogues"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for path in catalogues():
            for problem in compile_catalogue(path):
                self.app.display_warning(problem)
