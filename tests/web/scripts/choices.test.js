// What can be chosen now, and on which piece of the table a choice lies.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Choices, pieceOf } from "../../../src/openabyss/browser/static/table/state/choices.js";

const RECRUIT = { text: "recruit:12", label: "Recruit", target: { zone: "court", lord: 12 }, passes: false };
const COUNCIL = {
  text: "council:crab",
  label: "Take",
  target: { zone: "council", race: "crab" },
  passes: false,
};
const PASS = { text: "pass", label: "Stop", target: null, passes: true };
const BARRED = { text: "recruit:7", target: { zone: "court", lord: 7 }, why: "You are 3 short." };

/** @param {object[]} actions */
const asked = (actions, refused = [BARRED]) => new Choices({ actions, refused });

test("an answer lies on the piece that it points at", () => {
  const choices = asked([RECRUIT, COUNCIL, PASS]);
  assert.deepEqual(choices.at("lord:12"), [RECRUIT]);
  assert.deepEqual(choices.at("stack:crab"), [COUNCIL]);
  assert.deepEqual(choices.at("lord:99"), []);
});

test("several answers may lie on one piece", () => {
  const other = { ...RECRUIT, text: "use:12" };
  assert.deepEqual(asked([RECRUIT, other]).at("lord:12"), [RECRUIT, other]);
});

test("a piece shines if it can be chosen, is dull if it is refused, and says why", () => {
  const choices = asked([RECRUIT]);
  assert.equal(choices.highlight("lord:12"), "lit");
  assert.equal(choices.highlight("lord:7"), "off");
  assert.equal(choices.highlight("lord:1"), "");
  assert.equal(choices.whyNot("lord:7"), "You are 3 short.");
  assert.equal(choices.whyNot("lord:12"), null);
});

test("what a computer advises shines in another way", () => {
  assert.equal(
    new Choices({ actions: [RECRUIT], refused: [] }, "recruit:12").highlight("lord:12"),
    "lit advised",
  );
});

test("without a question nothing can be chosen", () => {
  const choices = new Choices(null);
  assert.deepEqual(choices.actions, []);
  assert.equal(choices.highlight("lord:12"), "");
});

test("every kind of piece has a name of its own", () => {
  const targets = [
    { zone: "court", lord: 12 },
    { zone: "locations", location: 12 },
    { zone: "council", race: "crab" },
    { zone: "border", border: 3 },
    { zone: "track", space: 3, card: "J3" },
    { zone: "hand", card: "J3" },
    { zone: "affiliated", card: "J3", player: 1 },
    { zone: "affiliated", card: "J3", player: 2 },
    { zone: "tokens", token: "pearl" },
    { zone: "player", player: 1 },
    { zone: "deck" },
  ];
  assert.equal(new Set(targets.map(pieceOf)).size, targets.length);
});
