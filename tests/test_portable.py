"""What only some systems have is called in guarded places alone: this runs on Linux, macOS and Windows."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src" / "openabyss"
ONLY_SOMEWHERE = {
    *("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty", "msvcrt", "winreg"),
    *("os.fork", "os.forkpty", "os.getegid", "os.geteuid", "os.getgid", "os.getuid", "os.getloadavg"),
    *("os.getpgid", "os.getpriority", "os.killpg", "os.mkfifo", "os.nice", "os.sched_getaffinity"),
    *("os.setpriority", "os.setsid", "os.statvfs", "os.uname", "os.wait", "os.waitid", "os.fchmod"),
    *("signal.SIGALRM", "signal.SIGCHLD", "signal.SIGHUP", "signal.SIGKILL", "signal.SIGPIPE"),
    *("signal.SIGQUIT", "signal.SIGUSR1", "signal.SIGUSR2", "signal.alarm", "signal.setitimer"),
    *("signal.pause", "signal.pthread_sigmask", "signal.sigwait"),
    *("socket.AF_UNIX", "socket.SO_REUSEPORT", "socket.socketpair.AF_UNIX", "socket.fromshare"),
    *("asyncio.start_unix_server", "asyncio.open_unix_connection"),
}
# Methods by their name alone, of whatever they are called.
METHODS_ONLY_SOMEWHERE = {"add_signal_handler", "remove_signal_handler", "add_reader", "add_writer"}
ASKS_FOR_THE_SYSTEM = ("sys.platform", "os.name", "hasattr", "platform.system")
SAYS_IT_IS_MISSING = ("AttributeError", "ImportError", "ModuleNotFoundError", "NotImplementedError")
TEXT_METHODS = {"read_text": 0, "write_text": 1}


def dotted(node: ast.AST) -> str:
    """The name that is read: `os.fork`."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def is_guard(node: ast.AST) -> bool:
    """A place that asks which system this is, or that is ready for what is missing."""
    if isinstance(node, ast.If | ast.IfExp):
        return any(word in ast.unparse(node.test) for word in ASKS_FOR_THE_SYSTEM)
    if isinstance(node, ast.Try):
        caught = " ".join(ast.unparse(handler.type) for handler in node.handlers if handler.type)
        return any(word in caught for word in SAYS_IT_IS_MISSING)
    if isinstance(node, ast.With | ast.AsyncWith):
        return any("suppress" in ast.unparse(item.context_expr) for item in node.items)
    return False


def unguarded(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """What only some systems have and nothing guards: its line and name."""
    for node in ast.iter_child_nodes(tree):
        if is_guard(node):
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names if name.name in ONLY_SOMEWHERE)
        if isinstance(node, ast.ImportFrom) and node.module in ONLY_SOMEWHERE:
            yield node.lineno, node.module
        if isinstance(node, ast.Attribute) and (
            dotted(node) in ONLY_SOMEWHERE or node.attr in METHODS_ONLY_SOMEWHERE
        ):
            yield node.lineno, dotted(node)
        yield from unguarded(node)


def without_encoding(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Texts read or written in the encoding of the system, which is another one on Windows."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or any(word.arg == "encoding" for word in node.keywords):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else dotted(node.func)
        if name in TEXT_METHODS and len(node.args) <= TEXT_METHODS[name]:
            yield node.lineno, name
        mode = node.args[0 if isinstance(node.func, ast.Attribute) else 1 :][:1]
        is_text = not mode or not (isinstance(mode[0], ast.Constant) and "b" in str(mode[0].value))
        if name == "open" and is_text and dotted(node.func) in ("open", "path.open", "self.path.open"):
            yield node.lineno, name


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCES.rglob("*.py")):
        yield str(path.relative_to(SOURCES)), ast.parse(path.read_text("utf-8"))


def test_what_only_some_systems_have_is_guarded() -> None:
    found = [f"{path}:{line} {name}" for path, tree in trees() for line, name in unguarded(tree)]
    assert found == []


def test_texts_are_utf_8_on_every_system() -> None:
    found = [f"{path}:{line} {name}" for path, tree in trees() for line, name in without_encoding(tree)]
    assert found == []


@pytest.mark.parametrize(
    "program",
    ["import fcntl", "import os\nos.fork()", "loop.add_signal_handler(1, f)", "from pwd import getpwnam"],
)
def test_an_unguarded_call_is_noticed(program: str) -> None:
    assert list(unguarded(ast.parse(program)))


@pytest.mark.parametrize(
    "program",
    [
        "if hasattr(os, 'fork'):\n    os.fork()",
        "try:\n    import fcntl\nexcept ImportError:\n    pass",
        "with suppress(NotImplementedError):\n    loop.add_signal_handler(1, f)",
        f"x = os.nice(1) if sys.platform != {sys.platform!r} else 0",
    ],
)
def test_a_guarded_call_is_allowed(program: str) -> None:
    assert list(unguarded(ast.parse(program))) == []


@pytest.mark.parametrize(
    "program", ["path.read_text()", "path.write_text('x')", "open('x')", "open('x', 'w')"]
)
def test_a_text_without_encoding_is_noticed(program: str) -> None:
    assert list(without_encoding(ast.parse(program)))
