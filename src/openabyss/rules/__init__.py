"""The rules of the game.

Questions and steps are numbered as their modules are imported, and compiled rules, stored positions and
the hashes of games keep those numbers. So to import any of the rules is to import all of them, in this one
order; a module with new questions is added where it moves no others.
"""

# isort: off
from openabyss.rules import powers as powers
from openabyss.rules.kraken import sentinels as sentinels
from openabyss.rules.kraken import nebulis as nebulis
from openabyss.rules.holdings import stocks as stocks
from openabyss.rules.leviathan import border as border
from openabyss.rules.cards import loot as loot
from openabyss.rules.cards import locations as locations
from openabyss.rules.cards import mages as mages
from openabyss.rules.cards import soldiers as soldiers
from openabyss.rules.base import court as court
from openabyss.rules.cards import merchants as merchants
from openabyss.rules.cards import smugglers as smugglers
from openabyss.rules.base import controlling as controlling
from openabyss.rules.base import council as council
from openabyss.rules.kraken import krakens as krakens
from openabyss.rules.cards import farmers as farmers
from openabyss.rules.base import paying as paying
from openabyss.rules.cards import politicians as politicians
from openabyss.rules.leviathan import tokens as tokens
from openabyss.rules.leviathan import fighting as fighting
from openabyss.rules.leviathan import monsters as monsters
from openabyss.rules.base import exploring as exploring
from openabyss.rules.base import recruiting as recruiting
from openabyss.rules import scoring as scoring
from openabyss.rules import turn as turn
from openabyss.rules import setup as setup
from openabyss.rules.cards import ambassadors as ambassadors
from openabyss.rules import play as play
# isort: on
