"""The rules of the game.

Questions and steps are numbered as their modules are imported, and compiled rules keep those numbers
in the cache. So whoever imports any of the rules gets all of them, always in this one order.
"""

from openabyss.rules import play as play
