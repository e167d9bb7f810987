// The table of one seat: what comes from the server is shown, what is chosen is sent.

import { board, rowsOfLocations } from "./board/board.js";
import { drawFrom } from "./board/cards.js";
import { tickClocks } from "./board/clock.js";
import { top } from "./board/people.js";
import { hasPieces, seats } from "./board/seats.js";
import { textsOf } from "./board/texts.js";
import { Answering, Commands, clicked } from "./commands.js";
import { Discarding } from "./dock/discarding.js";
import { dock } from "./dock/dock.js";
import { Payments } from "./dock/payments.js";
import { MessageHandler } from "./message_handler.js";
import { h, Later, patch } from "./page/dom.js";
import { Keyboard } from "./page/keyboard.js";
import { Movement } from "./page/movement.js";
import { Announcer, Banner, Note, Title } from "./page/notices.js";
import { fitDock, isAtEnd, paneButtons, showLord, showWhatIsAsked, toEnd } from "./page/places.js";
import { Settings } from "./page/settings.js";
import { Tips } from "./page/tips.js";
import { word } from "./page/words.js";
import { lengthOf, Recap, Steps } from "./side/deeds.js";
import { side } from "./side/side.js";
import { Allies } from "./state/allies.js";
import { loadDictionary } from "./state/dictionary.js";
import { Net } from "./state/net.js";
import { Guard, Sender } from "./state/sender.js";
import { Store } from "./state/store.js";
import { Dialogs } from "./windows/dialogs.js";
import { HotSeat } from "./windows/hot_seat.js";
import { Result, resultInWords } from "./windows/result.js";

/**
 * @typedef {import("./messages").Update} Update
 * @typedef {import("./board/board.js").Scene} Scene
 */

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/** What can no longer be undone does not keep the focus, which goes to the question. */
const USELESS = ".taking-back [aria-disabled]";

/** As the style sheet says it of telephones, and of tables with large text. */
const HANDHELD = matchMedia("(width < 43.75em), (height < 35em), (width < 62.5em) and (height < 43.75em)");

/**
 * What decides how the table is divided: whether there is a border, how many others there are, whether they have anything
 * yet, and whether there are many locations.
 * @param {Scene} scene
 */
function matOf(scene) {
  const { config, view } = scene.update;
  const others = view.seats.filter((_, seat) => seat !== view.seat);
  const border = config.leviathan ? "with-border" : "";
  const bare = others.some(hasPieces) ? "" : "bare";
  const crowded = rowsOfLocations(scene) > 1 ? "crowded" : "";
  return `mat around-${others.length} ${border} ${bare} ${crowded}`;
}

/** Court and council, which are drawn before the rest of the middle, and all of them. */
const FIRST_ZONES = 2;
const ZONES = 5;

/** A slow processor takes half a frame for each lord that it has not drawn before. */
const LORDS_AT_ONCE = 2;

/**
 * @typedef {import("./page/dom.js").Description | null} Part
 * @typedef {{where: string, zones: () => Part[], players: () => Part[]}} Step what the table shows after it, and where it differs
 */

/** What is written on at its end. */
const LISTS = ["log-lines", "chat-lines"];

/** How often it is looked whether the reader of the guide has gone on, in ms. */
const WAITED = 100;

/** What the others do waits for the reader of the guide. */
function isWaited() {
  return document.body.hasAttribute("data-waits");
}

/**
 * The guide has not seen what is shown, and may want all else to wait for its reader.
 * @param {Update | null} update
 */
function isNewToGuide(update) {
  return Boolean(update?.lesson) && document.body.dataset["revision"] !== String(update?.revision);
}

export class Table {
  /** @param {(listener: import("./state/net.js").Listener) => import("./state/net.js").Connection} connect */
  constructor(connect = (listener) => new Net(listener)) {
    const redraw = () => this.draw();
    this.settings = new Settings();
    this.movement = new Movement();
    this.later = new Later();
    this.store = new Store(
      redraw,
      (update) => Math.max(lengthOf(update) * this.settings.tempo, update.lesson ? WAITED : 0),
      () => (isWaited() || isNewToGuide(this.store.update) ? WAITED : this.movement.rest),
    );
    this.allies = new Allies();
    this.title = new Title();
    this.announcer = new Announcer(part("announced"));
    this.note = new Note(part("note"));
    this.banner = new Banner(part("banner"), part("gone"));
    this.dialogs = new Dialogs(/** @type {HTMLDialogElement} */ (part("dialog")));
    this.tips = new Tips(part("tip"), (tip) => textsOf(tip, this.store));
    this.net = connect({
      onMessage: (message) => this.messages.handle(message),
      onState: (state) => this.banner.show(state),
      onUnseated: () => this.unseated(),
      revision: () => this.store.revision,
      seat: () => this.store.seat,
      isCovered: () => this.hotSeat.isWaiting,
    });
    this.hotSeat = new HotSeat(part("hot-seat"), (seat) => this.look(seat));
    this.steps = new Steps(part("step"));
    this.recap = new Recap(redraw);
    this.result = new Result(part("result"), () => this.settings.tempo);
    this.guard = new Guard(document.body);
    this.sender = new Sender(this.store, this.net, this.guard, redraw);
    this.payments = new Payments(this.store, this.allies, this.sender, redraw);
    this.discarding = new Discarding(this.store, this.allies, this.sender, redraw);
    this.answering = new Answering(this.store, this);
    this.commands = new Commands(this.store, this);
    this.messages = new MessageHandler({ ...this, redraw, updated: (update) => this.updated(update) });
    this.keyboard = new Keyboard({
      command: (name) => this.commands.run(name),
      answer: (number) => this.answering.answerNumber(number),
      confirm: () => this.answering.confirm(),
      escape: () => this.escape(),
      usesLetters: () => this.settings.chosen.shortcuts,
    });
    this.lastAsked = -1;
    this.wasPlaying = false;
    /** Somebody has just taken the screen, and is led to the question. */
    this.isTaken = false;
    /** @type {Part[]} as they were described last */
    this.zones = [];
    /** @type {Part[]} as they were described last */
    this.players = [];
    /** How many steps of it are done, as long as the table is not laid out. */
    this.laidOut = 0;
    this.isLaidOut = false;
    /** @type {Element | null} */
    this.watched = null;
    this.chatInView = new IntersectionObserver((entries) =>
      this.store.seeChat(entries.at(-1)?.isIntersecting ?? false),
    );
    /** @type {string[]} the lists whose reader has not scrolled back */
    this.followed = LISTS;
    this.listen();
  }

  async begin() {
    const { seat, cards = "", art = "" } = document.body.dataset;
    this.store.seat = seat ? Number(seat) : null;
    drawFrom(art);
    await loadDictionary(cards);
    this.net.connect();
    setInterval(() => this.tick(), 1000);
  }

  /** While the table waits for somebody who has left, or whose time has a limit, a clock runs. */
  tick() {
    const { store } = this;
    tickClocks(store.people);
    if (store.update && store.awayIn !== undefined) this.paintAsked(this.scene(store.update));
  }

  // ------------------------------------------------------------------------------ showing

  /** @param {Update} update */
  updated(update) {
    const { store, hotSeat } = this;
    if (update.view.seat !== store.seat) return;
    // Somebody else at this screen decides than who is in front of it, or for whom the curtain waits.
    const next = update.hot_question && !hotSeat.isWaiting ? undefined : update.hot_seat;
    if (next !== undefined && next !== (hotSeat.seat ?? store.seat)) {
      store.meet(update.people);
      this.cover(next, update.question?.kind ?? "");
    } else if (!hotSeat.isWaiting)
      store.receive(update.hot_question ? { ...update, question: update.hot_question } : update);
  }

  /**
   * The whole page from the store: first what is asked, then court and council, the rest of the middle, the players, and
   * what is beside, each in a task of its own, for all of a change takes too long on a slow processor. A table that was not
   * there takes longer, and each of its steps has a frame of its own. What has another place now is measured with its part,
   * and drawn where it was; it glides when all is drawn.
   */
  draw() {
    const { store, settings, later, movement } = this;
    const { update } = store;
    if (this.hotSeat.isWaiting || !update) return;
    this.sender.settle(update.revision);
    const before = movement.measure();
    this.followed = LISTS.filter(isAtEnd);
    movement.skip();
    this.payments.follow(update);
    this.allies.follow(update.view, store.handInSight(update));
    this.discarding.follow(update);
    if (this.guard.isOther(store.asked)) this.note.questionIsOver();
    const scene = this.scene(update);
    // The sums of the end are on no part of the page before they are counted.
    this.result.follow(update, this.wasPlaying);
    this.wasPlaying = !update.over;
    const show = (/** @type {string} */ where, /** @type {() => void} */ paint) => {
      const focused = document.activeElement;
      const wasUseless = focused?.matches(USELESS);
      paint();
      const isLost = document.activeElement === document.body && focused !== document.body;
      const isUseless = !wasUseless && document.activeElement?.matches(USELESS);
      if (isLost || isUseless || this.isTaken) part("prompt").focus({ preventScroll: true });
      movement.play(where, before, store.happenings, this.isLaidOut ? settings.tempo : 0);
    };
    show("#dock", () => this.paintAsked(scene));
    this.isTaken = false;
    const steps = this.isLaidOut ? this.changing(scene) : this.layingOut(scene);
    const tasks = steps.map(({ where, zones, players }) => () => {
      this.zones = zones();
      this.players = players();
      show(where, () => this.paintTable(scene));
      this.laidOut += 1;
    });
    later.inTurn(this.isLaidOut ? "soon" : "after", [
      ...tasks,
      () => {
        this.isLaidOut = true;
        this.keyboard.settle();
        this.announce(update);
        movement.end(before, store.takeHappenings(), settings.tempo);
        later.after(() => this.finish(update));
      },
    ]);
  }

  /**
   * How what is on the table becomes what it is now.
   * @param {Scene} scene
   * @returns {Step[]}
   */
  changing(scene) {
    const players = () => this.players;
    const first = () => [...board(scene).slice(0, FIRST_ZONES), ...this.zones.slice(FIRST_ZONES)];
    return [
      { where: ":is(.court, .council)", zones: first, players },
      { where: ".mat > .zone:not(.court, .council)", zones: () => board(scene), players },
      { where: ".seat", zones: () => this.zones, players: () => seats(scene, this.store.people) },
    ];
  }

  /**
   * How a table is laid out that was not there: the places of the court, a few lords at a time, the other zones and the
   * players one by one. Without the steps that are done, but always with the last one, which shows the whole table: what
   * they showed may be over.
   * @param {Scene} scene
   * @returns {Step[]}
   */
  layingOut(scene) {
    const { court, seats: found } = scene.view;
    const steps = [];
    for (let lords = 0; lords < court.length; lords += LORDS_AT_ONCE)
      steps.push(() => board(scene, lords).slice(0, FIRST_ZONES));
    for (let zones = FIRST_ZONES; zones <= ZONES; zones += 1) steps.push(() => board(scene).slice(0, zones));
    const all = [
      ...steps.map((zones) => ({ where: ".mat > .zone", zones, players: () => [] })),
      ...found.map((_, number) => ({
        where: ".seat",
        zones: () => board(scene),
        players: () => seats(scene, this.store.people, number + 1),
      })),
    ];
    return all.slice(Math.min(this.laidOut, all.length - 1));
  }

  /**
   * The page shows all of an update, and what is ready begins to move.
   * @param {Update} update
   */
  finish(update) {
    patch(part("side"), side(this.store));
    this.steps.show(update, this.settings.tempo);
    this.watchChat();
    this.followed.forEach(toEnd);
    document.body.dataset["revision"] = String(update.revision);
    document.body.dataset["hash"] = update.hash;
    this.guard.settle();
    document.dispatchEvent(new CustomEvent("drawn", { detail: update }));
    this.later.after(() => this.movement.start());
  }

  /**
   * What the parts of the page are drawn from.
   * @param {Update} update
   * @returns {Scene}
   */
  scene(update) {
    const { store, allies } = this;
    return {
      update,
      view: update.view,
      choices: store.choices,
      allies,
      dice: store.dice,
      fights: store.fightsInSight(update),
    };
  }

  /** @param {Scene} scene */
  paintAsked(scene) {
    const { store } = this;
    patch(part("top"), top(scene, store.people));
    patch(part("panes"), paneButtons(store.unread));
    patch(part("recap"), this.recap.show(store));
    patch(part("dock"), dock(scene, store));
    part("dock").classList.toggle("mine", Boolean(scene.update.question?.mine));
    fitDock();
  }

  /**
   * The table as its zones and the players were described last: the own seat is above the hand, but on a telephone it is
   * with the others.
   * @param {Scene} scene
   */
  paintTable(scene) {
    const [others, own] = this.players;
    const isTogether = HANDHELD.matches;
    patch(part("table"), h("div", { class: matOf(scene) }, this.zones, others, isTogether ? own : null));
    patch(part("own"), isTogether ? null : own);
  }

  /** @param {Update} update */
  announce(update) {
    const { question, over, revision } = update;
    const isMine = Boolean(question?.mine) && !over;
    const isTurn = question?.player === update.view.active;
    this.title.mark(isMine ? (isTurn ? "your_turn" : "your_decision") : null);
    const isSaid = isMine || over;
    const isNew = isSaid && revision !== this.lastAsked;
    // Cards that have been sent already are not asked for aloud.
    const isPaid = this.store.picking && this.store.pending;
    const said = over ? resultInWords(update).join(" ") : isPaid ? "" : question?.prompt;
    this.announcer.announce(this.store.log, isNew ? said : "");
    this.lastAsked = isSaid && !isPaid ? revision : -1;
    if (!isNew || over) return;
    part("dock").scrollTop = 0;
    // Another part of the table would take away the field in which somebody writes, and letters be taken for shortcuts.
    if (document.activeElement?.matches("#chat-text")) return;
    const revealed = this.store.happenings.findLast(
      ({ kind, player }) => kind === "LORD_REVEALED" && player === update.view.seat,
    );
    if (revealed) showLord(revealed.what);
    else showWhatIsAsked(update.view.question?.about, this.settings.tempo > 0);
  }

  /** Somebody else has this seat now: the page is loaded again for another one here, once, since that may not be known yet. */
  unseated() {
    if (this.store.isWelcome) location.reload();
  }

  // ------------------------------------------------------------------------------ hot seat

  /**
   * Nothing of this seat stays on the page until the next one says to be there.
   * @param {number} next
   * @param {string} question that the next one is asked
   */
  cover(next, question) {
    this.movement.skip();
    this.later.cancel();
    this.tips.hide();
    this.note.hide();
    this.dialogs.close();
    this.store.forget();
    this.allies.forget();
    this.zones = [];
    this.players = [];
    this.laidOut = 0;
    this.isLaidOut = false;
    for (const id of ["table", "own", "dock", "top", "side", "panes", "announced", "recap", "step"])
      patch(part(id), []);
    this.result.forget();
    const name = this.store.people[next]?.name ?? "";
    this.title.show(word("hot_seat_title", { name }));
    this.hotSeat.hand(next, name, word(`matter_${question}`));
  }

  /**
   * Look at the table from another seat of this browser; also when the page is loaded again.
   * @param {number} seat
   */
  look(seat) {
    this.store.seat = seat;
    this.isTaken = true;
    history.replaceState(history.state, "", `?seat=${seat}`);
    this.net.greet();
  }

  // ------------------------------------------------------------------------------ listening

  escape() {
    this.tips.hide();
    this.movement.skip();
    this.steps.hide();
    this.catchUp();
    if (document.querySelector("dialog[open]")) return;
    if (this.store.picking) this.payments.cancel();
    if (document.body.hasAttribute("data-result")) this.result.run("result-close");
  }

  catchUp() {
    if (!isWaited()) this.store.catchUp();
  }

  listen() {
    const sized = new ResizeObserver(() => {
      fitDock();
      this.followed.forEach(toEnd);
    });
    sized.observe(part("dock"));
    HANDHELD.addEventListener("change", () => this.draw());
    sized.observe(part("side"));
    document.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("submit", (event) => this.submitted(event));
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) {
        this.movement.skip();
        this.later.hurry();
        this.store.seeChat(false);
      } else this.watchChat(true);
      this.catchUp();
    });
  }

  /**
   * What is said is read where the chat is in view, and somebody looks at the page.
   * @param {boolean} [again] look again at whether it is in view
   */
  watchChat(again = false) {
    const chat = document.getElementById("chat-lines");
    if (!chat || (chat === this.watched && !again)) return;
    this.watched = chat;
    this.chatInView.disconnect();
    this.chatInView.observe(chat);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const { target } = event;
    if (this.tips.endLongPress() || !(target instanceof Element)) return;
    this.tips.hide();
    this.movement.skip();
    this.steps.hide();
    if (clicked(event, target, this) || target.closest("#guide")) return;
    this.catchUp();
    this.tips.tapped(target);
  }

  /** @param {SubmitEvent} event */
  submitted(event) {
    if (!(event.target instanceof HTMLFormElement) || event.target.id !== "chat-form") return;
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (part("chat-text"));
    const text = field.value.trim();
    if (text) this.store.said = { id: this.net.send({ type: "chat", text }), text };
    field.value = "";
    toEnd("chat-lines");
  }
}
