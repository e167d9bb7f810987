// The cards that are being named for a lord. What is legal is decided by the payments that the server lists.

/**
 * @typedef {import("../messages").ActionShown} Action
 * @typedef {import("../messages").Offer} Offer
 * @typedef {import("../messages").PaymentShown} Payment
 * @typedef {import("../messages").Update} Update
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
  }

  /** @param {Payment} payment */
  take(payment) {
    this.cards = [...payment.cards];
    this.nebulis = payment.nebulis;
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
    const wanted = [...this.cards].sort().join(" ");
    return offer.payments.filter((payment) => [...payment.cards].sort().join(" ") === wanted);
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
 * The lord that the server asks this seat to pay for; null if it asks for no payment.
 * @param {Update} update
 * @returns {number | null}
 */
export function lordToPay({ question, view }) {
  return question?.payments.length ? (view.question?.about?.lord ?? null) : null;
}

/**
 * What the lord costs that an answer recruits; null for other answers.
 * @param {Update} update
 * @param {Action} action
 */
export function offerBehind({ offers }, { target }) {
  if (target?.zone !== "court") return null;
  return offers.find((offer) => offer.lord === target.lord && offer.payments.length) ?? null;
}

/**
 * What a lord of the court costs.
 * @param {Update} update
 * @param {number | null} lord
 */
export function offerFor({ offers }, lord) {
  return offers.find((offer) => offer.lord === lord) ?? null;
}
