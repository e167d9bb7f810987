// What is shown of the updates that wait: those meant to be seen, and the events of the others with them.

import assert from "node:assert/strict";
import test from "node:test";

import { Store } from "../../../src/openabyss/web/static/table/state/store.js";

const update = (revision, events = []) => ({
  revision,
  events: events.map((kind) => ({ kind, amount: 5 })),
  question: null,
  undone: false,
  log_from: revision,
  log: [{ n: revision, text: `line ${revision}` }],
});

/** The revisions that are drawn when these updates wait, one after another. */
function shown(waiting, pace) {
  const drawn = [];
  const store = new Store(() => drawn.push(store.update.revision), pace);
  store.update = update(0);
  store.waiting = waiting;
  while (store.waiting.length) {
    store.next();
    clearTimeout(store.timer);
  }
  return { drawn, store };
}

test("an update that no time is meant for is not drawn when another waits", () => {
  const { drawn, store } = shown(
    [update(1, ["ROLLED"]), update(2), update(3), update(4, ["MOVED"])],
    (one) => (one.events.length ? 320 : 0),
  );
  assert.deepEqual(drawn, [1, 4]);
  assert.deepEqual(
    store.log.map(({ n }) => n),
    [1, 2, 3, 4],
  );
});

test("the last update is drawn, and has the events of those that were left out", () => {
  const { drawn, store } = shown([update(1, ["ROLLED"]), update(2)], () => 0);
  assert.deepEqual(drawn, [2]);
  assert.deepEqual(store.dice, [5]);
});
