"""No sentence is put together from pieces: what stands between two texts is for a language to say.

In French a colon, a semicolon, a question mark and an exclamation mark have a space before them, so a source
that writes one after a text writes bad French. Commas and full stops are the same in all our languages.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import openabyss
from openabyss.players.compilation import gc_paused

PACKAGE = Path(openabyss.__file__).parent
# Such a sign before a blank, or at the very end. Inside a word, as in "recruit:12", it is a code.
SIGN = re.compile(r"(?<!\")[:;!?]\s")
LAST_SIGN = re.compile(r"(?:^|\S)[:;!?]$")
# What Python shows of an object, and what headers of HTTP say of a file and of what a page may do.
CODES = ("<", "attachment; filename=", "default-src ", "'; style-src ")
# What these write is read by programs, or in English by those who translate.
NOT_TRANSLATED = ("observation/layout.py", "arena/simulations/outputs.py", "browser/rulebook/__init__.py")
# After a place: `}}: ` in a template, also behind the end of an element, and `}: ` in a script,
# where a cookie has such signs as well.
AFTER_A_PLACE = re.compile(r"\}\}(?:</\w+>)?[:;!?]|\}\}</\w+>\s*[:;!?]\s")
IN_A_SCRIPT = re.compile(r"\}[:;!?](?! path=)(?=[ `])")
MARKS = {"_", "ngettext", "pgettext", "npgettext"}


def modules_that_speak() -> Iterator[tuple[Path, ast.Module]]:
    """The modules that use texts of the catalogue."""
    for source in sorted(PACKAGE.rglob("*.py")):
        text = source.read_text(encoding="utf-8")
        if source.relative_to(PACKAGE).as_posix() in NOT_TRANSLATED:
            continue
        if "openabyss.words" in text or PACKAGE / "words" in source.parents:
            # Objects of Playwright that are collected meanwhile make CPython 3.11 miscount its stack.
            with gc_paused():
                tree = ast.parse(text)
            yield source, tree


def pieces(node: ast.AST) -> list[str]:
    """What the source itself writes between things: in a formatted string, a sum, or a join."""
    if isinstance(node, ast.JoinedStr):
        parts = node.values
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [node.left, node.right]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join":
        parts = [node.func.value]
    else:
        return []
    return [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def signs(node: ast.AST) -> list[str]:
    """The pieces of it that hold such a sign."""
    found = [piece for piece in pieces(node) if SIGN.search(piece) and not piece.startswith(CODES)]
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[-1], ast.Constant):
        found += [piece for piece in pieces(node)[-1:] if LAST_SIGN.search(piece)]
    return found


def test_no_source_writes_between_texts_what_a_language_writes_otherwise() -> None:
    found = [
        f"{source.relative_to(PACKAGE)}:{getattr(node, 'lineno', 0)}: {piece!r}"
        for source, tree in modules_that_speak()
        for node in ast.walk(tree)
        for piece in signs(node)
    ]
    assert found == [], "titled, with_facts and join_semicolons of words/listing.py say such things"


def test_no_formatted_text_is_continued_by_the_source() -> None:
    """A sum of a text from the catalogue and a word of the source is a sentence in two pieces."""
    found = [
        f"{source.relative_to(PACKAGE)}:{node.lineno}"
        for source, tree in modules_that_speak()
        for node in ast.walk(tree)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add)
        if any(map(is_translated, (node.left, node.right))) and any(map(has_words, pieces(node)))
    ]
    assert found == []


def is_translated(node: ast.AST) -> bool:
    """It comes from the catalogue, with its places filled or not."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return is_translated(node.func.value)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS


def has_words(piece: str) -> bool:
    return bool(re.search(r"[A-Za-z]", re.sub(r"<[^>]*>", "", piece)))


def test_no_template_writes_a_sign_after_a_text() -> None:
    found = [
        f"{source.name}:{number}: {line.strip()}"
        for source in sorted((PACKAGE / "browser" / "templates").rglob("*.html"))
        for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1)
        if AFTER_A_PLACE.search(line)
    ]
    assert found == [], '_("{title}:") of words/listing.py'


def test_no_script_writes_a_sign_after_a_text() -> None:
    found = [
        f"{source.name}:{number}: {line.strip()}"
        for source in sorted((PACKAGE / "browser" / "static").rglob("*.js"))
        for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1)
        if "`" in line and not line.strip().startswith(("*", "//")) and IN_A_SCRIPT.search(line)
    ]
    assert found == [], "titled of page/words.js"


@pytest.mark.parametrize(
    "source",
    [
        'f"{name}: {text}"',
        'f"{name}:"',
        'f"{name} ({one}; {other})"',
        '"; ".join(facts)',
        'name + ": " + text',
        'f"{_(text)}? {other}"',
    ],
)
def test_such_signs_are_found(source: str) -> None:
    assert any(signs(node) for node in ast.walk(ast.parse(source)))


@pytest.mark.parametrize(
    "source", ['f"recruit:{lord}"', 'f"{path}?{query}"', '", ".join(names)', 'f"{known} + ?"', 'f"{name}."']
)
def test_codes_and_what_is_the_same_everywhere_are_none(source: str) -> None:
    assert not any(signs(node) for node in ast.walk(ast.parse(source)))
