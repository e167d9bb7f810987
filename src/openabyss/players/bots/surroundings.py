"""What a bot gets to know of the environment of this process: what programs need, and no secrets."""

from collections.abc import Mapping

# More names for bots, separated by commas.
MORE = "OPENABYSS_BOT_ENVIRONMENT"
# Where programs and libraries are found, whose they are, how they speak; and what Windows cannot do without.
NEEDED = frozenset(
    {
        *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TEMP", "TMP", "TZ", "TERM"),
        *("LANG", "LANGUAGE", "LD_LIBRARY_PATH", "VIRTUAL_ENV"),
        *(
            "SYSTEMROOT",
            "SYSTEMDRIVE",
            "WINDIR",
            "COMSPEC",
            "PATHEXT",
            "APPDATA",
            "LOCALAPPDATA",
            "USERPROFILE",
        ),
    }
)
# Also of libraries that are likely to play.
BEGINNINGS = ("LC_", "XDG_", "PYTHON", "NUMBA_", "OMP_", "OPENBLAS_", "MKL_", "CUDA_", "OPENABYSS_")
SECRETS = frozenset({"OPENABYSS_KEY", "OPENABYSS_DATA"})


def environment_of_bots(environment: Mapping[str, str]) -> dict[str, str]:
    """The part of an environment that bots get."""
    more = {name.strip() for name in environment.get(MORE, "").split(",")}
    return {name: value for name, value in environment.items() if name in more or _is_needed(name.upper())}


def _is_needed(name: str) -> bool:
    return (name in NEEDED or name.startswith(BEGINNINGS)) and name not in SECRETS
