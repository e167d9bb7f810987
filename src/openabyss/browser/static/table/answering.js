// What becomes of a piece or an answer that somebody has chosen.

import { textsOf } from "./board/texts.js";

/**
 * @typedef {import("./messages").ActionShown} Action
 * @typedef {import("./state/store.js").Store} Store
 * @typedef {{
 *   sender: import("./state/sender.js").Sender, payments: import("./dock/payments.js").Payments,
 *   dialogs: import("./windows/dialogs.js").Dialogs, note: import("./page/note.js").Note
 * }} Means
 */

export class Answering {
  /**
   * @param {Store} store
   * @param {Means} means
   */
  constructor(store, means) {
    this.store = store;
    this.means = means;
  }

  /**
   * A piece of the table: the answer that lies on it, else why there is none, else what it says.
   * @param {Element} piece
   */
  choose(piece) {
    const target = piece.getAttribute("data-target") ?? "";
    const tip = piece.getAttribute("data-tip") ?? "";
    if (target.startsWith("pick:"))
      return this.means.payments.pick(target.slice(5), piece.getAttribute("aria-pressed") === "true");
    const { choices } = this.store;
    const actions = choices.at(target);
    const [only] = actions;
    if (actions.length === 1 && only) return this.perform(only);
    if (actions.length > 1) return this.means.dialogs.choose(actions, (action) => this.perform(action));
    const why = choices.whyNot(target);
    if (why) this.means.note.show(why);
    else if (/^(lord|location|leviathan|ally|stack):/.test(tip)) this.read(tip);
    return undefined;
  }

  /**
   * A card in a window, with what can be done with it.
   * @param {string} tip
   */
  read(tip) {
    const actions = this.store.choices.at(tip);
    this.means.dialogs.card(textsOf(tip, this.store), actions, (action) => this.perform(action));
  }

  /** @param {string} text of an action */
  answer(text) {
    const action = this.store.choices.actions.find((one) => one.text === text);
    if (action) this.perform(action);
  }

  /** @param {Action} action */
  perform(action) {
    const { sender, payments } = this.means;
    const { update, pending } = this.store;
    if (sender.isBehind() || sender.guard.isUp || !update || pending) return;
    if (payments.begin(update, action)) document.getElementById("prompt")?.focus();
    else sender.send({ type: "answer", action: action.text });
  }

  /** @param {number} place among the answers of the dock */
  answerNumber(place) {
    const button = document.querySelectorAll("#dock .answers .answer:not(.refused)")[place];
    if (button instanceof HTMLElement) button.click();
  }
}
