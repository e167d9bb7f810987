// Which ally is which: cards of the same kind are alike, but each is one element that can be followed.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.js";
import { Allies } from "../../../src/openabyss/browser/static/table/state/allies.js";

/** @param {string[]} track @param {string[][]} affiliated */
const view = (track, affiliated = [[]]) => ({
  track,
  seats: affiliated.map((codes) => ({ affiliated: codes })),
});

test("a card that stays keeps its name", () => {
  const allies = new Allies();
  allies.follow(view(["J3", "C2"]), []);
  const before = allies.in("track");
  allies.follow(view(["J3", "C2", "H1"]), []);
  assert.deepEqual(allies.in("track").slice(0, 2), before);
});

test("a card that moves from the track to the hand keeps its name", () => {
  const allies = new Allies();
  allies.follow(view(["J3"]), []);
  const [taken] = allies.in("track");
  allies.follow(view([]), ["J3"]);
  assert.deepEqual(allies.in("hand"), [taken]);
});

test("two equal cards are two", () => {
  const allies = new Allies();
  allies.follow(view([]), ["J3", "J3"]);
  const [one, other] = allies.in("hand");
  assert.equal(one?.code, other?.code);
  assert.notEqual(one?.name, other?.name);
});

test("a card that comes from nowhere gets a name that none has had", () => {
  const allies = new Allies();
  allies.follow(view(["J3"]), []);
  const [gone] = allies.in("track");
  allies.follow(view([]), []);
  allies.follow(view(["J3"]), []);
  assert.notEqual(allies.in("track")[0]?.name, gone?.name);
});

test("affiliated allies of two players are kept apart", () => {
  const allies = new Allies();
  allies.follow(view([], [["J3"], ["J3"]]), []);
  assert.equal(allies.in("affiliated-0").length, 1);
  assert.notEqual(allies.in("affiliated-0")[0]?.name, allies.in("affiliated-1")[0]?.name);
});

test("a hand lies in the order of the dictionary of cards", () => {
  const allies = new Allies();
  allies.follow(view([]), ["C1", "J2", "K0", "J5", "Q1"]);
  assert.deepEqual(
    allies.in("hand").map(({ code }) => code),
    ["J5", "J2", "C1", "Q1", "K0"],
  );
});
