"""Reading pages as a program without JavaScript does: forms, buttons, text."""

import random
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import httpx

SECONDS = 60
MAX_ANSWERS = 3000


def field_name(name: str) -> str:
    """The field of the form of set-up that a Python name stands for: `kind_2` is "kind-2"."""
    return re.sub(r"^(kind|name|level|style|solo|option)_", r"\1-", name)


@dataclass
class Form:
    """A form: where it goes, its hidden fields, its buttons as (name, value)."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class Reader(HTMLParser):
    """Collects the forms of a page, its text, and what stands in alerts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.text = ""
        self.title = ""
        self.anchors: set[str] = set()
        self._inside: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self._inside.append(tag)
        given = {name: value or "" for name, value in attributes}
        if "id" in given:
            self.anchors.add(given["id"])
        if tag == "form":
            self.forms.append(Form(given.get("action", "")))
        elif tag == "input" and self.forms and given.get("type") == "hidden":
            self.forms[-1].fields[given["name"]] = given["value"]
        elif tag == "button" and self.forms and "name" in given:
            self.forms[-1].buttons.append((given["name"], given["value"]))

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._inside and self._inside[-1] == "title":
            self.title += data

    @property
    def question(self) -> Form | None:
        """The form with the answers to the open question."""
        for form in self.forms:
            if any(name in ("action", "pay") for name, _value in form.buttons):
                return form
        return None


@dataclass
class Visitor:
    """Somebody with a browser that runs no scripts."""

    address: str
    http: httpx.Client = field(init=False)
    others: list["Visitor"] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.http = httpx.Client(
            base_url=self.address,
            timeout=SECONDS,
            follow_redirects=True,
            headers={"Accept": "text/html"},
            verify=False,
        )

    def stranger(self) -> "Visitor":
        """Somebody else, who leaves together with this one."""
        self.others.append(Visitor(self.address))
        return self.others[-1]

    def leave(self) -> None:
        for visitor in (*self.others, self):
            visitor.http.close()

    def quick(self, variant: str = "base", opponents: int = 1) -> str:
        """Play now; the id of the table."""
        return self._laid("/quick", {"variant": variant, "opponents": str(opponents)})

    def learn(self) -> str:
        """The guided first game; the id of the table."""
        return self._laid("/learn", {})

    def lay(self, **values: Any) -> str:
        """A table from the form of set-up; the id of the table."""
        return self._laid("/tables", {field_name(name): str(value) for name, value in values.items()})

    def _laid(self, path: str, values: dict[str, str]) -> str:
        answer = self.http.post(path, data=values, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].split("/")[2]

    def read(self, path: str, status: int = 200) -> Reader:
        """A page."""
        answer = self.http.get(path)
        assert answer.status_code == status, answer.text
        return Reader(answer.text)

    def json(self, path: str) -> Any:
        """What a program gets at this address."""
        return self.http.get(path, headers={"Accept": "application/json"}).json()

    def link(self, table: str, kind: str = "j") -> str:
        """The first link in the lobby to a seat, or with "s" for spectators."""
        found = re.search(rf'/{kind}/[^"]+', self.http.get(f"/t/{table}/lobby").text)
        assert found is not None
        return found[0]

    def press(self, form: Form, name: str, value: str, status: int = 200) -> Reader:
        """Send a form with one of its buttons; the page that comes."""
        answer = self.http.post(form.action, data={**form.fields, name: value})
        assert answer.status_code == status, answer.text
        return Reader(answer.text)


def play(visitor: Visitor, table: str, chooser: random.Random, seat: str = "") -> Reader:
    """Answer at random, with forms alone, until the game is over; the last page."""
    path = f"/t/{table}/text{seat}"
    page = visitor.read(path)
    for _answer in range(MAX_ANSWERS):
        if "The game is over." in page.text and page.question is None:
            return page
        form = page.question
        page = visitor.read(path) if form is None else visitor.press(form, *chooser.choice(form.buttons))
    raise AssertionError(f"no end after {MAX_ANSWERS} pages")
