// The cards that are being named for a lord. What is legal is decided by the payments that the server lists, and by
// what it answers about other cards.

/**
 * @typedef {import("../messages").ActionShown} Action
 * @typedef {import("../messages").AnswerExplained} Explained
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
    /** What was said of the cards last. */
    this.verdict = { text: "", isFine: false };
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
