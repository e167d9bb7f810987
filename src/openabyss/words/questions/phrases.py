"""What several chapters say: of powers and tokens, why a thing cannot be chosen, what comes of an answer."""

from openabyss.rules.cards.politicians import CORRUPTOR_PEARLS, OPPORTUNIST, RECIPIENT
from openabyss.rules.cards.printed import INFLUENCE, KEYS, LOCATION_ID, LORD_ID
from openabyss.rules.cards.smugglers import is_sentinel
from openabyss.rules.chapters import (
    LAST_SPACE,
    LAST_SPACE_PEARLS,
    cost_for,
    is_court_to_be_checked,
    means_of,
)
from openabyss.rules.scoring import worth_of
from openabyss.rules.state import AVAILABLE, BASE_TOKENS, COURT, FREE, STRICT_TOKENS, State
from openabyss.words import N_, _
from openabyss.words.cards.codes import keys, money, pearls, race_of_stack
from openabyss.words.cards.printed import (
    influence_points,
    location_text,
    lord_text,
    name_of_location,
    name_of_lord,
)
from openabyss.words.listing import filled
from openabyss.words.questions.wording import Answer, Asked, Places, price_in_words

# ---------------------------------------------------------------------------- why a thing cannot be chosen

NOT_IN_HAND = N_("You have no {card} in your hand.")


def not_in_court(asked: Asked, lord: int) -> str | None:
    if asked.state.lord_place[lord] == COURT:
        return None
    return filled(_("The {lord} is not in the court."), lord=name_of_lord(lord))


def not_mine(state: State, player: int, lord: int) -> str | None:
    if state.lord_place[lord] == player:
        return None
    return filled(_("The {lord} is not one of your lords."), lord=name_of_lord(lord))


def not_free(state: State, player: int, lord: int) -> str | None:
    """What keeps a lord from being a free, enabled lord of `player`."""
    if state.lord_place[lord] != player:
        return not_mine(state, player, lord)
    if state.lord_location[lord] != FREE:
        return filled(_("The {lord} is under a location."), lord=name_of_lord(lord))
    if state.lord_disabled[lord]:
        return filled(_("The {lord} is disabled."), lord=name_of_lord(lord))
    return None


def not_available(asked: Asked, location: int) -> str | None:
    if asked.state.location_place[location] == AVAILABLE:
        return None
    return filled(_("{location} is not available."), location=name_of_location(location))


def empty_stack(asked: Asked, race: int) -> str | None:
    if any(asked.state.council[race].tolist()):
        return None
    return _("The {race} stack of the council is empty.").format(race=race_of_stack(race))


# -------------------------------------------------------- powers and tokens that are used before an answer


def _use_of_lord(_asked: Asked, lord: int) -> str:
    """What a person reads on a power."""
    if is_sentinel(lord):
        return filled(_("Place the {lord}’s sentinel"), lord=name_of_lord(lord))
    return filled(_("Use the {lord}"), lord=name_of_lord(lord))


def _power_of_lord(_asked: Asked, lord: int) -> str:
    """What comes of using a power; a sentinel that is placed once more brings no nebulis."""
    if is_sentinel(lord):
        return _(
            "You place the sentinel on a lord in the court, a council stack or an available location."
            " Until you use what it guards, nobody else may."
        )
    return lord_text(int(LORD_ID[lord]))


def _not_usable_lord(asked: Asked, lord: int) -> str:
    """Why a power cannot be used now."""
    state, name = asked.state, name_of_lord(lord)
    if state.lord_place[lord] != asked.player:
        return str(not_mine(state, asked.player, lord))
    if state.lord_disabled[lord]:
        return filled(_("The {lord} is disabled and has no power any more."), lord=name)
    if state.lord_location[lord] != FREE:
        return filled(_("The {lord} is under a location and has no power any more."), lord=name)
    if state.lord_used[lord]:
        return filled(_("You have already used the {lord} this turn."), lord=name)
    if lord in (OPPORTUNIST, RECIPIENT) and is_court_to_be_checked(state):
        return filled(_("You can use the {lord} only once you have finished recruiting."), lord=name)
    return filled(_("There is nothing the {lord} can do now."), lord=name)


def not_usable_token(asked: Asked, token: int) -> str:
    """Why a monster token cannot be used now, where tokens can be used at all."""
    state = asked.state
    if token < BASE_TOKENS:
        return _("This monster token has no effect; it counts at the end.")
    if state.monster_tokens[asked.player, token] == 0:
        return _("You have no such monster token.")
    if state.active != asked.player:
        return _("You can use monster tokens only on your own turn.")
    if state.options[STRICT_TOKENS] == 1:
        return _("You can use monster tokens only at the start of your turn, or right after drawing some.")
    return _("There is no council stack that you may take.")


USE_OF_LORD = Answer("lord", _use_of_lord, why_not=_not_usable_lord, means=_power_of_lord)
USE_OF_TOKEN = Answer(
    "token",
    N_("Use a monster token: {effect}"),
    why_not=not_usable_token,
    means=N_("You use it up: {effect}."),
)


# --------------------------------------------------------------------------------- what comes of an answer


def what_lord_brings(_asked: Asked, lord: int) -> str:
    """Influence, keys and power of a lord."""
    places = {"lord": name_of_lord(lord), "influence": influence_points(int(INFLUENCE[lord]))}
    text = lord_text(int(LORD_ID[lord]))
    if KEYS[lord] == 0:
        return filled(_("The {lord} brings {influence}. {text}"), text=text, **places)
    brings = _("The {lord} brings {influence} and {keys}. {text}")
    return filled(brings, keys=keys(int(KEYS[lord])), text=text, **places)


def with_last_space(asked: Asked, fight: str) -> str:
    """What a fight with a monster brings, and the pearl if the monster is on the last space."""
    if asked.detail != LAST_SPACE:
        return fight
    also = _("You also gain {pearls} for the last space.").format(pearls=pearls(LAST_SPACE_PEARLS))
    return f"{fight} {also}"


def what_recruiting_brings(asked: Asked, lord: int) -> str:
    """The price, and what the lord brings."""
    price = _(
        "You pay {cost} with allies, and make up any difference with pearls; one of these allies stays with "
        "you."
    )
    return f"{price.format(cost=cost_for(asked.state, asked.player, lord))} {what_lord_brings(asked, lord)}"


def what_buying_brings(asked: Asked, lord: int) -> str:
    """The Corruptor's price, and what the lord brings."""
    price = _("You pay {price} and no allies.").format(**price_of_corruption(asked))
    return f"{price} {what_lord_brings(asked, lord)}"


def recruit_with_money(asked: Asked, lord: int) -> str:
    """An answer to the Corruptor, with its price."""
    cost = price_of_corruption(asked)["price"]
    return filled(_("Recruit the {lord} for {cost}"), lord=name_of_lord(lord), cost=cost)


def price_of_corruption(asked: Asked) -> Places:
    return {"price": price_in_words(asked, CORRUPTOR_PEARLS)}


def money_to_pay(state: State, player: int) -> str:
    """The pearls of a player, and the nebulis that one payment may contain."""
    owned = int(state.pearls[player])
    return money(owned, int(means_of(state, player)) - owned)


def what_location_scores(asked: Asked, location: int) -> str:
    """What a location would score now, and how it scores."""
    number = int(LOCATION_ID[location])
    points = int(worth_of(asked.state, location, asked.player))
    return _("It would score {points} for you now. {text}").format(points=points, text=location_text(number))


def what_is_lost_with_lord(_asked: Asked, lord: int) -> str:
    """A lord of one's own that is discarded."""
    return filled(
        _("You lose the {lord}, and with it {influence}."),
        lord=name_of_lord(lord),
        influence=influence_points(int(INFLUENCE[lord])),
    )
