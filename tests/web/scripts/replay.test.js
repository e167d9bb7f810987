// A replay: what is known while one looks with other eyes, and the result to which one goes back and forth.

import "./page.js";

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { Moments } from "../../../src/openabyss/browser/static/replay/moments.js";
import { Result } from "../../../src/openabyss/browser/static/table/windows/result.js";

const RANGE = { first: 0, updates: Array(9), log: [], count: 40, turns: [], rounds: [0, 20], seats: [0, 1] };

test("while one waits for what other eyes see, the game is as long as before", async () => {
  const moments = new Moments(async () => RANGE);
  moments.look(0);
  await moments.load(3);
  moments.look(1);
  assert.deepEqual([moments.target(3, "on"), moments.target(3, "round-on"), moments.last], [4, 20, 39]);
  assert.deepEqual(moments.whole.seats, [0, 1]);
});

test("eyes that see nothing give way to those before", async () => {
  const moments = new Moments(async (_moment, seat) =>
    seat === 0 ? RANGE : Promise.reject(new TypeError()),
  );
  moments.look(0);
  moments.lookBack();
  await moments.load(3);
  for (const seat of [1, null]) {
    moments.look(seat);
    await assert.rejects(moments.load(3));
  }
  moments.lookBack();
  assert.deepEqual([moments.seat, moments.ranges], [0, [RANGE]]);
});

test("the count of the result begins again when one comes back to it", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const result = new Result(null, () => 1);
  result.draw = () => undefined;
  const end = { result: { rows: [1, 2, 3] } };
  result.follow(end, true);
  result.follow({ result: null }, false);
  mock.timers.tick(900);
  result.follow(end, true);
  assert.equal(result.counted, 0);
  for (const counted of [1, 2, 3, 3]) {
    mock.timers.tick(900);
    assert.equal(result.counted, counted);
  }
  mock.timers.reset();
});
