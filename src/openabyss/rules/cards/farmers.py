"""The farmers: no powers, much influence."""

from openabyss.rules.cards.printed import FARMER, lord

KEEPER = lord(27, FARMER, cost=6, races=3, keys=1, influence=6)
REAPER = lord(28, FARMER, cost=7, races=2, keys=1, influence=6)
SHEPHERD = lord(29, FARMER, cost=8, races=1, keys=1, influence=6)
MILLER = lord(30, FARMER, cost=8, races=2, influence=10)
AQUACULTURALIST = lord(31, FARMER, cost=9, races=3, influence=11)
LANDOWNER = lord(32, FARMER, cost=10, races=1, influence=12)

GROWER = lord(117, FARMER, cost=9, races=2, keys=1, influence=7)
OYSTER_FARMER = lord(118, FARMER, cost=12, races=1, influence=13)

COWARD = lord(209, FARMER, cost=8, races=1, keys=1, influence=8)
BREEDER = lord(210, FARMER, cost=10, races=2, influence=10)
