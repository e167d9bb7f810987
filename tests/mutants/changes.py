"""Every small change that could be made to a file of the rules: one operator, number, condition or call."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import openabyss

RULES = Path(openabyss.__path__[0]) / "rules"

INSTEAD: dict[type[ast.AST], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: ("not in", ("in",)),
    ast.And: ("and", ("or",)),
    ast.Or: ("or", ("and",)),
    ast.Not: ("not", ("",)),
    ast.USub: ("-", ("",)),
    ast.Add: ("+", ("-",)),
    ast.Sub: ("-", ("+",)),
    ast.Mult: ("*", ("+",)),
    ast.FloorDiv: ("//", ("*",)),
    ast.Mod: ("%", ("//",)),
    ast.BitAnd: ("&", ("|",)),
    ast.BitOr: ("|", ("&",)),
    ast.LShift: ("<<", (">>",)),
    ast.RShift: (">>", ("<<",)),
}
LEAST_AND_MOST = {"min": "max", "max": "min"}
# What the running game never looks at.
UNUSED = {"annotation", "returns", "decorator_list"}
UNUSED_NODES = (ast.Assert, ast.Import, ast.ImportFrom)

# From where to where in a file, and the text instead.
Replacement = tuple[int, int, str]


@dataclass(frozen=True)
class Change:
    """One piece of a file replaced by another text; `start` and `end` are places among its bytes."""

    file: str
    function: str
    line: int
    start: int
    end: int
    text: str
    before: str
    after: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line} {self.function or 'outside functions'}"
        return f"{place}: {self.before}  ->  {self.after}"


class Source:
    """A file of the rules: its bytes, its syntax, and where its lines begin."""

    def __init__(self, file: str) -> None:
        self.file, self.path = file, RULES / file
        self.content = self.path.read_bytes()
        self.tree = ast.parse(self.content)
        self.beginnings = [0]
        for line in self.content.splitlines(keepends=True):
            self.beginnings.append(self.beginnings[-1] + len(line))

    def start_of(self, node: ast.expr | ast.stmt) -> int:
        return self.beginnings[node.lineno - 1] + node.col_offset

    def end_of(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.beginnings[node.end_lineno - 1] + node.end_col_offset

    def with_change(self, start: int, end: int, text: str) -> bytes:
        return self.content[:start] + text.encode() + self.content[end:]

    def change(self, function: str, start: int, end: int, text: str) -> Change:
        line = sum(beginning <= start for beginning in self.beginnings)
        first, last = self.beginnings[line - 1], self.content.find(b"\n", end)
        before = in_one_line(self.content[first:last])
        after = in_one_line(self.content[first:start] + text.encode() + self.content[end:last])
        return Change(self.file, function, line, start, end, text, before, after)


def in_one_line(text: bytes) -> str:
    return " ".join(text.decode().split())


def files_of_rules() -> list[str]:
    return sorted(path.relative_to(RULES).as_posix() for path in RULES.rglob("*.py"))


def changes_in(file: str) -> list[Change]:
    """All changes of a file, in its order."""
    source = Source(file)
    return list(changes_below(source, source.tree, ""))


def changes_below(source: Source, node: ast.AST, function: str) -> Iterator[Change]:
    if isinstance(node, ast.FunctionDef):
        function = node.name
    for start, end, text in replacements(source, node):
        yield source.change(function, start, end, text)
    for field, value in ast.iter_fields(node):
        if field not in UNUSED:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not isinstance(child, UNUSED_NODES):
                    yield from changes_below(source, child, function)


def replacements(source: Source, node: ast.AST) -> Iterator[Replacement]:
    """What is in the file from `start` to `end`, and what could be there instead."""
    start_of, end_of = source.start_of, source.end_of
    match node:
        case ast.Constant(value=bool(truth)):
            yield start_of(node), end_of(node), str(not truth)
        case ast.Constant(value=int(number)):
            for other in (number + 1, number - 1):
                yield start_of(node), end_of(node), str(other)
        case ast.If() | ast.IfExp() | ast.While():
            for constant in ("True", "False"):
                yield start_of(node.test), end_of(node.test), constant
        case ast.Expr(value=ast.Call()):
            yield start_of(node), end_of(node), "pass"
        case ast.Call(func=ast.Name(id="min" | "max" as name)):
            yield start_of(node.func), end_of(node.func), LEAST_AND_MOST[name]
        case _:
            for operator, start, end in operators(source, node):
                yield from other_operators(source, operator, start, end)


def operators(source: Source, node: ast.AST) -> Iterator[tuple[ast.AST, int, int]]:
    """The operators of an expression, each with the places between which it is written."""
    start_of, end_of = source.start_of, source.end_of
    match node:
        case ast.Compare():
            operands = [node.left, *node.comparators]
            for operator, (left, right) in zip(node.ops, pairwise(operands), strict=True):
                yield operator, end_of(left), start_of(right)
        case ast.BoolOp():
            for left, right in pairwise(node.values):
                yield node.op, end_of(left), start_of(right)
        case ast.BinOp():
            yield node.op, end_of(node.left), start_of(node.right)
        case ast.AugAssign():
            yield node.op, end_of(node.target), start_of(node.value)
        case ast.UnaryOp():
            yield node.op, start_of(node), start_of(node.operand)


def other_operators(source: Source, operator: ast.AST, start: int, end: int) -> Iterator[Replacement]:
    if type(operator) not in INSTEAD:
        return
    written, instead = INSTEAD[type(operator)]
    between = source.content[start:end]
    assert b"#" not in between, f"{source.file}: a comment where only {written} should be"
    place = start + between.index(written.encode())
    for other in instead:
        yield place, place + len(written), other
