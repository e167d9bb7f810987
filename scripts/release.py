"""Releases: `python -m scripts.release new 0.2.0` makes one, `… text v0.2.0` prints the text of a tag.

A release is one commit and its tag: `version.py` and `CITATION.cff` name the version, and what was unreleased
in the changelog stands under it. A second commit begins the next version, 0.3.0.dev0, so that nothing made
between two releases bears the name of one. Nothing is pushed. The text is that section; it is refused where
tag, `version.py` and changelog do not name the same version.
"""

import argparse
import re
import runpy
import subprocess
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parent.parent
CHANGELOG = "CHANGELOG.md"
CITATION = "CITATION.cff"
VERSION_FILE = "src/openabyss/version.py"
UNRELEASED = "## Unreleased\n"


class ReleaseError(Exception):
    """The release cannot be made; the text says what to do first."""


def version(root: Path = ROOT) -> str:
    """The version of these sources: read, not imported, since the workflow of a release installs nothing."""
    return str(runpy.run_path(str(root / VERSION_FILE))["VERSION"])


def section_of(version: str, changelog: str) -> str:
    """What has changed in a version, without its heading. Raises ReleaseError."""
    found = re.search(rf"^## {re.escape(version)} – .+?$\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    if not found:
        raise ReleaseError(f"{CHANGELOG} has no section {version}")
    return found[1].strip()


def text_of(tag: str, version: str, changelog: str) -> str:
    """The text of the release of a tag. Raises ReleaseError."""
    if tag != f"v{version}":
        raise ReleaseError(f"the tag is {tag}, but version.py says {version}")
    return section_of(version, changelog)


def make_release(root: Path, version: str, day: str) -> None:
    """Write the version and its day (ISO 8601) wherever they stand, commit, and tag; begin the next version.
    Raises ReleaseError."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise ReleaseError(f"a version is three numbers such as 0.2.0, not {version!r}")
    if _git(root, "status", "--porcelain"):
        raise ReleaseError("there are changes that are not committed: commit or drop them first")
    if _git(root, "tag", "--list", f"v{version}"):
        raise ReleaseError(f"v{version} is released already")
    changelog = _with_version_in_changelog((root / CHANGELOG).read_text("utf-8"), version, day)
    _write_version(root, version)
    _replace(root / CITATION, r"^version: .*$", f"version: {version}")
    _replace(root / CITATION, r"^date-released: .*$", f"date-released: {day}")
    (root / CHANGELOG).write_text(changelog, "utf-8")
    _git(root, "commit", "--all", "--message", f"release: {version}")
    _git(
        root,
        "tag",
        "--annotate",
        f"v{version}",
        "--cleanup=verbatim",
        "--message",
        section_of(version, changelog),
    )
    major, minor, _patch = version.split(".")
    following = f"{major}.{int(minor) + 1}.0.dev0"
    _write_version(root, following)
    _git(root, "commit", "--all", "--message", f"begin {following}")


def _write_version(root: Path, version: str) -> None:
    _replace(root / VERSION_FILE, r'^VERSION = ".*"$', f'VERSION = "{version}"')


def _with_version_in_changelog(changelog: str, version: str, day: str) -> str:
    news = re.search(rf"^{UNRELEASED}(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    if not news or not news[1].strip():
        raise ReleaseError(f"{CHANGELOG} names nothing under {UNRELEASED.strip()!r}: write what is new")
    return changelog.replace(UNRELEASED, f"{UNRELEASED}\n## {version} – {day}\n", 1)


def _replace(path: Path, line: str, by: str) -> None:
    text, count = re.subn(line, by, path.read_text("utf-8"), flags=re.M)
    if count != 1:
        raise ReleaseError(f"{path.name} has {count} lines like {line}, expected one")
    path.write_text(text, "utf-8")


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["new", "text"])
    parser.add_argument("name", help="the version to release, or the tag whose text is wanted")
    arguments = parser.parse_args()
    try:
        if arguments.what == "new":
            make_release(ROOT, arguments.name, datetime.now(UTC).date().isoformat())
            print(f"v{arguments.name} is committed and tagged, and the next version begun.")
            print("To publish it: git push --follow-tags")
        else:
            print(text_of(arguments.name, version(), (ROOT / CHANGELOG).read_text("utf-8")))
    except ReleaseError as error:
        parser.exit(1, f"{error}\n")


if __name__ == "__main__":
    main()
