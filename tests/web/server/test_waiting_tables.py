"""The page of the tables where somebody waits, and the way from one to the next."""

import re

from tests.web.server.serving import Person, Served


def addresses(page: str, heading: str) -> list[str]:
    """Where the tables below a heading lead, in their order."""
    section = re.search(rf'aria-labelledby="{heading}">.*?</section>', page, re.DOTALL)
    items = re.findall(r"<li>\s*<a href=\"([^\"]+)\"", section.group() if section else "")
    return [address.partition("?")[0] for address in items]


def next_one(person: Person, after: str) -> str:
    answer = person.http.get(f"/tables/next?after={after}", follow_redirects=False)
    assert answer.status_code == 303
    return answer.headers["location"]


def test_tables_that_wait_for_me_come_first_and_lead_to_each_other(served: Served) -> None:
    ann = served.person()
    slow = ann.new_table("me", "here", seed=3, time_control="3d")
    quick = ann.new_table("me", "here", seed=3, time_control="600+20")
    endless = ann.new_table("me", "here", seed=3)
    friends = ann.new_table("me", "friend", seed=3)
    page = ann.http.get("/tables").text
    assert addresses(page, "mine") == [f"/t/{table}" for table in (quick, slow, endless)]
    assert addresses(page, "others") == [f"/t/{friends}"]
    assert "10 minutes left" in page
    assert "3 days left" in page
    for table, follows in ((quick, slow), (slow, endless), (endless, quick), (friends, quick)):
        assert next_one(ann, table).startswith(f"/t/{follows}?seat=")
    assert f"/tables/next?after={slow}" in ann.http.get(f"/t/{slow}").text


def test_who_is_asked_nowhere_else_is_told_so(served: Served) -> None:
    bea = served.person()
    table = bea.new_table("me", "here", seed=3)
    assert "data-next" not in bea.http.get(f"/t/{table}").text
    for person in (bea, served.person()):
        assert "No other table is waiting for you." in person.http.get(next_one(person, table)).text
