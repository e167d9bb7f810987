"""A moment of a guided game: what lessons ask about it, and the words for their places.

Everything is read from the history and from what the learner sees, so that a lesson is the same for every
page that shows it, after a reload, an undo and a restart of the server.
"""

from collections import Counter
from functools import cached_property

from openabyss.client.table_history import TableHistory
from openabyss.rules.actions import KIND, LOCATION, LORD, PASS, RACE, YES, is_location, is_lord
from openabyss.rules.cards.allies import VALUE_OF
from openabyss.rules.cards.printed import KEYS, RACES_NEEDED
from openabyss.rules.chapters import KEYS_PER_LOCATION, REWARDS, cost_for, rewarded_level
from openabyss.rules.numbering import EXPLORE_ALLY, EXPLORE_MONSTER, OFFER
from openabyss.rules.powers import keys_of
from openabyss.rules.questions import Topic, open_question
from openabyss.rules.scoring import worth_of
from openabyss.words.cards.codes import LORD_IDS, RACE_CODES, cards, keys, pearls, race_of_stack
from openabyss.words.cards.printed import name_of_lord
from openabyss.words.questions.actions import text_of
from openabyss.words.questions.exploring import rewards_at
from openabyss.words.questions.wording import Asked, asked_of, seat_name, topic_placeholders

# The learner is asked nothing.
NOTHING = -1
# An ally worth more than this is a good catch.
WEAK = 2


class Moment:
    """A moment of a guided game, as the learner sees it."""

    def __init__(self, history: TableHistory, learner: int, names: list[str]) -> None:
        self.game, self.learner, self.names = history.game, learner, names
        self.state = self.game.state
        self.opponent = 1 - learner

    @cached_property
    def is_asked(self) -> bool:
        """The learner decides."""
        return not self.game.is_over and self.game.player == self.learner

    @cached_property
    def question(self) -> int:
        """The number of the question that the learner is asked; NOTHING while the opponent decides."""
        return int(open_question(self.state).what) if self.is_asked else NOTHING

    @cached_property
    def deeds(self) -> Counter[str]:
        """How often each kind of event has happened to the learner."""
        return Counter(event.kind for event in self.game.history.log if event.player == self.learner)

    @property
    def turns_since_location(self) -> int | None:
        """How many turns of the learner have begun since the first location; None without one."""
        return self.turns_since("LOCATION_CONTROLLED")

    def is_next_turn(self) -> bool:
        """The learner begins the first turn after the one of the deal."""
        return self.deeds["TURN_STARTED"] == 1

    def turns_since(self, *deeds: str) -> int | None:
        """How many turns of the learner have begun since each of these events has happened; else None."""
        kinds = [event.kind for event in self.game.history.log if event.player == self.learner]
        if not all(deed in kinds for deed in deeds):
            return None
        return kinds[max(kinds.index(deed) for deed in deeds) :].count("TURN_STARTED")

    @cached_property
    def legal(self) -> list[int]:
        return [action.id for action in self.game.legal_actions] if self.is_asked else []

    # ------------------------------------------------------------------- what lessons ask

    def is_weak_ally(self) -> bool:
        """The revealed ally is no good catch, and may be left."""
        return PASS in self.legal and int(VALUE_OF[self._card]) <= WEAK

    def is_weak_offer(self) -> bool:
        """The ally that is for sale is no good catch."""
        return int(VALUE_OF[self._card]) <= WEAK

    def monster_has_key(self) -> bool:
        """Whatever reward is chosen for a monster now, there is a key in it."""
        _pearls, _tokens, gained_keys = REWARDS[self._rewarded_level - 1, 0].tolist()
        return bool(gained_keys)

    # -------------------------------------------------------------- what lessons suggest

    @cached_property
    def stack(self) -> int | None:
        """The race of the fullest stack that can be taken."""
        races = [action - RACE for action in self.legal if RACE <= action < KIND]
        return max(races, key=lambda race: int(self.state.council[race].sum()), default=None)

    @cached_property
    def lord(self) -> int | None:
        """The cheapest lord that can be recruited, one with a key before others."""
        court = self.state.court.tolist()
        lords = [action - LORD for action in self.legal if is_lord(action) and action - LORD in court]
        return min(lords, key=lambda lord: (-int(KEYS[lord]), self._cost(lord)), default=None)

    @cached_property
    def location(self) -> int | None:
        """The location that would score most for the learner now."""
        found = [action - LOCATION for action in self.legal if is_location(action)]
        return max(found, key=lambda tile: int(worth_of(self.state, tile, self.learner)), default=None)

    def suggested(self, name: str) -> str | None:
        """The text of what lessons call "yes", "pass", "stack", "lord" or "location"; None without one."""
        thing = {"yes": YES, "pass": PASS}.get(name)
        if name == "stack" and self.stack is not None:
            thing = RACE + self.stack
        elif name == "lord" and self.lord is not None:
            thing = LORD + self.lord
        elif name == "location" and self.location is not None:
            thing = LOCATION + self.location
        if thing not in self.legal:
            return None
        return text_of(self.game.question.kind, thing, self.state)

    # ------------------------------------------------------------------------- the words

    def places(self) -> dict[str, str]:
        """The words for the places of a text, as far as this moment has them."""
        state, learner = self.state, self.learner
        found = {
            "opponent": seat_name(self.opponent, self.names),
            "pearls": pearls(int(state.pearls[learner])),
            "threat": str(state.threat),
            "reward": rewards_at(self._rewarded_level),
            "keys": keys(int(keys_of(state, learner))),
            "all_keys": keys(KEYS_PER_LOCATION),
        }
        if self.question in {OFFER, EXPLORE_ALLY, EXPLORE_MONSTER}:
            found |= topic_placeholders(self._asked) | {"space_id": str(self._space)}
        if self.stack is not None:
            found |= {
                "race": race_of_stack(self.stack),
                "race_id": RACE_CODES[self.stack],
                "cards": cards(int(state.council[self.stack].sum())),
            }
        if self.lord is not None:
            found |= {
                "lord": name_of_lord(self.lord),
                "lord_id": str(LORD_IDS[self.lord]),
                "cost": str(self._cost(self.lord)),
                "races": str(int(RACES_NEEDED[self.lord])),
            }
        return found

    @cached_property
    def _asked(self) -> Asked:
        return asked_of(self.state, names=self.names)

    @property
    def _space(self) -> int:
        return self._asked.about[Topic.TRACK_SPACE]

    @property
    def _rewarded_level(self) -> int:
        return int(rewarded_level(self.state, self.learner, self.state.threat))

    @property
    def _card(self) -> int:
        return int(self.state.track[self._space])

    def _cost(self, lord: int) -> int:
        return int(cost_for(self.state, self.learner, lord))
