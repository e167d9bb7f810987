// What a card says, and what it costs or scores now: for tips, and for the window in which a card is read.

import { h } from "../page/dom.js";
import { isolated, titled, word } from "../page/words.js";
import { cardOf } from "../state/dictionary.js";
import { offerFor } from "../state/store.js";

/**
 * @typedef {import("../messages").Offer} Offer
 * @typedef {import("../messages").Update} Update
 * @typedef {import("../state/store.js").Store} Store
 */

/**
 * What is said of a thing, "lord:12", "location:3", "leviathan:7", "ally:J3" or "stack:crab", or the text
 * of "text:…"; with what it costs or scores now, and why it cannot be chosen.
 * @param {string} tip
 * @param {Store} store
 * @returns {any[]}
 */
export function textsOf(tip, store) {
  const { update, choices } = store;
  const cut = tip.indexOf(":");
  const kind = tip.slice(0, cut);
  const thing = tip.slice(cut + 1);
  if (kind === "text") return thing ? [h("p", null, thing)] : [];
  const why = choices.whyNot(tip);
  return [
    ...(printed(kind, thing) ?? []),
    ...(update ? now(store, update, kind, thing, why) : []),
    ...(update && kind === "leviathan" ? attackNow(update, store.fightsInSight(update), thing) : []),
    why ? h("p", { class: "why" }, why) : null,
  ].filter(Boolean);
}

/**
 * @param {string} kind
 * @param {string} thing
 */
function printed(kind, thing) {
  if (kind === "lord") return lordTip(thing);
  if (kind === "location") return locationTip(thing);
  if (kind === "leviathan") return leviathanTip(thing);
  if (kind === "ally") return [h("p", { class: "title" }, cardOf("allies", thing).name)];
  return [
    h("p", { class: "title" }, word("stack_of", { race: cardOf("races", thing).stack })),
    h("p", null, word("stack_tip")),
  ];
}

/**
 * What a lord costs or a location scores now.
 * @param {Store} store
 * @param {Update} update
 * @param {string} kind
 * @param {string} thing
 * @param {string | null} why it cannot be chosen, which is not said twice
 */
function now({ people }, update, kind, thing, why) {
  if (kind === "lord") return costNow(offerFor(update, Number(thing)), why);
  const worth = kind === "location" ? update.worth[thing] : undefined;
  return worth ? [h("p", null, worthNow(update, people, worth))] : [];
}

/**
 * What a location would score now, for the one who reads and for everybody else.
 * @param {Update} update
 * @param {import("../messages").Person[]} people
 * @param {number[]} worth by seat
 */
export function worthNow({ view: { seat } }, people, worth) {
  const points = worth[seat ?? -1];
  const others = worth
    .map((other, at) => `${isolated(people[at]?.name ?? "")} ${other}`)
    .filter((_, at) => at !== seat);
  return [
    points === undefined ? null : h("span", { class: "now" }, word("worth_now", { points }), ". "),
    h("span", null, word("worth_to_others", { worths: others.join(", ") })),
  ];
}

/**
 * @param {Offer | null} offer
 * @param {string | null} why
 */
function costNow(offer, why) {
  if (!offer) return [];
  const reasons = offer.why.length ? ` (${offer.why.join(" ")})` : "";
  const verdict = offer.refusal ?? word("affordable");
  return [
    h("p", { class: "now" }, `${word("costs_now", { cost: offer.cost })}${reasons}`),
    why === verdict ? null : h("p", { class: offer.affordable ? "fine" : "why" }, verdict),
  ];
}

/** @param {string} id */
function lordTip(id) {
  const card = cardOf("lords", id);
  return [
    h("p", { class: "title" }, card.name),
    h("p", { class: "facts" }, card.facts),
    h(
      "p",
      null,
      card.timing_text && !card.facts.includes(card.timing_text)
        ? h("b", null, `${titled(card.timing_text)} `)
        : null,
      card.text,
    ),
    ...rulings(card.rulings),
  ];
}

/** @param {string} id */
function locationTip(id) {
  const card = cardOf("locations", id);
  return [
    h("p", { class: "title" }, card.name),
    h("p", { class: "facts" }, card.formula),
    h("p", null, card.text),
    ...rulings(card.rulings),
  ];
}

/** @param {string} id */
function leviathanTip(id) {
  const card = cardOf("leviathans", id);
  return [
    h("p", { class: "title" }, card.name),
    h("p", { class: "facts" }, card.facts),
    h("p", null, card.text),
  ];
}

/**
 * The likeliest attack of the own hand on a leviathan of the border.
 * @param {Update} update
 * @param {Record<string, import("../messages").FightShown>} fights
 * @param {string} id
 */
function attackNow({ view }, fights, id) {
  const zone = Object.keys(view.border).find((one) => String(view.border[one]?.id) === id);
  const fight = zone === undefined ? undefined : fights[zone];
  if (!fight) return [];
  return [
    h(
      "p",
      { class: "now" },
      word("fight_with", { card: cardOf("allies", fight.card).name }),
      " ",
      fight.text,
    ),
  ];
}

/** @param {string[]} texts */
function rulings(texts) {
  return texts.length
    ? [
        h(
          "ul",
          { class: "rulings" },
          texts.map((text) => h("li", null, text)),
        ),
      ]
    : [];
}
