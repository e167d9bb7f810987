"""How the sources are divided; pyproject.toml says which package may depend on which."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import openabyss
from openabyss.players.compilation.readiness import ENTRANCES

PACKAGE = Path(str(openabyss.__file__)).parent
# Far more than any class needs: who reaches one of these has found a class or a package to divide.
MAX_METHODS = 45
MAX_MODULES_AT_THE_TOP = 15


@cache
def sources() -> dict[Path, ast.Module]:
    """Every file of the package with its syntax tree."""
    return {source: ast.parse(source.read_text(encoding="utf-8")) for source in sorted(PACKAGE.rglob("*.py"))}


def methods(kind: ast.ClassDef) -> list[str]:
    """The public and private methods of a class; special ones such as `__init__` and `_repr_html_` aside."""
    functions = [part for part in kind.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [one.name for one in functions if not (one.name.startswith("_") and one.name.endswith("_"))]


def classes() -> Iterator[tuple[str, list[str]]]:
    for source, tree in sources().items():
        for part in ast.walk(tree):
            if isinstance(part, ast.ClassDef):
                yield f"{source.relative_to(PACKAGE)}: {part.name}", methods(part)


def test_no_class_does_everything() -> None:
    assert {name: len(found) for name, found in classes() if len(found) > MAX_METHODS} == {}


def test_few_modules_stand_beside_the_packages() -> None:
    assert len([*PACKAGE.glob("*.py")]) <= MAX_MODULES_AT_THE_TOP


def module_of(source: Path) -> str:
    parts = ("openabyss", *source.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(module: str, tree: ast.Module, known: set[str]) -> set[str]:
    """The modules of ours that a module imports, also inside functions."""
    found = set()
    for part in ast.walk(tree):
        if isinstance(part, ast.Import):
            found |= {name.name for name in part.names}
        elif isinstance(part, ast.ImportFrom) and part.module:
            whole = {f"{part.module}.{name.name}" for name in part.names} & known
            found |= whole or {part.module}
    return (found & known) - {module}


def imports_of_all() -> dict[str, set[str]]:
    """Of every module of ours, without the outermost, the modules of ours that it imports."""
    modules = {
        module_of(source): tree
        for source, tree in sources().items()
        if source.parent != PACKAGE or source.stem != "__init__"
    }
    found = {module: imports(module, tree, set(modules)) for module, tree in modules.items()}
    found["openabyss.play.game"].remove(
        "openabyss.client.table_text"
    )  # A notebook asks a game for its picture.
    return found


def test_no_module_imports_itself_by_way_of_others() -> None:
    waiting = imports_of_all()
    while free := [module for module, needed in waiting.items() if not needed & waiting.keys()]:
        for module in free:
            del waiting[module]
    assert sorted(waiting) == [], "these import each other, or what does"


def test_no_screen_touches_the_record_of_a_table() -> None:
    """Screens draw what the client has read; the `state` of an application of Starlette is something else."""
    touched = [
        f"{source.relative_to(PACKAGE)}:{part.lineno}"
        for source, tree in sources().items()
        if source.relative_to(PACKAGE).parts[0] in ("browser", "server", "terminal")
        for part in ast.walk(tree)
        if isinstance(part, ast.Attribute) and part.attr == "state"
        if not re.search(r"app\W*$", ast.unparse(part.value))
    ]
    assert touched == []


def test_what_is_compiled_does_not_import_what_people_read() -> None:
    """A function is compiled again when any file behind it has changed: that took minutes for every word."""
    known, behind = imports_of_all(), {module_of(file) for file in ENTRANCES}
    while more := {needed for module in behind for needed in known[module]} - behind:
        behind |= more
    assert "openabyss.rules.turn" in behind
    read = ("openabyss.words.", "openabyss.table.", "openabyss.play.position.")
    assert {one for one in behind if one.startswith(read)} == set()
