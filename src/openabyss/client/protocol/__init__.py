"""The protocol of a table as types. Browser, terminal and programs speak the same JSON over one WebSocket;
`docs/protocol.md` is written from these types, so every type and field says here what it means."""

PROTOCOL = 1
SUBPROTOCOL = "openabyss.v1"
