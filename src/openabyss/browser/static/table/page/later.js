// What is drawn later, so that neither a frame nor a click waits for all of a change: on a slow processor each part
// takes longer than a frame.

export class Later {
  constructor() {
    /** @type {(() => void) | null} */
    this.waiting = null;
  }

  /**
   * Once the page has been drawn as it is now. What has been waiting until now is left out.
   * @param {() => void} callback
   */
  after(callback) {
    this.wait(callback, (due) => requestAnimationFrame(() => setTimeout(due)));
  }

  /**
   * In a task of its own, whether the page is drawn before or not.
   * @param {() => void} callback
   */
  soon(callback) {
    this.wait(callback, setTimeout);
  }

  /**
   * At once on a page that nobody sees, which draws no frames.
   * @param {() => void} callback
   * @param {(due: () => void) => void} start
   */
  wait(callback, start) {
    this.waiting = callback;
    if (document.hidden) return this.hurry();
    start(() => {
      if (this.waiting === callback) this.hurry();
    });
  }

  /** What waits is done now. */
  hurry() {
    const { waiting } = this;
    this.waiting = null;
    waiting?.();
  }

  cancel() {
    this.waiting = null;
  }
}
