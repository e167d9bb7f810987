"""Functions that others call are parts of these: typed once, and made into machine code only with them."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import pytest

from openabyss.engine.mode import INTERPRETED

if INTERPRETED:
    pytest.skip("nothing is compiled", allow_module_level=True)

from numba.core.compiler_lock import global_compiler_lock

from openabyss.engine.compiling import _OutOfLine, compile_into, watch_compiling, write_function
from openabyss.errors import UnusableCache

SECONDS = 30.0

Compiled = Callable[[int], int]


def made(folder: Path, name: str, formula: str, **names: Any) -> Compiled:
    """A compiled function of one number, which may call others by these names."""
    return compile_into(
        folder, write_function(folder, name, f"def {name}(number):\n    return {formula}\n", names)
    )


def quarter_and_half(folder: Path) -> tuple[Compiled, Compiled]:
    half = made(folder, "half", "number // 2")
    return made(folder, "quarter", "half(half(number))", half=half), half


def kept(folder: Path) -> tuple[set[str], set[str]]:
    """The names of the functions whose machine code is in the cache, and of those kept as parts."""
    wholes: set[str] = set()
    parts: set[str] = set()
    for file in folder.rglob("*.nbc"):
        name = file.name.partition("-")[0].partition(".")[2]
        (parts if "parts" in file.relative_to(folder).parts else wholes).add(name)
    return wholes, parts


def test_machine_code_is_made_only_of_what_python_calls(tmp_path: Path) -> None:
    quarter, half = quarter_and_half(tmp_path)
    assert quarter(20) == 5
    assert kept(tmp_path) == ({"quarter"}, {"half"})
    assert half(20) == 10
    assert kept(tmp_path) == ({"quarter", "half"}, {"half"})


def test_a_part_is_read_back_for_a_new_caller(tmp_path: Path) -> None:
    quarter_and_half(tmp_path)[0](20)
    _quarter, half = quarter_and_half(tmp_path)
    compiled: list[str] = []
    with watch_compiling(compiled.append):
        assert made(tmp_path, "eighth", "half(half(half(number)))", half=half)(40) == 5
    assert {name.rpartition(".")[2] for name in compiled} == {"eighth"}


def test_a_folder_that_can_only_be_read_is_used_and_what_is_missing_there_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert quarter_and_half(tmp_path)[0](20) == 5

    def refuse(**_options: object) -> None:
        raise PermissionError

    monkeypatch.setattr("numba.core.caching.tempfile.TemporaryFile", refuse)
    compiled: list[str] = []
    with watch_compiling(compiled.append):
        quarter, half = quarter_and_half(tmp_path)
        assert quarter(40) == 10
        assert compiled == []
        assert half(20) == 10
    assert kept(tmp_path) == ({"quarter"}, {"half"})


def test_a_folder_that_can_only_be_read_is_refused_for_what_is_out_of_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_options: object) -> None:
        raise PermissionError

    def one(number: int) -> int:
        return number + 1

    monkeypatch.setattr("numba.core.caching.tempfile.TemporaryFile", refuse)
    with pytest.raises(UnusableCache):
        _OutOfLine(tmp_path, one).make_ready()


def test_threads_that_declare_functions_at_the_same_time_keep_them_each_in_its_own_folder(
    tmp_path: Path,
) -> None:
    """Numba has one setting for all threads: what one of them restored, another had just set."""
    folders = [tmp_path / name for name in ("one", "two")]

    def declare(folder: Path) -> list[Compiled]:
        folder.mkdir()
        return [made(folder, f"{folder.name}_{number}", "number + 1") for number in range(60)]

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(len(folders)) as threads:
            functions = list(threads.map(declare, folders))
    finally:
        sys.setswitchinterval(interval)
    kept_in = [{Path(one._cache.cache_path).parent for one in some} for some in cast(Any, functions)]
    assert kept_in == [{folder} for folder in folders]


def test_who_declares_does_not_wait_for_who_loads(tmp_path: Path) -> None:
    """Numba imports modules while it loads machine code under its lock: they must be able to declare."""
    with ThreadPoolExecutor(1) as threads, global_compiler_lock:
        threads.submit(made, tmp_path, "next_one", "number + 1").result(SECONDS)
