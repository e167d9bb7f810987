"""The guided first game: its deal, and the lesson that is given at each moment."""

import json
from collections import Counter

import pytest

from openabyss import Game
from openabyss.client.guide import (
    COURSE_TITLES,
    DEALS,
    FIRST_GAME,
    FREE,
    LEARNER,
    LESSONS,
    OPPONENT,
    PAGES,
    SHORT_COURSES,
    course_of,
    guided_config,
    lesson_for,
)
from openabyss.client.guide.moment import NOTHING, Moment
from openabyss.client.protocol.parts import LessonShown
from openabyss.client.table_history import ANSWER, UNDO, TableHistory
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.words import LANGUAGES, reading_in

NAMES = ["Ada", "Triton"]


def begun() -> TableHistory:
    return TableHistory(guided_config(), [None, "medium"])


def lesson(history: TableHistory) -> LessonShown:
    given = lesson_for(history, LEARNER, NAMES)
    assert given is not None
    return given


def play(
    history: TableHistory, learner: str, seed: int = 1, most: int = 400, course: str = FIRST_GAME
) -> list[LessonShown]:
    """Play on until the guide has nothing more to say; what it said to the learner, who does what it
    suggests and otherwise what the computer `learner` would, or never what it suggests."""
    own, opponent = player(learner, seed), player("medium", seed)
    said: list[LessonShown] = []
    for _decision in range(most):
        given = lesson_for(history, LEARNER, NAMES, course)
        if given is None:
            return said
        game = history.game
        if game.player == OPPONENT:
            history.add(ANSWER, OPPONENT, opponent.choose(Perspective(game)).text)
            continue
        said.append(given)
        follows = given.suggests if learner == "medium" else None
        history.add(ANSWER, LEARNER, follows or own.choose(Perspective(game)).text)
    raise AssertionError("the guide does not end")


def events_of_learner(history: TableHistory) -> Counter[str]:
    return Counter(event.kind for event in history.game.history.log if event.player == LEARNER)


def test_all_cards_are_in_the_deal() -> None:
    everything = Counter(Game.from_position({"players": 2}).to_position()["exploration_deck"])
    deal = DEALS[FIRST_GAME]
    here = Counter([*deal["exploration_deck"], *deal["track"]])
    here.update(card for stack in deal["council"].values() for card in stack)
    here.update(card for seat in deal["seats"] for card in seat["hand"] + seat["affiliated"])
    assert here == everything


def test_who_follows_the_guide_has_done_everything_in_four_turns() -> None:
    history = begun()
    said = play(history, "medium")
    ids = list(dict.fromkeys(given.id for given in said))
    assert [one for one in ids if one not in ("free", "paying", "affiliate")] == [
        "offer", "explore", "weak-ally", "monster", "reward", "council", "recruit", "location", "drawn",
        "end",
    ]  # fmt: skip
    done = events_of_learner(history)
    deeds = ("ALLY_BOUGHT", "MONSTER_FOUGHT", "STACK_TAKEN", "LORD_RECRUITED", "LOCATION_CONTROLLED")
    assert all(done[deed] for deed in deeds)
    assert done["TURN_STARTED"] == 4


@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_learner_does_the_guide_follows_and_ends(seed: int) -> None:
    history = begun()
    for given in play(history, "random", seed):
        assert given.pages
        assert not any("{" in page.text or "{" in point for page in given.pages for point in page.points)


def test_a_key_is_promised_only_for_a_monster_that_brings_one() -> None:
    said = [given for learner in ("medium", "random") for given in play(begun(), learner, 0)]
    promised = {(given.id, "key" in given.pages[0].text) for given in said if "monster" in given.id}
    assert promised == {("monster", True), ("small-monster", False)}


def test_what_a_monster_brings_is_lowered_by_the_tamer_of_the_opponent() -> None:
    position = {
        "players": 2, "threat": 3, "phase": "explore", "track": ["J1"], "exploration_deck": ["M", "C2"],
        "seats": [{}, {"pearls": 0, "lords": [{"id": 6}]}],
    }  # fmt: skip
    game = Game.from_position(position)
    game.apply("continue")
    moment = Moment(TableHistory(game, [None, "medium"]), LEARNER, NAMES)
    assert not moment.monster_has_key()
    assert moment.places()["reward"] == "2 pearls; 1 pearl and 1 monster token; or 2 monster tokens"


@pytest.mark.parametrize("seed", [2, 7])
def test_what_keys_are_for_is_told_in_one_turn_only(seed: int) -> None:
    history = begun()
    own, opponent = player("random", seed), player("easy", seed)
    turns = set()
    while (given := lesson_for(history, LEARNER, NAMES)) is not None:
        game = history.game
        if given.id == "more-keys":
            turns.add(game.table.turn)
        chooser = own if game.player == LEARNER else opponent
        history.add(ANSWER, game.player, chooser.choose(Perspective(game)).text)
    assert len(turns) == 1


def test_a_lesson_is_learnt_by_doing_it() -> None:
    history = begun()
    assert lesson(history).id == "offer"
    pass_all_offers(history)
    assert lesson(history).id == "explore"
    history.add(ANSWER, LEARNER, "stack:crab")
    pass_all_offers(history, "free")
    assert lesson(history).id == "explore"


def pass_all_offers(history: TableHistory, said: str = "") -> None:
    """Play until the learner is asked something else than to buy an ally, of which the guide may say this."""
    opponent = player("medium", 1)
    while history.game.player == OPPONENT or history.game.question.kind == "OFFER":
        if history.game.player == OPPONENT:
            history.add(ANSWER, OPPONENT, opponent.choose(Perspective(history.game)).text)
        else:
            assert said in ("", lesson(history).id)
            history.add(ANSWER, LEARNER, "pass")


def test_after_an_undo_the_lesson_is_the_one_before() -> None:
    history = begun()
    opponent = player("medium", 1)
    while (before := lesson(history)).id != "recruit":
        game = history.game
        own = before.suggests if game.player == LEARNER else None
        history.add(ANSWER, game.player, own or opponent.choose(Perspective(game)).text, "by hand")
    assert before.suggests is not None
    history.add(ANSWER, LEARNER, before.suggests, "recruit")
    assert lesson(history).id == "paying"
    history.add(UNDO, LEARNER)
    assert lesson(history) == before


def test_a_table_read_from_the_storage_has_the_same_lesson() -> None:
    stored = json.loads(json.dumps(guided_config()))
    assert course_of(stored) == FIRST_GAME
    history, again = begun(), TableHistory(stored, [None, "medium"])
    again.replay([history.add(ANSWER, LEARNER, "buy", "one")])
    assert lesson(again) == lesson(history)


def test_other_games_have_no_guide() -> None:
    assert course_of(Game.new(players=2, seed=1).to_record()["config"]) is None
    assert course_of({"position": {"players": 2}}) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_can_be_given_in_every_language(language: str) -> None:
    with reading_in(language):
        said = play(begun(), "medium")
    assert all("{" not in page.text for given in said for page in given.pages)


def test_every_lesson_has_a_name_and_texts_of_its_own_and_every_text_a_lesson() -> None:
    lessons = [*LESSONS, FREE, *(one for course in SHORT_COURSES.values() for one in course)]
    assert {one.id for one in lessons} == {*PAGES}
    assert all(PAGES.values())
    assert {one.paying for one in lessons} <= {"", *PAGES}
    assert [*DEALS] == [FIRST_GAME, *COURSE_TITLES] == [FIRST_GAME, *SHORT_COURSES]


@pytest.mark.parametrize("learner", ["medium", "random"])
@pytest.mark.parametrize("course", SHORT_COURSES)
def test_a_short_course_is_one_turn_and_says_its_last_word(course: str, learner: str) -> None:
    history = TableHistory(guided_config(course), [None, "medium"])
    said = play(history, learner, course=course)
    ids = [given.id for given in said]
    assert ids[0].startswith(course)
    assert ids[-1] == f"{course}-end"
    assert said[-1].is_last
    assert events_of_learner(history)["TURN_STARTED"] == 1
    assert not any(
        "{" in page.text or "{" in point for given in said for page in given.pages for point in page.points
    )
    if learner == "medium":
        taught = {one.id for one in SHORT_COURSES[course] if one.asked != NOTHING}
        assert len(taught & {*ids}) >= 2
