"""The powers of the lords in words."""

from openabyss.rules import numbering
from openabyss.rules.cards.allies import RACE_OF
from openabyss.rules.state import BASE_BACK
from openabyss.words import N_, _
from openabyss.words.cards.codes import kind_name, race_name
from openabyss.words.cards.lords import name_of_lord
from openabyss.words.listing import filled
from openabyss.words.questions import phrases
from openabyss.words.questions.leviathan import not_fightable
from openabyss.words.questions.wording import Answer, Asked, Wording

# ------------------------------------------------------------------------------------ soldiers


def _which_to_discard(asked: Asked) -> str:
    """The Jailer asks; or a soldier of the Regent, which brings this in place of the lord's own power."""
    if asked.state.active == asked.state.regent:
        return filled(
            _("The Regent has recruited the {lord} (house rules): which ally do you discard?"),
            lord=name_of_lord(asked.detail),
        )
    return filled(_("The {lord}: which ally do you discard?"), lord=name_of_lord(asked.detail))


def _not_disabled(asked: Asked, lord: int) -> str | None:
    if asked.state.lord_place[lord] != asked.detail:
        return filled(_("The {lord} does not belong to this opponent."), lord=name_of_lord(lord))
    return phrases.not_free(asked.state, asked.detail, lord)


def _token_of_pile(_asked: Asked, back: int) -> str:
    if back == BASE_BACK:
        return _("Take a token from the base pile")
    return _("Take a token from the Leviathan pile")


def _not_lost(asked: Asked, kind: int) -> str:
    """The Executioner has named a race, the detail."""
    if RACE_OF[kind] != asked.detail:
        return _("The race named is: {race}.").format(race=race_name(asked.detail, 2))
    return _("You have no affiliated {card}.").format(card=kind_name(kind))


SOLDIERS = {
    numbering.DISCARD_ALLY: Wording(_which_to_discard, phrases.DISCARD_CARD),
    numbering.ASSASSINATE: Wording(
        N_("The Assassin: which lord of {player} loses its power?"),
        Answer(
            "lord",
            N_("Disable the {lord}"),
            why_not=_not_disabled,
            means=N_("The {lord} loses its power and its key for good; its influence still counts."),
        ),
    ),
    numbering.DISCARD_TO_LIMIT: Wording(
        N_("The Commander: discard down to {cards}. Which ally goes next?"), phrases.DISCARD_CARD
    ),
    numbering.ROB_TOKENS: Wording(
        N_("The Hunter: which opponent do you rob of a monster token?"),
        Answer(
            "player",
            N_("Rob {player}"),
            why_not=N_("You can rob only an opponent who has monster tokens and no active Shaman."),
            means=N_("You take one of the monster tokens of {player}, drawn at random."),
        ),
    ),
    numbering.ROB_BACK: Wording(
        N_("The Hunter: from which pile is the token that you take from {player}?"),
        Answer(
            "number",
            _token_of_pile,
            why_not=N_("This opponent has no monster token from that pile."),
            means=N_("You take a token of this pile, drawn at random."),
        ),
    ),
    numbering.NAME_RACE: Wording(
        N_("The Executioner: which race do you name?"),
        Answer(
            "stack",
            lambda _asked, race: _("Name the race: {race}").format(race=race_name(race, 2)),
            means=N_("Each opponent discards an affiliated ally of this race, if there is one."),
        ),
    ),
    numbering.LOSE_AFFILIATED: Wording(
        N_("The Executioner has named the {race}: which affiliated ally do you discard?"),
        Answer(
            "card",
            N_("Discard {card}"),
            why_not=_not_lost,
            means=N_("{card} is no longer in front of you and no longer counts."),
        ),
    ),
    numbering.LURE: Wording(
        N_("The Border Guard: which opponent must reveal a leviathan?"),
        Answer(
            "player",
            N_("Choose {player}"),
            why_not=N_("You can choose only an opponent who has no active Shaman."),
            means=N_(
                "{player} adds a leviathan to the border; one that is already on its zone attacks and leaves."
            ),
        ),
    ),
}

# ------------------------------------------------------------------- merchants, mages and farmers


MERCHANTS_MAGES_FARMERS = {
    numbering.SELL_ALLY: Wording(
        N_("The Slaver: which ally do you discard for 2 pearls?"),
        Answer(
            "card",
            N_("Discard {card} for 2 pearls"),
            why_not=phrases.NOT_IN_HAND,
            means=N_("{card} leaves your hand, and you gain 2 pearls."),
        ),
    ),
    numbering.APPRENTICE_STACK: Wording(
        N_("The Apprentice: which stack do you take?"), phrases.TAKE_STACK, respects_sentinels=True
    ),
    numbering.CLEAR_STACK: Wording(
        N_("The Oracle: which stack do you discard?"),
        Answer(
            "stack",
            N_("Discard the {race} stack ({cards})"),
            why_not=phrases.empty_stack,
            means=N_("The whole stack is discarded, and nobody looks at it: {cards}."),
        ),
        respects_sentinels=True,
    ),
    numbering.EXCHANGE_LOCATION: Wording(
        N_("The Illusionist: which of your locations do you exchange?"),
        Answer("pass", N_("Exchange nothing"), means=phrases.NOTHING_CHANGES),
        Answer(
            "location",
            N_("Give up {location}"),
            why_not=N_("{location} is not one of your locations."),
            means=N_(
                "{location} becomes available to everybody; its lords move to the location that you take in "
                "exchange."
            ),
        ),
    ),
    numbering.EXCHANGE_FOR: Wording(
        N_("The Illusionist: what do you take in exchange for {location}?"),
        phrases.TAKE_LOCATION,
        respects_sentinels=True,
    ),
    numbering.HEAL: Wording(
        N_("The Healer: which ally do you take from the discard?"),
        Answer(
            "card",
            N_("Take {card}"),
            why_not=N_("There is no {card} in the discard."),
            means=N_("{card} comes into your hand."),
        ),
    ),
    numbering.SORCERY: Wording(
        N_("The Sorcerer: do you fight at the border?"),
        Answer(
            "yes",
            N_("Fight a leviathan"),
            typed="fight",
            means=N_("You choose a leviathan on the border, and an ally to spend against it."),
        ),
        Answer("pass", N_("Do not fight"), means=phrases.NOTHING_CHANGES),
    ),
    numbering.BREED: Wording(
        N_("The Breeder: on which zone do you put the new leviathan?"),
        Answer(
            "zone",
            N_("Put it on {zone}"),
            why_not=N_("There is already a leviathan on {zone}."),
            means=N_("The new leviathan lies there; it attacks the next player to roll this zone."),
        ),
    ),
}

# ------------------------------------------------------------- politicians, ambassadors, smugglers


def _not_given_up(asked: Asked, lord: int) -> str | None:
    if lord == asked.detail:
        return filled(_("The {lord} cannot replace itself."), lord=name_of_lord(lord))
    return phrases.not_free(asked.state, asked.player, lord)


def _not_freed(asked: Asked, lord: int) -> str:
    return phrases.not_mine(asked.state, asked.player, lord) or filled(
        _("The {lord} is not under a location."), lord=name_of_lord(lord)
    )


POLITICIANS_AMBASSADORS_SMUGGLERS = {
    numbering.REPLACE_COURT_LORD: Wording(
        N_("The Opportunist: which lord leaves the court?"),
        Answer(
            "lord",
            N_("Replace the {lord}"),
            why_not=phrases.not_in_court,
            means=N_("The {lord} is discarded, and the top lord of the deck takes its space."),
        ),
        respects_sentinels=True,
    ),
    numbering.CORRUPT: Wording(
        N_("The Corruptor: which lord do you recruit for 5 pearls?"),
        Answer("pass", N_("Recruit nobody else"), means=phrases.NOTHING_CHANGES),
        Answer(
            "lord",
            N_("Recruit the {lord} for 5 pearls"),
            why_not=phrases.not_in_court,
            means=phrases.what_buying_brings,
        ),
        respects_sentinels=True,
    ),
    numbering.REPLACE_LORD: Wording(
        N_("The Traitor: which of your lords do you discard for one from the court?"),
        Answer("pass", N_("Keep my lords"), means=phrases.NOTHING_CHANGES),
        Answer("lord", N_("Discard the {lord}"), why_not=_not_given_up, means=phrases.what_is_lost_with_lord),
    ),
    numbering.TAKE_LORD: Wording(
        N_("The Traitor: which lord do you take from the court?"),
        Answer("lord", N_("Take the {lord}"), why_not=phrases.not_in_court, means=phrases.what_lord_brings),
        respects_sentinels=True,
    ),
    numbering.TRADE_LORD: Wording(
        N_("The Schemer: which of your lords do you discard for the top lord of the deck?"),
        Answer("pass", N_("Keep my lords"), means=phrases.NOTHING_CHANGES),
        Answer("lord", N_("Discard the {lord}"), why_not=_not_given_up, means=phrases.what_is_lost_with_lord),
    ),
    numbering.LIBERATE: Wording(
        N_("The Liberator: which of your lords do you free?"),
        Answer(
            "lord",
            N_("Free the {lord}"),
            why_not=_not_freed,
            means=N_(
                "The {lord} leaves its location: its key works again, and so does its power unless it "
                "works on arrival. The location stays yours."
            ),
        ),
    ),
    numbering.STRIKE: Wording(
        N_("The Rebel: which leviathan loses a life point?"),
        Answer(
            "zone",
            N_("Strike {leviathan}"),
            why_not=not_fightable,
            means=N_("{name} loses one life point."),
        ),
    ),
    numbering.AMBASSADOR_PICK: Wording(N_("The {lord}: which location do you take?"), phrases.KEEP_LOCATION),
    numbering.FENCE_PICK: Wording(
        N_("The Fence: which opponent gets a nebulis?"),
        Answer(
            "player",
            N_("Give a nebulis to {player}"),
            means=N_("{player} has one more nebulis, which costs 1 influence at the end."),
        ),
    ),
}

WORDINGS = {**SOLDIERS, **MERCHANTS_MAGES_FARMERS, **POLITICIANS_AMBASSADORS_SMUGGLERS}
