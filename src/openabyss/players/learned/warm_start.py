"""What a new network takes over from a trained one of another variant or number of players.

Inputs with the same meaning keep their weights. Where there are more opponents, each gets the mean
weights of the opponents that there were, and as much less of them as there are more.
"""

from dataclasses import dataclass

import numpy as np

from openabyss.players.learned.layout import (
    INPUTS,
    SEAT_INPUTS,
    TABLE_INPUTS,
    places_among,
    seat_inputs,
    table_inputs,
)
from openabyss.players.learned.network import HIDDEN, SECOND_HIDDEN, Nets

Pairs = list[tuple[int, int]]


@dataclass(frozen=True)
class Layers:
    """A network taken apart: weights by input and unit, biases. Inputs without a trained weight are NaN."""

    first: Nets
    first_bias: Nets
    second: Nets
    second_bias: Nets
    last: Nets
    last_bias: Nets


def taken_apart(
    numbers: Nets, variant: int, players: int, hidden: int = HIDDEN, second_hidden: int = SECOND_HIDDEN
) -> Layers:
    """The layers of a network that is one flat array, whatever comes behind them."""
    shapes = (int(INPUTS[variant, players]), hidden), (hidden, second_hidden), (second_hidden, 2 * players)
    parts, start = [], 0
    for rows, columns in shapes:
        middle = start + rows * columns
        parts += [numbers[start:middle].reshape(rows, columns), numbers[middle : middle + columns]]
        start = middle + columns
    return Layers(*parts)


def warm_started(layers: Layers, old: tuple[int, int], new: tuple[int, int]) -> Layers:
    """A network for the variant and number of players `new`, from one for `old`."""
    return Layers(
        first_layer(layers.first, old, new),
        layers.first_bias,
        layers.second,
        layers.second_bias,
        for_seats(layers.last, old[1], new[1]),
        for_seats(layers.last_bias, old[1], new[1]),
    )


def first_layer(first: Nets, old: tuple[int, int], new: tuple[int, int]) -> Nets:
    """The weights of the inputs; NaN where the old network had no such input."""
    (old_variant, old_players), (variant, players) = old, new
    units = first.shape[1]
    weights = np.full((int(INPUTS[variant, players]), units), np.nan, np.float32)
    for place, old_place in same_inputs(table_inputs(variant), table_inputs(old_variant)):
        weights[place] = first[old_place]
    share = (old_players - 1) / (players - 1)
    old_blocks = first[TABLE_INPUTS[old_variant] :].reshape(old_players, -1, units)
    for seat in range(players):
        block = old_blocks[0] if seat == 0 else old_blocks[1:].mean(axis=0) * share
        block = old_blocks[seat] if players == old_players else block
        start = int(TABLE_INPUTS[variant] + seat * SEAT_INPUTS[variant])
        for place, old_place in same_inputs(seat_inputs(variant), seat_inputs(old_variant)):
            weights[start + place] = block[old_place]
    return weights


def same_inputs(names: list[str], old_names: list[str]) -> Pairs:
    """The places of the inputs of a block that an older one has, too, and their places there."""
    old_places = places_among(old_names, names).tolist()
    return [(place, old) for place, old in enumerate(old_places) if old >= 0]


def for_seats(outputs: Nets, old_players: int, players: int) -> Nets:
    """Odds and margins of more seats: all opponents get the mean of the opponents that there were."""
    if players == old_players:
        return outputs
    halves = []
    for half in (outputs[..., :old_players], outputs[..., old_players:]):
        opponents = half[..., 1:].mean(axis=-1, keepdims=True)
        halves.append(np.concatenate([half[..., :1]] + [opponents] * (players - 1), axis=-1))
    return np.concatenate(halves, axis=-1)
