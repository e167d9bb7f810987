// Keyboard: one tab stop for each part of the table, arrows inside it and from one part to the next,
// letters as shortcuts.

/**
 * @typedef {{
 *   command: (name: string) => void, answer: (number: number) => void, confirm: () => void, escape: () => void,
 *   usesLetters: () => boolean
 * }} Keys what keys can ask for
 */

const LETTERS = /** @type {Record<string, string>} */ ({
  u: "undo",
  r: "redo",
  R: "restart",
  "?": "explain",
  h: "to-hand",
  a: "to-answers",
  t: "to-table",
  l: "to-log",
  c: "to-chat",
  i: "read",
  s: "settings",
  x: "hint",
  p: "to-prompt",
  "+": "more",
  "-": "fewer",
  g: "to-guide",
});

/** What goes on as long as a key is held. */
const COUNTING = ["more", "fewer"];

const PRESSED_BY_ENTER = "a, button, summary";

export class Keyboard {
  /** @param {Keys} keys */
  constructor(keys) {
    this.keys = keys;
    /** @type {WeakMap<Element, Element>} the piece of each zone that had the focus last */
    this.marks = new WeakMap();
    document.addEventListener("keydown", (event) => this.pressed(event));
    document.addEventListener("focusin", (event) => this.remember(event));
  }

  /** After drawing: exactly one piece of every zone can be reached by Tab. */
  settle() {
    for (const zone of document.querySelectorAll("[data-zone]")) {
      const pieces = piecesOf(zone);
      const mark = this.marks.get(zone);
      const stop =
        mark && pieces.includes(/** @type {HTMLElement} */ (mark))
          ? mark
          : (pieces.find((piece) => piece.classList.contains("lit")) ?? pieces[0]);
      for (const piece of pieces) piece.tabIndex = piece === stop ? 0 : -1;
    }
  }

  /** @param {FocusEvent} event */
  remember(event) {
    const piece = event.target instanceof HTMLElement ? event.target : null;
    const zone = piece?.closest("[data-zone]");
    if (!piece || !zone) return;
    this.marks.set(zone, piece);
    for (const other of piecesOf(zone)) other.tabIndex = other === piece ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Escape") {
      this.keys.escape();
      return;
    }
    if (isWriting(event.target) || document.querySelector("dialog[open]")) return;
    if (event.key === "Enter") this.enter(event);
    else if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") this.step(event);
    else if (this.keys.usesLetters()) this.shortcut(event);
  }

  /**
   * Where nothing that Enter is for has the focus, it gives the highlighted answer. One that is held does nothing.
   * @param {KeyboardEvent} event
   */
  enter({ target, repeat }) {
    if (!repeat && !(target instanceof Element && target.closest(PRESSED_BY_ENTER))) this.keys.confirm();
  }

  /** @param {KeyboardEvent} event */
  shortcut(event) {
    const command = LETTERS[event.key];
    const digit = Number.parseInt(event.key, 10);
    if (!command && !(digit >= 1)) return;
    event.preventDefault();
    // Held, it would answer the next question, too, or undo one step after another.
    if (event.repeat && !COUNTING.includes(command ?? "")) return;
    if (command) this.keys.command(command);
    else this.keys.answer(digit);
  }

  /** @param {KeyboardEvent} event */
  step(event) {
    const piece = event.target instanceof HTMLElement ? event.target : null;
    const zone = piece?.closest("[data-zone]");
    if (!piece || !zone) return;
    const pieces = piecesOf(zone);
    const at = pieces.indexOf(piece);
    if (at < 0) return;
    event.preventDefault();
    if (event.key === "Home") pieces[0]?.focus();
    else if (event.key === "End") pieces.at(-1)?.focus();
    else if (event.key === "ArrowRight") pieces[(at + 1) % pieces.length]?.focus();
    else if (event.key === "ArrowLeft") pieces.at((at - 1) % pieces.length)?.focus();
    else neighbour(zone, piece, event.key === "ArrowDown" ? 1 : -1)?.focus();
  }
}

/**
 * The piece of the next zone nearest in the direction of the arrow.
 * @param {Element} zone
 * @param {HTMLElement} piece
 * @param {number} direction
 */
function neighbour(zone, piece, direction) {
  const zones = [...document.querySelectorAll("[data-zone]")].filter(
    (one) => one.checkVisibility() && piecesOf(one).length,
  );
  const next = zones[zones.indexOf(zone) + direction];
  if (!next) return null;
  const middle = centre(piece);
  return piecesOf(next).reduce((best, one) =>
    Math.abs(centre(one) - middle) < Math.abs(centre(best) - middle) ? one : best,
  );
}

/** @param {HTMLElement} element */
function centre(element) {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}

/** @param {Element} zone */
function piecesOf(zone) {
  return /** @type {HTMLElement[]} */ ([...zone.querySelectorAll("button")]).filter(
    (piece) => piece.closest("[data-zone]") === zone,
  );
}

/** @param {EventTarget | null} target */
function isWriting(target) {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}
