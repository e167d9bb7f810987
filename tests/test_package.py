"""What `import openabyss` offers: every name is what it says, in whichever order things are imported."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import openabyss
from openabyss import Game
from openabyss.version import VERSION

# Both import the module in which the function stands before they ask the package for it.
ORDERS = (
    "from openabyss import view; from openabyss import view as again; import openabyss",
    "import openabyss.terminal.session, openabyss; from openabyss import view, view as again",
)


def test_the_view_can_be_called_whatever_was_imported_before() -> None:
    for order in ORDERS:
        asked = "assert view is again is openabyss.view; assert view(openabyss.Game.new(), 0).players == 2"
        done = subprocess.run(
            [sys.executable, "-c", f"{order}; {asked}"], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_the_view_of_a_game_is_that_of_its_table() -> None:
    game = Game.new(players=3, seed=2)
    assert openabyss.view(game, 1) == openabyss.view(game.state, 1)


def test_no_name_of_the_package_is_that_of_a_module() -> None:
    """A module that is imported takes the place of a name that it shares."""
    assert [name for name in openabyss.__all__ if find_spec(f"openabyss.{name}")] == []


def test_dir_shows_every_name_before_it_is_used() -> None:
    assert set(openabyss.__all__) <= set(dir(openabyss))
    assert {"Game", "view", "__version__"} <= set(openabyss.__all__)


def test_the_package_knows_its_version() -> None:
    assert openabyss.__version__ == VERSION


def test_every_room_is_a_package() -> None:
    package = Path(str(openabyss.__file__)).parent
    rooms = {source.parent for source in package.rglob("*.py")}
    assert [room.name for room in rooms if not (room / "__init__.py").exists()] == []
