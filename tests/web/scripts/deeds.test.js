// The log by deeds, and what the others have done since the own turn.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.js";
import { deedsOf, deedsSince, Recap } from "../../../src/openabyss/browser/static/table/side/deeds.js";

let n = 0;
const line = (text, player, part = "deed", begins_turn = false) => ({
  n: (n += 1),
  text,
  links: [],
  player,
  part,
  begins_turn,
});
const turn = (player) => line(`turn of ${player}`, player, "deed", true);
const told = (deeds) => deeds.map(({ line, details }) => [line.text, details.map(({ text }) => text)]);

test("what is paid belongs to the lord who is recruited then, and what follows to what was done", () => {
  const log = [
    turn(1),
    line("spends", 1, "before"),
    line("gives up pearls", 1, "after"),
    line("recruits", 1),
    line("gains keys", 1, "after"),
  ];
  assert.deepEqual(told(deedsOf(log)), [
    ["turn of 1", []],
    ["recruits", ["spends", "gives up pearls", "gains keys"]],
  ]);
});

test("details at the end of a turn stay in it", () => {
  const log = [turn(1), line("explores", 1, "before"), turn(2), line("plots", 2)];
  assert.deepEqual(told(deedsOf(log)), [
    ["turn of 1", ["explores"]],
    ["turn of 2", []],
    ["plots", []],
  ]);
});

test("details that wait for their deed are shown", () => {
  assert.deepEqual(told(deedsOf([turn(1), line("reveals", 1, "before")])), [
    ["turn of 1", []],
    ["reveals", []],
  ]);
});

test("no line is lost and none is told twice", () => {
  const parts = ["deed", "before", "after"];
  for (let seed = 0; seed < 729; seed += 1) {
    const log = [0, 1, 2, 3, 4, 5].map((place) => {
      const part = parts[Math.floor(seed / 3 ** place) % 3];
      return line("x", 1, part, part === "deed" && place % 2 === 0);
    });
    const all = deedsOf(log).flatMap(({ line, details }) => [line.n, ...details.map((one) => one.n)]);
    assert.deepEqual(
      all.sort((one, other) => one - other),
      log.map((one) => one.n),
    );
  }
});

test("since the own turn there are the deeds of the others, in one's own turn and in that of another", () => {
  const log = [
    turn(0),
    line("I plot", 0),
    turn(1),
    line("explores", 1, "before"),
    line("I buy", 0),
    line("takes", 1),
    turn(2),
    line("recruits", 2),
  ];
  const texts = (lines, seat) => deedsSince(lines, seat).map(({ line }) => line.text);
  assert.deepEqual(texts(log, 0), ["takes", "recruits"]);
  assert.deepEqual(texts([...log, turn(0)], 0), ["takes", "recruits"]);
  assert.deepEqual(texts(log, 2), ["I plot", "I buy", "takes"]);
});

test("the list of what the others did is folded once, where it is unfolded", () => {
  let drawn = 0;
  const recap = new Recap(() => (drawn += 1));
  recap.run("recap-list");
  assert.equal(recap.isListed, true);
  recap.fold();
  recap.fold();
  assert.equal(recap.isListed, false);
  assert.equal(drawn, 2);
});
