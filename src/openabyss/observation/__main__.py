"""`python -m openabyss.observation`, or `make observation`: write the page that lists every piece."""

from pathlib import Path

from openabyss.observation.page import page

PAGE = Path("docs/observation.md")

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
