// What comes from the server, and what is done with it.

import { titled, word } from "./page/words.js";
import { showAnswers } from "./windows/answers.js";

/**
 * @typedef {import("./messages").FromServer} Message
 * @typedef {{
 *   store: import("./state/store.js").Store, sender: import("./state/sender.js").Sender,
 *   payments: import("./dock/payments.js").Payments, announcer: import("./page/notices.js").Announcer,
 *   note: import("./page/notices.js").Note, tips: import("./page/tips.js").Tips, commands: import("./commands.js").Commands, dialogs: import("./windows/dialogs.js").Dialogs, redraw: () => void, updated: (update: import("./messages").Update) => void
 * }} Listeners
 */

export class MessageHandler {
  /** @param {Listeners} listeners */
  constructor(listeners) {
    this.to = listeners;
  }

  /** @param {Message} message */
  handle(message) {
    if (message.type === "update") this.to.updated(message);
    else if (message.type === "welcome") this.to.store.welcome(message);
    else if (message.type === "ack") this.acknowledged(message);
    else if (message.type === "hint") this.hinted(message);
    else if (message.type === "explained") this.explained(message);
    else if (message.type === "orders") this.to.commands.showOrders(message);
    else if (message.type === "plan_dropped") this.to.commands.planDropped();
    else if (message.type === "refused") this.refused(message);
    else if (message.type === "presence") this.met(message.people);
    else if (message.type === "chat") this.said(message);
  }

  /** @param {import("./messages").Ack} ack */
  acknowledged(ack) {
    this.to.sender.acknowledged(ack);
    if (ack.url) location.assign(ack.url);
  }

  /** @param {import("./messages").Refused} refused */
  refused(refused) {
    const { id, text } = this.to.store.said;
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("chat-text"));
    if (field && id === refused.id) field.value ||= text;
    this.to.sender.refused(refused);
    this.to.note.show(refused.message, false);
    this.to.payments.refused(refused);
  }

  /** @param {import("./messages").Person[]} people */
  met(people) {
    this.to.store.meet(people);
    this.to.redraw();
  }

  /** @param {import("./messages").Said} line */
  said(line) {
    const { store, announcer } = this.to;
    if (!store.hear(line)) return;
    if (line.seat !== store.seat) {
      announcer.say(titled(line.name, line.text));
      document.dispatchEvent(new CustomEvent("said"));
    }
    this.to.redraw();
  }

  /** @param {import("./messages").Explained} explained */
  explained(explained) {
    const { store, dialogs, payments } = this.to;
    if (payments.explained(explained) || !store.isAsked(explained)) return;
    showAnswers(explained.answers, store.update, dialogs);
  }

  /**
   * Late advice is not shown to the person who is asked by then.
   * @param {import("./messages").Hinted} hint
   */
  hinted({ action, text, reasons, ...asked }) {
    if (!this.to.store.isAsked(asked)) return;
    this.to.tips.hide();
    this.to.note.show(reasons.join("\n") || word("hint_says", { action: text }));
    this.to.store.advise(action);
  }
}
