// What buttons and keys ask for besides answers.

import { textsOf } from "./board/texts.js";
import { showPane } from "./page/panes.js";
import { goTo } from "./page/places.js";
import { word } from "./page/words.js";
import { defaultLevel } from "./windows/dialogs.js";
import { inShort } from "./windows/result.js";

/**
 * @typedef {import("./state/store.js").Store} Store
 * @typedef {{
 *   net: import("./state/net.js").Net, sender: import("./state/sender.js").Sender, payments: import("./dock/payments.js").Payments,
 *   answering: import("./answering.js").Answering, dialogs: import("./windows/dialogs.js").Dialogs,
 *   settings: import("./page/settings.js").Settings, note: import("./page/note.js").Note,
 *   recap: import("./side/recap.js").Recap, result: import("./windows/result.js").Result,
 *   teller: import("./page/teller.js").Teller
 * }} Means
 */

export class Commands {
  /**
   * @param {Store} store
   * @param {Means} means
   */
  constructor(store, means) {
    this.store = store;
    this.means = means;
  }

  /** @param {string} name */
  run(name) {
    const { store } = this;
    const { net, payments, dialogs, settings } = this.means;
    if (name === "undo" && store.picking) return payments.cancel();
    if (name === "undo" || name === "redo" || name === "restart") return this.undo(name);
    if (name === "more" || name === "fewer") return this.step(name === "more" ? 1 : -1);
    if (name === "confirm") return payments.confirm();
    if (name === "cancel") return payments.cancel();
    if (name === "help") return store.update ? dialogs.help(store.update.config) : undefined;
    if (name === "explain") return this.explain();
    if (name === "settings") return dialogs.settings(settings);
    if (name === "people") return this.people();
    if (name === "hint") return void net.send({ type: "hint", seat: store.seat });
    if (name === "take-seat-back" && store.seat !== null)
      return void net.send({ type: "seat", seat: store.seat, computer: null });
    if (name === "rematch") return void net.send({ type: "rematch" });
    if (name === "read") return this.read();
    if (name === "fold-chat") return store.foldChat(!store.isChatOpen);
    if (name === "share") return this.share();
    if (name.startsWith("result-")) return this.means.result.run(name);
    if (name.startsWith("recap-")) return this.means.recap.run(name);
    if (name.startsWith("seat-")) return this.seat(Number(name.slice(5)));
    if (name.startsWith("pane-")) return showPane(name.slice(5));
    if (name === "to-chat") store.foldChat(true);
    return goTo(name);
  }

  /** @param {"undo" | "redo" | "restart"} name */
  undo(name) {
    const { undo } = this.store.update ?? {};
    const isPossible = { undo: undo?.can_undo, redo: undo?.can_redo, restart: undo?.can_restart }[name];
    if (isPossible) this.means.sender.send({ type: name });
    else this.means.note.show(word(name === "redo" ? "no_redo" : "no_undo"));
  }

  /** @param {number} by how many more are to be drawn */
  step(by) {
    this.means.teller.say(this.store.choices.step(by));
    this.store.changed();
  }

  /** What comes of the answers, if there are any to give; else the signs and keys. */
  explain() {
    const { seat, update } = this.store;
    if (!update?.question?.mine || seat === null) this.run("help");
    else this.means.net.send({ type: "explain", seat });
  }

  /** Who sits where, and whose seat a computer may play. */
  people() {
    const { people, seats, levels } = this.store;
    const { net, dialogs } = this.means;
    const lobby = document.body.dataset["lobby"] ?? "";
    dialogs.people(people, seats, defaultLevel(levels), lobby, (seat, computer) => {
      net.send({ type: "seat", seat, computer });
      dialogs.close();
    });
  }

  /**
   * What lies before a seat, to be read.
   * @param {number} number
   */
  seat(number) {
    const { update, people } = this.store;
    const seat = update?.view.seats[number];
    if (!seat) return;
    const things = [
      ...seat.lords.map(({ id }) => `lord:${id}`),
      ...seat.locations.map((id) => `location:${id}`),
    ];
    const name = people[number]?.name ?? "";
    this.means.dialogs.things(
      name,
      seat.affiliated,
      things.map((tip) => ({ tip, texts: textsOf(tip, this.store) })),
    );
  }

  /** The result in a few lines, to another program of the device, or to its clipboard. */
  async share() {
    const { update } = this.store;
    if (!update) return;
    const text = inShort(update);
    try {
      if (navigator.share) return await navigator.share({ text });
      await navigator.clipboard.writeText(text);
      this.means.note.show(word("shared"), false);
    } catch {
      // Somebody has thought better of it.
    }
  }

  /** The card that has the focus. */
  read() {
    const tip = document.activeElement?.closest("[data-tip]")?.getAttribute("data-tip");
    if (tip && !tip.startsWith("text:")) this.means.answering.read(tip);
    else this.means.note.show(word("nothing_to_read"));
  }
}
