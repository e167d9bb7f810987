"""How long something takes."""

from openabyss.words import ngettext

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60


def duration(seconds: int) -> str:
    """A time as people say it: "10 minutes"."""
    if seconds >= 2 * DAY and seconds % DAY == 0:
        count, text = seconds // DAY, ngettext("{count} day", "{count} days", seconds // DAY)
    elif seconds and seconds % HOUR == 0:
        count, text = seconds // HOUR, ngettext("{count} hour", "{count} hours", seconds // HOUR)
    elif seconds and seconds % MINUTE == 0:
        count, text = seconds // MINUTE, ngettext("{count} minute", "{count} minutes", seconds // MINUTE)
    else:
        count, text = seconds, ngettext("{count} second", "{count} seconds", seconds)
    return text.format(count=count)


def short_duration(seconds: int) -> str:
    """A duration in whole days, hours or minutes, of which there are then two or more."""
    unit = next((unit for unit in (DAY, HOUR, MINUTE) if seconds >= 2 * unit), 1)
    return duration(seconds // unit * unit)
