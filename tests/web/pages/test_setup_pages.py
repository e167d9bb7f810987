"""Start, set-up and lobby: two steps to a table, errors beside the fields, nothing typed is lost."""

import re

import pytest

from openabyss.play.position.options import Options
from openabyss.server.pages.pages import address_of_link
from openabyss.server.pages.setup_form import OPTION_GROUPS, SetupForm, first_values
from tests.web.pages.reading import Visitor, field_name

TWO_OF_US = {"mode": "table", "kind_1": "me", "kind_2": "friend", "kind_3": "nobody"}

USUAL = first_values("base", "medium", "")


def wrong(visitor: Visitor, **values: str) -> str:
    """The page that comes when the form is sent with these fields besides the usual ones."""
    sent = {**USUAL, **{field_name(name): value for name, value in values.items()}}
    answer = visitor.http.post("/tables", data=sent)
    assert answer.status_code == 422
    return answer.text


@pytest.mark.parametrize("variant", ["base", "kraken", "leviathan", "both"])
@pytest.mark.parametrize("opponents", [1, 3])
def test_play_now_lays_the_wanted_table(visitor: Visitor, variant: str, opponents: int) -> None:
    table = visitor.quick(variant, opponents)
    config = visitor.json(f"/api/tables/{table}")["config"]
    assert config["players"] == opponents + 1
    assert config["kraken"] is (variant in ("kraken", "both"))
    assert config["leviathan"] is (variant in ("leviathan", "both"))


@pytest.mark.parametrize("level", ["easy", "expert"])
def test_play_now_lets_one_choose_the_level(visitor: Visitor, level: str) -> None:
    answer = visitor.http.post(
        "/quick", data={"opponents": "2", "level": level, "variant": "base"}, follow_redirects=False
    )
    lobby = visitor.http.get(f"{answer.headers['location']}/lobby").text
    assert lobby.count(f"computer, {level}") == 2


def test_the_start_page_remembers_what_was_chosen_last(visitor: Visitor) -> None:
    def checked() -> list[str]:
        return re.findall(r'type="radio"[^>]* value="(\w+)" checked', visitor.http.get("/").text)

    assert checked() == ["base", "medium"]
    visitor.http.post("/quick", data={"opponents": "1", "level": "hard", "variant": "kraken"})
    assert checked() == ["kraken", "hard"]
    expansions = {"leviathan": "on", "kraken": "on"}
    visitor.lay(mode="table", kind_1="computer", level_1="easy", kind_2="me", name_2="Ann", **expansions)
    assert checked() == ["both", "easy"]
    form = visitor.http.get("/new").text
    assert 'id="name-1" name="name-1" value="Ann"' in form
    assert '<option value="easy" selected>' in form
    table = visitor.quick()
    assert "Ann" in visitor.read(f"/t/{table}/lobby").text


@pytest.mark.parametrize("kept", ["variant=chess&level=god&name=%00", "%ff=&&&", "level=random", "x" * 4000])
def test_a_cookie_of_choices_that_cannot_be_chosen_counts_for_nothing(visitor: Visitor, kept: str) -> None:
    answer = visitor.http.get("/", headers={"cookie": f"openabyss_choices={kept}"})
    assert re.findall(r'value="(\w+)" checked', answer.text) == ["base", "medium"]


def test_six_levels_are_listed_and_below_them_what_the_server_was_started_with(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "<optgroup" not in visitor.http.get("/new").text
    monkeypatch.setenv("OPENABYSS_PLAYERS", "bots:One")
    select = re.search(r'<select id="level-2".*?</select>', visitor.http.get("/new").text, re.S)
    assert select is not None
    people, _more, others = select[0].partition("<optgroup")
    assert re.findall(r">(\w+)</option>", people) == ["Easy", "Casual", "Medium", "Skilled", "Hard", "Expert"]
    assert re.findall(r">([\w:]+)</option>", others) == ["Bots:One"]


def test_a_computer_with_a_style_has_a_name_that_tells_it(visitor: Visitor) -> None:
    seats = {"kind_1": "me", "kind_2": "computer", "level_2": "hard", "kind_3": "computer", "level_3": "hard"}
    lobby = visitor.lay(mode="table", **seats, style_2="hunter", style_3="hunter")
    text = visitor.read(f"/t/{lobby}/lobby").text
    assert text.count("computer, hard, hunter") == 2
    assert "Orca" in text
    assert (
        visitor.http.post("/tables", data={"kind-1": "me", "kind-2": "computer", "style-2": "x"}).status_code
        == 422
    )


def test_the_start_page_says_what_it_is(visitor: Visitor) -> None:
    assert "OpenAbyss is the board game Abyss in your browser" in visitor.read("/").text


@pytest.mark.parametrize(
    "values", [{"opponents": "9"}, {"opponents": "1", "variant": "chess"}, {"opponents": "1", "level": "god"}]
)
def test_play_now_refuses_what_it_does_not_know(visitor: Visitor, values: dict[str, str]) -> None:
    answer = visitor.http.post("/quick", data=values)
    assert answer.status_code == 422
    assert "That cannot be played" in answer.text


def test_my_tables_are_mine_alone(visitor: Visitor) -> None:
    table = visitor.quick()
    assert f"/t/{table}" in visitor.http.get("/").text
    assert f"/t/{table}" not in visitor.stranger().http.get("/").text


def test_every_option_is_offered_with_its_sentence(visitor: Visitor) -> None:
    shown = visitor.read("/new")
    grouped = [name for _heading, names in OPTION_GROUPS for name in names]
    assert sorted(grouped) == sorted(Options.in_words())
    assert all(sentence in shown.text for sentence in Options.in_plain_words().values())
    assert {f"option-{name}" for name in grouped} <= shown.anchors
    assert Options.end_in_plain_words() in shown.text


def test_options_seed_and_expansions_reach_the_table(visitor: Visitor) -> None:
    table = visitor.lay(
        mode="table", kind_1="me", kind_2="computer", kraken="on", seed="42", option_mirrors_copy_loot="false"
    )
    config = visitor.json(f"/api/tables/{table}")["config"]
    assert config["options"] == {"mirrors_copy_loot": False}
    assert config["kraken"] is True


FIVE = {f"kind_{place}": "computer" for place in range(2, 6)}


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        (FIVE, "Five players need Leviathan"),
        ({"kind_2": "nobody"}, "At least two players are needed"),
        ({"kind_1": "computer"}, "must be for a person"),
        ({"kind_2": "me"}, "only one seat"),
        *(({"seed": seed}, 'id="seed-error"') for seed in ("abc", "-1", "1.5", "9" * 40, "٤٢")),
        *(({"name_1": name}, 'id="name-1-error"') for name in ("a\x07b", "x\u202ey", "n" * 40, "a\nb")),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(
    visitor: Visitor, values: dict[str, str], problem: str
) -> None:
    assert problem in wrong(visitor, **values)


def test_five_play_with_leviathan(visitor: Visitor) -> None:
    assert visitor.lay(mode="table", kind_1="me", leviathan="on", **FIVE)


def test_a_wrong_form_keeps_everything_that_was_typed(visitor: Visitor) -> None:
    html = wrong(
        visitor, name_1="Ann & <b>", name_2="Bea", seed="nonsense", kraken="on",
        option_loot_duplicate="ends_search", kind_3="friend",
    )  # fmt: skip
    assert 'value="Ann &amp; &lt;b&gt;"' in html
    assert 'value="Bea"' in html
    assert 'value="nonsense"' in html
    assert re.search(r'id="kraken"[^>]* checked', html)
    assert '<option value="ends_search" selected>' in html
    assert re.search(r'name="kind-3".*?<option value="friend" selected>', html, re.S)


@pytest.mark.parametrize("field", ["kind-1", "level-2", "option-martial_law", "regent"])
def test_a_choice_that_is_not_on_the_list_is_told_beside_it(field: str) -> None:
    form = SetupForm({**USUAL, "mode": "solo" if field == "regent" else "table", field: "hat"})
    assert form.request() is None
    assert list(form.errors) == [field]


def test_solo_play_has_five_levels_and_says_house_rules(visitor: Visitor) -> None:
    assert "house rules" in visitor.read("/new").text
    for level in range(1, 6):
        table = visitor.lay(mode="solo", regent=level, solo_name="Ann")
        assert f"Regent of level {level} (house rules)" in visitor.read(f"/t/{table}/lobby").text


def test_markup_in_a_name_is_shown_as_text(visitor: Visitor) -> None:
    table = visitor.lay(mode="table", kind_1="me", name_1="</script><b>A", kind_2="computer")
    for page in ("", f"t/{table}/text", f"t/{table}/lobby"):
        answer = visitor.http.get(f"/{page}")
        assert "</script><b>A" not in answer.text
        assert "&lt;/script&gt;&lt;b&gt;A" in answer.text


def test_a_friend_joins_by_the_link_of_the_lobby(visitor: Visitor) -> None:
    table = visitor.lay(**TWO_OF_US, name_2="Bea")
    lobby = visitor.http.get(f"/t/{table}/lobby").text
    link = re.search(r'value="http://[^"]*(/j/[^"]+)"', lobby)
    assert link is not None
    assert "data:image/svg+xml" in lobby
    friend = visitor.stranger()
    typed = {"link": f"{visitor.address}{link[1]}"}
    assert friend.http.post("/join", data=typed, follow_redirects=False).headers["location"] == link[1]
    friend.http.post(link[1])
    assert "you" in friend.read(f"/t/{table}/text").text
    assert link[1] not in visitor.http.get(f"/t/{table}/lobby").text


def test_a_new_link_ends_the_old_one(visitor: Visitor) -> None:
    table = visitor.lay(**TWO_OF_US)
    old = visitor.link(table)
    visitor.http.post(f"/t/{table}/lobby", data={"seat": "1", "do": "new-link"})
    assert visitor.stranger().http.get(old).status_code == 404


def test_only_the_host_has_links(visitor: Visitor) -> None:
    table = visitor.lay(mode="table", kind_1="me", kind_2="friend", kind_3="friend")
    friend = visitor.stranger()
    friend.http.post(visitor.link(table))
    lobby = friend.http.get(f"/t/{table}/lobby").text
    assert "/j/" not in lobby
    assert "/s/" not in lobby
    assert friend.http.post(f"/t/{table}/lobby", data={"do": "new-watch-link"}).status_code == 400


def test_a_name_can_be_changed_and_a_wrong_one_is_told(visitor: Visitor) -> None:
    table = visitor.quick()
    page = visitor.http.post(f"/t/{table}/lobby", data={"seat": "0", "do": "rename", "name": "Ann"})
    assert "Ann" in page.text
    page = visitor.http.post(f"/t/{table}/lobby", data={"seat": "0", "do": "rename", "name": "a\u200fb"})
    assert page.status_code == 400
    assert 'id="name-0-error"' in page.text


def test_a_computer_plays_a_seat_and_gives_it_back(visitor: Visitor) -> None:
    table = visitor.lay(mode="table", kind_1="me", kind_2="friend")
    path = f"/t/{table}/lobby"
    replaced = visitor.http.post(path, data={"seat": "0", "do": "replace", "level": "random"})
    assert "a computer is filling in" in replaced.text
    assert "Take my seat back" not in visitor.http.post(path, data={"seat": "0", "do": "return"}).text


@pytest.mark.parametrize(
    "link", ["", "x", "javascript:alert(1)", "https://example.org/", "/j/", "/j/../../x", "a b c d e f g h"]
)
def test_a_link_that_is_none_is_told(visitor: Visitor, link: str) -> None:
    answer = visitor.http.post("/join", data={"link": link}, follow_redirects=False)
    assert answer.status_code == 400
    assert 'id="link-error"' in answer.text
    assert "required autofocus" in answer.text  # else what is wrong may be below what is in view
    assert "required autofocus" not in visitor.http.get("/").text


def test_links_of_other_places_lead_to_this_server_only() -> None:
    assert address_of_link("https://elsewhere.example/j/abcdefgh12345678") == "/j/abcdefgh12345678"
    for typed in ("abcdefgh12345678", "abcdefgh12345678.", "“abcdefgh12345678”,", " (abcdefgh12345678) "):
        assert address_of_link(typed) == "/j/abcdefgh12345678"
    assert address_of_link("abcdefgh12345678 abcdefgh12345678") is None
    assert address_of_link("http://x/s/abcdefgh12345678") == "/s/abcdefgh12345678"
    assert address_of_link("http://x/t/abcdefghij") == "/t/abcdefghij"
    for after in ("?lang=de", "#main", "/", ".", ">"):
        assert address_of_link(f"<http://x/j/abcdefgh-1234567{after}") == "/j/abcdefgh-1234567"


def test_the_theme_is_kept_and_leads_back_to_this_server(visitor: Visitor) -> None:
    assert 'data-theme="dark"' in visitor.http.get("/").text
    answer = visitor.http.post("/theme", data={"theme": "dark", "back": "/about"}, follow_redirects=False)
    assert answer.headers["location"] == "/about"
    assert 'data-theme="dark"' in visitor.http.get("/about").text
    assert 'name="back" value="/rules?q=sea+lord"' in visitor.http.get("/rules?q=sea+lord&lang=en").text
    for back in ("//evil.example", "https://evil.example", "/\\evil.example", "/a\r\nX: y"):
        answer = visitor.http.post("/theme", data={"theme": "pink", "back": back}, follow_redirects=False)
        assert answer.headers["location"] == "/"
        assert "set-cookie" not in answer.headers


def test_errors_say_what_to_do(visitor: Visitor) -> None:
    assert "start page" in visitor.read("/nothing", status=404).text
    assert "start page" in visitor.read("/t/aaaaaaaaaa", status=404).text
    table = visitor.quick()
    stranger = visitor.stranger()
    assert "Open the link that you were given" in stranger.read(f"/t/{table}/lobby", status=403).text
    assert "Back to the table" in stranger.read(f"/t/{table}/text", status=403).text


def test_a_form_with_too_many_fields_is_refused(visitor: Visitor) -> None:
    answer = visitor.http.post("/tables", data={f"field-{number}": "" for number in range(150)})
    assert answer.status_code == 422
    assert "This form cannot be read" in answer.text
