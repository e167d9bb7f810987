"""All scripts of a page are one file, which does what the modules would do."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from openabyss.server.pages.static_files import BUNDLES, STATIC, UnreadableScript, bundle, static
from tests.web.server.serving import Served

NODE = shutil.which("node")
MODULES = {
    "main.js": """// The first module.
import { add, Counter as Count } from "./lib/numbers.js";
import {
  later,
} from "./lib/later.js";
import "./lib/noted.js";
import * as all from "./lib/numbers.js";

const own = "main";
console.log(own, add(1, 2), new Count().next(), all.FIRST, kind(), globalThis.noted.join());

function kind() {
  return typeof later;
}
""",
    "lib/numbers.js": """/**
 * A comment: import { nothing } from "./nowhere.js";
 */
import { note } from "./noted.js";

const own = 40;
export const FIRST = own + 2;

note("numbers");

export function add(one, other) {
  return one + other;
}

export class Counter {
  next() {
    return FIRST;
  }
}
""",
    "lib/later.js": """import { note } from "./noted.js";

note("later");

export async function later() {
  return /** @type {import("./numbers.js").Counter} */ (await null);
}
""",
    "lib/noted.js": """const own = (globalThis.noted = []);

export function note(name) {
  own.push(name);
}
""",
}


def written(folder: Path, modules: dict[str, str]) -> Path:
    for name, source in modules.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(source, encoding="utf-8")
    return folder


def run_by_node(folder: Path, script: bytes, *options: str) -> str:
    """What a script prints. The file is called so that it is a module."""
    if NODE is None:
        pytest.skip("Node.js is not installed here")
    path = folder / "bundle.mjs"
    path.write_bytes(script)
    found = subprocess.run([NODE, *options, str(path)], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout


def test_each_module_runs_once_before_those_that_import_it_with_names_of_its_own(tmp_path: Path) -> None:
    script = bundle(written(tmp_path, MODULES), "main.js")
    assert run_by_node(tmp_path, script) == "main 3 42 42 function numbers,later\n"


def test_lines_are_as_far_from_the_head_of_their_module_as_in_its_source_and_not_indented(
    tmp_path: Path,
) -> None:
    lines = bundle(written(tmp_path, MODULES), "main.js").decode().splitlines()
    for name, wanted in (("main.js", "  return typeof later;"), ("lib/numbers.js", "    return FIRST;")):
        head = lines.index(f"// {name}")
        assert lines[head + 1 + MODULES[name].splitlines().index(wanted)] == wanted.lstrip()


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("export default 1;", "main.js: a bundle cannot have 'export default 1;'"),
        ("export let count = 0;", "main.js: a bundle cannot have 'export let count = 0;'"),
        ('export * from "./lib/noted.js";', "main.js: a bundle cannot have"),
        ('export { note } from "./lib/noted.js";', "main.js: a bundle cannot have"),
        ('import noted from "./lib/noted.js";', "main.js: a bundle cannot have"),
        ('const noted = await import("./lib/noted.js");', r"main.js: a bundle cannot have 'import\("),
        ("await null;", "main.js: a bundle cannot have"),
        ("const here = import.meta.url;", "main.js: a bundle cannot have"),
        ("const text = `one ${`two`}\n  three`;", r"main.js: a bundle cannot have 'const text = `one"),
        ('import { forget } from "./lib/noted.js";', "main.js: ./lib/noted.js does not export forget"),
        ('import "./main.js";', "main.js: modules must not import each other in a circle"),
        ('import "./nowhere.js";', "nowhere.js: there is no such module"),
        ('import "../outside.js";', "outside.js: there is no such module"),
    ],
)
def test_what_a_bundle_would_do_otherwise_is_an_error(tmp_path: Path, source: str, problem: str) -> None:
    (tmp_path / "outside.js").write_text("")
    root = tmp_path / "root"
    root.mkdir()
    with pytest.raises(UnreadableScript, match=problem):
        bundle(written(root, {**MODULES, "main.js": source}), "main.js")


@pytest.mark.parametrize("entry", BUNDLES.values())
def test_the_scripts_of_every_page_can_be_parsed_as_one(tmp_path: Path, entry: str) -> None:
    run_by_node(tmp_path, bundle(STATIC, entry), "--check")


def test_every_module_of_the_table_and_of_what_is_beside_it_is_in_a_bundle() -> None:
    folders = (STATIC / "table", STATIC / "guide", STATIC / "puzzles")
    modules = {path.relative_to(STATIC).as_posix() for folder in folders for path in folder.rglob("*.js")}
    assert len(modules) > 30
    bundled = {name for entry in BUNDLES.values() for name in modules_of(entry)}
    assert modules - bundled == {"puzzles/overview.js"}, "a page of its own"


def modules_of(entry: str) -> list[str]:
    heads = re.findall(r"^// (.*)$", bundle(STATIC, entry).decode(), re.MULTILINE)
    assert len(heads) == len(set(heads))
    return heads


def test_the_page_of_a_table_asks_for_one_file_of_scripts_and_keeps_it_for_ever(served: Served) -> None:
    ann, table = served.seated("me", "here")
    page = ann.http.get(f"/t/{table}").text
    address = static("bundles/table.js")
    assert re.findall(r'(?:src|href)="([^"]*\.js)"', page) == [address]
    answer = ann.http.get(address)
    assert answer.content == bundle(STATIC, "table/main.js")
    assert "immutable" in answer.headers["cache-control"]
    again = ann.http.get(address, headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert ann.http.get(address.replace("bundles/table", "bundles/nothing")).status_code == 404
