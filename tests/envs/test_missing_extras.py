"""Without the package that an environment is made for, it says which extra brings it."""

import sys
from importlib import import_module

import pytest

from openabyss import MissingExtra

NEEDS = [
    ("gymnasium", "gymnasium", "gymnasium"),
    ("pettingzoo", "pettingzoo", "pettingzoo"),
    ("pettingzoo", "gymnasium", "pettingzoo"),
    ("openspiel", "pyspiel", "openspiel"),
    ("trajectories", "pyarrow", "data"),
]


@pytest.mark.parametrize(("module", "package", "extra"), NEEDS)
def test_a_module_whose_package_is_missing_says_how_to_install_it_in_an_error_caught_as_ever(
    module: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for known in [name for name in sys.modules if name.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, known)
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"openabyss.envs.{module}", raising=False)
    with pytest.raises(ModuleNotFoundError) as refused:
        import_module(f"openabyss.envs.{module}")
    assert isinstance(refused.value, MissingExtra)
    assert refused.value.name == package
    assert str(refused.value).startswith(f"{package} ")
    assert str(refused.value).endswith(f'pip install "openabyss[{extra}]"')
