"""The table as one seat sees it: the `update` of the protocol.

Built from `view`, the words, and questions that the rules answer about the seat's own cards, so what
is hidden from a seat cannot get into what it is shown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from msgspec import UNSET, UnsetType, json

from openabyss.client.narration import latest_lines, shown_events
from openabyss.client.offers import lord_to_pay, offers_to, payments_of, what_offers_depend_on
from openabyss.client.protocol.messages import (
    ActionShown,
    Config,
    FightShown,
    Offer,
    Person,
    Preview,
    QuestionShown,
    RefusedAction,
    UndoShown,
    Update,
)
from openabyss.client.result import result_of
from openabyss.client.table_history import TableHistory
from openabyss.client.targets import target_of
from openabyss.game import Game
from openabyss.position.options import Options
from openabyss.rules.actions import KIND, LOCATION, LORD, PASS, PLAYER, PLOT, RACE, TOKEN, YES, ZONE
from openabyss.rules.base.exploring import OFFER
from openabyss.rules.base.recruiting import PAY
from openabyss.rules.copying import copy_of
from openabyss.rules.leviathan.fighting import FIGHT_ALLY, zone_of_leviathan
from openabyss.rules.questions import Cards, QuestionSpec, open_question
from openabyss.rules.scoring import worth_of
from openabyss.rules.state import AVAILABLE, COURT, EMPTY, State
from openabyss.rules.turn import MAIN
from openabyss.table.fights import Attack, attack_with, best_attacks
from openabyss.table.forecast import Forecast, forecast
from openabyss.table.questions import Action, legal_answers
from openabyss.table.view import View, public_view, seen_from
from openabyss.words import language
from openabyss.words.cards.codes import KIND_CODES
from openabyss.words.cards.leviathans import odds_in_words
from openabyss.words.cards.locations import location_worth_in_words
from openabyss.words.questions.actions import TURN_LORDS, has_own_word, points_at_nothing, text_of
from openabyss.words.questions.prompts import label, prompt, short_label, waiting_for, why_not

LOG_LINES = 200
# Whoever has missed more than this of the log is told what somebody is told who has seen nothing.
MISSED = 200
# As many seats, languages and names are seldom looked at together: then it is all made anew.
MANY_READERS = 50


@dataclass(frozen=True, slots=True)
class UpdateContext:
    """What an update says besides the game itself: the people, the promise about the seed, addresses.

    is_seed_open: the seed is shown from the beginning, and not only when the game is over.
    """

    people: Sequence[Person]
    commitment: str
    seed: str | None = None
    salt: str | None = None
    is_seed_open: bool = False
    results_url: str | None = None
    record_url: str | None = None
    rematch_url: str | None = None


@dataclass(frozen=True, slots=True)
class SeatSnapshot:
    """What is shown to everybody who looks from one seat: all of an update but the people and the news."""

    view: View
    hash: str
    question: QuestionShown | None
    offers: list[Offer]
    worth: dict[str, list[int]]
    fights: dict[str, FightShown]
    preview: list[Preview]
    undo: UndoShown


class Snapshot:
    """A history as it stands: read once for all who look."""

    def __init__(self, history: TableHistory) -> None:
        self.history = history
        self.revision = history.revision
        self.table = history.game.table
        self.public = public_view(self.table)
        self.forecasts = [forecast(history.game.state, seat) for seat in range(history.game.players)]
        self.seats: dict[tuple[int | None, str, tuple[str, ...]], SeatSnapshot] = {}

    def is_still(self, history: TableHistory) -> bool:
        """Nothing has been entered since."""
        return self.history is history and self.revision == history.revision


class UpdateCache:
    """What is computed once for all viewers of a table, and again only when it changes."""

    def __init__(self) -> None:
        self._snapshot: Snapshot | None = None
        self._config: Config | None = None
        self._offers: dict[tuple[int, str], tuple[tuple[Any, ...], list[Offer]]] = {}

    def for_seat(self, history: TableHistory, seat: int | None, names: Sequence[str]) -> SeatSnapshot:
        """What `seat` is shown of the history as it stands, in the reader's language."""
        snapshot = self._snapshot
        if snapshot is None or not snapshot.is_still(history) or len(snapshot.seats) >= MANY_READERS:
            self._snapshot = snapshot = Snapshot(history)
        reader = (seat, language(), tuple(names))
        if reader not in snapshot.seats:
            snapshot.seats[reader] = self._seen_from(snapshot, seat, names)
        return snapshot.seats[reader]

    def _seen_from(self, snapshot: Snapshot, seat: int | None, names: Sequence[str]) -> SeatSnapshot:
        history, game = snapshot.history, snapshot.history.game
        seen = seen_from(snapshot.table, snapshot.public, seat)
        offers = [] if seat is None else self._offers_to(game, seat)
        # A computer that plays somebody's seat is asked in their place.
        asked = None if seat is None or history.levels[seat] else seat
        return SeatSnapshot(
            view=seen,
            hash=hash_of(seen),
            question=None if game.is_over else question_shown(game, asked, names, offers),
            offers=offers,
            worth=worths_of(snapshot.forecasts),
            fights={} if seat is None or game.is_over else fights_of(game.state, seat),
            preview=[
                preview_of(one, is_open=game.is_over or one.player == seat) for one in snapshot.forecasts
            ],
            undo=UndoShown(history.can_undo(seat), history.can_redo(seat), history.can_restart(seat)),
        )

    def config(self, game: Game) -> Config:
        """Which game is played; that never changes."""
        if self._config is None:
            self._config = config_of(game)
        return self._config

    def _offers_to(self, game: Game, seat: int) -> list[Offer]:
        """What the lords cost the seat; from one answer to the next that seldom changes."""
        if game.is_over:
            return []
        reader, key = (seat, language()), what_offers_depend_on(game.state, seat)
        if self._offers.get(reader, ((), []))[0] != key:
            self._offers[reader] = (key, offers_to(game, seat))
        return self._offers[reader][1]


def update_for(
    history: TableHistory,
    seat: int | None,
    context: UpdateContext,
    have: int = -1,
    cache: UpdateCache | None = None,
) -> Update:
    """The table as `seat` sees it (None: a spectator), for somebody who has seen the revision `have`."""
    game, names = history.game, [person.name for person in context.people]
    cache = cache or UpdateCache()
    seen = cache.for_seat(history, seat, names)
    news = history.news(have)
    if len(news.log) - news.log_from > MISSED:
        news = history.news(-1)
    over = game.is_over
    return Update(
        revision=history.revision,
        hash=seen.hash,
        config=cache.config(game),
        view=seen.view,
        people=list(context.people),
        question=seen.question,
        offers=seen.offers,
        worth=seen.worth,
        fights=seen.fights,
        preview=seen.preview,
        undo=seen.undo,
        undone=news.undone,
        events=shown_events(news.events, seat),
        log_from=news.log_from,
        log=latest_lines(news.log, news.log_from, LOG_LINES, names, seat),
        turn_of=seen.view.active,
        over=over,
        result=result_of(game, names) if over else None,
        results_url=context.results_url if over else None,
        rematch_url=context.rematch_url if over else None,
        record_url=context.record_url if over else None,
        commitment=context.commitment,
        seed=context.seed if over or context.is_seed_open else None,
        salt=context.salt if over else None,
        hot_seat=_hot_seat(context.people, None if over else game.player),
    )


def _hot_seat(people: Sequence[Person], asked: int | None) -> int | UnsetType:
    """The seat that is asked, if several people share a browser and one of them sits there."""
    here = [person.seat for person in people if person.local]
    is_here = len(here) > 1 and asked in here and people[asked].level is None
    return asked if is_here and asked is not None else UNSET


def hash_of(seen: View) -> str:
    """16 hex digits of a view as compact JSON, its keys in the order in which they are sent."""
    return blake2b(json.encode(seen), digest_size=8).hexdigest()


def config_of(game: Game) -> Config:
    """Which game is played."""
    table = game.table
    return Config(
        table.players,
        table.kraken,
        table.leviathan,
        None if table.regent is None else table.regent_level,
        Options.of(game.state).to_dict(),
    )


def preview_of(given: Forecast, *, is_open: bool) -> Preview:
    """What a player would score now; monster tokens count only for those to whom they are open."""
    score, known = given.score, given.known
    if is_open:
        return Preview(given.player, score, score, given.locations)
    return Preview(given.player, None if given.has_tokens else known, known, given.locations)


def worths_of(forecasts: Sequence[Forecast]) -> dict[str, list[int]]:
    """What each location that may still be taken would score now for each seat, by id."""
    return {number: [one.worth[number] for one in forecasts] for number in forecasts[0].worth}


# --------------------------------------------------------------------------- the question


def question_shown(
    game: Game, seat: int | None, names: Sequence[str], offers: Sequence[Offer]
) -> QuestionShown:
    """The open question; the legal answers are shown only to the seat that is asked, if it is this one.

    `offers` are those of the seat: why a lord cannot be recruited is worked out once.
    """
    question = game.question
    if question.player != seat:
        told = waiting_for(question.player, names)
        return QuestionShown(question.kind, question.player, False, told, [], [], [])
    state = game.state
    is_payment = question.spec.number == PAY
    return QuestionShown(
        kind=question.kind,
        player=question.player,
        mine=True,
        prompt=prompt(question.kind, state, names),
        actions=[action_shown(game, action, names) for action in game.legal_actions],
        refused=list(refused_actions(game, offers)),
        payments=payments_of(copy_of(state), question.player, lord_to_pay(state)) if is_payment else [],
    )


def action_shown(game: Game, action: Action, names: Sequence[str]) -> ActionShown:
    """A legal answer of the seat that is asked."""
    question, state = action.question, game.state
    asked = question.spec.number
    return ActionShown(
        text=action.text,
        label=label(question.kind, action.id, state, names),
        reveals=reveals(game, action),
        passes=action.id == PASS,
        short=short_label(question.kind, action.id, state),
        hint=_hint(game, action.id),
        price=state.price if asked == OFFER and action.id == YES else None,
        target=target_of(action.id, state),
    )


def reveals(game: Game, action: Action) -> bool:
    """Whether an answer shows something that was hidden, so that it cannot be undone."""
    return game.history.would_reveal(copy_of(game.state), action.id)


def _hint(game: Game, action: int) -> str:
    """What is good to know about a location that may be chosen, or an ally that may fight."""
    state, target = game.state, target_of(action, game.state)
    if game.question.spec.number == FIGHT_ALLY and target is not None and target.card is not None:
        zone = int(zone_of_leviathan(state, open_question(state).detail))
        return _odds(attack_with(state, game.player, action - KIND, zone))
    if target is None or target.location is None:
        return ""
    points = int(worth_of(game.state, action - LOCATION, game.player))
    return location_worth_in_words(target.location, points)


def fights_of(state: State, seat: int) -> dict[str, FightShown]:
    """The likeliest attack of a seat on each leviathan of the border, by zone from 1."""
    if not state.leviathan:
        return {}
    return {
        str(zone + 1): FightShown(KIND_CODES[attack.kind], attack.roll, _percent(attack), _odds(attack))
        for zone, attack in best_attacks(state, seat).items()
    }


def _odds(attack: Attack) -> str:
    return odds_in_words(attack.roll, attack.pearls, _percent(attack))


def _percent(attack: Attack) -> int:
    return round(100 * attack.chance)


def refused_actions(game: Game, offers: Sequence[Offer]) -> Iterator[RefusedAction]:
    """What lies visibly on the table and might be meant as an answer, but is not legal; with the reason."""
    question, state = game.question, game.state
    legal = set(legal_answers(state))
    told = _refused_lords(state, offers) if question.spec.number == MAIN else {}
    for action in _candidates(state, question.spec, question.player):
        if action in legal:
            continue
        why = told.get(action) or why_not(state, question.player, question.kind, action)
        if why:
            said = _said(game, action) if points_at_nothing(action) else ""
            yield RefusedAction(text_of(question.kind, action, state), why, target_of(action, state), said)


def _said(game: Game, action: int) -> str:
    """What stands on a refused answer."""
    kind, state = game.question.kind, game.state
    return short_label(kind, action, state) or label(kind, action, state)


def _refused_lords(state: State, offers: Sequence[Offer]) -> dict[int, str | None]:
    """Why lords of the court cannot be recruited, by action."""
    court = [lord for lord in state.court.tolist() if lord != EMPTY]
    return {LORD + lord: offer.refusal for lord, offer in zip(court, offers, strict=True)}


def _candidates(state: State, question: QuestionSpec, player: int) -> list[int]:
    """Visible things that the question could be about, as actions."""
    first, end = question.answers
    found = [action for action in _visible(state, question, player) if first <= action < end]
    if question.turn_powers:
        found += [LORD + lord for lord in TURN_LORDS if state.lord_place[lord] == player]
    if question.tokens and state.leviathan:
        held = state.monster_tokens[player].tolist()
        found += [TOKEN + token for token, copies in enumerate(held) if copies]
    return sorted(set(found))


def _visible(state: State, question: QuestionSpec, player: int) -> Iterator[int]:
    """What `player` sees of the table, and the buttons that belong to the question."""
    yield from (answer for answer in (YES, PASS) if has_own_word(question.name, answer))
    if question.number == MAIN:
        yield PLOT
    lords = state.lord_place.tolist()
    mine = () if question.number == MAIN else (player,)
    yield from (LORD + lord for lord, place in enumerate(lords) if place == COURT or place in mine)
    if question.asks_for is Cards.HAND:
        yield from (KIND + kind for kind, copies in enumerate(state.hand[player].tolist()) if copies)
    yield from range(RACE, KIND)
    places = state.location_place.tolist()
    yield from (LOCATION + tile for tile, place in enumerate(places) if place in (AVAILABLE, player))
    yield from (PLAYER + seat for seat in range(state.players) if seat != player)
    if state.leviathan:
        yield from (ZONE + zone for zone, beast in enumerate(state.border.tolist()) if beast != EMPTY)
