// What is said of the cards that are picked for a lord: what the server has listed, or answers when it is asked.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { getElementById: () => null, documentElement: { lang: "en" } };
const { Payments } = await import("../../../src/openabyss/browser/static/table/dock/payments.js");
const { Picking } = await import("../../../src/openabyss/browser/static/table/state/picking.js");

const LISTED = { cards: ["S3", "J4"], pearls: 0, nebulis: 0 };
const OFFER = { lord: 12, payments: [LISTED] };
const lack = (id, means, action) => ({ id, answers: [{ action, label: "", means }] });

/** A payment under way: what was sent to the server, and what draws the page. */
function table() {
  const sent = [];
  const net = { send: (message) => `id-${sent.push(message)}` };
  const store = { picking: new Picking(12, "recruit:12", LISTED), seat: 0, pending: null };
  const update = { revision: 7, offers: [OFFER], question: null, view: {} };
  const payments = new Payments(store, null, { net }, () => payments.judge(store.picking, update));
  payments.redraw();
  return { payments, sent, update, picking: store.picking };
}

test("of a payment that is listed nothing is asked", () => {
  const { sent, picking } = table();
  assert.deepEqual(sent, []);
  assert.deepEqual(picking.verdict, { text: "cards_are_enough", isFine: true });
});

test("of other cards the server is asked, and the last words stay until it has answered", () => {
  const { payments, sent, picking } = table();
  picking.toggle("J4", true);
  payments.redraw();
  assert.deepEqual(sent, [{ type: "explain", seat: 0, action: "pay:12 S3" }]);
  assert.equal(picking.verdict.text, "cards_are_enough");
  assert.equal(payments.explained(lack("id-1", "You are 4 short.", "pay:12 S3")), true);
  assert.deepEqual(picking.verdict, { text: "You are 4 short.", isFine: false });
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

test("a payment that is not among those listed is one where the server says so", () => {
  const { payments, picking } = table();
  picking.toggle("J1", false);
  payments.redraw();
  const found = { cards: ["S3", "J4", "J1"], pearls: 2, nebulis: 0 };
  payments.explained({
    id: "id-1",
    answers: [{ action: "pay:12 J1 J4 S3", label: "x", means: "", payments: [found] }],
  });
  assert.equal(picking.chosen(OFFER), found);
  assert.deepEqual(picking.verdict, { text: "and_pearls", isFine: true });
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
