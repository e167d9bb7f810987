// What is shown of the updates that wait: those meant to be seen, and the events of the others with them.

import assert from "node:assert/strict";
import test from "node:test";

import { Store } from "../../../src/openabyss/browser/static/table/state/store.js";

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
  const store = new Store(
    () => drawn.push(store.update.revision),
    pace,
    () => 0,
  );
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

test("the log keeps what waited to be shown when somebody takes a step back", () => {
  globalThis.document = { hidden: false };
  const { store } = shown([update(1)], () => 0);
  store.waiting = [update(2), update(3)];
  store.receive({ ...update(4), undone: true });
  assert.deepEqual(
    store.log.map(({ n }) => n),
    [1, 2, 3, 4],
  );
});

test("what others have said meanwhile is unread when the connection is back", () => {
  const store = new Store(
    () => {},
    () => 0,
    () => 0,
  );
  const said = [0, 1, 1, 0].map((seat, n) => ({ n, seat }));
  const welcome = (lines) =>
    store.welcome({ seat: 0, seats: [0], stand_in: "easy", chat: said.slice(0, lines) });
  welcome(2);
  assert.equal(store.unread, 0);
  welcome(4);
  assert.deepEqual([store.unread, store.chat], [1, said]);
});

/** A table where something moves for a while yet, with two updates that wait. */
function moving(context, rest) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const store = new Store(
    () => {},
    () => 320,
    rest,
  );
  store.update = update(0);
  store.waiting = [update(1, ["ROLLED"]), update(2, ["MOVED"])];
  store.next();
  return store;
}

test("an update is drawn when what moves is at its end", (context) => {
  let rest = 0;
  const store = moving(context, () => rest);
  rest = 1500;
  context.mock.timers.tick(320);
  assert.equal(store.update.revision, 1);
  rest = 0;
  context.mock.timers.tick(1500);
  assert.equal(store.update.revision, 2);
});

test("who does not wait for what moves has the last update at once", (context) => {
  const store = moving(context, () => 1500);
  assert.equal(store.update.revision, 0);
  store.catchUp();
  assert.equal(store.update.revision, 2);
});

test("what has come is drawn in a task of its own", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.document = { hidden: false };
  const store = new Store(
    () => {},
    () => 0,
    () => 0,
  );
  store.update = update(0);
  store.receive(update(1));
  assert.equal(store.update.revision, 0);
  context.mock.timers.tick(1);
  assert.equal(store.update.revision, 1);
});

test("when somebody is called something else, known and waiting lines change, and nothing is shown too early", () => {
  globalThis.document = { hidden: false };
  const { store } = shown([update(1)], () => 0);
  store.waiting = [update(2), update(3)];
  const log = [1, 2, 3].map((n) => ({ n, text: `Zoë ${n}` }));
  store.receive({ ...update(3), log_from: 0, log });
  assert.deepEqual(
    store.log.map(({ text }) => text),
    ["Zoë 1"],
  );
  store.catchUp();
  assert.deepEqual(
    store.log.map(({ text }) => text),
    ["Zoë 1", "Zoë 2", "Zoë 3"],
  );
});

test("of a long log that comes again from the beginning, lines that were left out are kept", () => {
  const { store } = shown([update(1), update(2)], () => 0);
  store.keepLog({ ...update(3), log_from: 0, log: [2, 3].map((n) => ({ n, text: "new" })) });
  assert.deepEqual(
    store.log.map(({ text }) => text),
    ["line 1", "new", "new"],
  );
});
