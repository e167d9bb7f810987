"""The table of an update in plain sentences, for screen readers and pipes."""

from openabyss.client.in_words import CourtRow, LocationRow, SeatText, TableInWords, loot_in_words
from openabyss.client.protocol.messages import Update
from openabyss.words import _
from openabyss.words.cards.codes import keys
from openabyss.words.listing import join_commas, join_semicolons, with_facts


def table_lines(update: Update) -> list[str]:
    """Everything that the viewer may know, most urgent first."""
    told = TableInWords(update)
    lines = [told.turn(), _("Court:"), *(f"  {_court_line(row)}" for row in told.court())]
    lines += [_titled(title, text) for title, text in told.facts()]
    if update.config.leviathan:
        border = [f"  {_titled(title, text)}" for title, text in told.border()]
        lines += [_("Border:"), *border] if border else [_("No leviathan lies on the border.")]
    places = [f"  {_location_line(row)}" for row in told.locations()]
    lines += [_("Available locations:"), *places] if places else [_("No location is available.")]
    for seat in told.seats():
        lines += seat_lines(seat)
    return lines


def seat_lines(seat: SeatText) -> list[str]:
    """What lies before one seat, as far as the viewer may know it."""
    lines = [
        _("{title}:").format(title=seat.title),
        *(f"  {_titled(title, text)}" for title, text in seat.lines),
    ]
    for title, owned in ((_("Lords"), seat.lords), (_("Locations"), seat.locations)):
        if owned:
            lines.append(f"  {_titled(title, join_commas(one.text for one in owned))}")
    return lines


def _titled(title: str, text: str) -> str:
    return _("{title}: {text}.").format(title=title, text=text)


def _court_line(row: CourtRow) -> str:
    parts = [
        _("cost {cost}").format(cost=row.cost),
        row.races,
        _("{points} influence").format(points=row.influence),
    ]
    if row.keys:
        parts.append(keys(row.keys))
    if row.affordable:
        parts.append(_("you can pay"))
    return _titled(row.name, join_commas(parts))


def _location_line(row: LocationRow) -> str:
    facts = [row.formula]
    if row.loot:
        facts.append(loot_in_words(row.loot))
    if row.worth is not None:
        facts.append(_("now {points}").format(points=row.worth))
    return f"{with_facts(row.name, join_semicolons(facts))}."
