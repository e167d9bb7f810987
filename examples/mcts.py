"""Monte Carlo tree search in one file, as a bot: `openabyss rate examples.mcts:Mcts medium --games 20`.

Information-set MCTS (Cowling, Powley and Whitehouse, 2012) over nothing but the public library: each
iteration imagines a game that may be the real one, and walks down one tree, whose nodes are sequences of
answers. What chance does is left to the imagined games. A new node is valued by one game played to its end;
any number of players, each of whom seeks its own share of the victory.
"""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from openabyss import Action, Game, Perspective, play_out

ITERATIONS = 100
EXPLORATION = 0.7
PLAYOUTS = "medium"


@dataclass
class Node:
    """After some answers: how often it was visited and could have been, what it gave each seat in all."""

    shares: NDArray[np.float64]
    visits: int = 0
    possible: int = 0
    children: "dict[int, Node]" = field(default_factory=dict)


class Mcts:
    """Answers with what its search has visited most. The same seed gives the same answers."""

    reproducible = True

    def __init__(self, seed: int, iterations: int = ITERATIONS) -> None:
        self.iterations = iterations
        self._seed = seed * 1_000_003

    def choose(self, perspective: Perspective) -> Action:
        """The answer of a search of its own."""
        if len(perspective.legal_actions) == 1:
            return perspective.legal_actions[0]
        root = self.search(perspective)
        return max(perspective.legal_actions, key=lambda action: root.children[action.id].visits)

    def search(self, perspective: Perspective) -> Node:
        """The tree of so many iterations, and of at least one for each answer."""
        root = Node(np.zeros(perspective.players))
        for _iteration in range(max(self.iterations, len(perspective.legal_actions))):
            self._seed += 1
            world = perspective.imagine(self._seed)
            path = descend(root, world)
            shares = play_out(world, 1, players=PLAYOUTS, seed=self._seed).shares[0]
            for node in path:
                node.visits += 1
                node.shares += shares
        return root


def descend(root: Node, world: Game) -> list[Node]:
    """Answer in the imagined game down to a node that is new, or to its end; the nodes on the way."""
    path, is_new = [root], False
    while not world.is_over and not is_new:
        node, answers = path[-1], [action.id for action in world.legal_actions]
        new = [answer for answer in answers if answer not in node.children]
        is_new = bool(new)
        for answer in new[:1]:
            node.children[answer] = Node(np.zeros(world.players))
        answer = new[0] if new else best(node, answers, world.player)
        for possible in answers:
            if possible in node.children:
                node.children[possible].possible += 1
        world.apply(answer)
        path.append(node.children[answer])
    return path


def best(node: Node, answers: list[int], seat: int) -> int:
    """The answer with the highest upper confidence bound for the seat that is asked."""

    def bound(answer: int) -> float:
        child = node.children[answer]
        curious = math.sqrt(math.log(child.possible + 1) / child.visits)
        return float(child.shares[seat]) / child.visits + EXPLORATION * curious

    return max(answers, key=bound)
