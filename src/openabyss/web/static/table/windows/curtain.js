// Between two people at one screen: nothing of a hand is on the page until the next one says so.

import { h, patch } from "../page/dom.js";
import { word } from "../page/words.js";

/**
 * The seat of this browser for which a curtain must fall; null if the one who looks may go on.
 * @param {import("../state/store.js").Store} store
 * @param {import("../messages").Update} update
 */
export function nextAtThisScreen(store, update) {
  const asked = update.question?.player ?? null;
  if (!store.isShared || asked === null || asked === store.seat || update.over) return null;
  const person = update.people.find((one) => one.seat === asked);
  return store.seats.includes(asked) && person?.level === null ? asked : null;
}

export class Curtain {
  /**
   * @param {HTMLElement} element
   * @param {(seat: number) => void} lifted
   */
  constructor(element, lifted) {
    this.element = element;
    this.lifted = lifted;
    /** @type {number | null} the seat that it waits for */
    this.seat = null;
  }

  get isDown() {
    return this.seat !== null;
  }

  /**
   * @param {number} seat
   * @param {string} name of the person who comes next
   */
  drop(seat, name) {
    this.seat = seat;
    patch(
      this.element,
      panel(name, () => this.lift(seat)),
    );
    document.getElementById("curtain-lift")?.focus();
  }

  /** @param {number} seat */
  lift(seat) {
    patch(this.element, []);
    this.seat = null;
    this.lifted(seat);
  }
}

/**
 * @param {string} name
 * @param {() => void} lift
 */
function panel(name, lift) {
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
