"""The protocol of a table as types. Browser, terminal and programs speak the same JSON over one WebSocket;
`docs/protocol.md` is written from these types, so every type and field says here what it means."""

PROTOCOL = 1
SUBPROTOCOL = "openabyss.v1"
# How sockets are closed: too much was sent, or no hello; the server has failed, or restarts; the seat was
# taken over; there is no such table, or no seat at it.
TOO_MANY, BROKEN, RESTARTING, REPLACED, NOT_HERE = 1008, 1011, 1012, 4403, 4404
