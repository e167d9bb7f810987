"""The card of a data set of choices in the format of Croissant 1.0 (MLCommons), which search engines and
loaders of data sets read: what the file is, and what every column means."""

import hashlib
from pathlib import Path
from typing import Any

from openabyss.envs.trajectories import settings_of
from openabyss.version import VERSION

Json = dict[str, Any]

HOME = "https://github.com/openabyss/openabyss"
TERMS = (
    "citeAs column equivalentProperty extract field fileProperty fileObject fileSet format includes"
    " isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace"
    " samplingRate separator source subField transform"
)
CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "data": {"@id": "cr:data", "@type": "@json"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in TERMS.split()},
}
WHOLE, REAL, FLAG = "sc:Integer", "sc:Float", "sc:Boolean"
# What each column is, of which type, and whether it is a list.
COLUMNS = {
    "game": (WHOLE, False, "the number of the game in its series"),
    "place": (WHOLE, False, "how many answers of the game came before, those of chance included"),
    "seat": (WHOLE, False, "who chose, from 0"),
    "player": (WHOLE, False, "which of the players of the series sat there, from 0"),
    "action": (WHOLE, False, "the number of the action in the catalogue"),
    "win": (REAL, False, "the share of the victory of that seat"),
    "rank": (REAL, False, "from 1 for the first place to -1 for the last"),
    "margin": (REAL, False, "points ahead of the best of the others"),
    "observation": (WHOLE, True, "what the seat knew, with a perfect memory"),
    "mask": (FLAG, True, "which actions were legal"),
    "visits": (WHOLE, True, "how often the search visited each action; all 0 where nobody searched"),
}


def card_of(path: Path) -> Json:
    """The card of a file of trajectories, as JSON-LD."""
    settings = settings_of(path)
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": path.stem,
        "description": f"Choices in games of Abyss between {', '.join(settings['seats'])}. "
        f"Settings: {settings}. Observations: {HOME}/blob/main/docs/observation.md",
        "license": "https://spdx.org/licenses/MIT.html",
        "url": HOME,
        "version": VERSION,
        "citeAs": f"The OpenAbyss contributors: OpenAbyss {VERSION}, {HOME}",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": path.name,
                "name": path.name,
                "contentUrl": path.name,
                "contentSize": f"{path.stat().st_size} B",
                "encodingFormat": "application/x-parquet",
                "sha256": digest,
            }
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "choices",
                "name": "choices",
                "description": "a record for each answer of a seat that had a choice",
                "field": [_field(path.name, name) for name in COLUMNS],
            }
        ],
    }


def _field(file: str, name: str) -> Json:
    kind, is_list, meaning = COLUMNS[name]
    return {
        "@type": "cr:Field",
        "@id": f"choices/{name}",
        "name": name,
        "description": meaning,
        "dataType": kind,
        **({"repeated": True} if is_list else {}),
        "source": {"fileObject": {"@id": file}, "extract": {"column": name}},
    }
