"""The rules of the game.

To import any of them is to import all: every question is then declared, and every card printed. From outside,
import the modules of this package and of `cards`; what is used of its chapters, base/, kraken/ and
leviathan/, is in `chapters`.
"""

from openabyss.rules import play as play
