"""The rules of the game.

To import any of them is to import all: every question is then declared, and every card printed.
"""

from openabyss.rules import play as play
