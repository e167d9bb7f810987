"""What tries the changes of the rules can run the tests of the rules."""

import os
import subprocess
import sys

from tests.mutants.trials import ALONE, OPTIONS, TESTS


def test_the_tests_of_the_rules_are_found_with_the_plugins_that_trials_have() -> None:
    """Settings of a plugin that is not there are refused, and so was every test."""
    command = [sys.executable, "-m", "pytest", *OPTIONS, "--collect-only", TESTS]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | ALONE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
