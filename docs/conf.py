"""How Sphinx builds the documentation site: `make docs`."""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent.parent))
from openabyss.version import VERSION
from scripts.rulebook_pages import write_chapters

DOCS = Path(__file__).parent
ROOT = DOCS.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SOURCES = f"{PROJECT['urls']['Repository']}/blob/main/"

project = "OpenAbyss"
author = "The OpenAbyss contributors"
copyright = author
release = VERSION

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest", "sphinx_copybutton"]
exclude_patterns = ["statistics/*"]
nitpicky = True
# What has documentation elsewhere, and what the library is made of inside.
nitpick_ignore_regex = [
    ("py:.*", r"(collections|enum|gymnasium|msgspec|numpy|pathlib|pettingzoo)\..*"),
    ("py:.*", r"openabyss\.(chance|engine|rules)\..*|openabyss\.table\.view\.AtATable"),
]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
suppress_warnings = ["misc.highlighting_failure"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": False}
copybutton_prompt_text = ">>> |... |$ "
copybutton_prompt_is_regexp = False

html_theme = "furo"
html_title = f"OpenAbyss {release}"
html_theme_options = {
    "source_repository": PROJECT["urls"]["Repository"],
    "source_branch": "main",
    "source_directory": "docs/",
}

LINK = re.compile(r"\]\((?![a-z]+:|#)([^)#]+)")
# Pages that are files of the repository's root, which people look for there.
FILES_OF_THE_ROOT = {"changelog": "CHANGELOG.md", "contributing": "CONTRIBUTING.md"}


def with_links_to_sources(text: str, page: Path) -> str:
    """Links to files outside docs/ lead to the repository."""

    def target(match: re.Match[str]) -> str:
        path = (page.parent / match[1]).resolve()
        if not path.is_relative_to(DOCS):
            return f"]({SOURCES}{path.relative_to(ROOT)}"
        return f"]({path.relative_to(DOCS)}" if page.parent == ROOT else match[0]

    return LINK.sub(target, text)


def read_page(app: Sphinx, name: str, content: list[str]) -> None:
    """What a page says, with links that work on the site."""
    if name in FILES_OF_THE_ROOT:
        page = ROOT / FILES_OF_THE_ROOT[name]
        app.env.note_dependency(str(page))
        content[0] = page.read_text("utf-8")
    else:
        page = DOCS / name
    content[0] = with_links_to_sources(content[0], page)


def write_rulebook(app: Sphinx) -> None:
    """The chapters that the browser shows under Rules, as pages."""
    write_chapters(Path(app.srcdir) / "rulebook")


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("builder-inited", write_rulebook)
    app.connect("source-read", read_page)
    return {"parallel_read_safe": True}
