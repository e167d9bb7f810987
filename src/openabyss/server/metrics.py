"""What a server counts and times for its operator, in the form of Prometheus. Labels are a few fixed words:
no name, table, address or text of anybody, nor anything that makes ever more of them."""

import contextlib
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

# Seconds up to which answers, commits and lag are counted together, and those of thinking.
SHORT: Final = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 6.0)
LONG: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)
JOBS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """The counters of one server. Counting never fails, and takes microseconds."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.answers = self._histogram(
            "answer_seconds", "Commands of people, by outcome: stored, or why not.", SHORT, "outcome"
        )
        self.waiting = self._histogram(
            "computer_queue_seconds", "How long computers wait for their turn, by kind.", LONG, "kind"
        )
        self.thinking = self._histogram(
            "computer_thinking_seconds", "How long computers think, by kind.", LONG, "kind"
        )
        self.batches = self._histogram("writer_batch_jobs", "Jobs that are committed together.", JOBS)
        self.commits = self._histogram("writer_commit_seconds", "How long a commit takes.", SHORT)
        self.loop_lag = self._histogram("loop_lag_seconds", "How late the event loop is.", SHORT)
        self.database_errors = Counter(
            "openabyss_database_errors", "What the database did not do, by reason.", ["reason"],
            registry=self.registry,
        )  # fmt: skip

    def watch(self, name: str, text: str, look: Callable[[str], float], **labels: tuple[str, ...]) -> None:
        """A number that is looked up when Prometheus asks, in a thread of its own. `labels` is one label with
        all its values; `look` gets each of them, or an empty text."""
        gauge = Gauge(f"openabyss_{name}", text, list(labels), registry=self.registry)
        for value in next(iter(labels.values()), ("",)):
            child = gauge.labels(value) if labels else gauge
            child.set_function(partial(look, value))

    def record_commit(self, jobs: int, seconds: float) -> None:
        """Note a commit: the number of its jobs, and how long it took."""
        self.batches.observe(jobs)
        self.commits.observe(seconds)

    def _histogram(self, name: str, text: str, bounds: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"openabyss_{name}", text, labels, buckets=bounds, registry=self.registry)


@contextlib.contextmanager
def timed(histogram: Histogram, outcome_of: Callable[[Exception], str]) -> Iterator[None]:
    """The seconds of a block, under what became of it."""
    began, outcome = time.perf_counter(), "given up"
    try:
        yield
        outcome = "stored"
    except Exception as error:
        outcome = outcome_of(error)
        raise
    finally:
        histogram.labels(outcome).observe(time.perf_counter() - began)
