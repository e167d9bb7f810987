// People in small circles: each with letters and a colour that nobody else at the table has; and what is above the table.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.js";
import { colourOf, initialsOf, top } from "../../../src/openabyss/browser/static/table/board/people.js";

/** @param {string[]} names */
function people(...names) {
  return names.map((name, seat) => ({ seat, name }));
}

test("one letter is enough where nobody else has it", () => {
  assert.equal(initialsOf(people("Ann", "Bob"), 0), "A");
});

test("who shares the first letter has a second one, in which the names differ", () => {
  const both = people("Marlin", "Medusa");
  assert.equal(initialsOf(both, 0), "Ma");
  assert.equal(initialsOf(both, 1), "Me");
  assert.deepEqual(
    people("Computer 2", "Computer 3").map(({ seat }) =>
      initialsOf(people("Computer 2", "Computer 3"), seat),
    ),
    ["C2", "C3"],
  );
});

test("everybody keeps a colour of their own when the seats move on", () => {
  const before = people("Cleo", "Ann", "Bob");
  const after = people("Bob", "Cleo", "Ann");
  for (const { name, seat } of before) {
    const moved = after.find((person) => person.name === name);
    assert.equal(colourOf(before, seat), colourOf(after, moved.seat));
  }
  assert.equal(new Set(before.map(({ seat }) => colourOf(before, seat))).size, 3);
});

test("people of the same name have two colours", () => {
  const both = people("Ann", "Ann");
  assert.notEqual(colourOf(both, 0), colourOf(both, 1));
});

test("above the table nothing warns of the end of a game that is over", () => {
  const view = { turn: 9, active: 0, seat: 0, ending_player: 1, empty_sea: 5 };
  const shown = (over) => {
    const update = { view, over, seed: null, preview: [], one_lord_left: [] };
    return top({ update, view }, people("Ann", "Bea")).flatMap((one) => one?.props.key ?? []);
  };
  assert.deepEqual(shown(false), ["turn", "own-score", "last", "empty-sea"]);
  assert.deepEqual(shown(true), ["turn", "own-score"]);
});
