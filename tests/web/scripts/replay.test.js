// A replay: what is known while one looks with other eyes, and the result to which one goes back and forth.

import "./page.js";

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { answerTo, Moments } from "../../../src/openabyss/browser/static/replay/moments.js";
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

/** Moments of a server that takes some time for each range of nine, and what it has been asked for. */
function withSlowServer() {
  const asked = [];
  const moments = new Moments(async (moment) => {
    asked.push(moment);
    await new Promise(setImmediate);
    return { ...RANGE, first: moment - (moment % 9) };
  });
  moments.look(0);
  return { asked, moments };
}

test("while the slider is dragged, one range after another is asked for, and in the end the newest wish", async () => {
  const { asked, moments } = withSlowServer();
  let newest = 0;
  const wishes = [1, 3, 12, 22, 32, 31].map((moment) => {
    newest = moment;
    return moments.load(moment, () => moment === newest);
  });
  await Promise.all(wishes);
  assert.deepEqual(asked, [1, 31]);
  assert.ok(moments.rangeOf(31));
});

test("a wish does not wait until the whole game is loaded", async () => {
  const { asked, moments } = withSlowServer();
  await moments.load(0);
  const all = moments.loadAll();
  await new Promise(queueMicrotask);
  await moments.load(39);
  assert.deepEqual(asked.slice(0, 3), [0, 9, 39]);
  await all;
  assert.deepEqual(asked, [0, 9, 39, 18, 27]);
});

test("a wish goes ahead where the one before it is never answered", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const asked = [];
  const moments = new Moments(async (moment) => {
    asked.push(moment);
    return moment === 1 ? new Promise(() => undefined) : { ...RANGE, first: 27 };
  });
  moments.look(0);
  moments.load(1);
  const wish = moments.load(31);
  mock.timers.tick(4_000);
  await new Promise(setImmediate);
  assert.deepEqual(asked, [1]);
  mock.timers.tick(4_000);
  await wish;
  assert.deepEqual(asked, [1, 31]);
  mock.timers.reset();
});

test("the whole game is loaded where a wish is never answered", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const asked = [];
  const moments = new Moments(async (moment) => {
    asked.push(moment);
    return moment === 31 ? new Promise(() => undefined) : { ...RANGE, first: moment };
  });
  moments.look(0);
  await moments.load(0);
  moments.load(31);
  const all = moments.loadAll();
  mock.timers.tick(5_000);
  await all;
  assert.deepEqual(asked, [0, 31, 9, 18, 27, 36]);
  mock.timers.reset();
});

test("a server that has too much to do is asked again, but not for ever", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const answersOf = async (...statuses) => {
    const answer = answerTo(
      async () => new Response('{"message": "Wait."}', { status: statuses.shift() }),
    ).then(
      (found) => found.message,
      (error) => `refused: ${error.message}`,
    );
    for (let wait = 0; wait < 9; wait += 1) {
      await new Promise(setImmediate);
      mock.timers.tick(9_000);
    }
    return [await answer, statuses.length];
  };
  assert.deepEqual(await answersOf(429, 503, 200, 200), ["Wait.", 1]);
  assert.deepEqual(await answersOf(429, 429, 429, 429, 429), ["refused: Wait.", 1]);
  assert.deepEqual(await answersOf(404, 200), ["refused: Wait.", 1]);
  mock.timers.reset();
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
