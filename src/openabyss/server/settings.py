"""What can be set from outside: where data lies, how much is allowed."""

import re
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from pathlib import Path

MAX_HOST_LENGTH = 255
HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much anybody may ask; each is set by OPENABYSS_LIMIT_<NAME>.

    Numbers of requests and of static files are per address and second, tables per address and hour, commands
    per connection and 20 seconds, and so are asks, those of them that take a long answer: hello, hints,
    explanations of all answers, changes of seats, rematches. Chat lines are per browser and minute.
    Connections and sockets are those that are open at once, per address and in all; sockets are connections
    too. No address has more of them than are left for the others. Of visitors who come through a proxy the
    requests that are being answered count, and the sockets, instead of the proxy's connections. The network
    of an IPv6 address counts as one address.
    """

    requests: int = 20
    request_burst: int = 100
    files: int = 100
    file_burst: int = 2000
    tables: int = 120
    body: int = 64 * 1024
    frame: int = 16 * 1024
    connections: int = 120
    connections_in_all: int = 900
    sockets: int = 60
    sockets_in_all: int = 700
    sockets_of_seat: int = 8
    commands: int = 100
    commands_of_spectator: int = 30
    asks: int = 20
    chat: int = 20


@dataclass(frozen=True, slots=True)
class Patience:
    """For how many seconds the server waits for others at most; then it goes on without them.

    head, body: of a request, until it is whole. answer: until the server itself has one. hello: until a
    socket says it. reading: until the other side takes what is sent to it. bye: until last words are out.
    """

    head: float = 10.0
    body: float = 20.0
    answer: float = 60.0
    hello: float = 10.0
    reading: float = 20.0
    bye: float = 2.0


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs.

    key: makes links. workers: processes in which computers think. threads: processors on which each of them
    searches. decision_seconds: what a computer may take for a decision. computer_pause: seconds that people
    get to see what a computer did. address: how people call the server, "https://abyss.example"; empty: as
    their requests call it.
    proxies: addresses and networks that are trusted to say who has sent a request.
    idle_seconds: after which an unused table leaves the memory.
    """

    database_url: str
    key: bytes = field(repr=False)
    workers: int = 1
    threads: int = 1
    decision_seconds: float = 10.0
    computer_pause: float = 0.25
    idle_seconds: float = 600.0
    secure_cookies: bool = False
    address: str = ""
    proxies: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    patience: Patience = field(default_factory=Patience)

    def is_proxy(self, address: str) -> bool:
        """Whether this is the address of a proxy, through which many visitors come."""
        try:
            host = ip_address(address)
        except ValueError:
            return False
        return any(host in ip_network(proxy) for proxy in self.proxies)


def is_host(text: str) -> bool:
    """Whether a server can be called so: a name or an address, with a port or without."""
    return len(text) <= MAX_HOST_LENGTH and HOST.fullmatch(text) is not None


def url_of_file(path: Path) -> str:
    """The address of a SQLite file."""
    return f"sqlite:///{path}"
