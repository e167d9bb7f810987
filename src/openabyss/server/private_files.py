"""Files that nobody but their owner may read: they hold seeds, hands, links and what people said. A file that
others may read is tightened when it is opened. A folder is made so, but one that is there may serve others as
well: about that the operator is only warned."""

import errno
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from openabyss.errors import InvalidOption
from openabyss.server.logging import log_warning
from openabyss.whole_files import replacing
from openabyss.words import _

KEY_BYTES = 32
# Where it is, in the folder of the server's data.
KEY_FILE = "key"
FILE, FOLDER, OTHERS = 0o600, 0o700, 0o077


def make_folder(path: Path) -> None:
    """A folder that nobody else may look into, unless there is one. Raises OSError."""
    path.mkdir(FOLDER, parents=True, exist_ok=True)


def warn_of_open_folder(path: Path) -> None:
    """Tell the operator if others may look into a folder, or put something else into it."""
    if os.name == "posix" and path.stat().st_mode & OTHERS:
        log_warning("others may use the folder of the database; chmod 700 keeps them out", folder=str(path))


def make_file(path: Path) -> None:
    """An empty file, unless there is one, which is tightened. Raises OSError, also for a folder or a device,
    which others may need. A file that is there is not opened: to close it again would end the locks that
    SQLite holds on it."""
    try:
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE)
        try:
            _hand_over(file, path.parent)
        finally:
            os.close(file)
    except FileExistsError:
        check_kind(path)
        tighten(path)


def _hand_over(file: int, folder: Path) -> None:
    """What root makes for a server belongs to the owner of the folder, as whom the server runs; where root
    may not give files away, it stays root's."""
    if os.name == "posix" and os.geteuid() == 0:
        owner = folder.stat()
        with suppress(OSError):
            os.fchown(file, owner.st_uid, owner.st_gid)


def check_kind(path: Path) -> None:
    """Raises OSError if there is something of this name that is no file, but a folder or a device."""
    if path.exists() and not path.is_file():
        problem = errno.EISDIR if path.is_dir() else errno.EINVAL
        raise OSError(problem, os.strerror(problem))


def tighten(path: Path) -> None:
    """Let nobody but its owner read a file, if it is there. Somebody else's is only warned about."""
    try:
        if path.stat().st_mode & OTHERS:
            path.chmod(FILE)
    except FileNotFoundError:
        return
    except PermissionError:
        log_warning("others may read a file, and it belongs to somebody else", file=str(path))


def create(path: Path) -> BinaryIO:
    """A new file to write to; what had this name is gone, also if it was a link. Raises OSError."""
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE), "wb")


def key_of_installation(path: Path) -> bytes:
    """The key in a file that only its owner may read; made the first time. Raises OSError, InvalidOption."""
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except FileNotFoundError:
        pass
    except ValueError as error:
        raise _no_key(path) from error
    else:
        tighten(path)
        if not key:  # With an empty key anybody could make links.
            raise _no_key(path)
        return key
    # The file has its name only when it is whole: half a key would be no secret.
    make_folder(path.parent)
    key = secrets.token_bytes(KEY_BYTES)
    with replacing(path) as unfinished, create(unfinished) as file:
        file.write(f"{key.hex()}\n".encode("ascii"))
        _hand_over(file.fileno(), path.parent)
    return key


def _no_key(path: Path) -> InvalidOption:
    return InvalidOption(
        _("{path}: there is no key in this file; delete it to get a new one").format(path=path)
    )
