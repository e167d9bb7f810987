"""Whatever is handed to a public call, it is taken or refused with an error of ours: nothing else is raised,
and compiled code sees no seat, number, size or array that it has no place for."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

import openabyss
from openabyss import Game, InvalidArgument, OpenAbyssError, Options, Perspective, cards, view
from openabyss.arena.ratings.rating import contest
from openabyss.arena.series.series import Series
from openabyss.arena.simulations.keeping import Keeper, Records
from openabyss.arena.simulations.simulation import simulate
from openabyss.envs.gymnasium import AbyssEnv, AbyssVectorEnv
from openabyss.envs.rewards import Reward
from openabyss.envs.trajectories import read_trajectories, settings_of
from openabyss.envs.vector import EnvSettings, VectorEnv
from openabyss.observation.hidden import hidden_bits
from openabyss.observation.layout import Layout, layout_of, lines_of
from openabyss.play.small_games import small_game
from openabyss.players import bot_finding as finding
from openabyss.players import kinds, registry
from openabyss.players.bot import Bot
from openabyss.players.exact import exact_shares
from openabyss.players.search.parameters import SearchSettings
from openabyss.words.arguments import in_short

HOSTILE: tuple[Any, ...] = (
    None, True, -1, 99, 10**7, 2**63, 10**5000, 0.5, float("nan"), "x", "\ud800", b"\xff", "\0", [],
    [[1, "x"]], {}, {7: 7}, object(), {1}, int, np.int64(-1), np.float64(0.5), np.True_, np.array(3),
    np.array([1, 2]), np.array(["x"]), np.array([0.5, 0.5]), np.broadcast_to(np.int64(0), 2),
    np.zeros(2, ">i8"),
)  # fmt: skip


def game() -> Game:
    return Game.new(3, 0, leviathan=True)


def mid_game() -> Game:
    """A player may recruit."""
    return Game.from_position(
        {"players": 2, "court": [12], "seats": [{"pearls": 9, "hand": ["J1", "J2"]}, {}]}
    )


def small_end() -> Game:
    return Game.from_position(small_game("last-lord"))


def agents() -> Any:
    env = raw_env()()
    env.reset(seed=1)
    return env


def raw_env() -> Any:
    return pytest.importorskip("openabyss.envs.pettingzoo").raw_env


def begun(env: Any) -> Any:
    env.reset(seed=1)
    return env


def stopped(_done: int) -> bool:
    """Whatever was asked for, only the first games are played."""
    return False


# What is called: a fresh object each time, and good arguments, of which one at a time is replaced.
Good = dict[str, Any]
CALLS: dict[str, tuple[Callable[[], Callable[..., Any]], Good]] = {
    "Game.new": (
        lambda: Game.new,
        {"players": 2, "seed": 1, "kraken": False, "leviathan": False, "options": None, "regent": None}
        | {"ask_forced": False, "ask_chance": False},
    ),
    "Game.from_position": (
        lambda: Game.from_position,
        {"position": {"players": 2}, "ask_forced": False, "ask_chance": False},
    ),
    "Game.from_state": (lambda: Game.from_state, {"state": game().state, "seed": 1}),
    "Game.from_config": (
        lambda: Game.from_config,
        {"config": game().to_record()["config"], "poker_face": False, "ask_forced": False}
        | {"ask_chance": False},
    ),
    "Game.from_record": (
        lambda: Game.from_record,
        {"record": game().to_record(), "ask_forced": False, "ask_chance": False},
    ),
    "Game.can": (lambda: game().can, {"action": "pass"}),
    "Game.explain_illegal": (lambda: game().explain_illegal, {"action": "pass"}),
    "Game.apply": (lambda: game().apply, {"action": 0}),
    "Game.payments": (lambda: mid_game().payments, {"lord": 12}),
    "Game.pay": (lambda: mid_game().pay, {"cards": ["J1"], "nebulis": 0}),
    "Game.at": (lambda: mid_game().at, {"decision": 0}),
    "Game.sample_hidden": (lambda: game().sample_hidden, {"seat": 1, "seed": 1}),
    "Game.observation": (
        lambda: game().observation,
        {"seat": 1, "perfect_memory": True, "perfect_information": False},
    ),
    "hidden_bits": (
        lambda: hidden_bits,
        {"state": game().state, "seat": 1, "perfect_memory": True, "perfect_information": False},
    ),
    "Game.score_sheet": (lambda: game().score_sheet, {"seat": 1}),
    "view": (lambda: view, {"game": game(), "seat": 1}),
    "Options.from_dict": (lambda: Options.from_dict, {"chosen": {}}),
    "Options": (lambda: Options, asdict(Options())),
    "Perspective": (lambda: Perspective, {"game": game()}),
    "Perspective.observation": (lambda: Perspective(game()).observation, {"perfect_memory": True}),
    "Perspective.read": (lambda: Perspective(game()).read, {"answer": 0}),
    "Perspective.action": (lambda: Perspective(game()).action, {"number": 1}),
    "Perspective.payments": (lambda: Perspective(mid_game()).payments, {"lord": 12}),
    "Perspective.determinized_state": (lambda: Perspective(game()).determinized_state, {"seed": 1}),
    "Perspective.imagine": (lambda: Perspective(game()).imagine, {"seed": 1}),
    "cards.lord": (lambda: cards.lord, {"number": 1}),
    "cards.location": (lambda: cards.location, {"number": 1}),
    "cards.leviathan": (lambda: cards.leviathan, {"number": 1}),
    "cards.ally": (lambda: cards.ally, {"code": "J1"}),
    "layout_of": (
        lambda: layout_of,
        {"players": 2, "kraken": False, "leviathan": False, "perfect_memory": True}
        | {"perfect_information": False},
    ),
    "Layout.read": (lambda: layout_of(2).read, {"observation": np.zeros(layout_of(2).size, np.int16)}),
    "EnvSettings": (
        lambda: lambda **chosen: VectorEnv(1, **chosen),
        {name: field.default for name, field in EnvSettings.__dataclass_fields__.items()}
        | {"opponents": {1: "medium"}},
    ),
    "VectorEnv": (lambda: VectorEnv, {"games": 2, "players": 2, "seed": 1, "arrays": None}),
    "VectorEnv.reset": (lambda: VectorEnv(2).reset, {"seed": 1}),
    "VectorEnv.step": (lambda: VectorEnv(2).step, {"actions": np.zeros(2, np.int64)}),
    "VectorEnv.random_actions": (lambda: VectorEnv(2).random_actions, {"out": np.zeros(2, np.int64)}),
    "Reward.of": (lambda: Reward.of, {"chosen": "win"}),
    "AbyssEnv": (
        lambda: AbyssEnv,
        {"players": 2, "seat": 0, "opponents": "medium", "render_mode": None, "reward": "win"},
    ),
    "AbyssEnv.reset": (lambda: AbyssEnv().reset, {"seed": 1, "options": None}),
    "AbyssEnv.step": (lambda: begun(AbyssEnv()).step, {"action": 0}),
    "AbyssVectorEnv": (
        lambda: AbyssVectorEnv,
        {"num_envs": 2, "players": 2, "seat": 0, "opponents": "medium", "seed": 1},
    ),
    "AbyssVectorEnv.reset": (lambda: AbyssVectorEnv(2).reset, {"seed": 1, "options": None}),
    "AbyssVectorEnv.step": (lambda: AbyssVectorEnv(2).step, {"actions": np.zeros(2, np.int64)}),
    "raw_env": (raw_env, {"players": 2, "render_mode": None, "reward": "win"}),
    "raw_env.reset": (lambda: agents().reset, {"seed": 1, "options": None}),
    "raw_env.step": (lambda: agents().step, {"action": 0}),
    "raw_env.observe": (lambda: agents().observe, {"agent": "player_0"}),
    "raw_env.observation_space": (lambda: agents().observation_space, {"agent": "player_0"}),
    "raw_env.action_space": (lambda: agents().action_space, {"agent": "player_0"}),
    "read_trajectories": (
        lambda: lambda **given: next(read_trajectories(**given)),
        {"path": "no such file.parquet", "rows": 1},
    ),
    "settings_of": (lambda: settings_of, {"path": "no such file.parquet"}),
    "small_game": (lambda: small_game, {"name": "last-lord"}),
    "exact_shares": (lambda: exact_shares, {"game": small_end(), "most": 1000}),
    "player": (lambda: registry.player, {"spec": "random", "seed": 1}),
    "native_player": (lambda: registry.native_player, {"spec": "random", "seed": 1}),
    "names_a_player": (lambda: registry.names_a_player, {"spec": "random"}),
    "NativePlayer.choose": (lambda: registry.player("random").choose, {"perspective": Perspective(game())}),
    "play_out": (
        lambda: openabyss.play_out,
        {"game": mid_game(), "count": 1, "players": "random", "seed": 1},
    ),
    "SearchSettings": (lambda: SearchSettings, asdict(SearchSettings())),
    "Series": (
        lambda: Series,
        {"specs": ("random", "regent"), "players": 2, "seed": 1, "rotate": False, "kraken": False}
        | {"leviathan": False, "options": Options(), "solo": 1, "paired": False},
    ),
    "simulate": (
        lambda: simulate,
        {"series": Series(("random", "random")), "games": 1, "jobs": 1, "out": None, "resume": False}
        | {"keepers": (), "watch": stopped},
    ),
    "contest": (
        lambda: contest,
        {"series": Series(("random", "easy"), paired=True), "games": 1, "jobs": 1, "bounds": None}
        | {"out": None, "resume": False, "watch": stopped},
    ),
    "Keeper": (lambda: Keeper, {"path": Path("games.jsonl"), "form": Records()}),
    "CarelessPlayer.choose": (
        lambda: registry.player("skilled").choose,
        {"perspective": Perspective(game())},
    ),
    "is_seatable": (lambda: kinds.is_seatable, {"spec": "random"}),
    "with_threads": (lambda: kinds.with_threads, {"spec": "expert", "threads": 2}),
    "searches": (lambda: kinds.searches, {"spec": "random"}),
    "answers_at_once": (lambda: kinds.answers_at_once, {"spec": "random"}),
    "class_named": (lambda: finding.class_named, {"text": "tests.players.bots:First"}),
    "bot": (lambda: finding.bot, {"spec": "tests.players.bots:First", "seed": 1}),
    "Bot.choose": (lambda: first_bot().choose, {"perspective": Perspective(game())}),
}
# Made by the library, and only read; `Game.__init__` says so of games.
RESULTS = (
    "About", "Action", "Event", "History", "Payment", "Question", "ScoreSheet", "Seat", "Table", "View",
)  # fmt: skip


def first_bot() -> Bot:
    found = finding.bot("tests.players.bots:First", 1)
    assert found is not None
    return found


def replaced(good: Good) -> Iterator[Good]:
    for name in good:
        for hostile in HOSTILE:
            yield {**good, name: hostile}


@pytest.mark.parametrize("name", CALLS)
def test_hostile_arguments_are_taken_or_refused_with_an_error_of_ours(name: str) -> None:
    make, good = CALLS[name]
    for arguments in replaced(good):
        call = make()
        try:
            call(**arguments)
        except OpenAbyssError:
            continue
        except Exception as error:
            pytest.fail(f"{name}({in_short(arguments)}) raised {type(error).__name__}: {error}")


def methods_with_arguments(kind: type) -> set[str]:
    return {
        name
        for name, method in inspect.getmembers(kind, callable)
        if not name.startswith("_")
        and getattr(method, "__qualname__", "").startswith(kind.__qualname__ + ".")
        and {*inspect.signature(method).parameters} - {"self", "cls"}
    }


@pytest.mark.parametrize("kind", [Game, Perspective, VectorEnv, AbyssEnv, AbyssVectorEnv, Layout, Bot])
def test_every_public_method_with_an_argument_is_called(kind: type) -> None:
    assert {f"{kind.__name__}.{method}" for method in methods_with_arguments(kind)} <= {*CALLS}


def test_every_public_name_is_called_or_is_a_result_or_an_error() -> None:
    called = {name.partition(".")[0] for name in CALLS}
    for name in openabyss.__all__:
        found = getattr(openabyss, name)
        is_error = isinstance(found, type) and issubclass(found, Exception)
        assert not callable(found) or is_error or name in RESULTS or name in called, name


@pytest.mark.parametrize("seat", [-1, 3, 99, 10**7, 2**63, 0.5, True, "0"])
def test_seats_are_whole_numbers_from_0_to_the_last(seat: Any) -> None:
    for ask in (game().score_sheet, game().observation, lambda seat: view(game(), seat)):
        with pytest.raises(InvalidArgument):
            ask(seat)


def test_seats_and_seeds_may_be_whole_numbers_of_numpy() -> None:
    assert game().score_sheet(np.int64(1)) == game().score_sheet(1)
    assert np.array_equal(game().observation(np.int8(1)), game().observation(1))
    assert view(game(), np.int64(1)) == view(game(), 1)
    plain, numpys = VectorEnv(2, seed=3), VectorEnv(np.int64(2), players=np.int8(2), seed=np.int64(3))
    assert np.array_equal(plain.arrays.observations, numpys.arrays.observations)


@pytest.mark.parametrize("action", [0.5, 1.0, np.float64(2)])
def test_fractions_are_no_actions(action: float) -> None:
    with pytest.raises(InvalidArgument, match="action"):
        begun(AbyssEnv()).step(action)
    with pytest.raises(InvalidArgument, match="actions"):
        AbyssVectorEnv(1).step(np.array([action]))
    with pytest.raises(InvalidArgument, match="action"):
        agents().step(action)


@pytest.mark.parametrize("seed", [[[1], 2], [(), 1], [np.zeros(2), 1], b"ab", "12"])
def test_what_is_no_seed_is_none_of_many_either(seed: Any) -> None:
    with pytest.raises(InvalidArgument, match="seed"):
        VectorEnv(2, seed=seed)


def test_a_seed_below_those_of_gymnasium_is_told_the_least_one() -> None:
    with pytest.raises(InvalidArgument, match=r"^seed: at least 0 is needed, not -1$"):
        AbyssEnv().reset(seed=-1)


@pytest.mark.parametrize("seed", [10**101, -(10**101)])
def test_bounds_of_a_hundred_digits_are_powers_of_ten(seed: int) -> None:
    with pytest.raises(OpenAbyssError, match=r"out of range; allowed: -10\^100 to 10\^100$"):
        Game.new(2, seed=seed)
    with pytest.raises(InvalidArgument, match=r"out of range: from -10\^100 to 10\^100$"):
        AbyssVectorEnv(1).reset(seed=seed)


def test_a_text_is_no_list_of_players() -> None:
    with pytest.raises(InvalidArgument, match=r"^specs: tuple is expected, not 'medium'$"):
        Series("medium")  # type: ignore[arg-type]


@pytest.mark.parametrize("shape", [(), (3,), (1, layout_of(2).size)], ids=str)
def test_lines_of_what_has_another_layout_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(InvalidArgument, match=f"an array of {layout_of(2).size} numbers is expected"):
        lines_of(np.zeros(shape, np.int16), layout_of(2))


def test_no_layout_has_fewer_or_more_seats_than_can_play() -> None:
    for players in (-1, 0, 1, 5, 6):
        with pytest.raises(InvalidArgument, match="players"):
            layout_of(players)
    with pytest.raises(InvalidArgument, match="players"):
        layout_of(6, leviathan=True)


def test_what_is_no_file_of_trajectories_is_named(tmp_path: Path) -> None:
    (tmp_path / "no.parquet").write_text("no")
    for path in (tmp_path / "missing.parquet", tmp_path / "no.parquet", tmp_path):
        with pytest.raises(InvalidArgument, match=path.name):
            next(read_trajectories(path))
        with pytest.raises(InvalidArgument, match=path.name):
            settings_of(path)
    parquet.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    with pytest.raises(InvalidArgument, match=r"other\.parquet is no file of trajectories"):
        settings_of(tmp_path / "other.parquet")
    whole = (tmp_path / "other.parquet").read_bytes()
    (tmp_path / "damaged.parquet").write_bytes(whole[:4] + b"\xff" * 20 + whole[24:])
    with pytest.raises(InvalidArgument, match=r"damaged\.parquet is no file of trajectories"):
        next(read_trajectories(tmp_path / "damaged.parquet"))
