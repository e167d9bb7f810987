"""The settings of a server as its environment gives them."""

import math
import os
from collections.abc import Mapping
from dataclasses import fields
from ipaddress import ip_network
from pathlib import Path

import platformdirs

from openabyss.errors import InvalidOption
from openabyss.players.search.parameters import MOST_THREADS
from openabyss.server.access.credentials import key_of_installation
from openabyss.server.private_files import make_folder
from openabyss.server.settings import Limits, Settings, is_host, url_of_file
from openabyss.words import _


def data_folder(environment: Mapping[str, str]) -> Path:
    """Where tables and the key lie: OPENABYSS_DATA, or the user's data folder."""
    return Path(environment.get("OPENABYSS_DATA") or platformdirs.user_data_dir("openabyss"))


def settings_from(environment: Mapping[str, str]) -> Settings:
    """The settings that the environment asks for. Raises InvalidOption."""
    folder = data_folder(environment)
    make_folder(folder)
    key = environment.get("OPENABYSS_KEY")
    return Settings(
        database_url=environment.get("DATABASE_URL") or url_of_file(folder / "tables.sqlite3"),
        key=key.encode() if key else key_of_installation(folder / "key"),
        workers=_whole_number_in(environment, "OPENABYSS_WORKERS", max(1, (os.cpu_count() or 2) - 1)),
        threads=_whole_number_in(environment, "OPENABYSS_THREADS", 1, MOST_THREADS),
        secure_cookies=environment.get("OPENABYSS_HTTPS", "") not in ("", "0"),
        address=_address(environment.get("OPENABYSS_ADDRESS", "")),
        proxies=_networks(environment.get("OPENABYSS_PROXIES", "")),
        limits=limits_from(environment),
    )


def limits_from(environment: Mapping[str, str]) -> Limits:
    """The limits, with those that are set. Raises InvalidOption."""
    chosen = {}
    for limit in fields(Limits):
        name = f"OPENABYSS_LIMIT_{limit.name.upper()}"
        if name in environment:
            chosen[limit.name] = _whole_number(name, environment[name])
    return Limits(**chosen)


def _address(text: str) -> str:
    """An address of a server without a path, or nothing."""
    scheme, _slashes, host = text.rstrip("/").partition("://")
    if text and not (scheme in ("http", "https") and is_host(host)):
        raise InvalidOption(
            _("OPENABYSS_ADDRESS={text}: must be an address such as https://abyss.example").format(text=text)
        )
    return text.rstrip("/")


def _networks(text: str) -> tuple[str, ...]:
    """Addresses and networks, with commas between them."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    try:
        return tuple(str(ip_network(name, strict=False)) for name in names)
    except ValueError as error:
        raise InvalidOption(
            _("OPENABYSS_PROXIES={text}: must be addresses or networks such as 172.16.0.0/12").format(
                text=text
            )
        ) from error


def _whole_number_in(environment: Mapping[str, str], name: str, default: int, most: float = math.inf) -> int:
    return _whole_number(name, environment[name], most) if name in environment else default


def _whole_number(name: str, text: str, most: float = math.inf) -> int:
    if text.isdecimal() and 1 <= int(text) <= most:
        return int(text)
    problem = (
        _("{name}={text}: must be a whole number from 1")
        if most == math.inf
        else _("{name}={text}: must be a whole number from 1 to {most}")
    )
    raise InvalidOption(problem.format(name=name, text=text, most=most))
