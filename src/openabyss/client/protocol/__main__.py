"""`python -m openabyss.client.protocol`, or `make protocol`: write what is made from its types."""

from collections.abc import Mapping
from pathlib import Path

from openabyss.client.protocol.declarations import declarations
from openabyss.client.protocol.document import document

DECLARATIONS = Path(__file__).parents[2] / "browser" / "static" / "table" / "messages.d.ts"
DOCUMENT = Path("docs/protocol.md")


def written() -> Mapping[Path, str]:
    """Each file, and what is to stand in it."""
    return {DOCUMENT: document(), DECLARATIONS: declarations()}


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
