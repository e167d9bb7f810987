// Cards of the hand that go one after another, by a limit or an attack: they are chosen together, and sent one by one.

/**
 * @typedef {import("../messages").Update} Update
 * @typedef {import("../state/store.js").Store} Store
 */

export class Discarding {
  /**
   * @param {Store} store
   * @param {import("../state/allies.js").Allies} allies
   * @param {import("../state/sender.js").Sender} sender
   * @param {() => void} redraw
   */
  constructor(store, allies, sender, redraw) {
    this.store = store;
    this.allies = allies;
    this.sender = sender;
    this.redraw = redraw;
    /** @type {string[]} the codes of chosen cards that are on their way, one answer after the other */
    this.going = [];
  }

  /**
   * The next of the chosen cards goes, as long as cards are asked for. A card may have gone by an answer of its own: chosen
   * are only those that are still there, and no more than go.
   * @param {Update} update
   */
  follow(update) {
    const { store } = this;
    const count = update.question?.cards_to_go;
    if (!count) return this.forget();
    const held = this.allies.in("hand").map(({ name }) => name);
    store.discards = store.discards.filter((name) => held.includes(name)).slice(-count);
    if (this.going.length && !store.pending) this.next(update);
  }

  forget() {
    this.going = [];
    this.store.discards = [];
  }

  /** @param {Update} update */
  next({ question }) {
    const code = this.going.shift();
    const action = question?.actions.find(({ target }) => target?.zone === "hand" && target.card === code);
    if (action) this.sender.post({ type: "answer", action: action.text });
    else this.forget();
  }

  /**
   * Take a card among those that go, or back; the first one stays again if there are too many.
   * @param {string} name of an ally in the hand
   */
  toggle(name) {
    const { store } = this;
    const others = store.discards.filter((one) => one !== name);
    store.discards =
      others.length < store.discards.length ? others : [...others, name].slice(-store.cardsToGo);
    this.redraw();
  }

  confirm() {
    const { store, sender } = this;
    if (sender.isBehind() || store.pending || sender.guard.isUp || !store.update) return;
    const held = this.allies.in("hand");
    this.going = store.discards.flatMap((name) => held.find((one) => one.name === name)?.code ?? []);
    store.discards = [];
    this.next(store.update);
  }
}
