"""The quiet hours of a person, in their own time zone."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

HOURS = 24


def zone_of(name: str) -> ZoneInfo | None:
    """A time zone such as "Europe/Prague"; None if there is none of this name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def quiet_until(at: datetime, zone: str, first: int, last: int) -> datetime | None:
    """When the quiet hours that include this moment end; None if none do."""
    here = zone_of(zone)
    local = at.astimezone(here)
    if (local.hour - first) % HOURS >= (last - first) % HOURS:
        return None
    end = local.replace(hour=last, minute=0, second=0, microsecond=0)
    if end <= local:
        end += timedelta(days=1)
    return end.astimezone(at.tzinfo)
