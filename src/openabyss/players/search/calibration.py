"""The win chances that people are shown: those that a search finds, as sure as it may be of them."""

from openabyss.players.search.parameters import DUELLISTS

# A search takes the outcome of a duel for more open than it is. docs/training.md tells how this was fitted;
# among more players nothing has to be corrected.
SURENESS = 1.2


def calibrated(chances: tuple[float, ...]) -> tuple[float, ...]:
    """The chances of all seats with the same sum; in a duel the log odds are `SURENESS` times as large.

    A search itself does not use this.
    """
    if len(chances) > DUELLISTS or sum(chances) == 0.0:
        return chances
    powers = [chance**SURENESS for chance in chances]
    total = sum(powers)
    return tuple(sum(chances) * power / total for power in powers)
