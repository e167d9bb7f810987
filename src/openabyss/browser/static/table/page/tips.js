// Tips: what is said of a card or a sign, on hover, keyboard focus, tap and long press.

import { patch } from "./dom.js";

const HOVER_DELAY = 250;
const LONG_PRESS = 450;
const EDGE = 8;

export class Tips {
  /**
   * @param {HTMLElement} element
   * @param {(tip: string) => any[]} content what a tip says
   */
  constructor(element, content) {
    this.element = element;
    this.content = content;
    /** @type {Element | null} */
    this.owner = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.wasLongPress = false;
    /** Where the mouse was moved to last: a tip opens for what it goes to, not for what comes to lie under it. */
    this.mouse = "";
    this.listen();
  }

  listen() {
    document.addEventListener("pointerover", (event) => this.over(event));
    document.addEventListener("pointerout", (event) => {
      if (event.pointerType === "mouse" && !within(this.owner, event.relatedTarget)) this.hide();
    });
    document.addEventListener("focusin", (event) => this.focused(event));
    document.addEventListener("focusout", ({ target }) => {
      if (within(this.owner, target)) this.hide();
    });
    document.addEventListener("pointerdown", (event) => this.pressed(event));
    for (const end of ["pointerup", "pointercancel"])
      document.addEventListener(end, () => clearTimeout(this.timer));
    document.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") this.mouse = placeOf(event);
      else if (Math.hypot(event.movementX, event.movementY) > 4) clearTimeout(this.timer);
    });
    document.addEventListener("contextmenu", (event) => {
      if (this.wasLongPress) event.preventDefault();
    });
    document.addEventListener("scroll", () => this.hide(), { capture: true, passive: true });
  }

  /** @param {PointerEvent} event */
  over(event) {
    const owner = tipped(event.target);
    if (event.pointerType !== "mouse" || !owner || owner === this.owner) return;
    if (placeOf(event) === this.mouse) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(owner), HOVER_DELAY);
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const owner = tipped(event.target);
    if (owner?.matches(":focus-visible")) this.show(owner);
  }

  /**
   * What is said of a sign that does nothing else when it is chosen.
   * @param {Element} target
   */
  tapped(target) {
    const owner = tipped(target);
    if (owner && !target.closest("button, a, summary")) this.show(owner);
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    this.wasLongPress = false;
    this.hide();
    const owner = tipped(event.target);
    if (event.pointerType === "mouse" || !owner) return;
    this.timer = setTimeout(() => {
      this.wasLongPress = true;
      this.show(owner);
    }, LONG_PRESS);
  }

  /** @param {Element} owner */
  show(owner) {
    clearTimeout(this.timer);
    const tip = owner.getAttribute("data-tip");
    if (!tip || !owner.isConnected) return;
    const inside = this.content(tip);
    if (!inside.length) return;
    this.owner = owner;
    patch(this.element, inside);
    this.element.hidden = false;
    owner.setAttribute("aria-describedby", this.element.id);
    place(this.element, owner.getBoundingClientRect());
  }

  /** Whether what is released now was held to read a tip, and not to choose. */
  endLongPress() {
    const { wasLongPress } = this;
    this.wasLongPress = false;
    return wasLongPress;
  }

  hide() {
    clearTimeout(this.timer);
    this.owner?.removeAttribute("aria-describedby");
    this.owner = null;
    this.element.hidden = true;
  }
}

/** @param {PointerEvent} event */
function placeOf({ clientX, clientY }) {
  return `${clientX} ${clientY}`;
}

/** @param {EventTarget | null} target */
function tipped(target) {
  return target instanceof Element ? target.closest("[data-tip]") : null;
}

/**
 * @param {Element | null} owner
 * @param {EventTarget | null} target
 */
function within(owner, target) {
  return owner !== null && target instanceof Node && owner.contains(target);
}

/**
 * Beside a card if there is room, so that its neighbours below stay in sight; else above or below.
 * @param {HTMLElement} element
 * @param {DOMRect} owner
 */
function place(element, owner) {
  const { width, height } = element.getBoundingClientRect();
  const isBeside = owner.height > height / 3 && owner.right + EDGE + width < innerWidth;
  const roomAbove = owner.top - height - EDGE;
  const free = roomAbove >= EDGE ? roomAbove : owner.bottom + EDGE;
  const top = isBeside ? owner.top : free;
  const left = isBeside ? owner.right + EDGE : owner.left + owner.width / 2 - width / 2;
  element.style.top = `${between(EDGE, top, innerHeight - height - EDGE)}px`;
  element.style.left = `${between(EDGE, left, innerWidth - width - EDGE)}px`;
}

/**
 * @param {number} least
 * @param {number} wanted
 * @param {number} most
 */
function between(least, wanted, most) {
  return Math.max(least, Math.min(wanted, most));
}
