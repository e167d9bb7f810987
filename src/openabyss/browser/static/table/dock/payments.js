// Paying for a lord: cards are picked on the page, the lord is named to the server, then the whole payment.

import { inOrder } from "../state/allies.js";
import { lordToPay, offerBehind, offerFor, Picking } from "../state/picking.js";
import { inWords } from "./paying.js";

/**
 * @typedef {import("../messages").Update} Update
 * @typedef {import("../state/store.js").Store} Store
 */

export class Payments {
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
    /** @type {string | null} the id of a question about picked cards that the server has not answered yet */
    this.asked = null;
    /** Of the table: at another one the server may answer otherwise. */
    this.revision = -1;
  }

  /**
   * Begin to pick cards if the answer recruits a lord; false if it does not.
   * @param {Update} update
   * @param {import("../messages").ActionShown} action
   */
  begin(update, action) {
    const offer = offerBehind(update, action);
    if (!offer) return false;
    this.store.picking = new Picking(offer.lord, action.text, offer.payments[0]);
    this.redraw();
    return true;
  }

  /**
   * A payment goes on with the cards picked before, once the server asks for it; it ends with the question.
   * @param {Update} update
   */
  follow(update) {
    const { store } = this;
    const { picking } = store;
    const offer = offerFor(update, lordToPay(update));
    if (offer && !picking) store.picking = new Picking(offer.lord, null, offer.payments[0]);
    else if (offer && picking?.isSent && !store.pending) this.pay(update, picking);
    else if (!offer && !store.answers.actions.some(({ text }) => text === picking?.action))
      store.picking = null;
    if (store.picking) this.judge(store.picking, update);
  }

  /**
   * Say what is to be said of the picked cards. The server is asked once for each choice of them, and not again
   * before it has answered; until then the last words stay.
   * @param {Picking} picking
   * @param {Update} update
   */
  judge(picking, update) {
    if (update.revision !== this.revision) picking.answers.clear();
    this.revision = update.revision;
    const payment = picking.chosen(offerFor(update, picking.lord));
    const text = payment ? inWords(payment) : picking.explained?.means;
    if (text !== undefined) picking.verdict = { text, isFine: payment !== null };
    else if (this.store.seat !== null)
      this.asked ??= this.sender.net.send({
        type: "explain",
        seat: this.store.seat,
        action: picking.asWritten,
      });
  }

  /**
   * What comes of cards that were asked about, perhaps twice; false if something else is explained.
   * @param {import("../messages").Explained} explained
   */
  explained({ id, answers: [answer] }) {
    if (!answer?.action.startsWith("pay:")) return false;
    if (id === this.asked) this.asked = null;
    this.store.picking?.answers.set(answer.action, answer);
    this.redraw();
    return true;
  }

  /**
   * @param {Update} update
   * @param {Picking} picking
   */
  pay(update, picking) {
    picking.isSent = false;
    const payment = picking.chosen(offerFor(update, picking.lord));
    if (payment) this.sender.post({ type: "pay", cards: payment.cards, nebulis: payment.nebulis });
  }

  /** Name the lord; the cards follow when they are asked for. */
  confirm() {
    if (this.sender.isBehind()) return;
    const { update, picking, pending } = this.store;
    if (!update || !picking || pending || this.sender.guard.isUp) return;
    if (picking.action === null || lordToPay(update) !== null) {
      this.pay(update, picking);
      return;
    }
    picking.isSent = true;
    this.sender.send({ type: "answer", action: picking.action });
  }

  cancel() {
    const { update } = this.store;
    this.store.picking = null;
    if (update && lordToPay(update) !== null) this.sender.send({ type: "undo" });
    else this.redraw();
  }

  /**
   * What was sent has been refused. If that was only a question about picked cards, it is asked again when the page
   * is drawn the next time, which is therefore not now.
   * @param {import("../messages").Refused} refused
   */
  refused({ id }) {
    if (id === this.asked) this.asked = null;
    else {
      if (this.store.picking) this.store.picking.isSent = false;
      this.redraw();
    }
  }

  /**
   * @param {string} name of an ally in the hand
   * @param {boolean} isNamed
   */
  pick(name, isNamed) {
    const ally = this.allies.in("hand").find((one) => one.name === name);
    if (ally) this.store.picking?.toggle(ally.code, isNamed);
    this.redraw();
  }

  /** @param {number} place of the proposal */
  propose(place) {
    const { update, picking } = this.store;
    const payment = update && picking ? offerFor(update, picking.lord)?.payments[place] : undefined;
    if (payment) picking?.take({ ...payment, cards: inOrder(payment.cards) });
    this.redraw();
  }

  /** @param {number} nebulis to pay with */
  split(nebulis) {
    if (this.store.picking) this.store.picking.nebulis = nebulis;
    this.redraw();
  }
}
