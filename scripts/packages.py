"""The drawing of the packages in docs/architecture.md, from their imports: `python -m scripts.packages`.

The drawing is a Mermaid graph between two marks of the page. An arrow means "depends on"; arrows that follow
from others are left out, and packages that depend on each other share a box.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "openabyss"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- written by `make packages` -->", "<!-- end of what `make packages` writes -->"
# They only offer names of the others, or are used everywhere: arrows to them would say nothing.
LEFT_OUT = frozenset({"__init__", "__main__", "errors", "version", "whole_files"})
# A notebook asks a game for its picture, which is drawn above it.
ASKED_BACK = {"play": frozenset({"client"})}

Graph = Mapping[str, frozenset[str]]


def dependencies() -> Graph:
    """For each package, and each module beside the packages, those that it imports."""
    names = {
        path.stem for path in SOURCES.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    names -= LEFT_OUT
    return {
        name: frozenset(names.intersection(_imported_by(name)) - {name} - ASKED_BACK.get(name, frozenset()))
        for name in sorted(names)
    }


def without_cycles(graph: Graph) -> Graph:
    """The graph with one node, named after all of them, for nodes that depend on each other."""
    behind = {name: _reachable(graph, name) for name in graph}
    box = {
        name: ", ".join(sorted({name, *(other for other in behind[name] if name in behind[other])}))
        for name in graph
    }
    merged = {box[name]: frozenset[str]() for name in graph}
    for name, uses in graph.items():
        merged[box[name]] |= {box[used] for used in uses} - {box[name]}
    return merged


def without_shortcuts(graph: Graph) -> Graph:
    """The graph without the arrows that follow from others; it must have no cycles."""
    return {
        name: frozenset(
            used for used in uses if not any(used in _reachable(graph, other) for other in uses - {used})
        )
        for name, uses in graph.items()
    }


def mermaid(graph: Graph) -> str:
    """The graph as Mermaid writes it, from top to bottom."""
    numbers = {name: f"p{number}" for number, name in enumerate(sorted(graph))}
    boxes = [f'    {numbers[name]}["{name}"]' for name in sorted(graph)]
    arrows = [
        f"    {numbers[name]} --> {numbers[used]}" for name in sorted(graph) for used in sorted(graph[name])
    ]
    return "\n".join(["```mermaid", "graph TD", *boxes, *arrows, "```"])


def with_drawing(page: str) -> str:
    """The page with the drawing between its marks as it must be now. Raises ValueError without the marks."""
    before, _begin, rest = page.partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"the page needs the lines {BEGIN!r} and {END!r}")
    drawing = mermaid(without_shortcuts(without_cycles(dependencies())))
    return f"{before}{BEGIN}\n\n{drawing}\n\n{END}{after}"


def _reachable(graph: Graph, start: str) -> set[str]:
    """Where the arrows lead from a node; the node itself only if they lead back to it."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        found = graph[waiting.pop()] - seen
        seen |= found
        waiting += found
    return seen


def _imported_by(name: str) -> Iterator[str]:
    """The first part below `openabyss` of all that a package or module imports, or names to import later."""
    for file in [SOURCES / f"{name}.py", *(SOURCES / name).rglob("*.py")]:
        if file.exists():
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                yield from _imported_in(node)


def _imported_in(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        module = node.module or ""
        modules = [f"{module}.{alias.name}" for alias in node.names] if module == "openabyss" else [module]
    elif isinstance(node, ast.Import):
        modules = [alias.name for alias in node.names]
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        modules = [node.value]  # The command line imports a command when it is used.
    else:
        return
    yield from (module.split(".")[1] for module in modules if module.startswith("openabyss."))


if __name__ == "__main__":
    PAGE.write_text(with_drawing(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
