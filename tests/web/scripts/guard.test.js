// What was meant for one question answers no other.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { Guard } from "../../../src/openabyss/browser/static/table/state/sender.js";

test("the first question can be answered at once", () => {
  const guard = new Guard({ dataset: {} });
  assert.equal(guard.isOther("MAIN 3"), false);
  assert.equal(guard.isUp, false);
});

test("another question takes no answer until it is drawn, and for a moment then", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const guard = new Guard({ dataset: {} });
  guard.isOther("MAIN 3");
  assert.equal(guard.isOther("MAIN 4"), true);
  mock.timers.tick(1000);
  assert.equal(guard.isUp, true);
  guard.settle();
  mock.timers.tick(349);
  assert.equal(guard.isUp, true);
  guard.settle();
  mock.timers.tick(1);
  assert.equal(guard.isUp, false);
  mock.timers.reset();
});

test("cards are named one after another without a pause", () => {
  const guard = new Guard({ dataset: {} });
  guard.isOther("DISCARD_TO_LIMIT");
  assert.equal(guard.isOther("DISCARD_TO_LIMIT"), false);
  assert.equal(guard.isUp, false);
});
