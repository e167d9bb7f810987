// Paying for a lord: cards are picked on the page, the lord is named to the server, then the whole payment.

import { inOrder } from "../state/allies.js";
import { lordToPay, offerBehind, offerFor, Picking } from "../state/picking.js";
import { inWords } from "./paying.js";

/**
 * @typedef {import("../messages").AnswerExplained} Explained
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
    /** @type {{id: string, action: string, picking: Picking} | null} what the server has not explained yet */
    this.asked = null;
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
    picking.follow(update.revision);
    const payment = picking.chosen(offerFor(update, picking.lord));
    const text = payment ? inWords(payment) : picking.explained?.means;
    if (text !== undefined) picking.verdict = { text, isFine: payment !== null };
    else if (!this.asked && this.store.seat !== null) {
      const action = picking.asWritten;
      const id = this.sender.net.send({ type: "explain", seat: this.store.seat, action });
      this.asked = { id, action, picking };
    }
  }

  /**
   * What comes of cards that were asked about, perhaps twice; false if something else is explained.
   * @param {import("../messages").Explained} explained
   */
  explained({ id, answers: [answer] }) {
    if (!answer?.action.startsWith("pay:")) return false;
    this.learn(id, answer);
    return true;
  }

  /**
   * @param {string | null} id of the message that is answered
   * @param {Explained} answer
   */
  learn(id, answer) {
    const { asked } = this;
    if (!asked || id !== asked.id) return false;
    this.asked = null;
    asked.picking.answers.set(asked.action, answer);
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
   * What was sent has been refused; true if that was only a question about the picked cards.
   * @param {import("../messages").Refused} refused
   */
  refused({ id, message }) {
    if (this.learn(id, { action: "", label: "", means: message })) return true;
    if (this.store.picking) this.store.picking.isSent = false;
    return false;
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
