"""Every card and token as the rules pages show it: text, rulings, and how a search finds it."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from openabyss import cards
from openabyss.client.card_dictionary import symbol_of_kind
from openabyss.rules.cards import allies
from openabyss.rules.cards.loot import LOOT_COPIES, LOWEST_LOOT
from openabyss.rules.cards.printed import GUILD
from openabyss.rules.setup import TOKENS_IN_BOX
from openabyss.rules.sizes import TOKENS
from openabyss.rules.state import BASE_TOKENS
from openabyss.words import N_, _, capitalised, language, ngettext
from openabyss.words.cards import codes
from openabyss.words.cards.printed import Card, all_cards, card_text

BASE, KRAKEN, LEVIATHAN = "base", "kraken", "leviathan"
SETS = {BASE: N_("base game"), KRAKEN: N_("Kraken"), LEVIATHAN: N_("Leviathan")}

# The pages of cards, in the order of the menu.
PAGES = {
    "lords": N_("Lords"),
    "locations": N_("Locations"),
    "leviathans": N_("Leviathans"),
    "loot": N_("Loot"),
    "tokens": N_("Monster tokens"),
    "allies": N_("Allies and monsters"),
}


# By value, from the lowest.
LOOT_REWARDS = (
    N_("You gain a key."),
    N_("You gain 2 pearls."),
    N_("You draw a monster token, if there is one. With Leviathan it comes from the base pile."),
    N_(
        "You take the next ally from the exploration deck. Monsters that come before it are discarded,"
        " and each raises the threat by a level. With Leviathan they are only discarded, unless an option"
        " says otherwise."
    ),
    N_("No reward."),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One card of the index. `group` is its heading, `box` the set it comes in."""

    page: str
    anchor: str
    symbol: str
    title: str
    facts: str
    text: str
    rulings: tuple[str, ...]
    group: str
    box: str

    @property
    def url(self) -> str:
        return f"/rules/{self.page}#{self.anchor}"

    @property
    def words(self) -> str:
        """The text that a search looks through."""
        return plain(
            " ".join((self.title, self.facts, self.text, *self.rulings, self.group, _(SETS[self.box])))
        )


def plain(text: str) -> str:
    """A text in lower case without accents, for comparing."""
    split = unicodedata.normalize("NFKD", text.casefold()).replace("ł", "l")  # NFKD does not decompose ł
    return "".join(letter for letter in split if not unicodedata.combining(letter))


def entries() -> tuple[Entry, ...]:
    """Every card of all sets, in the reader's language."""
    return _entries_in(language())


@cache
def _entries_in(_language: str) -> tuple[Entry, ...]:
    return (*_cards(), *_loot(), *_tokens(), *_allies())


def entries_of(page: str) -> dict[str, list[Entry]]:
    """The cards of one page, by their headings."""
    groups: dict[str, list[Entry]] = {}
    for entry in entries():
        if entry.page == page:
            groups.setdefault(entry.group, []).append(entry)
    return groups


def search_cards(query: str) -> list[Entry]:
    """The cards that contain every word of the query; those with the words in their names come first."""
    wanted = plain(query).split()
    found = [entry for entry in entries() if all(word in entry.words for word in wanted)]
    return sorted(found, key=lambda entry: not all(word in plain(entry.title) for word in wanted))


# ------------------------------------------------------------------------------- the cards


def _cards() -> Iterator[Entry]:
    for card in all_cards():
        found, name, box = card_text(card), f"{card.sort}-{card.id}", _box(card)
        is_lord = card.sort == "lord"
        group = codes.guild_name(int(GUILD[codes.LORD_IDS.index(card.id)]), 2) if is_lord else _(SETS[box])
        yield Entry(
            page=f"{card.sort}s",
            anchor=name,
            symbol=name,
            title=found.title,
            facts=found.facts,
            text=found.text,
            rulings=tuple(found.rulings),
            group=capitalised(group),
            box=box,
        )


def _box(card: Card) -> str:
    if card.sort == "leviathan":
        return LEVIATHAN
    return (cards.lord if card.sort == "lord" else cards.location)(card.id).set


def _loot() -> Iterator[Entry]:
    rulings = (
        _("It scores its value at the end, if it still lies on a sanctuary."),
        _("A second card of the same value on one sanctuary costs you both (R-K8)."),
    )
    for value, (copies, reward) in enumerate(zip(LOOT_COPIES, LOOT_REWARDS, strict=True), LOWEST_LOOT):
        title = _("Loot of value {value}").format(value=value)
        facts = codes.cards(copies)
        yield Entry("loot", f"loot-{value}", "loot", title, facts, _(reward), rulings, _("Kraken"), KRAKEN)


def _tokens() -> Iterator[Entry]:
    for token in range(TOKENS):
        code, count = codes.TOKEN_CODES[token], int(TOKENS_IN_BOX[token])
        rulings: tuple[str, ...]
        if token < BASE_TOKENS:
            symbol, group, box = f"token-{code}", _("Base pile"), BASE
            text, rulings = _("It counts at the end; until then only its owner may look at it."), ()
        else:
            symbol, group, box = "monster", _("Leviathan pile"), LEVIATHAN
            text = _(
                "On your own turn you may use it: {effect}. Then it leaves the game. It scores nothing."
            ).format(effect=codes.token_effect(token))
            rulings = _rulings_of_effect(str(code))
        facts = ngettext("{count} token", "{count} tokens", count).format(count=count)
        yield Entry(
            "tokens", f"token-{code}", symbol, codes.token_name(token), facts, text, rulings, group, box
        )


def _rulings_of_effect(code: str) -> tuple[str, ...]:
    if code == "key":
        return (_("With three keys you take a location at once (A25)."),)
    if code == "stack":
        return (
            _("The Alchemist does not add a second stack (A24)."),
            _("A stack that an opponent’s sentinel guards cannot be taken."),
        )
    return (_("These pearls are gained at once and together."),)


def _allies() -> Iterator[Entry]:
    in_base, with_leviathan = (allies.BASE_DECK + allies.KRAKEN_DECK).tolist(), allies.LEVIATHAN_DECK.tolist()
    for kind in range(allies.KINDS):
        code, (text, group, box) = codes.KIND_CODES[kind], _about_kind(kind)
        copies, more = in_base[kind], with_leviathan[kind]
        grows = copies > 0 and more > 0
        said = _("{code} · {copies}, {more} more with Leviathan") if grows else _("{code} · {copies}")
        facts = said.format(code=codes.code_shown(code), copies=codes.cards(copies or more), more=more)
        anchor = "ally-" + code.replace("*", "-fighter")
        yield Entry(
            "allies", anchor, symbol_of_kind(kind), codes.kind_name(kind), facts, text, (), group, box
        )


def _about_kind(kind: int) -> tuple[str, str, str]:
    """The text, the heading and the set of an exploration card."""
    race = int(allies.RACE_OF[kind])
    if kind == allies.MONSTER:
        text = _("Fight it for a reward, or keep exploring and take the consequences. It cannot be bought.")
        return text, _("Monsters"), BASE
    if race == allies.NO_RACE:
        text = _("Any race of your choice in a payment, but it brings nebulis. It never joins you for good.")
        return text, _("Krakens"), KRAKEN
    group = _("{races}, demanded by {guild}").format(
        races=capitalised(codes.race_name(race, 2)), guild=codes.guild_name(race, 2)
    )
    if not allies.FIGHT_EFFECT_OF[kind]:
        return _("Pays for lords, and may join you for good."), group, BASE
    if allies.FIGHT_EFFECT_OF[kind] == allies.PEARL_BOOST:
        boost = _(
            "Pearl boost: discarded for an attack, it lets you pay pearls after the roll, for 1 power each."
        )
        return boost, group, LEVIATHAN
    die = _("Double die: discarded for an attack, it rolls two dice, and the higher one counts.")
    return die, group, LEVIATHAN
