"""Paint: a shape gets a tone and becomes a piece of a drawing.

Tones are presentation attributes, because a strict content security policy forbids styles inside the file.
Where a tone stands for a race or guild it is a CSS variable, which reaches the drawing from the page.
"""

from art.shapes import Shape, clockwise, join, written

PALE = "#fed"  # what the light falls on
SHADE = "#9ab"  # the same in shadow
DARK = "#023"  # cut lines and hollows
GLOW = "#fc5"  # lamps, gold, what matters
AMBER = "#c72"  # gold in shadow
WHITE, BLACK = "#fff", "#012"  # as a veil over another tone

# The races, told apart by at least 16 (CIEDE2000) also by those who see fewer colours; then the strangers.
VIOLET, RED, TEAL, GOLD, BLUE = "#c9f", "#e43", "#2b9", "#eb4", "#46e"
SILVER, MURK, MONSTER_GREEN = "#9ab", "#87a", "#597"
_VARIABLES = {
    VIOLET: "--art-j",
    RED: "--art-c",
    TEAL: "--art-h",
    GOLD: "--art-s",
    BLUE: "--art-q",
    SILVER: "--art-a",
    MURK: "--art-k",
    MONSTER_GREEN: "--art-m",
}


def own(tone: str) -> str:
    """The tone of a race or guild where it stands for that race or guild; a page may set another."""
    return f"var({_VARIABLES[tone]},{tone})"


def shaded(tone: str) -> str:
    """A tone in shadow, for what would have to be drawn twice to lay a veil on it."""
    return f"color-mix(in srgb,{tone},{BLACK} 30%)"


def fill(tone: str, *shapes: Shape) -> str:
    """A flat plane."""
    return f'<path fill="{tone}" d="{written(clockwise(join(shapes)), closed=False)}"/>'


def holed(tone: str, *shapes: Shape) -> str:
    """A flat plane in which what lies inside another outline is a hole."""
    outline = written(join(shapes), closed=False)
    return f'<path fill="{tone}" fill-rule="evenodd" d="{outline}"/>'


def line(tone: str, width: float, *shapes: Shape) -> str:
    """A line with round ends, and round corners where it is thick.

    It is not filled, because the symbol around it says so.
    """
    shape = join(shapes)
    angular = width >= 2 and any(step.command in "LZ" for step in shape.steps)
    corners = ' stroke-linejoin="round"' if angular else ""
    return f'<path stroke="{tone}" stroke-width="{width:g}"{corners} d="{written(shape)}"/>'


def veil(tone: str, strength: float, *shapes: Shape) -> str:
    """A see-through plane: WHITE lights what lies below it, BLACK puts it in shadow; strength 0 to 1."""
    return fill(f"{tone}{round(strength * 15):x}", *shapes)


def edged(tone: str, width: float, *shapes: Shape) -> str:
    """A plane with a dark edge, half of which lies inside; for things that are stacked."""
    rim = f'stroke="{DARK}" stroke-width="{width:g}"'
    return f'<path fill="{tone}" {rim} d="{written(clockwise(join(shapes)))}"/>'


def outlined(tone: str, width: float, *shapes: Shape) -> str:
    """A plane with a dark rim around it, legible on any ground."""
    rim = f'stroke="{DARK}" stroke-width="{2 * width:g}" paint-order="stroke"'
    return f'<path fill="{tone}" {rim} d="{written(clockwise(join(shapes)))}"/>'
