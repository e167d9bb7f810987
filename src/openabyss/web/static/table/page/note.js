// A short message that goes by itself.

const SHOWN = 6_000;

export class Note {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {string} text */
  show(text) {
    clearTimeout(this.timer);
    this.element.hidden = false;
    this.element.textContent = text;
    this.timer = setTimeout(() => this.hide(), SHOWN);
  }

  hide() {
    clearTimeout(this.timer);
    this.element.hidden = true;
  }
}
