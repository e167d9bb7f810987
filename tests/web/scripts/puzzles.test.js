import assert from "node:assert/strict";
import { test } from "node:test";
import { daysInARow, nextOf, noted } from "../../../src/openabyss/browser/static/puzzles/progress.js";

const NOTHING = { answers: {}, days: {}, run: 0, best: 0 };

test("only the first answer to a puzzle counts, and a wrong one ends the run", () => {
  let known = noted(NOTHING, "1", "", true);
  known = noted(known, "2", "", true);
  known = noted(known, "3", "2026-11-25", false);
  known = noted(known, "3", "2026-11-25", true);
  assert.deepEqual(known, {
    answers: { 1: true, 2: true, 3: false },
    days: { "2026-11-25": false },
    run: 0,
    best: 2,
  });
});

test("days in a row end today, or yesterday while today is still open", () => {
  const days = { "2026-02-27": true, "2026-02-28": true, "2026-03-01": true };
  assert.equal(daysInARow({ ...NOTHING, days }, "2026-03-01"), 3);
  assert.equal(daysInARow({ ...NOTHING, days }, "2026-03-02"), 3);
  assert.equal(daysInARow({ ...NOTHING, days }, "2026-03-03"), 0);
  assert.equal(daysInARow({ ...NOTHING, days: { ...days, "2026-03-02": false } }, "2026-03-02"), 0);
});

test("the next puzzle is one that has not been tried, from the one that is shown on", () => {
  const known = { ...NOTHING, answers: { 3: true, 5: false } };
  assert.equal(nextOf(["1", "3", "5", "8"], known, "3"), "8");
  assert.equal(nextOf(["1", "3", "5"], known, "3"), "1");
  assert.equal(nextOf(["3", "5"], known, "3"), "5");
});
