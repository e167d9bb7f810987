"""Whether what waits in a position fits its table: the rules look where it points without asking."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from openabyss.play.position.fields import Field
from openabyss.play.position.frames import Frame
from openabyss.play.position.schema import EXPLORE_PHASE
from openabyss.rules import numbering
from openabyss.rules.cards.allies import MONSTER
from openabyss.rules.cards.locations import BLACK_SMOKERS, FIRST_SANCTUARY
from openabyss.rules.cards.printed import KRAKEN, LEVIATHAN
from openabyss.rules.chapters import KEYS_PER_LOCATION, is_kraken, leviathans_in_deck
from openabyss.rules.powers import is_free_lord_of, keys_of
from openabyss.rules.sizes import TRACK_SPACES
from openabyss.rules.state import AVAILABLE, DRAWN, EMPTY, NOBODY, State
from openabyss.words import _
from openabyss.words.cards.codes import KIND_CODES

NO_LORD = -1
# What chance or a player reveals next goes on the first free space of the track.
GO_ON_REVEALING = (numbering.REVEAL, numbering.REVEAL_CARD, numbering.GO_ON)
PLACE_A_LEVIATHAN = (numbering.ROLL_ZONE, numbering.PLACE_LEVIATHAN, numbering.BREED)
# Between recruiting a lord and its arrival.
RECRUITING = (numbering.PAY, numbering.AFFILIATE, numbering.WELCOME)
CHOOSE_A_LOCATION = (numbering.CONTROL_PICK, numbering.AMBASSADOR_PICK)


@dataclass(frozen=True, slots=True)
class Situation:
    """A table, what waits on it, and what is between two places: the fields of a position.

    `paid` is the lord that has been paid for and left the court, or NO_LORD.
    """

    state: State
    frames: list[Frame]
    keys: dict[str, Field]
    paid: int

    def check(self) -> None:
        """Raises the error of the first field that does not fit."""
        for place, frame in enumerate(self.frames):
            self._check_expansion(frame)
            check = _CHECKS.get(frame.what)
            if check is not None:
                check(self, place, frame)
        self._check_track()
        self._check_drawn_locations()
        self._check_drawn_leviathans()
        self._check_payment()

    # ------------------------------------------------------------------------------ as a whole

    def _check_expansion(self, frame: Frame) -> None:
        played = ((KRAKEN, self.state.kraken), (LEVIATHAN, self.state.leviathan))
        absent = [expansion for expansion, is_played in played if not is_played]
        # With Leviathan, a monster is met instead.
        is_replaced = frame.what == numbering.EXPLORE_MONSTER and self.state.leviathan == 1
        # Without Leviathan there is one pile to rob, which is asked for all the same.
        is_absent = frame.kind.only_with in absent and frame.what != numbering.ROB_BACK
        if is_absent or is_replaced:
            raise frame.field.wrong(_("{name} is not part of this game").format(name=frame.name))

    def _check_track(self) -> None:
        """Gaps only while Krakens are placed; a full track only while its cards are being dealt with."""
        track = self.state.track.tolist()
        if self._waits(numbering.PLACE_KRAKEN):
            self._check_krakens(track)
            return
        on_track = sum(kind != EMPTY for kind in track)
        if EMPTY in track[:on_track]:
            raise self.keys["track"].wrong(_("a space before the last card may be empty only for Krakens"))
        is_dealt_with = self.keys["phase"].value == EXPLORE_PHASE or (
            self._waits(numbering.END_EXPLORATION) and not self._waits(*GO_ON_REVEALING)
        )
        if on_track == TRACK_SPACES and not is_dealt_with:
            raise self.keys["track"].wrong(_("a full track leaves no space to explore"))

    def _check_krakens(self, track: list[int]) -> None:
        """Each Kraken that is left on the track waits for its stack, and nothing else is there."""
        waiting = Counter(frame.parts[0] for frame in self._those(numbering.PLACE_KRAKEN))
        left = Counter(space for space, kind in enumerate(track) if kind != EMPTY)
        if waiting != left or not all(is_kraken(kind) for kind in track if kind != EMPTY):
            problem = _("each card left here must be a Kraken, and wait in PLACE_KRAKEN once")
            raise self.keys["track"].wrong(problem)

    def _check_drawn_locations(self) -> None:
        """Somebody chooses one of them, or is about to control the only one that is left."""
        drawn = np.flatnonzero(self.state.location_place == DRAWN).tolist()
        kept = [frame.parts[0] for frame in self._those(numbering.CONTROL_KEYS)]
        if drawn and not self._waits(*CHOOSE_A_LOCATION) and drawn != kept:
            raise self.keys["drawn_locations"].wrong(_("nobody is choosing one of them"))

    def _check_drawn_leviathans(self) -> None:
        """Each has been drawn, or is about to be, for the one who waits for it."""
        drawn = len(self.keys["drawn_leviathans"].items())
        to_draw = self._those(numbering.DRAW_LEVIATHAN)
        if len(to_draw) > leviathans_in_deck(self.state):
            raise to_draw[0].field.wrong(_("no leviathan is left in the deck"))
        wanted = len(self._those(*PLACE_A_LEVIATHAN))
        if wanted != drawn + len(to_draw):
            problem = _("{drawn} are drawn or about to be; {wanted} are waited for")
            raise self.keys["drawn_leviathans"].wrong(
                problem.format(drawn=drawn + len(to_draw), wanted=wanted)
            )

    def _check_payment(self) -> None:
        """What has been named for a lord is in the hand; once it is paid, in the discard."""
        named = self.state.payment
        if not named.any() and self.paid == NO_LORD:
            return
        if not self._waits(numbering.WELCOME):
            key = "payment" if named.any() else "paid_lord"
            raise self.keys[key].wrong(_("no lord is being recruited"))
        holds = self.state.hand[self.state.active] if self._waits(numbering.PAY) else self.state.discard
        for kind in np.flatnonzero(named > holds).tolist() if self._waits(numbering.AFFILIATE) else []:
            problem = _("there are not that many cards {card} {where}")
            where = _("in the hand") if self._waits(numbering.PAY) else _("in the discard")
            raise self.keys["payment"].wrong(problem.format(card=KIND_CODES[kind], where=where))

    # --------------------------------------------------------------------------- one by one

    def recruiting(self, place: int, frame: Frame) -> None:
        """All of a recruit are about one lord: of the court before it is paid, and then on its way."""
        lord = frame.parts[0]
        below = self.frames[place - 1]
        if below.what in RECRUITING and below.parts[0] != lord:
            raise frame.keys["lord"].wrong(_("this is about another lord than what lies beneath it"))
        if not self._waits(numbering.PAY):
            if lord != self.paid:
                raise frame.keys["lord"].wrong(_("once it is paid, the lord must be the paid_lord"))
        elif lord not in self.state.court or self.paid != NO_LORD:
            raise frame.keys["lord"].wrong(_("a lord to be paid for must lie in the court"))

    def card_on_track(self, _place: int, frame: Frame) -> None:
        """The last card of the track waits, an ally or a monster."""
        space, track = frame.parts[0], self.state.track.tolist()
        is_last = track[space] != EMPTY and all(kind == EMPTY for kind in track[space + 1 :])
        is_about_monster = frame.what in (numbering.EXPLORE_MONSTER, numbering.MEET_MONSTER)
        if not is_last or (track[space] == MONSTER) != is_about_monster:
            raise frame.keys["space"].wrong(_("the last card of the track must lie here, of that kind"))
        if frame.what == numbering.OFFER and frame.player == self.state.active:
            raise frame.keys["player"].wrong(_("allies are offered to opponents of the active player"))

    def one_leviathan(self, _place: int, frame: Frame) -> None:
        """The parts of one attack are about the same leviathan."""
        leviathan = frame.parts[0]
        if any(other.parts[0] != leviathan for other in self._those(numbering.RESOLVE_ATTACK)):
            raise frame.keys["leviathan"].wrong(_("the attack that goes on is on another leviathan"))

    def free_space_of_court(self, _place: int, frame: Frame) -> None:
        """The space is free, and nothing else is about to be put there."""
        space = frame.parts[0]
        waiting = sum(other.parts[0] == space for other in self._those(numbering.LORD_TO_COURT))
        if self.state.court[space] != EMPTY or waiting > 1:
            raise frame.keys["space"].wrong(_("this space of the court is not free"))

    def own_lord(self, _place: int, frame: Frame) -> None:
        """The player has the lord, and it is free."""
        if not is_free_lord_of(self.state, frame.player, frame.parts[0]):
            raise frame.keys["lord"].wrong(_("this lord does not lie free before the player"))

    def own_location(self, _place: int, frame: Frame) -> None:
        """The active player controls the location; only the Black Smokers can be swapped."""
        first = FIRST_SANCTUARY if frame.what in (numbering.SANCTUARY, numbering.DRAW_LOOT) else 0
        tile = first + frame.parts[0]
        is_controlled = self.state.location_place[tile] == self.state.active
        if not is_controlled or (frame.what == numbering.SWAP_SMOKERS and tile != BLACK_SMOKERS):
            raise frame.keys["location"].wrong(_("the active player does not control this location"))

    def three_keys(self, _place: int, frame: Frame) -> None:
        """The player who takes a location has three keys to use for it."""
        if keys_of(self.state, frame.player) < KEYS_PER_LOCATION:
            raise frame.field.wrong(_("three keys are needed to control a location"))

    def open_location(self, _place: int, frame: Frame) -> None:
        """A location that is about to be controlled is available or drawn."""
        if self.state.location_place[frame.parts[0]] not in (AVAILABLE, DRAWN):
            raise frame.keys["location"].wrong(_("this location is neither available nor drawn"))

    def waiting_sentinel(self, _place: int, frame: Frame) -> None:
        """The token waits with the player."""
        sentinel = frame.parts[0]
        state = self.state
        if state.sentinel_owner[sentinel] != frame.player or state.sentinel_target[sentinel] != EMPTY:
            raise frame.keys["lord"].wrong(_("the sentinel of this lord does not wait with the player"))

    def has_victim(self, _place: int, frame: Frame) -> None:
        """Only the first leviathan of a game comes for nobody."""
        is_first = self.frames[0].what == numbering.FIRST_PLAYER
        is_for_nobody = frame.player == NOBODY
        if is_for_nobody != is_first or (is_first and (self.state.border != EMPTY).any()):
            raise frame.keys["player"].wrong(_("only the first leviathan of a game comes for nobody"))

    # ------------------------------------------------------------------------------ what waits

    def _those(self, *wanted: int) -> list[Frame]:
        return [frame for frame in self.frames if frame.what in wanted]

    def _waits(self, *wanted: int) -> bool:
        return bool(self._those(*wanted))


_CHECKS: dict[int, Callable[[Situation, int, Frame], None]] = {
    **dict.fromkeys((numbering.PAY, numbering.AFFILIATE, numbering.WELCOME), Situation.recruiting),
    **dict.fromkeys(
        (numbering.OFFER, numbering.EXPLORE_ALLY, numbering.EXPLORE_MONSTER, numbering.MEET_MONSTER),
        Situation.card_on_track,
    ),
    **dict.fromkeys((numbering.BOOST, numbering.ADD_DIE), Situation.one_leviathan),
    numbering.LORD_TO_COURT: Situation.free_space_of_court,
    **dict.fromkeys((numbering.AMBASSADOR_PICK, numbering.ARRIVAL, numbering.DIVIDEND), Situation.own_lord),
    **dict.fromkeys(
        (numbering.SANCTUARY, numbering.DRAW_LOOT, numbering.SWAP_SMOKERS, numbering.EXCHANGE_FOR),
        Situation.own_location,
    ),
    numbering.CONTROL_KEYS: Situation.open_location,
    **dict.fromkeys((numbering.CONTROL_SOURCE, numbering.CONTROL_PICK), Situation.three_keys),
    numbering.PLACE_SENTINEL: Situation.waiting_sentinel,
    **dict.fromkeys((numbering.ROLL_ZONE, numbering.PLACE_LEVIATHAN), Situation.has_victim),
}
