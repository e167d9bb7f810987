// Paying for a lord: cards are tapped, the panel says what is missing, and proposes whole payments.
// What is legal is decided by the list of payments that the server sends.

import { h } from "./dom.js";
import * as cards from "./cards.js";
import { art } from "./cards.js";
import { inOrder, valueOf } from "./allies.js";
import { Picking } from "./store.js";
import { word } from "./words.js";

/**
 * @typedef {import("./board.js").Scene} Scene
 * @typedef {import("./messages").PaymentShown} Payment
 * @typedef {import("./messages").ActionShown} Action
 * @typedef {import("./messages").Offer} Offer
 * @typedef {import("./messages").Update} Update
 */

const MOST_PROPOSED = 3;

/**
 * Begin with the cheapest payment, which can be taken as it is.
 * @param {Offer} offer
 * @param {string | null} action that recruits the lord; null if the server asks for the payment already
 */
export function beginPicking(offer, action) {
  const first = offer.payments[0];
  return new Picking(offer.lord, action, [...(first?.cards ?? [])], first?.nebulis ?? 0);
}

/**
 * The lord that the server asks this seat to pay for; null if it asks for no payment.
 * @param {Update} update
 * @returns {number | null}
 */
export function lordToPay({ question, view }) {
  return question?.payments.length ? (view.question?.about?.lord ?? null) : null;
}

/**
 * What a lord of the court costs, if this answer recruits it; else null.
 * @param {Update} update
 * @param {Action} action
 */
export function offerBehind({ offers }, { target }) {
  if (target?.zone !== "court") return null;
  return offers.find((offer) => offer.lord === target.lord && offer.payments.length) ?? null;
}

/**
 * What a lord of the court costs.
 * @param {Update} update
 * @param {number | null} lord
 */
export function offerFor({ offers }, lord) {
  return offers.find((offer) => offer.lord === lord) ?? null;
}

/**
 * The legal payments with exactly the picked cards; several if there are nebulis to choose.
 * @param {Offer} offer
 * @param {Picking} picking
 */
export function matching(offer, picking) {
  const wanted = [...picking.cards].sort().join(" ");
  return offer.payments.filter((payment) => [...payment.cards].sort().join(" ") === wanted);
}

/**
 * The payment as picked, or null while it is not legal.
 * @param {Offer | null} offer
 * @param {Picking} picking
 */
export function chosenPayment(offer, picking) {
  if (!offer) return null;
  const fitting = matching(offer, picking);
  return fitting.find((payment) => payment.nebulis === picking.nebulis) ?? fitting[0] ?? null;
}

/**
 * Take a card into the payment or out of it.
 * @param {Picking} picking
 * @param {string} code
 * @param {boolean} isNamed
 */
export function togglePick(picking, code, isNamed) {
  if (isNamed) picking.cards.splice(picking.cards.indexOf(code), 1);
  else picking.cards.push(code);
}

/**
 * What is wrong with the picked cards, in words.
 * @param {Offer} offer
 * @param {Picking} picking
 * @param {number} pearls that the payer has
 */
function whatIsMissing(offer, picking, pearls) {
  const races = new Set(picking.cards.map((code) => code.charAt(0)).filter((letter) => letter !== "K"));
  const value = picking.cards.reduce((sum, code) => sum + valueOf(code), 0);
  const { race: demanded, races: needed } = offer;
  const hasKraken = picking.cards.some((code) => code.startsWith("K"));
  if (!picking.cards.length) return word("pick_cards");
  if (races.size > needed) return word("too_many_races", { needed, named: races.size });
  if (demanded && !races.has(cards.letterOf(demanded)) && !hasKraken)
    return word("race_missing", { race: cards.dictionary.races[demanded] ?? demanded });
  if (races.size < needed && !hasKraken) return word("too_few_races", { needed, named: races.size });
  if (offer.cost - value > pearls) return word("too_little", { missing: offer.cost - value - pearls });
  return word("not_this_way");
}

/**
 * @param {Scene} scene
 * @param {Picking} picking
 * @param {boolean} isBusy a command has not been answered yet
 */
export function payingPanel(scene, picking, isBusy) {
  const offer = offerFor(scene.update, picking.lord);
  if (!offer) return h("div", { class: "paying", key: "paying" }, word("moment"));
  const payment = chosenPayment(offer, picking);
  const own = scene.view.seats[scene.view.seat ?? 0];
  const value = picking.cards.reduce((sum, code) => sum + valueOf(code), 0);
  const lack = payment ? null : whatIsMissing(offer, picking, own?.pearls ?? 0);
  return h(
    "section",
    { class: "paying", key: "paying", "aria-label": word("paying") },
    bill(offer, value),
    h(
      "p",
      { class: `lack ${payment ? "fine" : ""}`, "aria-live": "polite" },
      payment ? inWords(payment) : lack,
    ),
    payment ? nebulisChoice(offer, picking, payment) : null,
    h(
      "div",
      { class: "answers", "data-zone": "answers", role: "group", "aria-label": word("answers") },
      h(
        "button",
        {
          type: "button",
          key: "confirm",
          class: `answer primary ${isBusy ? "busy" : ""}`,
          "data-command": payment ? "confirm" : undefined,
          "data-why": lack ?? undefined,
          "aria-disabled": payment ? undefined : "true",
        },
        word("recruit_now", { lord: cards.lordCard(picking.lord).name }),
      ),
      h(
        "button",
        { type: "button", key: "cancel", class: `answer ${isBusy ? "busy" : ""}`, "data-command": "cancel" },
        word("cancel"),
      ),
    ),
    proposals(offer, payment),
  );
}

/**
 * What the lord costs now and why, and how much of it lies on the table.
 * @param {Offer} offer
 * @param {number} value
 */
function bill(offer, value) {
  const card = cards.lordCard(offer.lord);
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
      h(
        "span",
        { class: "pips" },
        offer.race ? cards.raceMark(offer.race) : null,
        Array.from({ length: offer.races - (offer.race ? 1 : 0) }, (_, place) =>
          h("span", { class: "pip any", key: `any-${place}` }),
        ),
      ),
      offer.why.length ? h("span", { class: "soft" }, offer.why.join("; ")) : null,
    ),
  );
}

/** @param {Payment} payment */
function inWords(payment) {
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
  const fitting = matching(offer, picking);
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
    offer.payments.slice(0, MOST_PROPOSED).map((one, place) =>
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
