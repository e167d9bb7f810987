// The cards that are being named for a lord.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  lordToPay,
  offerBehind,
  offerFor,
  Picking,
} from "../../../src/openabyss/browser/static/table/state/picking.js";

const CHEAP = { cards: ["S3", "J4"], pearls: 1, nebulis: 0 };
const MIXED = { cards: ["S3"], pearls: 3, nebulis: 2 };
const PEARLS = { cards: ["S3"], pearls: 5, nebulis: 0 };
const OFFER = { lord: 12, payments: [CHEAP, MIXED, PEARLS] };
const NO_WAY = { lord: 7, payments: [] };

test("it begins with a payment that can be taken as it is", () => {
  assert.equal(new Picking(12, "recruit:12", CHEAP).chosen(OFFER), CHEAP);
});

test("cards that are no legal payment choose nothing", () => {
  const picking = new Picking(12, "recruit:12", CHEAP);
  picking.toggle("Q1", false);
  assert.equal(picking.chosen(OFFER), null);
  picking.toggle("Q1", true);
  assert.equal(picking.chosen(OFFER), CHEAP);
});

test("the order in which cards are picked does not matter", () => {
  const picking = new Picking(12, null, undefined);
  for (const code of ["J4", "S3"]) picking.toggle(code, false);
  assert.equal(picking.chosen(OFFER), CHEAP);
});

test("of one set of cards the split into pearls and nebulis is chosen", () => {
  const picking = new Picking(12, null, MIXED);
  assert.equal(picking.chosen(OFFER), MIXED);
  picking.nebulis = 0;
  assert.equal(picking.chosen(OFFER), PEARLS);
});

test("of two equal cards one is taken back, not both", () => {
  const picking = new Picking(12, null, { cards: ["S3", "S3"], pearls: 0, nebulis: 0 });
  picking.toggle("S3", true);
  assert.deepEqual(picking.cards, ["S3"]);
});

test("which lord is paid for stands in the question, not in a sentence", () => {
  const view = { question: { about: { lord: 12 } } };
  assert.equal(lordToPay({ question: { payments: [CHEAP] }, view }), 12);
  assert.equal(lordToPay({ question: { payments: [] }, view }), null);
  assert.equal(lordToPay({ question: null, view }), null);
});

test("a lord that nobody can pay for is no offer", () => {
  const update = { offers: [OFFER, NO_WAY] };
  assert.equal(offerBehind(update, { target: { zone: "court", lord: 12 } }), OFFER);
  assert.equal(offerBehind(update, { target: { zone: "court", lord: 7 } }), null);
  assert.equal(offerBehind(update, { target: { zone: "own", lord: 12 } }), null);
  assert.equal(offerFor(update, 7), NO_WAY);
  assert.equal(offerFor(update, null), null);
});
