"""What Leviathan asks, in words: monsters and the border, fights, attacks, tokens and martial law."""

from openabyss.rules import chapters, numbering
from openabyss.rules.cards.allies import FIRST_FIGHTER, FIRST_KRAKEN
from openabyss.rules.cards.farmers import COWARD, may_avoid_monsters
from openabyss.rules.questions import Topic
from openabyss.rules.sizes import TRACK_SPACES
from openabyss.rules.state import EMPTY, FREE
from openabyss.rules.turn import MARTIAL_LIMIT
from openabyss.words import N_, _, ngettext
from openabyss.words.cards.codes import kind_name, pearls
from openabyss.words.cards.leviathans import leviathan_on, name_of_leviathan, zone_name
from openabyss.words.cards.lords import name_of_lord
from openabyss.words.listing import filled
from openabyss.words.questions import phrases
from openabyss.words.questions.wording import Answer, Asked, Places, Wording

# ---------------------------------------------------------------------------- monsters and fights


def _not_avoided(asked: Asked, _thing: int) -> str | None:
    if not chapters.has_allies_left(asked.state):
        return _("There are no allies left to find.")
    if asked.detail == TRACK_SPACES - 1 and chapters.can_fight(asked.state, asked.player):
        return _("This is the last space: you must fight, since you can.")
    return None


def _not_let_go(asked: Asked, lord: int) -> str | None:
    if lord != COWARD:
        return None
    if not may_avoid_monsters(asked.state, asked.player):
        return filled(_("You have no active {lord}."), lord=name_of_lord(lord))
    return _not_avoided(asked, lord)


def not_fightable(asked: Asked, zone: int) -> str:
    leviathan = int(asked.state.border[zone])
    if leviathan == EMPTY:
        return _("There is no leviathan on {zone}.").format(zone=zone_name(zone))
    return _("None of your allies may fight {leviathan}.").format(leviathan=name_of_leviathan(leviathan))


def _not_fighting(asked: Asked, kind: int) -> str:
    """An ally against a leviathan, the detail."""
    if asked.state.hand[asked.player, kind] == 0:
        return _(phrases.NOT_IN_HAND).format(card=kind_name(kind))
    return _("{card} may not fight {leviathan}.").format(
        card=kind_name(kind), leviathan=name_of_leviathan(asked.detail)
    )


def _attack(asked: Asked) -> Places:
    zone = int(chapters.zone_of_leviathan(asked.state, asked.detail))
    return {"leviathan": leviathan_on(asked.state, zone), "power": str(chapters.power_of_attack(asked.state))}


def _not_added(asked: Asked, count: int) -> str:
    owned = int(asked.state.pearls[asked.player])
    if count > owned:
        return _("You have only {pearls}.").format(pearls=pearls(owned))
    return _("That is more than the last level needs: the rest would be lost.")


def _tokens_won(asked: Asked) -> int:
    left = int(chapters.base_tokens_left(asked.state)) + int(chapters.leviathan_tokens_left(asked.state))
    return min(asked.detail, left)


def _how_many_of_base(asked: Asked) -> str:
    count = _tokens_won(asked)
    return ngettext(
        "You take {count} monster token. How many from the base pile?",
        "You take {count} monster tokens. How many of them from the base pile?",
        count,
    ).format(count=count)


def _both_piles(asked: Asked, base: int) -> str:
    return _("{base} from the base pile, {leviathan} from the Leviathan pile").format(
        base=base, leviathan=_tokens_won(asked) - base
    )


def _whether_to_keep_fighting(asked: Asked) -> str:
    if asked.detail == chapters.SLAIN:
        return _("The leviathan is slain. Do you keep fighting?")
    zone = int(chapters.zone_of_leviathan(asked.state, asked.detail))
    return _("{leviathan}: do you keep fighting?").format(leviathan=leviathan_on(asked.state, zone))


FIGHTS = {
    numbering.MEET_MONSTER: Wording(
        N_("There is a monster on space {space}. Do you fight at the border?"),
        Answer(
            "yes",
            N_("Fight a leviathan"),
            typed="fight",
            why_not=N_("None of your allies may fight a leviathan on the border."),
            means=N_(
                "You choose a leviathan on the border, and an ally to spend against it. Your exploration "
                "ends."
            ),
        ),
        Answer(
            "pass",
            N_("Keep exploring: a leviathan comes to the border"),
            typed="continue",
            why_not=_not_avoided,
            means=N_(
                "The monster is discarded, and a new leviathan comes to the border; one that is already on"
                " its zone attacks you and leaves. You turn up the next card."
            ),
        ),
        Answer(
            "lord",
            N_("Discard the monster with the {lord}"),
            typed="use",
            why_not=_not_let_go,
            means=N_("The monster is discarded, no leviathan comes, and you turn up the next card."),
        ),
    ),
    numbering.FIGHT_TARGET: Wording(
        N_("Which leviathan do you fight?"),
        Answer(
            "zone",
            N_("Fight {leviathan}"),
            why_not=not_fightable,
            means=N_("You attack {name} with one of your allies, and may draw monster tokens."),
        ),
    ),
    numbering.FIGHT_ALLY: Wording(
        N_("Which ally do you spend against {leviathan}?"),
        Answer(
            "card",
            N_("Spend {card}"),
            why_not=_not_fighting,
            means=N_(
                "You discard {card} and roll a die: your power is the card’s value plus the die. If that is "
                "too little, you gain 1 pearl."
            ),
        ),
        places=_attack,
    ),
    numbering.BOOST: Wording(
        N_("Your attack on {leviathan} has power {power}. How many pearls do you add?"),
        Answer(
            "number",
            lambda asked, count: _("Add {pearls}").format(pearls=pearls(count)),
            why_not=_not_added,
            means=N_("Each pearl that you pay adds 1 to your power."),
        ),
        places=_attack,
    ),
    numbering.TAKE_TOKENS: Wording(
        _how_many_of_base,
        Answer(
            "number",
            _both_piles,
            why_not=N_("There are not enough monster tokens left for this split."),
            means=N_(
                "Tokens of the base pile count at the end; those of the Leviathan pile have an effect that"
                " you use in your turn."
            ),
        ),
    ),
    numbering.FIGHT_AGAIN: Wording(
        _whether_to_keep_fighting,
        Answer("yes", N_("Keep fighting"), typed="fight", means=N_("You attack again, with another ally.")),
        Answer("pass", N_("Stop fighting"), typed="stop", means=N_("The fight is over; the damage stays.")),
    ),
}

# ----------------------------------------------------------------------- attacks and martial law


def _which_to_lose(asked: Asked) -> str:
    count = asked.about[Topic.ALLIES]
    return ngettext(
        "A leviathan attacks: you lose {count} more ally. Which one do you discard?",
        "A leviathan attacks: you lose {count} more allies. Which one do you discard next?",
        count,
    ).format(count=count)


def _not_taken_by_it(asked: Asked, lord: int) -> str | None:
    """An attack takes any free lord, also a disabled one."""
    if asked.state.lord_place[lord] == asked.player and asked.state.lord_location[lord] != FREE:
        return filled(_("The {lord} is safe under a location."), lord=name_of_lord(lord))
    return phrases.not_mine(asked.state, asked.player, lord)


def _too_many(asked: Asked) -> int:
    return int(chapters.hand_size(asked.state, asked.player)) - MARTIAL_LIMIT


def _how_to_obey(asked: Asked) -> str:
    excess = _too_many(asked)
    held = excess + MARTIAL_LIMIT
    return ngettext(
        "Martial law: you hold {count} ally, {excess} too many. Do you discard one, or pay {price} to keep"
        " them all?",
        "Martial law: you hold {count} allies, {excess} too many. Do you discard one, or pay {price} to keep"
        " them all?",
        held,
    ).format(count=held, excess=excess, price=pearls(excess))


def _not_given(asked: Asked, kind: int) -> str | None:
    if asked.state.hand[asked.player, kind] == 0:
        return _(phrases.NOT_IN_HAND).format(card=kind_name(kind))
    if FIRST_KRAKEN <= kind < FIRST_FIGHTER:
        return _("Krakens cannot be discarded for martial law.")
    return None


LOSSES_AND_TOKENS = {
    numbering.LOSE_ALLY: Wording(_which_to_lose, phrases.DISCARD_CARD),
    numbering.LOSE_LORD: Wording(
        N_("A leviathan attacks: which of your free lords do you discard?"),
        Answer(
            "lord", N_("Discard the {lord}"), why_not=_not_taken_by_it, means=phrases.what_is_lost_with_lord
        ),
    ),
    numbering.TOKEN_WINDOW: Wording(
        N_("Do you use one of your monster tokens now?"),
        Answer("pass", N_("Use no token"), typed="done", means=N_("You keep your tokens for later.")),
        phrases.USE_OF_TOKEN,
    ),
    numbering.TOKEN_STACK_PICK: Wording(
        N_("The monster token: which stack do you take?"), phrases.TAKE_STACK, respects_sentinels=True
    ),
    numbering.OBEY_MARTIAL_LAW: Wording(
        _how_to_obey,
        Answer(
            "pass",
            N_("Pay {price}"),
            typed="done",
            why_not=N_("You do not have enough pearls to keep all your allies."),
            means=N_("You pay {price} and keep all your allies."),
        ),
        Answer(
            "card",
            N_("Discard {card}"),
            why_not=_not_given,
            means=N_("{card} is discarded, and you have one ally fewer to pay for."),
        ),
        places=lambda asked: {"price": pearls(_too_many(asked))},
    ),
}

WORDINGS = {**FIGHTS, **LOSSES_AND_TOKENS}
