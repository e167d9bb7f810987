"""Token buckets: a number of requests at once, and a rate in the long run."""

import time
from collections.abc import Callable

FORGET_AT = 10_000


class Bucket:
    """Holds up to `size`, and fills up at `rate` a second."""

    def __init__(self, size: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._size, self._rate, self._clock = size, rate, clock
        self._left = size
        self._filled = clock()

    def take(self) -> bool:
        """Whether there was one left to take."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_full(self) -> bool:
        self._fill()
        return self._left >= self._size

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._size, self._left + (now - self._filled) * self._rate)
        self._filled = now


class Buckets:
    """One bucket for each who asks; those that are full again are forgotten, so that memory is bounded."""

    def __init__(self, size: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._size, self._rate, self._clock = size, rate, clock
        self._buckets: dict[str, Bucket] = {}

    def take(self, who: str) -> bool:
        """Whether `who` had one left."""
        if who not in self._buckets:
            self._forget()
            self._buckets[who] = Bucket(self._size, self._rate, self._clock)
        return self._buckets[who].take()

    def _forget(self) -> None:
        if len(self._buckets) < FORGET_AT:
            return
        self._buckets = {who: bucket for who, bucket in self._buckets.items() if not bucket.is_full}
        while len(self._buckets) >= FORGET_AT:
            self._buckets.pop(next(iter(self._buckets)))
