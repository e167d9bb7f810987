"""The table in words, from an `update`: what a screen reader reads, and what works without JavaScript.

Everything comes from the update of the seat, so nothing hidden gets in. Order: what has happened,
what is asked, what lies on the table, then the seats, one's own first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openabyss.rules.cards.leviathans import FEARED_RACE
from openabyss.rules.cards.printed import COST, INFLUENCE, KEYS, RACES_NEEDED
from openabyss.rules.state import BASE_TOKENS
from openabyss.table.facts import COURT_AREA
from openabyss.table.reading import SeatLord, Sentinel
from openabyss.table.score_rows import empty_sea_in_words
from openabyss.table.view import SeatView
from openabyss.web.course import write_payment
from openabyss.web.protocol.messages import ActionShown, LogLine, Offer, PaymentShown, Person, Update
from openabyss.words import _, ngettext
from openabyss.words.cards.codes import (
    RACE_CODES,
    cards,
    hand_by_race,
    keys,
    kind_name,
    kind_of_code,
    loot_cards,
    money,
    pearls,
    race_in_words,
    race_name,
    token_effect,
    token_of_code,
    tokens_with_effect,
)
from openabyss.words.cards.leviathans import (
    ZONE_LABELS,
    attack_in_words,
    fighting_races,
    levels_of,
    leviathans,
    name_of_leviathan,
    trophies,
    wounds,
)
from openabyss.words.cards.locations import location_formula, location_name, location_text
from openabyss.words.cards.lords import lord_name, lord_text
from openabyss.words.cards.text import demanded_race, lord_condition, lord_index, races_in_words
from openabyss.words.listing import all_of
from openabyss.words.questions.exploring import rewards_at
from openabyss.words.questions.recruiting import how_to_pay

RECENT_LINES = 12


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line; one with an address is a link to a card."""

    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """An answer that may be given; `group` is the heading under which it stands."""

    value: str
    label: str
    hint: str
    reveals: bool
    group: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that cannot be chosen now, and why not."""

    thing: str
    why: str


@dataclass(frozen=True, slots=True)
class CourtRow:
    """A lord of the court. `for_me` is what it means for the one who reads, or empty."""

    name: str
    url: str
    cost: str
    races: str
    influence: int
    keys: int
    text: str
    for_me: str


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A location: what it scores, and what it would score now."""

    name: str
    url: str
    text: str
    worth: str


@dataclass(frozen=True, slots=True)
class SeatText:
    """What lies before a seat, as headings with lines."""

    title: str
    is_mine: bool
    is_asked: bool
    lines: list[tuple[str, str]]
    lords: list[Piece]
    locations: list[Piece]


@dataclass(frozen=True, slots=True)
class TextTable:
    """The whole table in words, ready for the template."""

    title: str
    turn: str
    prompt: str
    mine: bool
    over: bool
    news: list[list[Piece]]
    payments: list[Button]
    buttons: dict[str, list[Button]]
    refusals: list[Refusal]
    facts: list[tuple[str, str]]
    court: list[CourtRow]
    border: list[tuple[str, str]]
    locations: list[PlaceRow]
    seats: list[SeatText]
    scores: list[tuple[str, str]]
    log: list[list[Piece]]
    last_line: int


def text_table(update: Update, seat: int | None, since: int | None = None) -> TextTable:
    """The table for `seat` (None: a spectator); news are the lines of the log after the number `since`."""
    question = update.question
    return TextTable(
        title=_listed(person.name for person in update.people),
        turn=_turn(update),
        prompt=_prompt(update),
        mine=question is not None and question.mine,
        over=update.over,
        news=[linked(line) for line in _news(update.log, since)],
        payments=[] if question is None else [_payment(payment) for payment in question.payments],
        buttons=_buttons(update),
        refusals=_refusals(update),
        facts=_facts(update),
        court=[_court_row(update, lord) for lord in update.view.court],
        border=_border(update),
        locations=_places(update),
        seats=[_seat(update, other, seat) for other in _seats_in_order(update, seat)],
        scores=[_score(update, place) for place in range(len(update.preview))],
        log=[linked(line) for line in reversed(update.log)],
        last_line=update.log[-1].n if update.log else -1,
    )


# ------------------------------------------------------------------------ what has happened


def _news(log: Sequence[LogLine], since: int | None) -> Sequence[LogLine]:
    if since is None:
        return log[-RECENT_LINES:]
    return [line for line in log if line.n > since]


def linked(line: LogLine) -> list[Piece]:
    """A line of the log, cut at the cards that it names."""
    pieces = [Piece(line.text)]
    for link in line.links:
        if link.kind == "ally":
            continue
        pieces = [part for piece in pieces for part in _cut(piece, link.name, _card_url(link.kind, link.id))]
    return pieces


def _cut(piece: Piece, name: str, url: str) -> list[Piece]:
    before, found, after = piece.text.partition(name)
    if piece.url or not found:
        return [piece]
    return [part for part in (Piece(before), Piece(name, url), Piece(after)) if part.text]


def _card_url(kind: str, number: int | str) -> str:
    return f"/rules/{kind}s#{kind}-{number}"


def _turn(update: Update) -> str:
    name = update.people[update.turn_of].name
    line = _("Turn {turn}: {name}.").format(turn=update.view.turn, name=name)
    ending, empty_sea = update.view.ending_player, update.view.empty_sea
    if empty_sea is not None:
        return f"{line} {empty_sea_in_words(empty_sea)}"
    if ending is None or update.over:
        return line
    return f"{line} " + _("This is the last round, brought about by {name}.").format(
        name=update.people[ending].name
    )


# ---------------------------------------------------------------------------- what is asked


def _paid_lord(update: Update) -> int | None:
    """The lord that the viewer is paying for."""
    asked = update.view.question
    return None if asked is None or asked.about is None else asked.about.lord


def _prompt(update: Update) -> str:
    """The question; while nothing has been named yet, how to pay as a whole."""
    question = update.question
    if question is None:
        return _("The game is over.")
    if not question.payments:
        return question.prompt
    number = _paid_lord(update)
    offer = None if number is None else _offer(update, number)
    if number is None or offer is None:
        return question.prompt
    return how_to_pay(lord_name(number), offer.cost)


def _buttons(update: Update) -> dict[str, list[Button]]:
    """The answers by headings, in the order in which they are offered."""
    groups: dict[str, list[Button]] = {}
    for action in update.question.actions if update.question else []:
        button = _button(update, action)
        groups.setdefault(button.group, []).append(button)
    return groups


def _button(update: Update, action: ActionShown) -> Button:
    word = action.text.partition(":")[0]
    return Button(
        action.text, action.label, action.hint or _hint(update, action), action.reveals, _group(word)
    )


def _group(word: str) -> str:
    groups = {
        "recruit": _("Recruit"),
        "stack": _("Stacks of the council"),
        "use": _("Powers"),
        "token": _("Monster tokens"),
        "card": _("Cards"),
        "location": _("Locations"),
    }
    return groups.get(word, _("Actions"))


def _hint(update: Update, action: ActionShown) -> str:
    """What is good to know about an answer: what a lord of the court costs and brings."""
    target = action.target
    if target is None or target.lord is None or target.zone != "court":
        return ""
    offer = _offer(update, target.lord)
    return "" if offer is None else _cost_and_influence(offer)


def _offer(update: Update, lord: int) -> Offer | None:
    return next((offer for offer in update.offers if offer.lord == lord), None)


def _cost_and_influence(offer: Offer) -> str:
    index = lord_index(offer.lord)
    parts = [
        _("cost {cost}").format(cost=offer.cost),
        _("{points} influence").format(points=int(INFLUENCE[index])),
    ]
    if KEYS[index]:
        parts.append(keys(int(KEYS[index])))
    return ", ".join(parts)


def _payment(payment: PaymentShown) -> Button:
    """A whole payment; its value is that of `course.write_payment`."""
    parts = [_cards(payment.cards)] if payment.cards else []
    if payment.pearls or payment.nebulis:
        parts.append(money(payment.pearls, payment.nebulis))
    worth = sum(int(code[1]) for code in payment.cards)
    return Button(
        value=write_payment(payment.cards, payment.nebulis),
        label=all_of(parts),
        hint=_("cards worth {value}").format(value=worth),
        reveals=False,
        group="",
    )


def _refusals(update: Update) -> list[Refusal]:
    if update.question is None:
        return []
    return [
        Refusal(refused.label or _thing(update, refused.text), refused.why)
        for refused in update.question.refused
    ]


def _thing(update: Update, text: str) -> str:
    """What a refused answer is about, in words."""
    word, _colon, name = text.partition(":")
    if word in ("recruit", "lord", "use"):
        return lord_name(int(name))
    if word == "location":
        return location_name(int(name))
    if word == "card":
        return kind_name(kind_of_code(name))
    if word == "stack":
        return _("The {race} stack").format(race=race_name(RACE_CODES.index(name)))
    if word == "player":
        return update.people[int(name)].name
    if word == "zone":
        return _("Zone {zone}").format(zone=ZONE_LABELS[int(name) - 1])
    return token_effect(token_of_code(name)).capitalize()


# ------------------------------------------------------------------------------- the table


def _facts(update: Update) -> list[tuple[str, str]]:
    """What lies in the middle, cards aside: headings with one line each."""
    seen, config = update.view, update.config
    found = [(_("Explored"), _cards(seen.track) if seen.track else _("nothing"))]
    if not config.leviathan:
        found.append(
            (
                _("Threat"),
                _("{level} of 6: a monster gives {rewards}").format(
                    level=seen.threat, rewards=rewards_at(seen.threat)
                ),
            )
        )
    found.append((_("An ally costs opponents"), pearls(seen.price)))
    stacks = (f"{race_name(race)} {seen.council_sizes[code]}" for race, code in enumerate(RACE_CODES))
    found.append((_("Council stacks"), _listed(stacks)))
    if seen.sentinels:
        found.append((_("Sentinels"), _listed(_sentinel(update, one) for one in seen.sentinels)))
    return [*found, (_("Left to draw"), _decks(update))]


def _decks(update: Update) -> str:
    seen = update.view
    piles = [
        cards(seen.exploration_deck_size),
        ngettext("{count} lord", "{count} lords", seen.lord_deck_size).format(count=seen.lord_deck_size),
        _locations_left(seen.location_deck_size),
        _tokens(seen.monster_pool_size),
    ]
    if update.config.leviathan:
        piles += [tokens_with_effect(seen.leviathan_pool_size), leviathans(seen.leviathan_deck_size)]
    if update.config.kraken:
        piles.append(loot_cards(seen.loot_deck_size))
    return _("{piles}; {discarded} in the exploration discard").format(
        piles=_listed(piles), discarded=seen.exploration_discard_size
    )


def _sentinel(update: Update, sentinel: Sentinel) -> str:
    owner, target = update.people[sentinel.owner].name, sentinel.target
    if target is None:
        return _("{name} can place the one of the {lord}").format(name=owner, lord=lord_name(sentinel.lord))
    if isinstance(target, str):
        guarded = _("the {race} stack").format(race=race_name(RACE_CODES.index(target)))
    else:
        guarded = lord_name(target) if sentinel.area == COURT_AREA else location_name(target)
    return _("{guarded} (for {name})").format(guarded=guarded, name=owner)


def _court_row(update: Update, lord: int) -> CourtRow:
    """With an offer the numbers are those for the seat now, else those on the card."""
    index, offer = lord_index(lord), _offer(update, lord)
    race = demanded_race(index)
    if offer is not None:
        race = -1 if offer.race is None else RACE_CODES.index(offer.race)
    return CourtRow(
        name=lord_name(lord),
        url=_card_url("lord", lord),
        cost=str(int(COST[index])) if offer is None else _cost(offer),
        races=races_in_words(race, int(RACES_NEEDED[index])),
        influence=int(INFLUENCE[index]),
        keys=int(KEYS[index]),
        text=lord_text(lord),
        for_me="" if offer is None else _for_me(offer),
    )


def _cost(offer: Offer) -> str:
    if offer.cost == offer.printed:
        return str(offer.cost)
    return _("{cost} (printed {printed})").format(cost=offer.cost, printed=offer.printed)


def _for_me(offer: Offer) -> str:
    told = _("You can pay.") if offer.affordable else offer.refusal or ""
    return " ".join([told, *offer.why])


def _border(update: Update) -> list[tuple[str, str]]:
    """The leviathans of the border: where and which, and what is to be known of each."""
    return [
        (
            _("Zone {zone}: {leviathan}").format(
                zone=ZONE_LABELS[int(zone) - 1], leviathan=name_of_leviathan(beast.id - 1)
            ),
            _leviathan(beast.id, beast.levels_lost),
        )
        for zone, beast in update.view.border.items()
    ]


def _leviathan(number: int, lost: int) -> str:
    levels = levels_of(number)
    parts = [
        _("fought with {races}").format(
            races=all_of(race_name(race, 2) for race in fighting_races(int(FEARED_RACE[number - 1])))
        ),
        _("{left} of {all} levels left").format(left=len(levels) - lost, all=len(levels)),
        *(
            _("resistance {resistance} pays {tokens}").format(resistance=resistance, tokens=_tokens(paid))
            for resistance, paid in levels[lost:]
        ),
        _("its attack: {attack}").format(attack=attack_in_words(number - 1)),
    ]
    return _listed(parts)


def _places(update: Update) -> list[PlaceRow]:
    """The locations that may be taken, the drawn ones first."""
    return [
        PlaceRow(
            location_name(number),
            _card_url("location", number),
            _location_text(update, number),
            str(update.worth.get(str(number), "")),
        )
        for number in (*update.view.drawn_locations, *update.view.available_locations)
    ]


def _location_text(update: Update, number: int) -> str:
    loot = update.view.available_loot.get(number)
    text = location_text(number)
    return text if not loot else f"{text} " + _("Loot here: {values}.").format(values=_numbers(loot))


# ------------------------------------------------------------------------------- the seats


def _seats_in_order(update: Update, seat: int | None) -> list[int]:
    players, first = len(update.people), seat or 0
    return [(first + step) % players for step in range(players)]


def _seat(update: Update, seat: int, me: int | None) -> SeatText:
    found, person = update.view.seats[seat], update.people[seat]
    return SeatText(
        title=_("{name} (you)").format(name=person.name) if seat == me else person.name,
        is_mine=seat == me,
        is_asked=update.question is not None and update.question.player == seat,
        lines=_seat_lines(update, seat, found, person),
        lords=[_owned_lord(lord) for lord in found.lords],
        locations=[_owned_location(update, seat, number) for number in found.locations],
    )


def _seat_lines(update: Update, seat: int, found: SeatView, person: Person) -> list[tuple[str, str]]:
    lines = [(_("Player"), _who(person))] if _who(person) else []
    lines.append((_("Stocks"), _listed(_stocks(update, seat, found))))
    hand = cards(found.hand_size)
    if found.hand is not None:
        hand = f"{hand}: {_by_race(found.hand)}" if found.hand else _("no cards")
    lines.append((_("Hand"), hand))
    if found.affiliated:
        lines.append((_("Joined for good"), _by_race(found.affiliated)))
    if found.monster_token_count:
        lines.append((_("Monster tokens"), _own_tokens(found)))
    return lines


def _who(person: Person) -> str:
    """Who plays a seat, where that is not plain."""
    if person.kind == "open":
        return _("has not come yet")
    if person.kind == "regent":
        return _("automatic rival (house rules)")
    if person.kind == "computer":
        return _("computer, {level}").format(level=person.level)
    if person.level is not None:
        return _("away; a computer ({level}) plays").format(level=person.level)
    return _("away") if person.away else ""


def _stocks(update: Update, seat: int, found: SeatView) -> list[str]:
    parts = [money(found.pearls, found.nebulis), keys(found.keys)]
    if update.view.kraken_figure == seat:
        parts.append(_("figure of the Kraken"))
    if found.wounds:
        parts.append(wounds(found.wounds))
    if found.trophies:
        parts.append(trophies(len(found.trophies)))
    if update.view.scourge == seat:
        parts.append(_("Scourge of the Abyss"))
    return parts


def _own_tokens(found: SeatView) -> str:
    count = str(found.monster_token_count)
    if found.monster_tokens:
        return f"{count}: {_listed(map(_token, found.monster_tokens))}"
    effects = found.leviathan_token_count
    return _("{tokens} ({count} with an effect)").format(tokens=count, count=effects) if effects else count


def _token(code: int | str) -> str:
    token = token_of_code(code)
    return _("worth {points}").format(points=code) if token < BASE_TOKENS else token_effect(token)


def _owned_lord(lord: SeatLord) -> Piece:
    condition = lord_condition(lord.location, lord.disabled, lord.used)
    name = f"{lord_name(lord.id)} ({condition})" if condition else lord_name(lord.id)
    return Piece(name, _card_url("lord", lord.id))


def _owned_location(update: Update, seat: int, number: int) -> Piece:
    facts = [location_formula(number)]
    loot = update.view.seats[seat].loot.get(number)
    if loot:
        facts.append(_("loot {values}").format(values=_numbers(loot)))
    points = next((one.locations.get(str(number)) for one in update.preview if one.seat == seat), None)
    if points is not None:
        facts.append(_("now {points}").format(points=points))
    return Piece(f"{location_name(number)} ({'; '.join(facts)})", _card_url("location", number))


def _score(update: Update, place: int) -> tuple[str, str]:
    preview = update.preview[place]
    name = update.people[preview.seat].name
    if preview.score is not None:
        return name, str(preview.score)
    return name, _("{known} and hidden tokens").format(known=preview.known)


# ------------------------------------------------------------------------------- in words


def _listed(things: Iterable[str]) -> str:
    return ", ".join(things)


def _numbers(values: Sequence[int]) -> str:
    return _listed(map(str, values))


def _cards(codes: Sequence[str]) -> str:
    return _listed(kind_name(kind_of_code(code)) for code in codes)


def _by_race(codes: Sequence[str]) -> str:
    return "; ".join(f"{race_in_words(held.race)} {' '.join(held.values)}" for held in hand_by_race(codes))


def _tokens(count: int) -> str:
    return ngettext("{count} monster token", "{count} monster tokens", count).format(count=count)


def _locations_left(count: int) -> str:
    return ngettext("{count} location", "{count} locations", count).format(count=count)
