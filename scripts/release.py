"""The text of a release: `python -m scripts.release v0.1.0` prints its section of CHANGELOG.md.

It fails where the tag, `version.py` and the changelog do not name the same version.
"""

import argparse
import re
import runpy
from pathlib import Path

ROOT = Path(__file__).parent.parent
CHANGELOG = ROOT / "CHANGELOG.md"
# Read, not imported: where a release is made, nothing is installed.
VERSION_FILE = ROOT / "src" / "openabyss" / "position" / "version.py"


def version() -> str:
    """The version of these sources."""
    return str(runpy.run_path(str(VERSION_FILE))["VERSION"])


def section_of(version: str, changelog: str) -> str:
    """What has changed in a version, without its heading. Raises LookupError."""
    found = re.search(rf"^## {re.escape(version)} – (.+?)$\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    if not found:
        raise LookupError(f"CHANGELOG.md has no section {version}")
    if found[1] == "unreleased":
        raise LookupError(f"CHANGELOG.md says that {version} is unreleased: write the date of the release")
    return found[2].strip()


def text_of(tag: str, version: str, changelog: str) -> str:
    """The text of the release of a tag. Raises LookupError."""
    if tag != f"v{version}":
        raise LookupError(f"the tag is {tag}, but version.py says {version}")
    return section_of(version, changelog)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tag")
    try:
        print(text_of(parser.parse_args().tag, version(), CHANGELOG.read_text("utf-8")))
    except LookupError as error:
        parser.exit(1, f"{error}\n")


if __name__ == "__main__":
    main()
