// Between two people at one screen: nothing of a hand is on the page until the next one says so.

import { h } from "./dom.js";
import { word } from "./words.js";

/** @typedef {import("./store.js").Store} Store */

/**
 * The seat of this browser for which a curtain must fall; null if the one who looks may go on.
 * @param {Store} store
 * @param {import("./messages").Update} update
 */
export function nextAtThisScreen(store, update) {
  const asked = update.question?.player ?? null;
  if (!store.isShared || asked === null || asked === store.seat || update.over) return null;
  const person = update.people.find((one) => one.seat === asked);
  return store.seats.includes(asked) && person?.level === null ? asked : null;
}

/**
 * @param {string} name of the person who comes next
 * @param {() => void} lift
 */
export function curtain(name, lift) {
  return h(
    "div",
    { class: "curtain", role: "dialog", "aria-modal": "true", "aria-labelledby": "curtain-title" },
    h(
      "div",
      { class: "panel" },
      h("h2", { id: "curtain-title" }, word("curtain_title", { name })),
      h("p", null, word("curtain_text")),
      h(
        "button",
        { type: "button", class: "primary", id: "curtain-lift", onclick: lift },
        word("curtain_lift", { name }),
      ),
    ),
  );
}
