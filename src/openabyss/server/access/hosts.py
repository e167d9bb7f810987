"""By which names requests may call this server.

A page on another site can give its own name the address of this machine, and would then pass for a page of
this server, with a visitor's browser as its hands (DNS rebinding). So a name counts only if it is the one
that the operator has set, or one that nobody can own on the internet. An address cannot be turned like that.
"""

from ipaddress import ip_address

from openabyss.server.settings import is_host

# Reserved for this machine and for networks of one's own: RFC 6761, 6762, 8375, and ICANN's `internal`.
LOCAL = ("localhost", "local", "home.arpa", "internal")


class Hosts:
    """The names of a server whose address is set as `address`, "https://abyss.example", or not set."""

    def __init__(self, address: str) -> None:
        self._own = name_in(address.partition("://")[2])

    def know(self, host: str) -> bool:
        """Whether this header `Host` names this server."""
        name = name_in(host)
        return name != "" and (name == self._own or _is_local(name) or _is_address(name))


def name_in(host: str) -> str:
    """The name or the address in a header `Host`, without its port; empty if it cannot be one."""
    if not is_host(host):
        return ""
    name = host[: host.index("]") + 1] if host.startswith("[") else host.partition(":")[0]
    return name.lower().rstrip(".")


def _is_local(name: str) -> bool:
    """A name without a dot belongs to the local network, or to nobody."""
    return "." not in name or any(name.endswith(f".{ending}") for ending in LOCAL)


def _is_address(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
