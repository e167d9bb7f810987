// Cards that are chosen to go together, while answers come in between.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.js";
import { Discarding } from "../../../src/openabyss/browser/static/table/dock/discarding.js";
import { Allies } from "../../../src/openabyss/browser/static/table/state/allies.js";

const HAND = ["S1", "H2", "C3", "J4"];

/** A table at which so many cards of the hand go. */
function table(hand, count) {
  const sent = [];
  const update = { question: { cards_to_go: count, actions: [] } };
  const store = { update, cardsToGo: count, discards: [], pending: null };
  const allies = new Allies();
  const show = (held, toGo) => {
    update.question = {
      cards_to_go: toGo,
      actions: held.map((card) => ({ text: `discard:${card}`, target: { zone: "hand", card } })),
    };
    store.cardsToGo = toGo > 1 ? toGo : 0;
    allies.follow({ seats: [], track: [] }, held);
    discarding.follow(update);
  };
  const sender = { isBehind: () => false, guard: { isUp: false }, post: ({ action }) => sent.push(action) };
  const discarding = new Discarding(store, allies, sender, () => {});
  show(hand, count);
  const named = (code) => allies.in("hand").find((ally) => ally.code === code).name;
  return { discarding, store, sent, show, toss: (code) => discarding.toggle(named(code)) };
}

test("a chosen card that has gone by an answer of its own is chosen no more", () => {
  const { store, show, toss } = table(HAND, 2);
  toss("S1");
  toss("H2");
  show(["S1", "C3", "J4"], 2);
  assert.equal(store.discards.length, 1);
});

test("no more cards are chosen than go, when another one has gone by an answer", () => {
  const { discarding, store, sent, show, toss } = table(HAND, 3);
  for (const code of ["S1", "H2", "C3"]) toss(code);
  show(["S1", "H2", "C3"], 2);
  assert.equal(store.discards.length, 2);
  discarding.confirm();
  assert.deepEqual(sent, ["discard:H2"]);
  assert.deepEqual(discarding.going, ["C3"]);
});
