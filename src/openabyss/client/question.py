"""The open question as a seat sees it: its answers, what they point at, and why others are refused.

Against leviathans, also what to roll, and how likely that is.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from openabyss.client.offers import payments_of
from openabyss.client.protocol.parts import (
    ActionShown,
    FightShown,
    Offer,
    QuestionShown,
    RefusedAction,
    Target,
)
from openabyss.play.game import Game
from openabyss.rules import numbering
from openabyss.rules.actions import KIND, LOCATION, LORD, PASS, PLAYER, PLOT, RACE, TOKEN, YES, ZONE
from openabyss.rules.cards.allies import ALLY_KINDS, DOUBLE_DIE, FIGHT_EFFECT_OF, PEARL_BOOST, VALUE_OF
from openabyss.rules.cards.leviathans import RESISTANCE
from openabyss.rules.chapters import DIE_FACES, hand_size, is_eligible, rewarded_level, zone_of_leviathan
from openabyss.rules.questions import ALLIES_LOST, QUESTION_NAMES, QUESTIONS, Cards, QuestionSpec, Topic
from openabyss.rules.scoring import worth_of
from openabyss.rules.state import AVAILABLE, COURT, DECK, DRAWN, EMPTY, GONE, State, copy_of, numbers_of
from openabyss.rules.turn import MARTIAL_LIMIT
from openabyss.table.questions import legal_answers
from openabyss.words.cards import codes
from openabyss.words.cards.leviathans import odds_in_short, odds_in_words
from openabyss.words.cards.printed import location_worth_in_words
from openabyss.words.questions import actions
from openabyss.words.questions.exploring import reward_signs
from openabyss.words.questions.prompts import label, prompt, short_label, waiting_for, why_not
from openabyss.words.questions.wording import Asked, asked_of


class Attack(Struct, frozen=True):
    """An attack on the next level of a leviathan with an ally of the hand, before the die is rolled.

    roll: the least that beats the level, 1 where every roll does, 7 where none does.
    pearls: how many pearls of the player that roll counts on. chance: from 0 to 1.
    """

    kind: int
    roll: int
    pearls: int
    chance: float


def question_shown(
    game: Game, seat: int | None, names: Sequence[str], offers: Sequence[Offer]
) -> QuestionShown:
    """The open question; the legal answers are shown only to the seat that is asked, if it is this one.

    `offers` are those of the seat: why a lord cannot be recruited is worked out once.
    """
    state = game.state
    asked = asked_of(state, names=names)
    kind, player = QUESTION_NAMES[asked.what], asked.player
    if player != seat:
        return QuestionShown(kind, player, False, waiting_for(player, names), [], [], [])
    return QuestionShown(
        kind=kind,
        player=player,
        mine=True,
        prompt=prompt(kind, state, names),
        actions=list(actions_shown(game, asked)),
        refused=list(refused_actions(asked, offers)),
        payments=payments_of(copy_of(state), player, asked.detail) if asked.what == numbering.PAY else [],
        cards_to_go=_cards_to_go(asked),
    )


def _cards_to_go(asked: Asked) -> int:
    """How many cards of the hand a limit or an attack still takes, each by an answer of its own."""
    held = int(hand_size(asked.state, asked.player))
    if asked.what == numbering.DISCARD_TO_LIMIT:
        return held - asked.detail
    if asked.what == numbering.OBEY_MARTIAL_LAW:
        return held - MARTIAL_LIMIT
    return asked.detail % ALLIES_LOST if asked.what == numbering.LOSE_ALLY else 0


def actions_shown(game: Game, asked: Asked) -> Iterator[ActionShown]:
    """The legal answers of the seat that is asked."""
    state, names, kind = asked.state, asked.names, QUESTION_NAMES[asked.what]
    scratch = copy_of(state)
    for action in legal_answers(state):
        target = target_of(action, asked)
        numbers_of(scratch)[:] = numbers_of(state)
        yield ActionShown(
            text=actions.text_of(kind, action, state),
            label=label(kind, action, state, names),
            reveals=game.history.would_reveal(scratch, action),
            passes=action == PASS,
            short=short_label(kind, action, state),
            hint=_hint(action, asked, target),
            price=state.price if asked.what == numbering.OFFER and action == YES else None,
            signs=_signs(action, asked),
            target=target,
        )


def _signs(action: int, asked: Asked) -> list[str]:
    """The reward for fighting the monster, as signs."""
    is_fight = asked.what == numbering.EXPLORE_MONSTER and action == YES and not asked.state.leviathan
    return reward_signs(rewarded_level(asked.state, asked.player, asked.state.threat)) if is_fight else []


def _hint(action: int, asked: Asked, target: Target | None) -> str:
    """A useful fact about a location that may be chosen, or an ally that may fight."""
    state, player = asked.state, asked.player
    if asked.what == numbering.FIGHT_ALLY and target is not None and target.card is not None:
        zone = int(zone_of_leviathan(state, asked.detail))
        attack = attack_with(state, player, action - KIND, zone)
        return odds_in_short(attack.roll, attack.pearls, _percent(attack))
    if target is None or target.location is None:
        return ""
    return location_worth_in_words(target.location, int(worth_of(state, action - LOCATION, player)))


def fights_of(state: State, seat: int) -> dict[str, FightShown]:
    """The likeliest attack of a seat on each leviathan of the border, by zone from 1."""
    if not state.leviathan:
        return {}
    return {
        str(zone + 1): FightShown(codes.KIND_CODES[attack.kind], attack.roll, _percent(attack), _odds(attack))
        for zone, attack in best_attacks(state, seat).items()
    }


def _odds(attack: Attack) -> str:
    return odds_in_words(attack.roll, attack.pearls, _percent(attack))


def _percent(attack: Attack) -> int:
    return round(100 * attack.chance)


def refused_actions(asked: Asked, offers: Sequence[Offer]) -> Iterator[RefusedAction]:
    """Visible things that somebody might try to choose although that is not legal, with the reason."""
    state, kind, legal = asked.state, QUESTION_NAMES[asked.what], set(legal_answers(asked.state))
    known = _refused_lords(state, offers) if asked.what == numbering.MAIN else {}
    for action in _candidates(state, QUESTIONS[asked.what], asked.player):
        if action in legal:
            continue
        why = known.get(action) or why_not(asked, kind, action)
        if why:
            shown = ""
            if actions.points_at_nothing(action):
                shown = short_label(kind, action, state) or label(kind, action, state)
            yield RefusedAction(actions.text_of(kind, action, state), why, target_of(action, asked), shown)


def _refused_lords(state: State, offers: Sequence[Offer]) -> dict[int, str | None]:
    """Why lords of the court cannot be recruited, by action."""
    court = [lord for lord in state.court.tolist() if lord != EMPTY]
    return {LORD + lord: offer.refusal for lord, offer in zip(court, offers, strict=True)}


def _candidates(state: State, question: QuestionSpec, player: int) -> list[int]:
    """Visible things that an answer could point at, as actions."""
    first, end = question.answers
    found = [action for action in _visible(state, question, player) if first <= action < end]
    if question.turn_powers:
        found += [LORD + lord for lord in actions.TURN_LORDS if state.lord_place[lord] == player]
    if question.tokens and state.leviathan:
        held = state.monster_tokens[player].tolist()
        found += [TOKEN + token for token, copies in enumerate(held) if copies]
    return sorted(set(found))


def _visible(state: State, question: QuestionSpec, player: int) -> Iterator[int]:
    """What `player` sees on the table, and the buttons that belong to the question."""
    yield from (answer for answer in (YES, PASS) if actions.has_own_word(question.name, answer))
    if question.number == numbering.MAIN:
        yield PLOT
    lords = state.lord_place.tolist()
    mine = () if question.number == numbering.MAIN else (player,)
    yield from (LORD + lord for lord, place in enumerate(lords) if place == COURT or place in mine)
    if question.asks_for is Cards.HAND:
        yield from (KIND + kind for kind, copies in enumerate(state.hand[player].tolist()) if copies)
    yield from range(RACE, KIND)
    places = state.location_place.tolist()
    yield from (LOCATION + tile for tile, place in enumerate(places) if place in (AVAILABLE, player))
    yield from (PLAYER + seat for seat in range(state.players) if seat != player)
    if state.leviathan:
        yield from (ZONE + zone for zone, beast in enumerate(state.border.tolist()) if beast != EMPTY)


LORD_ZONES = {COURT: "court", DECK: "lord_deck", GONE: "lord_discard"}
LOCATION_ZONES = {AVAILABLE: "locations", DRAWN: "drawn", DECK: "location_deck"}
CARD_ZONES = {
    Cards.HAND: "hand",
    Cards.DISCARD: "discard",
    Cards.AFFILIATED: "affiliated",
    Cards.PAYMENT: "payment",
}


def target_of(action: int, asked: Asked) -> Target | None:
    """Where to click for an answer to the open question; None for one that points at nothing, such as
    passing."""
    if action == PLOT:
        return Target("lord_deck")
    if action == YES:
        return _target_of_yes(QUESTIONS[asked.what], asked.detail)
    return (
        None
        if actions.points_at_nothing(action)
        else _target_of_thing(*actions.sort_and_thing(action), asked)
    )


def _target_of_yes(question: QuestionSpec, detail: int) -> Target | None:
    if question.number == numbering.MAIN:
        return Target("exploration_deck")
    return Target("track", space=detail) if question.about is Topic.TRACK_SPACE else None


def _target_of_thing(sort: str, thing: int, asked: Asked) -> Target:
    if sort == "lord":
        zone, owner = _zone_of(int(asked.state.lord_place[thing]), LORD_ZONES, "lord_deck")
        return Target(zone, lord=codes.LORD_IDS[thing], player=owner)
    if sort == "location":
        zone, owner = _zone_of(int(asked.state.location_place[thing]), LOCATION_ZONES, "location_deck")
        return Target(zone, location=codes.LOCATION_IDS[thing], player=owner)
    if sort == "stack":
        return Target("council", race=codes.RACE_CODES[thing])
    if sort == "card":
        zone = CARD_ZONES[QUESTIONS[asked.what].asks_for or Cards.HAND]
        return Target(zone, card=codes.KIND_CODES[thing], player=asked.player)
    if sort == "zone":
        return Target("border", border=thing + 1)
    if sort == "token":
        return Target("tokens", token=codes.TOKEN_CODES[thing], player=asked.player)
    if sort == "player":
        return Target("player", player=thing)
    return Target("location_deck" if asked.what == numbering.CONTROL_SOURCE else "number", number=thing)


def _zone_of(place: int, zones: Mapping[int, str], elsewhere: str) -> tuple[str, int | None]:
    """Where a card is, and whose it is."""
    return ("seat", place) if place >= 0 else (zones.get(place, elsewhere), None)


def attack_with(state: State, player: int, kind: int, zone: int) -> Attack:
    """The attack on the leviathan of a zone with an ally of a kind."""
    missing = int(RESISTANCE[state.border[zone], state.levels_lost[zone]] - VALUE_OF[kind])
    boosts = FIGHT_EFFECT_OF[kind] == PEARL_BOOST
    pearls = max(0, min(int(state.pearls[player]), missing - 1)) if boosts else 0
    roll = min(max(1, missing - pearls), DIE_FACES + 1)
    fails = min(1.0, (roll - 1) / DIE_FACES)
    dice = 2 if FIGHT_EFFECT_OF[kind] == DOUBLE_DIE else 1
    return Attack(kind, roll, pearls, 1 - fails**dice)


def best_attacks(state: State, player: int) -> dict[int, Attack]:
    """The likeliest attack on each leviathan of the border, by zone from 0; of equal ones that with the
    fewest pearls and the lowest value. Leviathans that nobody in the hand may fight are left out."""
    found, hand = {}, state.hand[player, :ALLY_KINDS].tolist()
    for zone, beast in enumerate(state.border.tolist()):
        if beast == EMPTY:
            continue
        attacks = [
            attack_with(state, player, kind, zone)
            for kind, copies in enumerate(hand)
            if copies and is_eligible(state, player, kind, beast)
        ]
        if attacks:
            found[zone] = max(attacks, key=lambda one: (one.chance, -one.pearls, -VALUE_OF[one.kind]))
    return found
