// What is said of the cards that are picked for a lord: what the server has listed, or answers when it is asked.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.js";
import { Payments, Picking } from "../../../src/openabyss/browser/static/table/dock/payments.js";
import { lordToPay, offerFor, Store } from "../../../src/openabyss/browser/static/table/state/store.js";

const LISTED = { cards: ["S3", "J4"], pearls: 0, nebulis: 0, value: 7 };
const LISTING = { lord: 12, payments: [LISTED] };
const ASKED = { seat: 0, revision: 7 };
const lack = (id, means, action, asked = ASKED) => ({
  id,
  ...asked,
  answers: [{ action, label: "", means, value: 3 }],
});

/** A payment under way: what was sent to the server, and what draws the page. */
function table() {
  const sent = [];
  const net = { send: (message) => `id-${sent.push(message)}` };
  const store = new Store();
  const update = { revision: 7, offers: [LISTING], question: null, view: {} };
  Object.assign(store, { picking: new Picking(12, "recruit:12", LISTED), seat: 0, update });
  const payments = new Payments(store, null, { net }, () => payments.judge(store.picking, update));
  payments.redraw();
  return { payments, sent, update, picking: store.picking };
}

test("of a payment that is listed nothing is asked", () => {
  const { sent, picking } = table();
  assert.deepEqual(sent, []);
  assert.deepEqual(picking.verdict, { text: "cards_are_enough", value: 7, isFine: true });
});

test("of other cards the server is asked, and the last words stay until it has answered", () => {
  const { payments, sent, picking } = table();
  picking.toggle("J4", true);
  payments.redraw();
  assert.deepEqual(sent, [{ type: "explain", seat: 0, action: "pay:12 S3" }]);
  assert.equal(picking.verdict.text, "cards_are_enough");
  assert.equal(payments.explained(lack("id-1", "You are 4 short.", "pay:12 S3")), true);
  assert.deepEqual(picking.verdict, { text: "You are 4 short.", value: 3, isFine: false });
});

test("cards that are picked meanwhile are asked about when the answer has come, and nothing twice", () => {
  const { payments, sent, picking } = table();
  for (const code of ["J1", "J2", "J3"]) {
    picking.toggle(code, false);
    payments.redraw();
  }
  assert.equal(sent.length, 1);
  payments.explained(lack("id-1", "one", "pay:12 J1 J4 S3"));
  assert.equal(sent[1].action, "pay:12 J1 J2 J3 J4 S3");
  payments.explained(lack("id-2", "three", sent[1].action));
  assert.equal(picking.verdict.text, "three");
  for (const isNamed of [true, false, true]) {
    picking.toggle("J3", isNamed);
    picking.toggle("J2", isNamed);
    payments.redraw();
  }
  assert.equal(picking.verdict.text, "one");
  assert.equal(sent.length, 2);
});

test("an answer to somebody else, or about another table, is no verdict on the same cards", () => {
  for (const asked of [
    { seat: 1, revision: 7 },
    { seat: 0, revision: 6 },
  ]) {
    const { payments, sent, picking } = table();
    picking.toggle("J4", true);
    payments.redraw();
    payments.explained(lack("id-1", "You are 4 short.", "pay:12 S3", asked));
    assert.equal(picking.verdict.text, "cards_are_enough");
    payments.redraw();
    assert.equal(sent.length, 2);
  }
});

test("a payment that is not among those listed is one where the server says so", () => {
  const { payments, picking } = table();
  picking.toggle("J1", false);
  payments.redraw();
  const found = { cards: ["S3", "J4", "J1"], pearls: 2, nebulis: 0, value: 8 };
  payments.explained({
    id: "id-1",
    ...ASKED,
    answers: [{ action: "pay:12 J1 J4 S3", label: "x", means: "", payments: [found] }],
  });
  assert.equal(picking.chosen(LISTING), found);
  assert.deepEqual(picking.verdict, { text: "and_pearls", value: 8, isFine: true });
});

test("a question that is refused is asked again when the page is drawn the next time, and not before", () => {
  const { payments, sent, picking } = table();
  picking.toggle("J1", false);
  payments.redraw();
  payments.refused({ id: "id-1", message: "Too much." });
  assert.equal(sent.length, 1);
  payments.redraw();
  assert.deepEqual(sent[1], sent[0]);
});

test("at another revision of the table the server is asked again", () => {
  const { payments, sent, picking, update } = table();
  picking.toggle("J1", false);
  payments.redraw();
  payments.explained(lack("id-1", "You are 4 short.", "pay:12 J1 J4 S3"));
  assert.equal(sent.length, 1);
  update.revision += 1;
  payments.redraw();
  assert.equal(sent.length, 2);
});

test("what else is explained or refused is not about the cards", () => {
  const { payments, picking } = table();
  assert.equal(
    payments.explained({ id: "another", answers: [{ action: "pass", label: "x", means: "" }] }),
    false,
  );
  assert.equal(payments.explained({ id: "another", answers: [] }), false);
  picking.isSent = true;
  payments.refused({ id: "another", message: "" });
  assert.equal(picking.isSent, false);
  assert.equal(picking.verdict.text, "cards_are_enough");
});

test("an answer that comes twice opens no window", () => {
  const { payments, picking } = table();
  picking.toggle("J4", true);
  payments.redraw();
  for (const _time of [1, 2])
    assert.equal(payments.explained(lack("id-1", "You are 4 short.", "pay:12 S3")), true);
  assert.equal(picking.verdict.text, "You are 4 short.");
});

// ------------------------------------------------------------------------------ the cards that are named

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

test("an answer begins a payment where its lord can be paid for", () => {
  const update = { offers: [OFFER, NO_WAY] };
  const begins = (zone, lord) =>
    new Payments({}, null, null, () => {}).begin(update, { text: "", target: { zone, lord } });
  assert.deepEqual([begins("court", 12), begins("court", 7), begins("own", 12)], [true, false, false]);
  assert.equal(offerFor(update, 7), NO_WAY);
  assert.equal(offerFor(update, null), null);
});
