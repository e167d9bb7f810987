// Paying for a lord: cards are picked on the page, the lord is named to the server, then the whole payment.

import { inOrder } from "../state/dictionary.js";
import { lordToPay, offerFor } from "../state/store.js";
import { inWords } from "./paying.js";

/**
 * @typedef {import("../messages").ActionShown} Action
 * @typedef {import("../messages").AnswerExplained} Explained
 * @typedef {import("../messages").Offer} Offer
 * @typedef {import("../messages").PaymentShown} Payment
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
    const value = payment?.value ?? picking.explained?.value ?? 0;
    if (text !== undefined) picking.verdict = { text, value, isFine: payment !== null };
    else if (this.store.seat !== null)
      this.asked ??= this.sender.net.send({
        type: "explain",
        seat: this.store.seat,
        action: picking.asWritten,
      });
  }

  /**
   * What comes of cards that were asked about, false if something else is explained. Where the table is another one
   * by now, the cards are asked about again when that is drawn.
   * @param {import("../messages").Explained} explained
   */
  explained({ id, answers: [answer], ...asked }) {
    if (!answer?.action.startsWith("pay:")) return false;
    if (id === this.asked) this.asked = null;
    if (!this.store.isAsked(asked)) return true;
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
    if (picking && payment) {
      picking.cards = inOrder(payment.cards);
      picking.nebulis = payment.nebulis;
    }
    this.redraw();
  }

  /** @param {number} nebulis to pay with */
  split(nebulis) {
    if (this.store.picking) this.store.picking.nebulis = nebulis;
    this.redraw();
  }
}

/**
 * The cards that are being named for a lord. What is legal is decided by the payments that the server lists, and by
 * what it answers about other cards.
 */
export class Picking {
  /**
   * @param {number} lord
   * @param {string | null} action that recruits the lord; null if the server asks for the payment already
   * @param {Payment | undefined} payment to begin with, which can be taken as it is
   */
  constructor(lord, action, payment) {
    this.lord = lord;
    this.action = action;
    this.cards = [...(payment?.cards ?? [])];
    this.nebulis = payment?.nebulis ?? 0;
    /** The lord is named to the server first, then the cards. */
    this.isSent = false;
    /** What was said of the cards last, and what they are worth. */
    this.verdict = { text: "", value: 0, isFine: false };
    /** @type {Map<string, Explained>} what the server has answered about cards */
    this.answers = new Map();
  }

  /** The cards as the server is asked about them. */
  get asWritten() {
    return `pay:${this.lord} ${written(this.cards)}`;
  }

  /** What the server has answered about these cards, if it has. */
  get explained() {
    return this.answers.get(this.asWritten);
  }

  /**
   * Take a card into the payment or out of it.
   * @param {string} code
   * @param {boolean} isNamed
   */
  toggle(code, isNamed) {
    if (isNamed) this.cards.splice(this.cards.indexOf(code), 1);
    else this.cards.push(code);
  }

  /**
   * The legal payments with exactly these cards; several if there are nebulis to choose.
   * @param {Offer} offer
   */
  matching(offer) {
    const payments = this.explained?.payments ?? offer.payments;
    return payments.filter(({ cards }) => written(cards) === written(this.cards));
  }

  /**
   * The payment as picked, or null while it is not legal.
   * @param {Offer | null} offer
   */
  chosen(offer) {
    const fitting = offer ? this.matching(offer) : [];
    return fitting.find((payment) => payment.nebulis === this.nebulis) ?? fitting[0] ?? null;
  }
}

/**
 * The same for the same cards, in whatever order they were picked.
 * @param {string[]} codes
 */
function written(codes) {
  return [...codes].sort().join(" ");
}

/**
 * What the lord costs that an answer recruits; null for other answers.
 * @param {Update} update
 * @param {Action} action
 */
function offerBehind({ offers }, { target }) {
  if (target?.zone !== "court") return null;
  return offers.find((offer) => offer.lord === target.lord && offer.payments.length) ?? null;
}
