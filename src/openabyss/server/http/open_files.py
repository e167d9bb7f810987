"""How many connections fit under the limit of open files, of which each connection is one."""

from openabyss.server.logging import log_warning

# For the database, pipes to computers, and connections that were accepted only to be refused.
FILES_BESIDE = 200


def room_for(connections: int) -> int:
    """How many connections may be open, at most this many. Raises the soft limit of open files for them."""
    most = _limit_raised_to(connections + FILES_BESIDE) - FILES_BESIDE
    if most >= connections:
        return connections
    log_warning("limit of open files", connections_wanted=connections, connections=max(1, most))
    return max(1, most)


def _limit_raised_to(wanted: int) -> int:
    """How many files may be open, `wanted` or as many as the hard limit allows."""
    try:
        import resource  # noqa: PLC0415  there is none on Windows, where sockets are no files
    except ImportError:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    enough = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (enough, hard))
    return enough
