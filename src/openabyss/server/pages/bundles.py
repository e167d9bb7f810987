"""All scripts of a page as one file: the modules that it imports, each before those that use it.

A module becomes a function that returns its exports, so that its other names stay its own. This is right
while no modules import each other in a circle and no exported variable changes; what is written otherwise is
an error. Only a module whose address the page gives may be loaded later: `import(address)`. Lines are as far
from the head of their module as in its source, but are not indented, which makes what is sent 4 % smaller; so
no text may reach over several lines.
"""

import re
from pathlib import Path

from openabyss.errors import OpenAbyssError

# A comment with lines of its own, for those who read the source; the lines keep their numbers without it.
COMMENT = re.compile(rb"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$", re.MULTILINE | re.DOTALL)
# A type in a comment within a line.
NOTE = re.compile(r"/\*.*?\*/", re.DOTALL)
IMPORT = re.compile(r'^import (?:(?:\* as (\w+)|\{([^}]*)\}) from )?"([^"]*)";$', re.MULTILINE)
NAMED = re.compile(r"(\w+)(?:\s+as\s+(\w+))?")
EXPORT = re.compile(r"^export (?=(?:(?:async )?function|class|const) (\w+))", re.MULTILINE)
INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
# A text that does not end on its line.
OPEN_TEXT = re.compile(r"^[^`\n]*`(?:[^`\n]*`[^`\n]*`)*[^`\n]*$", re.MULTILINE)
UNKNOWN = re.compile(r"^(?:\s*(?:import|export)|await)\b.*|\bimport\s*(?:\.|\((?!\w+\))).*", re.MULTILINE)


class UnreadableScript(OpenAbyssError, ValueError):  # noqa: N818  named like our other errors
    """A module that cannot be part of a bundle; the text says which, and what it would have to be."""


def without_comments(script: bytes) -> bytes:
    """A script as it is sent, without its comments."""
    return COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), script)


def bundle(root: Path, entry: str) -> bytes:
    """The script of this name below `root`, with all that it imports. Raises UnreadableScript."""
    made = _Bundle(root.resolve())
    made.add(made.root / entry)
    return "".join(made.scripts).encode()


class _Bundle:
    """The modules that were added so far, in the order in which they run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.scripts: list[str] = []
        self._exports: dict[Path, tuple[str, set[str]]] = {}  # The variable that holds them, and their names.
        self._begun: list[Path] = []

    def add(self, path: Path) -> None:
        """A module, after all that it imports and that is not there yet."""
        if path in self._exports:
            return
        if path in self._begun:
            raise self._problem(path, "modules must not import each other in a circle")
        if not path.is_file() or not path.is_relative_to(self.root):
            raise self._problem(path, "there is no such module")
        self._begun.append(path)
        source = without_comments(path.read_bytes()).decode()
        for found in IMPORT.finditer(source):
            self.add(_imported(path, found))
        self._append(path, IMPORT.sub(lambda found: self._names(path, found), source))

    def _append(self, path: Path, source: str) -> None:
        exported = EXPORT.findall(source)
        body = EXPORT.sub("", source)
        code = NOTE.sub("", body)
        if unknown := UNKNOWN.search(code) or OPEN_TEXT.search(code):
            raise self._problem(path, f"a bundle cannot have {unknown[0].strip()!r}")
        body = INDENTATION.sub("", body)
        variable = f"${len(self.scripts)}"
        self.scripts.append(
            f"// {path.relative_to(self.root).as_posix()}\n"
            f"const {variable} = (() => {{{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n"
        )
        self._exports[path] = (variable, set(exported))

    def _names(self, path: Path, found: re.Match[str]) -> str:
        """The code in place of an import statement, on as many lines."""
        everything, names, name = found.groups()
        variable, exported = self._exports[_imported(path, found)]
        if everything:
            return f"const {everything} = {variable};"
        if names is None:
            return ""
        if missing := {imported[1] for imported in NAMED.finditer(names)} - exported:
            raise self._problem(path, f"{name} does not export {', '.join(sorted(missing))}")
        return f"const {{{NAMED.sub(_taken, names)}}} = {variable};"

    def _problem(self, path: Path, text: str) -> UnreadableScript:
        return UnreadableScript(f"{path.name}: {text}")


def _imported(path: Path, found: re.Match[str]) -> Path:
    return (path.parent / found[3]).resolve()


def _taken(name: re.Match[str]) -> str:
    return name[1] if name[2] is None else f"{name[1]}: {name[2]}"
