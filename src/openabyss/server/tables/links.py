"""The tokens of links to seats and for spectators, which only the key of the server can make."""

from dataclasses import replace

from openabyss.server.access.credentials import hashed, link_token, new_nonce
from openabyss.server.storage import SeatRow


class LinkTokens:
    """Tokens of the links of all tables."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def for_spectators(self, id_: str, nonce: str) -> str:
        """The token of a table's link for spectators."""
        return link_token(self._key, f"watch {id_}", nonce)

    def for_seat(self, id_: str, seat: int, nonce: str) -> str:
        """The token of a link to a seat."""
        return link_token(self._key, f"seat {id_} {seat}", nonce)

    def for_owner(self, id_: str, seat: int, nonce: str) -> str:
        """The token of a link by which the person on a seat moves to another browser."""
        return link_token(self._key, f"move {id_} {seat}", nonce)

    def is_for_owner(self, id_: str, seat: SeatRow) -> bool:
        """Whether the link that leads to a seat was made by the person who has it."""
        return seat.token == hashed(self.for_owner(id_, seat.seat, seat.nonce or ""))

    def with_new_link(self, id_: str, seat: SeatRow) -> SeatRow:
        """The seat with a new link; an older one leads nowhere any more."""
        nonce = new_nonce()
        return replace(seat, nonce=nonce, token=hashed(self.for_seat(id_, seat.seat, nonce)))
