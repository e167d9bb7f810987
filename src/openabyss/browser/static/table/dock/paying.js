// The panel of a payment: what the lord costs, what is missing, and whole payments that are proposed.

import * as cards from "../board/cards.js";
import { art } from "../board/cards.js";
import { commandButton, h } from "../page/dom.js";
import { word } from "../page/words.js";
import { cardOf, inOrder } from "../state/dictionary.js";
import { offerFor } from "../state/store.js";

/**
 * @typedef {import("../board/board.js").Scene} Scene
 * @typedef {import("../messages").PaymentShown} Payment
 * @typedef {import("../messages").Offer} Offer
 * @typedef {import("./payments.js").Picking} Picking
 */

const MAX_PROPOSED = 3;

/**
 * @param {Scene} scene
 * @param {Picking} picking
 */
export function payingPanel(scene, picking) {
  const offer = offerFor(scene.update, picking.lord);
  if (!offer) return h("div", { class: "paying", key: "paying" }, word("moment"));
  const payment = picking.chosen(offer);
  const { text, isFine, value } = picking.verdict;
  return h(
    "section",
    { class: "paying", key: "paying", "aria-label": word("paying") },
    bill(offer, value),
    h("p", { class: `lack ${isFine ? "fine" : ""}`, "aria-live": "polite" }, text || word("moment")),
    payment ? nebulisChoice(offer, picking, payment) : null,
    h(
      "div",
      { class: "answers", "data-zone": "answers", role: "group", "aria-label": word("answers") },
      h(
        "button",
        {
          type: "button",
          key: "confirm",
          class: "answer primary",
          "data-command": payment ? "confirm" : undefined,
          "data-why": payment ? undefined : (picking.explained?.means ?? word("moment")),
          "aria-disabled": payment ? undefined : "true",
        },
        word("recruit_now", {
          lord: cardOf("lords", picking.lord).name,
          cost: payment ? payment.value + payment.pearls + payment.nebulis : offer.cost,
        }),
      ),
      commandButton("cancel", word("cancel"), "answer"),
    ),
    proposals(offer, payment),
  );
}

/**
 * What the lord costs now and why, and how much of it is picked.
 * @param {Offer} offer
 * @param {number} value
 */
function bill(offer, value) {
  const card = cardOf("lords", offer.lord);
  const isChanged = offer.cost !== offer.printed;
  return h(
    "div",
    { class: "bill" },
    art(`lord-${offer.lord}`, "picture"),
    h(
      "div",
      null,
      h("b", null, card.name),
      h(
        "span",
        { class: "sum" },
        `${value} / `,
        isChanged ? h("s", null, offer.printed) : null,
        ` ${offer.cost}`,
      ),
      cards.racePips(offer.races, offer.race),
      offer.why.length ? h("span", { class: "soft" }, offer.why.join(" ")) : null,
    ),
  );
}

/** @param {Payment} payment */
export function inWords(payment) {
  const parts = [];
  if (payment.pearls) parts.push(word("and_pearls", { pearls: payment.pearls }));
  if (payment.nebulis) parts.push(word("and_nebulis", { nebulis: payment.nebulis }));
  return parts.length ? parts.join(" ") : word("cards_are_enough");
}

/**
 * @param {Offer} offer
 * @param {Picking} picking
 * @param {Payment} payment
 */
function nebulisChoice(offer, picking, payment) {
  const fitting = picking.matching(offer);
  if (fitting.length < 2) return null;
  return h(
    "div",
    { class: "split", role: "group", "aria-label": word("nebulis") },
    fitting.map((one) =>
      h(
        "button",
        {
          type: "button",
          class: "small-button",
          key: `nebulis-${one.nebulis}`,
          "data-nebulis": one.nebulis,
          "aria-pressed": String(one === payment),
        },
        inWords(one),
      ),
    ),
  );
}

/**
 * @param {Offer} offer
 * @param {Payment | null} payment
 */
function proposals(offer, payment) {
  if (offer.payments.length < 2) return null;
  return h(
    "div",
    { class: "proposals", role: "group", "aria-label": word("proposals") },
    h("span", { class: "soft" }, word("proposals")),
    offer.payments.slice(0, MAX_PROPOSED).map((one, place) =>
      h(
        "button",
        {
          type: "button",
          class: "proposal",
          key: `proposal-${place}`,
          "data-proposal": place,
          "aria-pressed": String(one === payment),
        },
        inOrder(one.cards).map((code, card) => cards.allyChip(code, `${card}-${code}`)),
        one.pearls ? h("span", { class: "chip" }, art("pearl"), one.pearls) : null,
        one.nebulis ? h("span", { class: "chip" }, art("nebulis"), one.nebulis) : null,
      ),
    ),
  );
}
