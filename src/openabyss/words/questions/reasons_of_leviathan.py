"""Why an answer is not allowed at the border: what Leviathan adds to `reasons`."""

from openabyss.rules.actions import KIND, LORD, NUMBER, NUMBERS, PASS, TOKEN, YES, ZONE, is_lord, is_token
from openabyss.rules.cards.allies import ALLY_KINDS, FIRST_FIGHTER, FIRST_KRAKEN
from openabyss.rules.cards.farmers import COWARD, may_avoid_monsters
from openabyss.rules.holdings.hands import has_allies_left
from openabyss.rules.leviathan.fighting import can_fight
from openabyss.rules.sizes import TRACK_SPACES, ZONES
from openabyss.rules.state import BASE_TOKENS, EMPTY, FREE, STRICT_TOKENS, State
from openabyss.words import _
from openabyss.words.cards.codes import kind_name, pearls
from openabyss.words.cards.leviathans import name_of_leviathan, zone_name
from openabyss.words.cards.lords import name_of_lord


def why_not_token(state: State, player: int, token: int) -> str:
    """Why a monster token cannot be used now, where tokens can be used at all."""
    if token < BASE_TOKENS:
        return _("This monster token has no effect; it counts at the end.")
    if state.monster_tokens[player, token] == 0:
        return _("You have no such monster token.")
    if state.active != player:
        return _("Monster tokens are used in one's own turn.")
    if state.options[STRICT_TOKENS] == 1:
        return _("Monster tokens are used only at the start of a turn, or right after some were drawn.")
    return _("There is no stack of the council that you may take.")


def why_not_meet(state: State, player: int, action: int) -> str | None:
    if action == YES:
        return _("None of your allies may fight a leviathan of the border.")
    if action == LORD + COWARD and not may_avoid_monsters(state, player):
        return _("The {lord} is not at work for you.").format(lord=name_of_lord(COWARD))
    if action not in (PASS, LORD + COWARD):
        return None
    if not has_allies_left(state):
        return _("No ally is left to be found.")
    is_last = int(state.stack[state.depth - 1, 2]) == TRACK_SPACES - 1
    if is_last and can_fight(state, player):
        return _("This is the last space: who can fight must fight.")
    return None


def why_not_target(state: State, player: int, action: int) -> str | None:
    if not ZONE <= action < ZONE + ZONES:
        return None
    zone = action - ZONE
    if state.border[zone] == EMPTY:
        return _("No leviathan lies on {zone}.").format(zone=zone_name(zone))
    return _("None of your allies may fight {leviathan}.").format(
        leviathan=name_of_leviathan(int(state.border[zone]))
    )


def why_not_bred(state: State, player: int, action: int) -> str | None:
    if not ZONE <= action < ZONE + ZONES:
        return None
    return _("A leviathan lies on {zone} already.").format(zone=zone_name(action - ZONE))


def why_not_spent(state: State, player: int, action: int) -> str | None:
    """An ally against a leviathan, the detail."""
    if not KIND <= action < KIND + ALLY_KINDS:
        return None
    kind = action - KIND
    if state.hand[player, kind] == 0:
        return _("You have no {ally} in your hand.").format(ally=kind_name(kind))
    leviathan = int(state.stack[state.depth - 1, 2])
    return _("{ally} may not fight {leviathan}.").format(
        ally=kind_name(kind), leviathan=name_of_leviathan(leviathan)
    )


def why_not_boost(state: State, player: int, action: int) -> str | None:
    if not NUMBER <= action < NUMBER + NUMBERS:
        return None
    if action - NUMBER > state.pearls[player]:
        return _("You have only {pearls}.").format(pearls=pearls(int(state.pearls[player])))
    return _("More pearls than the last level needs would be lost.")


def why_not_shared(state: State, player: int, action: int) -> str | None:
    if not NUMBER <= action < NUMBER + NUMBERS:
        return None
    return _("The piles of monster tokens do not allow this share.")


def why_not_taken_by_it(state: State, player: int, action: int) -> str | None:
    """An attack takes any free lord, also a disabled one."""
    if not is_lord(action):
        return None
    lord = action - LORD
    if state.lord_place[lord] != player:
        return _("The {lord} is not one of your lords.").format(lord=name_of_lord(lord))
    if state.lord_location[lord] != FREE:
        return _("The {lord} is safe under a location.").format(lord=name_of_lord(lord))
    return None


def why_not_obey(state: State, player: int, action: int) -> str | None:
    if action == PASS:
        return _("You have too few pearls to keep all your allies.")
    if not KIND <= action < KIND + ALLY_KINDS:
        return None
    kind = action - KIND
    if state.hand[player, kind] == 0:
        return _("You have no {ally} in your hand.").format(ally=kind_name(kind))
    if FIRST_KRAKEN <= kind < FIRST_FIGHTER:
        return _("Krakens cannot be discarded for martial law.")
    return None


def why_not_back(state: State, player: int, action: int) -> str | None:
    if not NUMBER <= action < NUMBER + NUMBERS:
        return None
    return _("This opponent has no monster token of that pile.")


def why_not_lured(state: State, player: int, action: int) -> str | None:
    return _("You can choose only an opponent who has no Shaman at work.")


def why_not_window(state: State, player: int, action: int) -> str | None:
    return why_not_token(state, player, action - TOKEN) if is_token(action) else None
