"""What a network learns from: tables, and what became of them."""

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from openabyss.players.network.encoding import Inputs


@dataclass
class Samples:
    """Tables as inputs, win shares and margins of the seats, the viewer first; and for networks with a policy
    the rows of the answers (NO_ANSWER behind the last) with the probabilities that they should have."""

    inputs: Inputs
    shares: NDArray[np.float32]
    margins: NDArray[np.float32]
    rows: NDArray[np.int16]
    policy: NDArray[np.float16]

    def __len__(self) -> int:
        return len(self.inputs)


def joined(parts: list[Samples]) -> Samples:
    """All samples in one."""
    return Samples(
        *(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Samples))
    )
