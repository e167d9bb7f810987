"""What a new network takes over from a trained one of another variant or number of players.

Inputs with the same meaning keep their weights. Where there are more opponents, each gets the mean
weights of the opponents that there were, and as much less of them as there are more.
"""

import numpy as np

from openabyss.players.network.layout import (
    INPUTS,
    SEAT_INPUTS,
    TABLE_INPUTS,
    places_among,
    seat_inputs,
    table_inputs,
)
from openabyss.players.network.network import Numbers, Table

# The weights and biases of a network layer by layer, as `layers_of` gives them.
Layers = list[tuple[Numbers, Numbers]]


def warm_started(layers: Layers, old: Table, new: Table) -> Layers:
    """The layers of a network for the table `new`, from one for `old`. Inputs without a trained weight are
    NaN."""
    (first, first_bias), second, last, policy = layers
    outputs = for_seats(last[0], old[1], new[1]), for_seats(last[1], old[1], new[1])
    return [(first_layer(first, old, new), first_bias), second, outputs, policy]


def first_layer(first: Numbers, old: Table, new: Table) -> Numbers:
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


def same_inputs(names: list[str], old_names: list[str]) -> list[tuple[int, int]]:
    """The places of the inputs of a block that an older one has, too, and their places there."""
    old_places = places_among(old_names, names).tolist()
    return [(place, old) for place, old in enumerate(old_places) if old >= 0]


def for_seats(outputs: Numbers, old_players: int, players: int) -> Numbers:
    """Odds and margins of more seats: all opponents get the mean of the opponents that there were."""
    if players == old_players:
        return outputs
    halves = []
    for half in (outputs[..., :old_players], outputs[..., old_players:]):
        opponents = half[..., 1:].mean(axis=-1, keepdims=True)
        halves.append(np.concatenate([half[..., :1]] + [opponents] * (players - 1), axis=-1))
    return np.concatenate(halves, axis=-1)
