"""Writes the drawings into the static files of the web server: `python -m art`."""

from pathlib import Path

from art.sprite import files

FOLDER = Path(__file__).parent.parent / "src" / "openabyss" / "browser" / "static" / "art"

if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"{FOLDER / name}: {len(text.encode()) / 1000:.1f} kB")
