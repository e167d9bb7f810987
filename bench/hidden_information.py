"""How much is hidden along play, by table and round: a table in Markdown for the page of the environments.

`python -m bench.hidden_information`. At the first question of a round, the binary logarithm of how many
tables look the same to the seat that is asked, the mean of games of the level medium. Every run finds the
same.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from statistics import fmean

from openabyss import Game, Perspective
from openabyss.observation.hidden import hidden_bits
from openabyss.players.registry import player

TABLES = {
    "base game": ((2, 3, 4), False, False),
    "Kraken": ((2,), True, False),
    "Leviathan": ((2,), False, True),
    "both": ((2,), True, True),
}
ROUNDS = (1, 3, 5, 8, 11, 14)
Bits = tuple[float, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="of each table (%(default)s)")
    arguments = parser.parse_args()
    print(f"| table, players | {' | '.join(f'round {number}' for number in ROUNDS)} |")
    print("| --- |" + " --- |" * len(ROUNDS))
    for name, (counts, kraken, leviathan) in TABLES.items():
        for players in counts:
            cells = found(players, kraken, leviathan, arguments.games)
            print(f"| {name}, {players} | {' | '.join(map(cells.__getitem__, ROUNDS))} |", flush=True)


def found(players: int, kraken: bool, leviathan: bool, games: int) -> dict[int, str]:
    """By round: of a perfect memory, and of a forgetful seat."""
    rounds = defaultdict[int, list[Bits]](list)
    for seed in range(games):
        game = Game.new(players, seed, kraken=kraken, leviathan=leviathan)
        for number, bits in along_play(game, seed):
            rounds[number].append(bits)
    means = {number: [fmean(column) for column in zip(*bits, strict=True)] for number, bits in rounds.items()}
    written = {number: f"{mean[0]:.1f}, {mean[1]:.0f}" for number, mean in means.items()}
    return defaultdict(lambda: "–", written)


def along_play(game: Game, seed: int) -> Iterator[tuple[int, Bits]]:
    """The bits of each of the ROUNDS, the first of which is 1."""
    chooser, reached = player("medium", seed), 0
    while not game.is_over:
        number = 1 + (game.state.turn - 1) // game.players
        if number > reached and number in ROUNDS:
            reached = number
            yield (
                number,
                (
                    hidden_bits(game.state, game.player),
                    hidden_bits(game.state, game.player, perfect_memory=False),
                ),
            )
        game.apply(chooser.choose(Perspective(game)))


if __name__ == "__main__":
    main()
