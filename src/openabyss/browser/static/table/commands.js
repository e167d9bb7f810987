// What clicks and keys mean: what becomes of a piece or an answer that is chosen, and what buttons ask for besides.

import { textsOf } from "./board/texts.js";
import { h } from "./page/dom.js";
import { goTo, showPane } from "./page/places.js";
import { word } from "./page/words.js";
import { racesInWords } from "./state/dictionary.js";

/**
 * @typedef {import("./messages").ActionShown} Action
 * @typedef {import("./state/store.js").Store} Store
 * @typedef {{
 *   net: import("./state/net.js").Connection, sender: import("./state/sender.js").Sender,
 *   payments: import("./dock/payments.js").Payments, discarding: import("./dock/discarding.js").Discarding, dialogs: import("./windows/dialogs.js").Dialogs,
 *   settings: import("./page/settings.js").Settings, note: import("./page/notices.js").Note,
 *   announcer: import("./page/notices.js").Announcer, recap: import("./side/deeds.js").Recap,
 *   result: import("./windows/result.js").Result
 * }} Parts of the page
 */

/** What becomes of a piece or an answer that somebody has chosen. */
export class Answering {
  /**
   * @param {Store} store
   * @param {Parts} parts
   */
  constructor(store, parts) {
    this.store = store;
    this.parts = parts;
  }

  /**
   * A piece of the table: its answer, else why there is none, else what it says.
   * @param {Element} piece
   */
  choose(piece) {
    const target = piece.getAttribute("data-target") ?? "";
    const tip = piece.getAttribute("data-tip") ?? "";
    if (target.startsWith("pick:"))
      return this.parts.payments.pick(target.slice(5), piece.getAttribute("aria-pressed") === "true");
    if (target.startsWith("toss:")) return this.parts.discarding.toggle(target.slice(5));
    const { choices } = this.store;
    const actions = choices.at(target);
    const [only] = actions;
    if (actions.length === 1 && only) return this.perform(only);
    if (actions.length > 1) return this.parts.dialogs.choose(actions, (action) => this.perform(action));
    const why = choices.whyNot(target);
    if (why) this.parts.note.show(why);
    else if (/^(lord|location|leviathan|ally|stack):/.test(tip)) this.read(tip);
    return undefined;
  }

  /**
   * A card in a window, with what can be done with it.
   * @param {string} tip
   */
  read(tip) {
    const actions = this.store.choices.at(tip);
    this.parts.dialogs.card(textsOf(tip, this.store), actions, (action) => this.perform(action));
  }

  /** @param {string} text of an action */
  answer(text) {
    const action = this.store.choices.actions.find((one) => one.text === text);
    if (action) this.perform(action);
  }

  /** @param {Action} action */
  perform(action) {
    const { sender, payments } = this.parts;
    const { update, pending } = this.store;
    if (sender.isBehind() || sender.guard.isUp || !update || pending) return;
    if (payments.begin(update, action)) document.getElementById("prompt")?.focus();
    else sender.send({ type: "answer", action: action.text });
  }

  /**
   * The answer of the dock with this number; none of the panel of a payment has one, so there they are counted.
   * @param {number} number
   */
  answerNumber(number) {
    const numbered = document.querySelector(`#dock [aria-keyshortcuts="${number}"]`);
    const button = numbered ?? document.querySelectorAll("#dock .paying .answer")[number - 1];
    if (button instanceof HTMLElement) button.click();
  }

  /** The highlighted answer of the dock, if there is one. */
  confirm() {
    const button = document.querySelector("#dock .answer.primary");
    if (button instanceof HTMLElement) button.click();
  }
}

/** What buttons and keys ask for besides answers. */
export class Commands {
  /**
   * @param {Store} store
   * @param {Parts & {answering: Answering}} parts
   */
  constructor(store, parts) {
    this.store = store;
    this.parts = parts;
    /** The question why a plan was dropped. */
    this.dropped = "";
  }

  /** @param {string} name */
  run(name) {
    const { store } = this;
    const { net, payments, dialogs, settings } = this.parts;
    if (name === "undo" && store.picking) return payments.cancel();
    if (name === "undo" || name === "redo" || name === "restart") return this.undo(name);
    if (name === "more" || name === "fewer") return this.step(name === "more" ? 1 : -1);
    if (name === "confirm") return payments.confirm();
    if (name === "cancel") return payments.cancel();
    if (name === "help") return store.update ? dialogs.help(store.update.config) : undefined;
    if (name === "explain") return this.explain();
    if (name === "settings") return dialogs.settings(settings);
    if (name === "people") return this.people();
    if (name === "orders") return this.order();
    if (name === "hint") return void net.send({ type: "hint", seat: store.answering });
    if (name === "take-seat-back" && store.seat !== null)
      return void net.send({ type: "seat", seat: store.seat, computer: null });
    if (name === "discard") return this.parts.discarding.confirm();
    if (name === "hurry") return store.hurry();
    if (name === "hand-over" && store.missed)
      return void net.send({ type: "seat", seat: store.missed.seat, computer: store.standIn });
    if (name === "rematch") return void net.send({ type: "rematch" });
    if (name === "read") return this.read();
    if (name === "fold-chat") return store.foldChat(!store.isChatOpen);
    if (name === "share") return this.share();
    if (name.startsWith("result-")) return this.parts.result.run(name);
    if (name.startsWith("recap-")) return this.parts.recap.run(name);
    if (name.startsWith("seat-")) return this.seat(Number(name.slice(5)));
    if (name.startsWith("pane-")) {
      this.parts.recap.fold();
      if (store.update?.result) this.parts.result.run("result-close");
      return showPane(name.slice(5));
    }
    if (name === "to-chat") store.foldChat(true);
    return goTo(name);
  }

  /** @param {"undo" | "redo" | "restart"} name */
  undo(name) {
    if (this.store.update?.undo[`can_${name}`]) this.parts.sender.send({ type: name });
    else this.parts.note.show(word(name === "redo" ? "no_redo" : "no_undo"));
  }

  /** @param {number} by how many more are to be drawn */
  step(by) {
    this.parts.announcer.say(this.store.choices.step(by));
    this.store.changed();
  }

  /** What comes of the answers, if there are any to give; else the signs and keys. */
  explain() {
    const { answering: seat, update } = this.store;
    if (!update?.question?.mine || seat === null) this.run("help");
    else this.parts.net.send({ type: "explain", seat });
  }

  /** Who sits where, and whose seat a computer may play. */
  people() {
    const { people, standIn } = this.store;
    const { net, dialogs } = this.parts;
    const lobby = document.body.dataset["lobby"] ?? "";
    dialogs.people(people, lobby, (seat, change) => {
      net.send({ type: "seat", seat, computer: change === "hand_over" ? standIn : null });
      dialogs.close();
    });
  }

  /**
   * Ask for the standing orders of the seat, or give it others; what comes is shown by `showOrders`.
   * @param {import("./messages").StandingOrders | null} [orders]
   */
  order(orders = null) {
    const { seat } = this.store;
    if (seat !== null) this.parts.net.send({ type: "orders", seat, orders });
  }

  /** A plan did not fit the turn that has come: the orders tell why. */
  planDropped() {
    const { seat } = this.store;
    if (seat !== null) this.dropped = this.parts.net.send({ type: "orders", seat });
  }

  /** @param {import("./messages").OrdersShown} shown */
  async showOrders(shown) {
    const address = document.body.dataset["orders"] ?? "";
    const { show } = await import(address);
    if (!this.store.update || shown.seat !== this.store.seat) return; // Somebody else is in front of the screen.
    if (shown.id === this.dropped) return void (shown.dropped && this.parts.note.show(shown.dropped));
    show(
      {
        h,
        word,
        races: racesInWords(),
        open: (/** @type {string} */ title, /** @type {any[]} */ inside) =>
          this.parts.dialogs.open(title, inside),
        send: (/** @type {import("./messages").StandingOrders} */ orders) => this.order(orders),
      },
      shown,
    );
  }

  /**
   * What a player has on the table, to be read.
   * @param {number} number
   */
  seat(number) {
    const { update, people } = this.store;
    const seat = update?.view.seats[number];
    if (!seat) return;
    const things = [
      ...seat.lords.map(({ id }) => `lord:${id}`),
      ...seat.locations.map((id) => `location:${id}`),
    ].map((tip) => ({ tip, texts: textsOf(tip, this.store) }));
    this.parts.dialogs.things(people[number]?.name ?? "", seat.affiliated, things);
  }

  /** The result in a few lines, to another program of the device, or to its clipboard, else to be copied by hand. */
  async share() {
    const text = this.store.update?.result?.summary;
    if (!text) return;
    try {
      if (navigator.share) return await navigator.share({ text });
    } catch (error) {
      // Somebody has thought better of it.
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
    try {
      await navigator.clipboard.writeText(text);
      this.parts.note.show(word("shared"), false);
    } catch {
      // Refused, or a page that is not secure and has no clipboard.
      this.parts.dialogs.copy(word("share"), text);
    }
  }

  /** The card that has the focus. */
  read() {
    const tip = document.activeElement?.closest("[data-tip]")?.getAttribute("data-tip");
    if (tip && !tip.startsWith("text:")) this.parts.answering.read(tip);
    else this.parts.note.show(word("nothing_to_read"));
  }
}

const BUTTONS =
  "[data-command], [data-why], [data-read], [data-action], [data-proposal], [data-nebulis], [data-card]";

/**
 * Do what the button at this place is for; false if there is none. A card that is named is read here,
 * unless a window of its own is asked for.
 * @param {MouseEvent} event
 * @param {Element} at
 * @param {{commands: Commands, answering: Answering} & Parts} parts
 */
export function clicked(event, at, { commands, answering, payments, note }) {
  const button = at.closest(BUTTONS);
  if (!(button instanceof HTMLElement) || at.closest("dialog")) return false;
  const { command, why, read, action, proposal, nebulis } = button.dataset;
  if (command) commands.run(command);
  else if (why) note.show(why);
  else if (read) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return true;
    event.preventDefault();
    answering.read(read);
  } else if (action) answering.answer(action);
  else if (proposal) payments.propose(Number(proposal));
  else if (nebulis) payments.split(Number(nebulis));
  else answering.choose(button);
  return true;
}
