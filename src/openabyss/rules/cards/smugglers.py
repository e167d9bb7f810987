"""The smugglers of Kraken: no race demanded, a trade of their own."""

from openabyss.rules.cards.printed import SMUGGLER, lord

FERRYMAN = lord(101, SMUGGLER, cost=7, races=1, keys=1, influence=5)
OUTLAW = lord(102, SMUGGLER, cost=7, races=1, keys=1, influence=6)
COUNTERFEITER = lord(103, SMUGGLER, cost=7, races=1, keys=1, influence=5)
FENCE = lord(104, SMUGGLER, cost=7, races=1, influence=8)
CLEANER = lord(105, SMUGGLER, cost=7, races=1, keys=1, influence=7)
WATCHER = lord(106, SMUGGLER, cost=5, races=2, influence=4)
VIGIL = lord(107, SMUGGLER, cost=5, races=2, influence=4)
LOOKOUT = lord(108, SMUGGLER, cost=5, races=2, influence=4)
