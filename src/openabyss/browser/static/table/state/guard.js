// A question that has just come is not answered by what was meant for the one before: a second click, or a
// key that was held.

const MOMENT = 350;

export class Guard {
  /** @param {HTMLElement} page says in `data-settling` that nothing can be chosen yet */
  constructor(page) {
    this.page = page;
    /** @type {string | null} what was asked last; null before anything was */
    this.asked = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  get isUp() {
    return "settling" in this.page.dataset;
  }

  /**
   * Whether something else is asked than before; then nothing is taken for a moment.
   * @param {string} asked
   */
  isOther(asked) {
    const isOther = this.asked !== null && asked !== this.asked;
    this.asked = asked;
    if (isOther) this.raise();
    return isOther;
  }

  raise() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.page.dataset["settling"] = "";
  }

  /** What is asked now is drawn: the moment begins, however long a slow processor took for that. */
  settle() {
    if (this.isUp) this.timer ??= setTimeout(() => delete this.page.dataset["settling"], MOMENT);
  }
}
