"""Compiled rules keep the numbers of questions and steps: they must not depend on what is imported first."""

import os
import subprocess
import sys
from pathlib import Path

RULES = Path(__file__).parent.parent / "src" / "openabyss" / "rules"
SHOW = "from openabyss.rules.questions import QUESTION_NAMES, STEPS; print(QUESTION_NAMES, STEPS)"


def numbering_after(module: str) -> str:
    code = f"import {module}\n{SHOW}"
    environment = os.environ | {"OPENABYSS_INTERPRETED": "1"}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


def test_numbers_are_the_same_whatever_is_imported_first() -> None:
    modules = [f"openabyss.rules.{path.stem}" for path in sorted(RULES.glob("*ing.py"))]
    modules += [f"openabyss.rules.cards.{path.stem}" for path in sorted((RULES / "cards").glob("[lm]*.py"))]
    assert len({numbering_after(module) for module in modules}) == 1
