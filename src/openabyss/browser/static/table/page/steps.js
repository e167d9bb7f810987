// One readable step for each deed of the others: its sentence, with the card enlarged, while the table moves.

import { avatar } from "../board/avatars.js";
import { art, boost } from "../board/cards.js";
import { isDeedOf } from "../side/deeds.js";
import { valueOfAlly } from "../state/allies.js";
import { h, patch } from "./dom.js";

/**
 * @typedef {import("../messages").Update} Update
 * @typedef {import("../messages").LogLine} LogLine
 */

/** How long a deed is shown and how long anything else, in ms. */
const DEED = 1500;
const MOVE = 320;

/**
 * The deeds of others in an update, and attacks on whoever looks.
 * @param {Update} update
 */
export function deedsIn(update) {
  const { seat } = update.view;
  const attackers = update.events
    .filter(({ kind, player }) => kind === "ATTACKED" && player === seat)
    .map(({ what }) => what);
  const isAttack = (/** @type {LogLine} */ { player, links }) =>
    player === seat && links.some(({ kind, id }) => kind === "leviathan" && attackers.includes(id));
  return update.undone ? [] : update.log.filter((line) => isDeedOf(line, seat) || isAttack(line));
}

/**
 * How long an update is looked at before the next comes, in ms.
 * @param {Update} update
 */
export function lengthOf(update) {
  if (!update.events.length) return 0;
  return deedsIn(update).length ? DEED : MOVE;
}

export class Steps {
  /** @param {HTMLElement} element hidden from screen readers, to which the log is told */
  constructor(element) {
    this.element = element;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.revision = -1;
  }

  /**
   * Show the last deed of an update, once.
   * @param {Update} update
   * @param {number} tempo 0 for nothing
   */
  show(update, tempo) {
    if (update.revision === this.revision) return;
    const isFirst = this.revision < 0;
    this.revision = update.revision;
    const line = deedsIn(update).at(-1);
    this.hide();
    if (isFirst || !line || tempo === 0) return;
    patch(this.element, step(line, update));
    this.timer = setTimeout(() => this.hide(), DEED * tempo);
  }

  hide() {
    clearTimeout(this.timer);
    patch(this.element, []);
  }
}

/**
 * @param {LogLine} line
 * @param {Update} update
 */
function step({ text, links, player, n }, { people }) {
  const pictures = links.map(({ kind, id }) => pictureOf(kind, String(id))).filter(Boolean);
  return h(
    "div",
    { class: "step", key: `step-${n}` },
    pictures.length ? h("div", { class: "pictures" }, pictures) : null,
    h("p", null, avatar(people, player), h("span", null, text)),
  );
}

/**
 * @param {string} kind
 * @param {string} id
 */
function pictureOf(kind, id) {
  if (kind === "ally")
    return id === "M"
      ? art("monster")
      : h(
          "span",
          { class: `race-${id.charAt(0).toLowerCase()}` },
          art(`race-${id.charAt(0).toLowerCase()}`),
          h("b", null, valueOfAlly(id)),
          boost(id),
        );
  return art(`${kind}-${id}`);
}
