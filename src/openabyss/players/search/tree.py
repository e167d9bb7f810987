"""The tree of a search, in arrays that are made once: node 0 is the open question.

Every other node is an answer, by a player or by chance, to the question of the node above it. The
children of a node are a chain: `first_child`, then `next_sibling`. NONE ends a chain.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.compiling import compiled
from openabyss.rules.sizes import SEATS

ROOT = 0
NONE = -1
# Answers between the root and a leaf; a longer simulation is evaluated where it is.
MAX_DEPTH = 256

Floats = NDArray[np.float64]
# One number that can be changed.
Count = NDArray[np.int64]


class Tree(NamedTuple):
    """Arrays by node, `capacity` long.

    `shares[node, seat]` are the sums of the wins seen below it. `guess` is what the answer seemed worth
    to the player who gives it before it was tried, `prior` the share of the visits that follows from that.
    """

    action: NDArray[np.int16]
    first_child: NDArray[np.int32]
    next_sibling: NDArray[np.int32]
    visits: NDArray[np.int32]
    prior: NDArray[np.float32]
    guess: NDArray[np.float32]
    shares: Floats
    # How many nodes are in use.
    used: Count
    # The path of the current simulation: its nodes and their number, whether it has left the tree, and how
    # many decisions the greedy player may then still make.
    path: NDArray[np.int32]
    path_length: Count
    beyond: Count
    greedy_left: Count


def new_tree(capacity: int) -> Tree:
    """A tree with room for `capacity` nodes, of which only the root is in use."""
    tree = Tree(
        action=np.empty(capacity, np.int16),
        first_child=np.empty(capacity, np.int32),
        next_sibling=np.empty(capacity, np.int32),
        visits=np.empty(capacity, np.int32),
        prior=np.empty(capacity, np.float32),
        guess=np.empty(capacity, np.float32),
        shares=np.empty((capacity, SEATS), np.float64),
        used=np.zeros(1, np.int64),
        path=np.empty(MAX_DEPTH, np.int32),
        path_length=np.zeros(1, np.int64),
        beyond=np.zeros(1, np.int64),
        greedy_left=np.zeros(1, np.int64),
    )
    clear(tree)
    return tree


@compiled
def new_node(tree: Tree, action: int, prior: float) -> int:
    """The next free node, not yet part of a chain; the caller has made sure that there is one."""
    node = int(tree.used[0])
    tree.used[0] = node + 1
    tree.action[node] = action
    tree.prior[node] = prior
    tree.guess[node] = 0.0
    tree.first_child[node] = NONE
    tree.next_sibling[node] = NONE
    tree.visits[node] = 0
    tree.shares[node, :] = 0.0
    return node


@compiled
def clear(tree: Tree) -> None:
    """Forget everything but an empty root."""
    tree.used[0] = 0
    new_node(tree, NONE, 1.0)


@compiled
def add_child(tree: Tree, parent: int, action: int, prior: float) -> int:
    """A new node in front of the chain of its parent, or NONE if the tree is full."""
    if tree.used[0] == len(tree.action):
        return NONE
    child = int(new_node(tree, action, prior))
    tree.next_sibling[child] = tree.first_child[parent]
    tree.first_child[parent] = child
    return child


def children_of(tree: Tree, node: int) -> Iterator[int]:
    """The nodes of the answers to the question of a node."""
    child = int(tree.first_child[node])
    while child != NONE:
        yield child
        child = int(tree.next_sibling[child])


@compiled
def child_with(tree: Tree, parent: int, action: int) -> int:
    """The child for an answer, or NONE."""
    child = int(tree.first_child[parent])
    while child != NONE and tree.action[child] != action:
        child = int(tree.next_sibling[child])
    return child


@compiled
def best_two(tree: Tree) -> tuple[int, int]:
    """The visits of the most visited answer to the open question, and of the next one."""
    most, second = 0, 0
    child = int(tree.first_child[ROOT])
    while child != NONE:
        visits = int(tree.visits[child])
        most, second = max(most, visits), max(second, min(most, visits))
        child = int(tree.next_sibling[child])
    return most, second


@compiled
def lead(tree: Tree) -> int:
    """By how many visits the most visited answer to the open question is ahead."""
    most, second = best_two(tree)
    return most - second


@compiled
def start_path(tree: Tree, greedy_decisions: int) -> None:
    """A simulation begins at the root, and may make some greedy decisions beyond the tree."""
    tree.path[0] = ROOT
    tree.path_length[0] = 1
    tree.beyond[0] = 0
    tree.greedy_left[0] = greedy_decisions


@compiled
def last_of_path(tree: Tree) -> int:
    """The node at which the simulation is."""
    return int(tree.path[tree.path_length[0] - 1])


@compiled
def descend(tree: Tree, node: int) -> None:
    """The path goes on to a child of its last node."""
    tree.path[tree.path_length[0]] = node
    tree.path_length[0] += 1


@compiled
def backpropagate(tree: Tree, shares: Floats, players: int) -> None:
    """Every node of the path has been visited once more, with this result."""
    for place in range(tree.path_length[0]):
        node = tree.path[place]
        tree.visits[node] += 1
        for player in range(players):
            tree.shares[node, player] += shares[player]
