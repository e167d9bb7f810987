"""What Leviathan asks, in words: monsters and the border, fights, attacks, tokens and martial law."""

from openabyss.rules import chapters
from openabyss.rules.cards.allies import DOUBLE_DIE, FIGHT_EFFECT_OF, FIRST_FIGHTER, FIRST_KRAKEN
from openabyss.rules.cards.farmers import COWARD, may_avoid_monsters
from openabyss.rules.questions import Topic
from openabyss.rules.sizes import TRACK_SPACES
from openabyss.rules.state import EMPTY, FREE
from openabyss.rules.turn import MARTIAL_LIMIT
from openabyss.words import _, ngettext
from openabyss.words.cards.codes import kind_name, pearls
from openabyss.words.cards.leviathans import leviathan_on, name_of_leviathan, zone_name
from openabyss.words.cards.printed import name_of_lord
from openabyss.words.listing import filled
from openabyss.words.questions import phrases
from openabyss.words.questions.wording import Asked, Places, wordings_in

# ---------------------------------------------------------------------------- monsters and fights


def what_meeting_brings(asked: Asked, _thing: int) -> str:
    """A fight at the border."""
    fight = _("You choose a leviathan on the border, and an ally to spend against it. Your exploration ends.")
    return phrases.with_last_space(asked, fight)


def keep_exploring(asked: Asked, _thing: int) -> str:
    if chapters.leviathans_in_deck(asked.state) == 0:
        return _("Keep exploring: no leviathan is left to come")
    return _("Keep exploring: a leviathan comes to the border")


def what_going_on_brings(asked: Asked, _thing: int) -> str:
    if chapters.leviathans_in_deck(asked.state) == 0:
        return _("The monster is discarded, no leviathan comes, and you turn up the next card.")
    return _(
        "The monster is discarded, and a new leviathan comes to the border; one that is already on its zone"
        " attacks you and leaves. You turn up the next card."
    )


def not_avoided(asked: Asked, _thing: int) -> str | None:
    if not chapters.has_allies_left(asked.state):
        return _("There are no allies left to find.")
    if asked.detail == TRACK_SPACES - 1 and chapters.can_fight(asked.state, asked.player):
        return _("This is the last space: you must fight, since you can.")
    return None


def not_let_go(asked: Asked, lord: int) -> str | None:
    if lord != COWARD:
        return None
    if not may_avoid_monsters(asked.state, asked.player):
        return filled(_("You have no active {lord}."), lord=name_of_lord(lord))
    return not_avoided(asked, lord)


def not_fightable(asked: Asked, zone: int) -> str:
    leviathan = int(asked.state.border[zone])
    if leviathan == EMPTY:
        return _("There is no leviathan on {zone}.").format(zone=zone_name(zone))
    return _("None of your allies may fight {leviathan}.").format(leviathan=name_of_leviathan(leviathan))


def not_fighting(asked: Asked, kind: int) -> str:
    """An ally against a leviathan, the detail."""
    if asked.state.hand[asked.player, kind] == 0:
        return _(phrases.NOT_IN_HAND).format(card=kind_name(kind))
    return _("{card} may not fight {leviathan}.").format(
        card=kind_name(kind), leviathan=name_of_leviathan(asked.detail)
    )


def what_spending_brings(_asked: Asked, kind: int) -> str:
    """An ally against a leviathan."""
    one_die = _(
        "You discard {card} and roll a die: your power is the card’s value plus the die. If that is too"
        " little, you gain 1 pearl."
    )
    two_dice = _(
        "You discard {card} and roll two dice: your power is the card’s value plus the higher die. If that is"
        " too little, you gain 1 pearl."
    )
    return (two_dice if FIGHT_EFFECT_OF[kind] == DOUBLE_DIE else one_die).format(card=kind_name(kind))


def attack(asked: Asked) -> Places:
    zone = int(chapters.zone_of_leviathan(asked.state, asked.detail))
    return {"leviathan": leviathan_on(asked.state, zone), "power": str(chapters.power_of_attack(asked.state))}


def not_added(asked: Asked, count: int) -> str:
    owned = int(asked.state.pearls[asked.player])
    if count > owned:
        return _("You have only {pearls}.").format(pearls=pearls(owned))
    return _("That is more than the last level needs: the rest would be lost.")


def _tokens_won(asked: Asked) -> int:
    left = int(chapters.base_tokens_left(asked.state)) + int(chapters.leviathan_tokens_left(asked.state))
    return min(asked.detail, left)


def how_many_of_base(asked: Asked) -> str:
    count = _tokens_won(asked)
    return ngettext(
        "You take {count} monster token. How many from the base pile?",
        "You take {count} monster tokens. How many of them from the base pile?",
        count,
    ).format(count=count)


def both_piles(asked: Asked, base: int) -> str:
    return _("{base} from the base pile, {leviathan} from the Leviathan pile").format(
        base=base, leviathan=_tokens_won(asked) - base
    )


def whether_to_keep_fighting(asked: Asked) -> str:
    if not chapters.may_attack_again(asked.state, asked.player, asked.detail):
        return _("You cannot attack any more. What else do you do in this fight?")
    if asked.detail == chapters.SLAIN:
        return _("The leviathan is slain. Do you keep fighting?")
    zone = int(chapters.zone_of_leviathan(asked.state, asked.detail))
    return _("{leviathan}: do you keep fighting?").format(leviathan=leviathan_on(asked.state, zone))


# ----------------------------------------------------------------------- attacks and martial law


def which_to_lose(asked: Asked) -> str:
    count = asked.about[Topic.ALLIES]
    return ngettext(
        "A leviathan attacks: you lose {count} more ally. Which one do you discard?",
        "A leviathan attacks: you lose {count} more allies. Which one do you discard next?",
        count,
    ).format(count=count)


def not_taken_by_it(asked: Asked, lord: int) -> str | None:
    """An attack takes any free lord, also a disabled one."""
    if asked.state.lord_place[lord] == asked.player and asked.state.lord_location[lord] != FREE:
        return filled(_("The {lord} is safe under a location."), lord=name_of_lord(lord))
    return phrases.not_mine(asked.state, asked.player, lord)


def _too_many(asked: Asked) -> int:
    return int(chapters.hand_size(asked.state, asked.player)) - MARTIAL_LIMIT


def price_of_keeping(asked: Asked) -> Places:
    return {"price": pearls(_too_many(asked))}


def how_to_obey(asked: Asked) -> str:
    excess = _too_many(asked)
    held = excess + MARTIAL_LIMIT
    if asked.state.pearls[asked.player] < excess:
        return ngettext(
            "Martial law: you hold {count} ally, {excess} too many. Which one do you discard?",
            "Martial law: you hold {count} allies, {excess} too many. Which one do you discard?",
            held,
        ).format(count=held, excess=excess)
    return ngettext(
        "Martial law: you hold {count} ally, {excess} too many. Do you discard one, or pay {price} to keep"
        " them all?",
        "Martial law: you hold {count} allies, {excess} too many. Do you discard one, or pay {price} to keep"
        " them all?",
        held,
    ).format(count=held, excess=excess, price=pearls(excess))


def not_given(asked: Asked, kind: int) -> str | None:
    if asked.state.hand[asked.player, kind] == 0:
        return _(phrases.NOT_IN_HAND).format(card=kind_name(kind))
    if FIRST_KRAKEN <= kind < FIRST_FIGHTER:
        return _("Krakens cannot be discarded for martial law.")
    return None


WORDINGS = wordings_in("leviathan.md", globals(), vars(phrases))
