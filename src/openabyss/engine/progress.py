"""What has been compiled, reported while it happens."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from openabyss.engine.mode import INTERPRETED


@contextmanager
def watch_compiling(callback: Callable[[str], None]) -> Iterator[None]:
    """Call back with the name of each of our functions as soon as it has been compiled."""
    if INTERPRETED:
        yield
        return
    from numba.core import event  # noqa: PLC0415  not there where the rules run interpreted

    def compiled_one(happening: Any) -> None:
        function = happening.data["dispatcher"].py_func
        if happening.is_end and "openabyss" in function.__module__:
            callback(f"{function.__module__}.{function.__qualname__}")

    class Listener(event.Listener):  # type: ignore[misc]  # Numba is not typed
        def on_start(self, happening: Any) -> None:
            compiled_one(happening)

        def on_end(self, happening: Any) -> None:
            compiled_one(happening)

    with event.install_listener("numba:compile", Listener()):
        yield
