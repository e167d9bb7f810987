"""What can be set from outside: where data is kept, how much is allowed, how long the server waits."""

import math
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from email.utils import parseaddr
from ipaddress import ip_address, ip_network
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import platformdirs

from openabyss.errors import InvalidOption
from openabyss.players.search.parameters import MAX_THREADS
from openabyss.server.private_files import KEY_FILE, key_of_installation, make_folder
from openabyss.words import _

LIMIT = "OPENABYSS_LIMIT_"
MAX_HOST_LENGTH = 255
MAX_PORT = 65535
MAX_WORKERS = 1000
# Numbers with more digits are mistakes, and Python does not even read those with some thousand.
MAX_DIGITS = 18
COMPACT_DAYS, MAX_DAYS = 7, 36_500
MIN_SECRET = 20
HOST = re.compile(r"([A-Za-z0-9_-][A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])(:(?P<port>[0-9]{1,5}))?")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much anybody may ask; each is set by OPENABYSS_LIMIT_<NAME>.

    Numbers of requests and of static files are per address and second, tables per address and hour, as
    many new spectators as well, commands per connection and 20 seconds, and so are asks, those of them
    that take a long answer: hello, hints, explanations of all answers, changes of seats, rematches. Chat
    lines are per browser and minute, and three times as many for all spectators of a table. Connections
    and sockets are those that are open at once, per address and in all; sockets are connections too. No
    address has more of them than are left for the others. Of visitors who come through a proxy the
    requests that are being answered count, and the sockets, instead of the proxy's connections. The
    network of an IPv6 address counts as one address.
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

    key: makes links. workers: processes in which computers think. pool: they think in processes of
    `openabyss worker` instead. threads: processors on which each of them searches. decision_seconds: what a
    computer may take for a decision. computer_pause: seconds that people get to see what a computer did.
    address: how people call the server, "https://abyss.example"; empty: as their requests call it.
    proxies: addresses and networks that are trusted to say who has sent a request.
    idle_seconds: after which an unused table leaves the memory. compact_days: after which the entries of a
    finished table become one record. json_log: the log is for programs.
    metrics: host and port on which Prometheus reads; None: nowhere. operator_token: opens the page of the
    operator; "": there is none. smtp: the address of a mail server, mail_from: who writes; "": no e-mail is
    sent. webhook_networks: those beside the internet to which people may have notices sent.
    """

    database_url: str
    key: bytes = field(repr=False)
    workers: int = 1
    pool: bool = False
    threads: int = 1
    decision_seconds: float = 10.0
    computer_pause: float = 0.25
    idle_seconds: float = 600.0
    compact_days: int = COMPACT_DAYS
    secure_cookies: bool = False
    address: str = ""
    proxies: tuple[str, ...] = ()
    json_log: bool = True
    metrics: tuple[str, int] | None = None
    operator_token: str = field(default="", repr=False)
    smtp: str = field(default="", repr=False)
    mail_from: str = ""
    webhook_networks: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    patience: Patience = field(default_factory=Patience)

    @property
    def own_workers(self) -> int:
        """In how many processes of the server itself computers search."""
        return 0 if self.pool else self.workers

    def is_proxy(self, address: str) -> bool:
        """Whether this is the address of a proxy, through which many visitors come."""
        try:
            host = ip_address(address)
        except ValueError:
            return False
        return any(host in ip_network(proxy) for proxy in self.proxies)


def is_host(text: str) -> bool:
    """Whether a server can be called so: a name or an address, with a port or without."""
    found = HOST.fullmatch(text) if len(text) <= MAX_HOST_LENGTH else None
    return found is not None and int(found["port"] or 0) <= MAX_PORT


def url_of_file(path: Path) -> str:
    """The address of a SQLite file."""
    return f"sqlite:///{quote(str(path))}"


def data_folder(environment: Mapping[str, str]) -> Path:
    """Where tables and the key are kept: the folder OPENABYSS_DATA, or the user's data folder."""
    return Path(environment.get("OPENABYSS_DATA") or platformdirs.user_data_dir("openabyss"))


def database_address(environment: Mapping[str, str]) -> str:
    """The address of the database that the environment asks for."""
    return environment.get("DATABASE_URL") or url_of_file(data_folder(environment) / "tables.sqlite3")


def settings_from(environment: Mapping[str, str]) -> Settings:
    """The settings that the environment asks for. Raises InvalidOption."""
    key = _key(environment, data_folder(environment))
    url = database_address(environment)
    if pool := _switch(environment, "OPENABYSS_POOL"):
        check_pool(url)
    usual_workers = max(1, (os.cpu_count() or 2) - 1)
    return Settings(
        database_url=url,
        key=key,
        workers=_whole_number(environment, "OPENABYSS_WORKERS", usual_workers, MAX_WORKERS),
        pool=pool,
        threads=_whole_number(environment, "OPENABYSS_THREADS", 1, MAX_THREADS),
        secure_cookies=_switch(environment, "OPENABYSS_HTTPS"),
        address=_address(environment.get("OPENABYSS_ADDRESS", "")),
        proxies=_networks(environment, "OPENABYSS_PROXIES"),
        compact_days=_whole_number(environment, "OPENABYSS_COMPACT_DAYS", COMPACT_DAYS, MAX_DAYS),
        json_log=_switch(environment, "OPENABYSS_LOG_JSON", usual="1"),
        metrics=_listening(environment, "OPENABYSS_METRICS"),
        operator_token=_secret(environment, "OPENABYSS_OPERATOR_TOKEN"),
        smtp=_smtp(environment),
        mail_from=environment.get("OPENABYSS_MAIL_FROM", ""),
        webhook_networks=_networks(environment, "OPENABYSS_WEBHOOK_NETWORKS"),
        limits=limits_from(environment),
    )


def check_pool(database_url: str) -> None:
    """Raises InvalidOption where no processes can share a database."""
    if not database_url.startswith("postgresql"):
        text = _("a pool of computers needs tables in PostgreSQL; set DATABASE_URL to their address")
        raise InvalidOption(text)


def limits_from(environment: Mapping[str, str]) -> Limits:
    """The limits, with those that are set. Raises InvalidOption."""
    usual = asdict(Limits())
    names = {name: f"{LIMIT}{name.upper()}" for name in usual}
    for unknown in sorted(name for name in environment if name.startswith(LIMIT)):
        if unknown not in names.values():
            raise InvalidOption(_("{name}: there is no such limit").format(name=unknown))
    return Limits(**{name: _whole_number(environment, names[name], usual[name]) for name in usual})


def _key(environment: Mapping[str, str], folder: Path) -> bytes:
    """The key that is set, or the one in this folder, which is made if need be. Raises InvalidOption."""
    try:
        make_folder(folder)
        if text := _secret(environment, "OPENABYSS_KEY"):
            return text.encode(errors="surrogateescape")
        return key_of_installation(folder / KEY_FILE)
    except OSError as error:
        problem = _("{path}: cannot be opened: {why}")
        raise InvalidOption(problem.format(path=error.filename or folder, why=error.strerror)) from error


def _switch(environment: Mapping[str, str], name: str, usual: str = "") -> bool:
    """Whether it is set to 1. Raises InvalidOption."""
    text = environment.get(name, usual)
    if text not in ("", "0", "1"):
        raise InvalidOption(_("{name}={text}: must be 0 or 1").format(name=name, text=text))
    return text == "1"


def _address(text: str) -> str:
    """An address of a server without a path, or nothing."""
    scheme, _slashes, host = text.rstrip("/").partition("://")
    if text and not (scheme in ("http", "https") and is_host(host)):
        problem = _("OPENABYSS_ADDRESS={text}: must be an address such as https://abyss.example")
        raise InvalidOption(problem.format(text=text))
    return text.rstrip("/")


def _listening(environment: Mapping[str, str], name: str) -> tuple[str, int] | None:
    """A host and a port to listen on, or None. Raises InvalidOption."""
    if not (text := environment.get(name, "")):
        return None
    host, _colon, port = text.rpartition(":")
    if not (host and is_host(text) and port.isdecimal() and 0 < int(port) <= MAX_PORT):
        problem = _("{name}={text}: must be an address with a port, such as 127.0.0.1:9400")
        raise InvalidOption(problem.format(name=name, text=text))
    return host.strip("[]"), int(port)


def _secret(environment: Mapping[str, str], name: str) -> str:
    """A secret that nobody can guess, or "". Raises InvalidOption. Who has a link could try short keys until
    one makes that link, and then make all others."""
    text = environment.get(name, "")
    if text and len(text) < MIN_SECRET:
        problem = _(
            "{name}: must have {least} characters or more; “openssl rand -hex 16” makes such a secret"
        )
        raise InvalidOption(problem.format(name=name, least=MIN_SECRET))
    return text


def _smtp(environment: Mapping[str, str]) -> str:
    """The address of a mail server, or "". Raises InvalidOption."""
    text = environment.get("OPENABYSS_SMTP", "")
    problem = _("OPENABYSS_SMTP: must be an address such as smtps://user:password@mail.example")
    try:
        found = urlsplit(text)
        is_whole = found.scheme in ("smtp", "smtps") and bool(found.hostname) and found.port != 0
        is_ascii = all(unquote(part or "").isascii() for part in (found.username, found.password))
    except ValueError as error:
        raise InvalidOption(problem) from error
    if text and not is_whole:
        raise InvalidOption(problem)
    if not is_ascii:
        raise InvalidOption(_("OPENABYSS_SMTP: user and password must be of ASCII characters"))
    if text and "@" not in parseaddr(environment.get("OPENABYSS_MAIL_FROM", ""))[1]:
        raise InvalidOption(_("OPENABYSS_SMTP needs OPENABYSS_MAIL_FROM, the address that e-mails come from"))
    return text


def _networks(environment: Mapping[str, str], variable: str) -> tuple[str, ...]:
    """Addresses and networks, with commas between them."""
    text = environment.get(variable, "")
    names = [name.strip() for name in text.split(",") if name.strip()]
    try:
        return tuple(str(ip_network(name, strict=False)) for name in names)
    except ValueError as error:
        problem = _("{name}={text}: must be addresses or networks such as 172.16.0.0/12")
        raise InvalidOption(problem.format(name=variable, text=text)) from error


def _whole_number(environment: Mapping[str, str], name: str, default: int, most: float = math.inf) -> int:
    """The number that is set, from 1 to `most`, or the default. Raises InvalidOption."""
    text = environment.get(name)
    if not text:
        return default
    if text.isdecimal() and len(text) <= MAX_DIGITS and 1 <= int(text) <= most:
        return int(text)
    problem = _("{name}={text}: must be a whole number from 1 to {most}")
    if most == math.inf:
        problem = _("{name}={text}: must be a whole number, 1 or more")
    raise InvalidOption(problem.format(name=name, text=text, most=most))
