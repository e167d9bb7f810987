// Between two people at one screen: nothing of a hand is on the page until the next one says so.

import { h, patch } from "../page/dom.js";
import { word } from "../page/words.js";

export class HotSeat {
  /**
   * @param {HTMLElement} element
   * @param {(seat: number) => void} taken
   */
  constructor(element, taken) {
    this.element = element;
    this.taken = taken;
    /** @type {number | null} the seat that it waits for */
    this.seat = null;
  }

  get isWaiting() {
    return this.seat !== null;
  }

  /**
   * @param {number} seat
   * @param {string} name of the person who comes next
   * @param {string} matter what the question to that person is about
   */
  hand(seat, name, matter) {
    this.seat = seat;
    patch(
      this.element,
      panel(name, matter, () => this.take(seat)),
    );
    this.cover(true);
    document.getElementById("hot-seat-show")?.focus();
  }

  /** @param {number} seat */
  take(seat) {
    patch(this.element, []);
    this.cover(false);
    this.seat = null;
    this.taken(seat);
  }

  /**
   * No key reaches what is behind it. Screen readers still read what the page announces.
   * @param {boolean} isWaiting
   */
  cover(isWaiting) {
    for (const part of document.querySelectorAll("body > :not(#hot-seat, dialog, [role])"))
      part.toggleAttribute("inert", isWaiting);
  }
}

/**
 * @param {string} name
 * @param {string} matter
 * @param {() => void} take
 */
function panel(name, matter, take) {
  return h(
    "div",
    {
      class: "hot-seat",
      role: "dialog",
      "aria-modal": "true",
      "aria-labelledby": "hot-seat-title",
      "aria-describedby": "hot-seat-matter",
    },
    h(
      "div",
      { class: "panel" },
      h("h2", { id: "hot-seat-title" }, word("hot_seat_title", { name })),
      h("p", { id: "hot-seat-matter", class: "matter" }, matter),
      h("p", { class: "soft" }, word("hot_seat_text", { name })),
      h(
        "button",
        { type: "button", class: "primary", id: "hot-seat-show", onclick: take },
        word("hot_seat_show", { name }),
      ),
    ),
  );
}
