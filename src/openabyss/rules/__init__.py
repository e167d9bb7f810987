"""The rules of the game. To import any of them is to import all, so that every question is declared."""

from openabyss.rules import play as play
