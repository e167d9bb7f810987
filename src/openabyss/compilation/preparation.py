"""How far compiling is while the rules are played uncompiled, and how people read it."""

from dataclasses import dataclass

from openabyss.words import _
from openabyss.words.levels import level_name
from openabyss.words.listing import all_of

# Nothing is guessed before so much is done: the first functions say little about the others.
GUESSED_FROM = 0.05
# Guesses are no better than that, and texts that change all the time are a nuisance.
ROUNDED_TO_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Preparation:
    """How many functions of how many are compiled after how many seconds; or compiling has failed."""

    done: int = 0
    total: int = 1
    seconds: float = 0.0
    has_failed: bool = False

    @property
    def share(self) -> float:
        """Which part is done, from 0 to 1."""
        return min(1.0, self.done / max(1, self.total))

    @property
    def seconds_left(self) -> int | None:
        """In about how many seconds everything is compiled, in tens; None if nobody knows."""
        if self.has_failed or self.share < GUESSED_FROM:
            return None
        left = self.seconds / self.share - self.seconds
        return max(1, round(left / ROUNDED_TO_SECONDS)) * ROUNDED_TO_SECONDS

    @property
    def text(self) -> str:
        """Who has to wait for it, and who plays meanwhile, in one sentence. Imports the rules."""
        from openabyss.players.kinds import searching_levels  # noqa: PLC0415  supervisors do without the rules

        levels = all_of([level_name(level) for level in searching_levels()])
        if self.has_failed:
            return _("{levels} could not be prepared; medium plays in their place.").format(levels=levels)
        if self.seconds_left is None:
            return _("{levels} are being prepared; until then medium plays in their place.").format(
                levels=levels
            )
        return _("{levels} are ready in about {seconds} s; until then medium plays in their place.").format(
            levels=levels, seconds=self.seconds_left
        )
