// A short message that goes by itself.

const SHOWN = 6_000;

export class Note {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.isAboutQuestion = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * @param {string} text
   * @param {boolean} [isAboutQuestion] it goes with the question that it is about
   */
  show(text, isAboutQuestion = true) {
    clearTimeout(this.timer);
    this.isAboutQuestion = isAboutQuestion;
    this.element.hidden = false;
    this.element.textContent = text;
    this.timer = setTimeout(() => this.hide(), SHOWN);
  }

  /** Something else is asked. */
  questionIsOver() {
    if (this.isAboutQuestion) this.hide();
  }

  hide() {
    clearTimeout(this.timer);
    this.element.hidden = true;
  }
}
