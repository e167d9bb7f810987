// The table of one seat: what comes from the server is shown, what is chosen is sent.

import { inOrder, Allies } from "./allies.js";
import { Keyboard, Teller } from "./a11y.js";
import { Movement } from "./anim.js";
import { board } from "./board.js";
import { loadCards } from "./cards.js";
import { Choices } from "./choices.js";
import { curtain, nextAtThisScreen } from "./curtain.js";
import { Dialogs, usualLevel } from "./dialogs.js";
import { dock } from "./dock.js";
import { h, patch } from "./dom.js";
import { Net } from "./net.js";
import { fitHand, goTo, isAtEnd, showWhatIsLit, toEnd } from "./places.js";
import { beginPicking, chosenPayment, lordToPay, offerBehind, offerFor, togglePick } from "./paying.js";
import { seatOrder, seats } from "./seats.js";
import { applyTheme, keepSettings, readSettings, tempo } from "./settings.js";
import { side } from "./side.js";
import { Picking, Store } from "./store.js";
import { Tips } from "./tips.js";
import { word } from "./words.js";

/**
 * @typedef {import("./messages").Update} Update
 * @typedef {import("./messages").ActionShown} Action
 * @typedef {import("./messages").FromServer} ServerMessage
 */

const NOTE_SHOWN = 6_000;
const BANNER_AFTER = 1_000;
const PACE = 320;

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

class Table {
  constructor() {
    const page = document.body.dataset;
    this.title = document.title;
    this.settings = readSettings();
    applyTheme(this.settings.theme);
    this.store = new Store(() => this.draw());
    this.store.seat = page["seat"] ? Number(page["seat"]) : null;
    this.store.pace = () => PACE * tempo(this.settings);
    this.allies = new Allies();
    this.movement = new Movement();
    this.teller = new Teller(part("told"));
    this.tips = new Tips(part("tip"), (tip) => this.live(tip));
    this.dialogs = new Dialogs(/** @type {HTMLDialogElement} */ (part("dialog")));
    this.keyboard = new Keyboard({
      command: (name) => this.command(name),
      answer: (place) => this.answerNumber(place),
      escape: () => this.escape(),
      usesLetters: () => this.settings.shortcuts,
    });
    /** @type {Choices} */
    this.choices = new Choices(null);
    /** @type {number | null} the seat that the curtain waits for */
    this.comes = null;
    this.ackRevision = -1;
    this.lastAsked = "";
    /** Whoever has scrolled back in the log is left there. */
    this.followsLog = true;
    const address = new URL(`${location.pathname.replace(/\/$/, "")}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    this.net = new Net(address.href, {
      onMessage: (message) => this.heard(message),
      onState: (state) => this.connection(state),
      revision: () => this.store.revision,
      seat: () => this.store.seat,
    });
    this.listen();
  }

  async begin() {
    const page = document.body.dataset;
    await loadCards(page["cards"] ?? "", page["art"] ?? "");
    this.net.connect();
  }

  // ------------------------------------------------------------------------------ hearing

  /** @param {ServerMessage} message */
  heard(message) {
    const { store } = this;
    if (message.type === "update") this.updated(message);
    else if (message.type === "welcome") this.welcomed(message);
    else if (message.type === "ack") this.acknowledged(message);
    else if (message.type === "refused") this.refused(message);
    else if (message.type === "presence") store.people = message.people;
    else if (message.type === "chat") this.said(message);
    else if (message.type === "hint") this.hinted(message);
    if (message.type === "presence" || message.type === "chat" || message.type === "refused") this.draw();
  }

  /** @param {Update} update */
  updated(update) {
    const { store } = this;
    if (update.view.seat !== store.seat) return;
    const next = nextAtThisScreen(store, update);
    if (next !== null) {
      store.people = update.people;
      this.dropCurtain(next);
      return;
    }
    if (this.comes === null) store.receive(update);
  }

  /** @param {import("./messages").Welcome} welcome */
  welcomed(welcome) {
    this.store.seat = welcome.seat;
    this.store.seats = welcome.seats;
    this.store.levels = welcome.levels;
    this.store.isConnected = true;
    this.store.chat = welcome.chat;
  }

  /** @param {import("./messages").Ack} ack */
  acknowledged(ack) {
    if (ack.id === this.store.pending) {
      this.ackRevision = ack.revision;
      if ((this.store.update?.revision ?? -1) >= ack.revision) this.draw();
    }
    if (ack.url) location.assign(ack.url);
  }

  /** @param {import("./messages").Refused} refused */
  refused(refused) {
    const { store } = this;
    if (refused.id === store.pending) store.pending = null;
    if (store.picking) store.picking.isSent = false;
    this.note(refused.message);
  }

  /** @param {import("./messages").ChatLine} line */
  said(line) {
    const { store } = this;
    if (store.chat.some((known) => known.n === line.n)) return;
    store.chat = [...store.chat, line];
    const isReading = document.activeElement?.closest(".chat") !== null;
    if (line.seat !== store.seat && !isReading) store.unread += 1;
    if (line.seat !== store.seat) this.teller.say(`${line.name}: ${line.text}`);
  }

  /** @param {import("./messages").Hinted} hint */
  hinted(hint) {
    this.store.hint = hint.action;
    this.note(word("hint_says", { action: hint.text }));
    this.draw();
  }

  /** @param {"open" | "closed" | "gone"} state */
  connection(state) {
    this.store.isConnected = state === "open";
    if (state === "open") this.store.hasBeenConnected = true;
    clearTimeout(this.bannerTimer);
    part("gone").hidden = state !== "gone";
    if (state === "gone") {
      part("banner").hidden = true;
      return;
    }
    const show = () => {
      part("banner").hidden = this.store.isConnected;
    };
    if (state === "open") show();
    else this.bannerTimer = setTimeout(show, BANNER_AFTER);
  }

  // ------------------------------------------------------------------------------ showing

  /** The whole page from the store; then what moved is let glide. */
  draw() {
    const { store } = this;
    const { update } = store;
    if (this.comes !== null) return this.drawCurtain(this.comes);
    if (!update) return;
    if (store.pending && update.revision >= this.ackRevision && this.ackRevision >= 0) {
      store.pending = null;
      this.ackRevision = -1;
    }
    const before = this.movement.measure();
    this.movement.skip();
    this.choices = new Choices(update.question, this.store.hint);
    this.keepPicking(update);
    this.allies.follow(update.view, this.handInSight(update));
    this.followsLog = isAtEnd("log-lines");
    this.paint(update);
    fitHand();
    this.movement.play(before, store.happenings, tempo(this.settings));
    store.happenings = [];
    if (this.followsLog) toEnd("log-lines");
    this.keyboard.settle();
    this.announce(update);
  }

  /**
   * A hand is covered while others are asked, if somebody else may look at this screen.
   * @param {Update} update
   */
  handInSight({ view, question }) {
    const own = view.seat === null ? null : (view.seats[view.seat]?.hand ?? null);
    return this.store.isShared && question !== null && !question.mine ? null : own;
  }

  /** @param {Update} update */
  scene(update) {
    return {
      update,
      view: update.view,
      choices: this.choices,
      allies: this.allies,
      dice: this.store.dice,
    };
  }

  /** @param {Update} update */
  paint(update) {
    const { store } = this;
    const scene = this.scene(update);
    patch(part("top"), this.top(update));
    patch(
      part("jump"),
      seatOrder(scene).map((seat) =>
        h(
          "a",
          {
            href: `#seat-${seat}`,
            key: `to-${seat}`,
            class: update.question?.player === seat ? "asked" : "",
          },
          h(
            "span",
            { class: `avatar seat-${seat}`, "aria-hidden": "true" },
            [...(store.people[seat]?.name ?? "")][0] ?? "",
          ),
          h("span", null, store.people[seat]?.name ?? ""),
        ),
      ),
    );
    patch(part("table"), [board(scene), seats(scene, store.people)]);
    patch(part("side"), side(scene, store));
    patch(part("dock"), dock(scene, store));
    part("dock").classList.toggle("mine", Boolean(update.question?.mine));
  }

  /** @param {Update} update */
  top({ view, over, seed }) {
    const ending = view.ending_player !== null && !over;
    const name = this.store.people[view.active]?.name ?? "";
    return [
      h(
        "span",
        { class: "turn", key: "turn" },
        over ? word("game_over") : word("turn", { turn: view.turn, name }),
      ),
      ending
        ? h(
            "span",
            { class: "last-round", key: "last", role: "status" },
            word("last_round", { name: this.store.people[view.ending_player ?? 0]?.name ?? "" }),
          )
        : null,
      view.empty_sea === null
        ? null
        : h(
            "span",
            { class: "last-round", key: "empty-sea", role: "status" },
            word("empty_sea", { number: view.empty_sea }),
          ),
      view.seat === null ? h("span", { class: "mark", key: "spectator" }, word("spectator")) : null,
      seed !== null && !over ? openSeed(seed) : null,
    ];
  }

  /** @param {Update} update */
  announce(update) {
    const { question } = update;
    const isMine = Boolean(question?.mine) && !update.over;
    document.title = isMine ? `● ${word("your_turn")} – ${this.title}` : this.title;
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
    const wanted = (isMine ? icon?.dataset["turn"] : icon?.dataset["calm"]) ?? "";
    if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
    const asked = isMine ? `${update.revision}` : "";
    const isNew = asked !== "" && asked !== this.lastAsked;
    this.teller.tell(this.store.log, isNew ? (question?.prompt ?? "") : "");
    this.lastAsked = asked;
    if (isNew && this.choices.areOnTheTable) showWhatIsLit(tempo(this.settings) > 0);
    document.body.dataset["revision"] = String(update.revision);
    document.body.dataset["hash"] = update.hash;
  }

  // ------------------------------------------------------------------------------ curtain

  /** @param {number} seat */
  dropCurtain(seat) {
    this.comes = seat;
    this.movement.skip();
    this.tips.hide();
    this.dialogs.close();
    this.store.forget();
    this.allies = new Allies();
    this.draw();
  }

  /** @param {number} seat */
  drawCurtain(seat) {
    for (const id of ["table", "dock", "top", "side", "jump", "told"]) patch(part(id), []);
    const name = this.store.people.find((person) => person.seat === seat)?.name ?? "";
    document.title = `${word("curtain_title", { name })} – ${this.title}`;
    patch(
      part("curtain"),
      curtain(name, () => this.liftCurtain(seat)),
    );
    part("curtain-lift").focus();
  }

  /** @param {number} seat */
  liftCurtain(seat) {
    patch(part("curtain"), []);
    this.comes = null;
    this.store.seat = seat;
    this.net.greet();
  }

  // ------------------------------------------------------------------------------ choosing

  /**
   * What the table adds to the text of a card.
   * @param {string} tip
   */
  live(tip) {
    const { update } = this.store;
    const [kind, thing = ""] = tip.split(":");
    const why = this.choices.whyNot(tip);
    if (!update) return { extra: [], why };
    if (kind === "lord") return { extra: this.costNow(update, Number(thing)), why };
    if (kind === "location") {
      const worth = update.worth[thing];
      return {
        extra: worth === undefined ? [] : [h("p", { class: "now" }, word("worth_now", { points: worth }))],
        why,
      };
    }
    return { extra: [], why };
  }

  /**
   * @param {Update} update
   * @param {number} lord
   */
  costNow(update, lord) {
    const offer = update.offers.find((one) => one.lord === lord);
    if (!offer) return [];
    const reasons = offer.why.length ? ` (${offer.why.join("; ")})` : "";
    const text = `${word("costs_now", { cost: offer.cost })}${reasons}`;
    const verdict = offer.affordable ? word("affordable") : (offer.refusal ?? word("not_affordable"));
    return [
      h("p", { class: "now" }, text),
      this.choices.whyNot(`lord:${lord}`) === verdict
        ? null
        : h("p", { class: offer.affordable ? "fine" : "why" }, verdict),
    ].filter(Boolean);
  }

  /** @param {Element} piece */
  act(piece) {
    const target = piece.getAttribute("data-target") ?? "";
    const tip = piece.getAttribute("data-tip") ?? "";
    if (target.startsWith("pick:")) return this.pick(target.slice(5));
    const actions = this.choices.at(target);
    const [only] = actions;
    if (actions.length === 1 && only) return this.perform(only);
    if (actions.length > 1) return this.dialogs.choose(actions, (action) => this.perform(action));
    const why = this.choices.whyNot(target);
    if (why) this.note(why);
    else if (/^(lord|location|leviathan|ally|stack):/.test(tip)) this.read(tip);
    return undefined;
  }

  /** @param {string} tip */
  read(tip) {
    const actions = this.choices.at(tip);
    this.dialogs.card(
      tip,
      (one) => this.live(one),
      actions,
      (action) => this.perform(action),
    );
  }

  /** What is on the page is not the newest: it is shown, rather than that an old question is answered. */
  isBehind() {
    const isBehind = this.store.waiting.length > 0;
    this.store.catchUp();
    return isBehind;
  }

  /** @param {Action} action */
  perform(action) {
    const { store } = this;
    if (this.isBehind() || !store.update || store.pending) return;
    const offer = offerBehind(store.update, action);
    if (offer) {
      store.picking = beginPicking(offer, action.text);
      this.draw();
      part("prompt").focus();
      return;
    }
    this.send({ type: "answer", action: action.text });
  }

  /** @param {import("./net.js").Without<import("./messages").Command, "id" | "revision" | "seat">} command */
  send(command) {
    const { seat, pending, revision } = this.store;
    if (this.isBehind() || pending || seat === null) return;
    this.ackRevision = -1;
    this.store.pending = this.net.send({ ...command, revision, seat });
    this.draw();
  }

  /**
   * A payment goes on with the cards picked before, once the server asks for it.
   * @param {Update} update
   */
  keepPicking(update) {
    const { store } = this;
    const { picking } = store;
    const offer = offerFor(update, lordToPay(update));
    if (offer && !picking) store.picking = beginPicking(offer, null);
    else if (offer && picking?.isSent && !store.pending) this.pay(update, picking);
    else if (!offer && !this.choices.actions.some(({ text }) => text === picking?.action))
      store.picking = null;
  }

  /**
   * @param {Update} update
   * @param {Picking} picking
   */
  pay(update, picking) {
    const payment = chosenPayment(offerFor(update, picking.lord), picking);
    picking.isSent = false;
    const { seat, waiting } = this.store;
    if (!payment || waiting.length || seat === null) return;
    this.ackRevision = -1;
    const { cards, nebulis } = payment;
    this.store.pending = this.net.send({ type: "pay", cards, nebulis, revision: update.revision, seat });
  }

  /** Name the lord; the cards follow when they are asked for. */
  confirm() {
    if (this.isBehind()) return;
    const { store } = this;
    const { update, picking } = store;
    if (!update || !picking || store.pending) return;
    if (picking.action === null || lordToPay(update) !== null) {
      this.pay(update, picking);
      this.draw();
      return;
    }
    picking.isSent = true;
    this.send({ type: "answer", action: picking.action });
  }

  cancel() {
    const { store } = this;
    const isAsked = store.update && lordToPay(store.update) !== null;
    store.picking = null;
    if (isAsked) this.send({ type: "undo" });
    else this.draw();
  }

  /** @param {string} name of an ally in the hand */
  pick(name) {
    const { picking } = this.store;
    const held = this.allies.in("hand");
    const ally = held.find((one) => one.name === name);
    if (!picking || !ally) return;
    const isNamed = document.querySelector(`[data-life="${name}"]`)?.getAttribute("aria-pressed") === "true";
    togglePick(picking, ally.code, isNamed);
    this.draw();
  }

  /** @param {number} place */
  answerNumber(place) {
    const button = document.querySelectorAll("#dock .answers .answer:not(.refused)")[place];
    if (button instanceof HTMLElement) button.click();
  }

  /** @param {string} name */
  command(name) {
    const { store } = this;
    if (name === "undo" && store.picking) return this.cancel();
    if (name === "undo" || name === "redo" || name === "restart") return this.takeBack(name);
    if (name === "confirm") return this.confirm();
    if (name === "cancel") return this.cancel();
    if (name === "help") return this.dialogs.help(store.update?.config ?? {});
    if (name === "settings")
      return this.dialogs.settings(this.settings, (settings) => this.changeSettings(settings));
    if (name === "people")
      return this.dialogs.people(
        store.people,
        store.seats,
        usualLevel(store.levels),
        document.body.dataset["lobby"] ?? "",
        (seat, computer) => this.changeSeat(seat, computer),
      );
    if (name === "hint") return void this.net.send({ type: "hint", seat: store.seat });
    if (name === "rematch") return void this.net.send({ type: "rematch" });
    if (name === "read") return this.readFocused();
    return goTo(name);
  }

  /** @param {"undo" | "redo" | "restart"} name */
  takeBack(name) {
    const { undo } = this.store.update ?? {};
    const isPossible = { undo: undo?.can_undo, redo: undo?.can_redo, restart: undo?.can_restart }[name];
    if (isPossible) this.send({ type: name });
    else this.note(word(name === "redo" ? "no_redo" : "no_undo"));
  }

  readFocused() {
    const tip = document.activeElement?.closest("[data-tip]")?.getAttribute("data-tip");
    if (tip && !tip.startsWith("text:")) this.read(tip);
    else this.note(word("nothing_to_read"));
  }

  /**
   * @param {number} seat
   * @param {string | null} computer
   */
  changeSeat(seat, computer) {
    this.net.send({ type: "seat", seat, computer });
    this.dialogs.close();
  }

  /** @param {import("./settings.js").Settings} settings */
  changeSettings(settings) {
    this.settings = settings;
    keepSettings(settings);
  }

  escape() {
    this.tips.hide();
    this.movement.skip();
    this.store.catchUp();
    if (this.store.picking && !document.querySelector("dialog[open]")) this.cancel();
  }

  /**
   * A short message that goes by itself.
   * @param {string} text
   */
  note(text) {
    clearTimeout(this.noteTimer);
    const element = part("note");
    element.hidden = false;
    element.textContent = text;
    this.noteTimer = setTimeout(() => {
      element.hidden = true;
    }, NOTE_SHOWN);
  }

  // ------------------------------------------------------------------------------ listening

  listen() {
    const sized = new ResizeObserver(() => {
      fitHand();
      document.body.style.setProperty("--dock", `${part("dock").offsetHeight}px`);
      if (this.followsLog) toEnd("log-lines");
    });
    sized.observe(part("dock"));
    sized.observe(part("side"));
    document.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("submit", (event) => this.submitted(event));
    document.addEventListener("focusin", (event) => {
      if (event.target instanceof Element && event.target.closest(".chat") && this.store.unread) {
        this.store.unread = 0;
        this.draw();
      }
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.movement.skip();
      this.store.catchUp();
    });
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (this.tips.wasLongPress || !(event.target instanceof Element)) {
      this.tips.wasLongPress = false;
      return;
    }
    this.tips.hide();
    this.movement.skip();
    const at = event.target;
    const button = at.closest(
      "[data-command], [data-why], [data-read], [data-action], [data-proposal], [data-nebulis], [data-card]",
    );
    if (!button || at.closest("dialog")) {
      this.store.catchUp();
      return;
    }
    this.pushed(/** @type {HTMLElement} */ (button));
  }

  /** @param {HTMLElement} button */
  pushed(button) {
    const { command, why, read, action, proposal, nebulis } = button.dataset;
    if (command) this.command(command);
    else if (why) this.note(why);
    else if (read) this.read(read);
    else if (action)
      this.perform(
        this.choices.actions.find((one) => one.text === action) ?? {
          text: action,
          label: "",
          reveals: false,
        },
      );
    else if (proposal || nebulis) this.propose(proposal, nebulis);
    else this.act(button);
  }

  /**
   * @param {string | undefined} proposal
   * @param {string | undefined} nebulis
   */
  propose(proposal, nebulis) {
    const { update, picking } = this.store;
    if (!update || !picking) return;
    const payment = proposal ? offerFor(update, picking.lord)?.payments[Number(proposal)] : undefined;
    if (payment) this.store.picking = new Picking(picking.lord, picking.action, inOrder(payment.cards), payment.nebulis);
    else picking.nebulis = Number(nebulis);
    this.draw();
  }

  /** @param {SubmitEvent} event */
  submitted(event) {
    if (!(event.target instanceof HTMLFormElement) || event.target.id !== "chat-form") return;
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (part("chat-text"));
    const text = field.value.trim();
    if (text) this.net.send({ type: "chat", text });
    field.value = "";
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  bannerTimer = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  noteTimer = undefined;
}

new Table().begin();

/**
 * The host has chosen the seed, which everybody is told then.
 * @param {number} seed
 */
function openSeed(seed) {
  const tip = `text:${word("open_seed_tip")}`;
  return h("span", { class: "mark", key: "seed", tabindex: "0", "data-tip": tip }, word("open_seed", { seed }));
}
