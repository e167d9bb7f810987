"""`python -m openabyss` is the command `openabyss`."""

import sys

from openabyss.cli import main

if __name__ == "__main__":
    sys.exit(main())
