"""The icons of the app, painted from what `make art` draws: `python -m scripts.icons`. Home screens want
pictures of a fixed size. It needs Chromium."""

from collections.abc import Iterator
from io import BytesIO

from PIL import Image
from playwright.sync_api import BrowserType, sync_playwright

from art.__main__ import FOLDER
from tests.web.browser.conftest import CHROMIUM

# Each picture, the drawing that it is of, and how wide it is.
ICONS = {
    "icon-192.png": ("favicon.svg", 192),
    "icon-512.png": ("favicon.svg", 512),
    "icon-maskable-192.png": ("icon.svg", 192),
    "icon-maskable-512.png": ("icon.svg", 512),
}


def painted(chromium: BrowserType) -> Iterator[tuple[str, Image.Image]]:
    """Each of them by name."""
    # Without what spares Chromium the painting in tests.
    browser = chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
    for name, (drawing, size) in ICONS.items():
        page = browser.new_page(viewport={"width": size, "height": size})
        page.goto((FOLDER / drawing).as_uri())
        yield name, Image.open(BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
        page.close()
    browser.close()


def main() -> None:
    """Write them."""
    with sync_playwright() as playwright:
        for name, picture in painted(playwright.chromium):
            picture.quantize(64).save(FOLDER / name, optimize=True)


if __name__ == "__main__":
    main()
