// Commands of this seat, one at a time, and none that was meant for the question before: the next may follow when the
// last one is stored and shown.

/**
 * @typedef {import("./net.js").Without<import("../messages").Command, "id" | "revision" | "seat">} Unsent
 * @typedef {import("./store.js").Store} Store
 */

export class Sender {
  /**
   * @param {Store} store
   * @param {import("./net.js").Connection} net
   * @param {Guard} guard
   * @param {() => void} redraw
   */
  constructor(store, net, guard, redraw) {
    this.store = store;
    this.net = net;
    this.guard = guard;
    this.redraw = redraw;
    this.acknowledgedRevision = -1;
  }

  /** What is on the page is not the newest: it is shown, rather than that an old question is answered. */
  isBehind() {
    const isBehind = this.store.waiting.length > 0;
    this.store.catchUp();
    return isBehind;
  }

  /** @param {Unsent} command */
  send(command) {
    if (!this.isBehind()) this.post(command);
  }

  /**
   * Send it though the page may be behind, if nothing else is under way.
   * @param {Unsent} command
   */
  post(command) {
    const { answering: seat, pending, revision, waiting } = this.store;
    if (pending || waiting.length || seat === null) return;
    this.acknowledgedRevision = -1;
    this.wait(this.net.send({ ...command, revision, seat }));
  }

  /**
   * The page tells in `data-pending` that a command has not been answered yet: to draw it anew would keep a click
   * waiting.
   * @param {string | null} id of the command
   */
  wait(id) {
    this.store.pending = id;
    this.guard.page.toggleAttribute("data-pending", id !== null);
  }

  /** @param {import("../messages").Ack} ack */
  acknowledged({ id, revision }) {
    if (id !== this.store.pending) return;
    this.acknowledgedRevision = revision;
    if ((this.store.update?.revision ?? -1) >= revision) this.redraw();
  }

  /** @param {import("../messages").Refused} refused */
  refused({ id }) {
    if (id === this.store.pending) this.wait(null);
  }

  /**
   * What was sent is done when it has been acknowledged and its effect is shown.
   * @param {number} shown the revision that is about to be shown
   */
  settle(shown) {
    if (!this.store.pending || this.acknowledgedRevision < 0 || shown < this.acknowledgedRevision) return;
    this.wait(null);
    this.acknowledgedRevision = -1;
  }
}

/** How long a question that has just been drawn takes no answer, in ms. */
const SETTLING = 350;

/** A question that has just come is not answered by a second click, or a key that was held. */
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
    if (this.isUp) this.timer ??= setTimeout(() => delete this.page.dataset["settling"], SETTLING);
  }
}
