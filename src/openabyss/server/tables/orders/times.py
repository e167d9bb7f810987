"""How long somebody takes for answers, and a time that they might take next: so that nobody can tell by the
time whether a person has answered or an order of theirs.

Only the latest times count, of the same kind of question. Who has given few answers so far is taken for an
average person in part: the fewer answers, the more often. A time is never repeated exactly.
"""

import random
from collections import deque
from math import exp, log

from msgspec import DecodeError, json

# How many of the latest times of each kind of question are kept, and how many are enough to go by them alone.
KEPT, ENOUGH = 24, 8
# Of whoever has not answered yet: half of the answers take less than the median. The logarithm is normal.
MEDIAN, SPREAD = 2.5, 0.5
# How much a time differs from the one that it is like, as a factor.
VARIES = 0.1
# In seconds. Nobody answers faster; who takes longer has done something else meanwhile.
SHORTEST, LONGEST = 0.6, 30.0

_READER = json.Decoder(dict[str, list[float]])


class AnswerTimes:
    """The latest times of one person, in seconds, by kinds of questions."""

    def __init__(self, written: str = "{}") -> None:
        """From what `write` has written; what is none of it counts as nothing."""
        try:
            found = _READER.decode(written)
        except DecodeError:  # Nothing but delays hangs on it.
            found = {}
        self._times = {kind: deque(times, KEPT) for kind, times in found.items()}

    def write(self) -> str:
        """As JSON."""
        return json.encode(
            {kind: [round(time, 2) for time in times] for kind, times in self._times.items()}
        ).decode()

    def note(self, kind: str, seconds: float) -> None:
        """Somebody has answered a question of a kind."""
        if seconds <= LONGEST:
            self._times.setdefault(kind, deque(maxlen=KEPT)).append(max(seconds, SHORTEST))

    def draw(self, kind: str, chance: random.Random) -> float:
        """How long the same person might take for a question of this kind."""
        own = self._times.get(kind, ())
        if chance.random() * ENOUGH < len(own):
            seconds = chance.choice(own) * exp(chance.gauss(0.0, VARIES))
        else:
            seconds = exp(chance.gauss(log(MEDIAN), SPREAD))
        return min(max(seconds, SHORTEST), LONGEST)
