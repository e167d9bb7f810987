// The table of one seat: what comes from the server is shown, what is chosen is sent.

import { Answering } from "./answering.js";
import { board } from "./board/board.js";
import { loadCards } from "./board/cards.js";
import { seats } from "./board/seats.js";
import { textsOf } from "./board/texts.js";
import { top } from "./board/top.js";
import { clicked } from "./clicks.js";
import { Commands } from "./commands.js";
import { dock } from "./dock/dock.js";
import { Payments } from "./dock/payments.js";
import { Hearing } from "./hearing.js";
import { Banner } from "./page/banner.js";
import { h, patch } from "./page/dom.js";
import { Keyboard } from "./page/keyboard.js";
import { Movement } from "./page/movement.js";
import { Note } from "./page/note.js";
import { ways } from "./page/panes.js";
import { fitHand, isAtEnd, showWhatIsAsked, toEnd } from "./page/places.js";
import { Settings } from "./page/settings.js";
import { lengthOf, Steps } from "./page/steps.js";
import { Teller } from "./page/teller.js";
import { Tips } from "./page/tips.js";
import { Title } from "./page/title.js";
import { word } from "./page/words.js";
import { Recap } from "./side/recap.js";
import { side } from "./side/side.js";
import { Allies } from "./state/allies.js";
import { Guard } from "./state/guard.js";
import { Net } from "./state/net.js";
import { Sender } from "./state/sender.js";
import { Store } from "./state/store.js";
import { Dialogs } from "./windows/dialogs.js";
import { HotSeat, nextAtThisScreen } from "./windows/hot_seat.js";
import { Result } from "./windows/result.js";

/** @typedef {import("./messages").Update} Update */

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
    const redraw = () => this.draw();
    this.settings = new Settings();
    this.store = new Store(redraw, (update) => lengthOf(update) * this.settings.tempo);
    this.allies = new Allies();
    this.movement = new Movement();
    this.title = new Title();
    this.teller = new Teller(part("told"));
    this.note = new Note(part("note"));
    this.banner = new Banner(part("banner"), part("gone"));
    this.dialogs = new Dialogs(/** @type {HTMLDialogElement} */ (part("dialog")));
    this.tips = new Tips(part("tip"), (tip) => textsOf(tip, this.store));
    this.net = new Net({
      onMessage: (message) => this.hearing.heard(message),
      onState: (state) => this.banner.show(state),
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
    this.answering = new Answering(this.store, this);
    this.commands = new Commands(this.store, this);
    this.hearing = new Hearing({ ...this, redraw, updated: (update) => this.updated(update) });
    this.keyboard = new Keyboard({
      command: (name) => this.commands.run(name),
      answer: (place) => this.answering.answerNumber(place),
      escape: () => this.escape(),
      usesLetters: () => this.settings.chosen.shortcuts,
    });
    this.lastAsked = -1;
    this.wasPlaying = false;
    /** @type {Element | null} */
    this.watched = null;
    this.chatInView = new IntersectionObserver((entries) =>
      this.store.seeChat(entries.at(-1)?.isIntersecting ?? false),
    );
    /** A reader who has scrolled back in the log stays there. */
    this.followsLog = true;
    this.listen();
  }

  async begin() {
    const { seat, cards = "", art = "" } = document.body.dataset;
    this.store.seat = seat ? Number(seat) : null;
    await loadCards(cards, art);
    this.net.connect();
  }

  // ------------------------------------------------------------------------------ showing

  /** @param {Update} update */
  updated(update) {
    const { store, hotSeat } = this;
    if (update.view.seat !== store.seat) return;
    const next = nextAtThisScreen(store, update, hotSeat.seat ?? store.seat);
    if (next !== null) {
      store.people = update.people;
      this.cover(next, update.question?.kind ?? "");
    } else if (!hotSeat.isWaiting) store.receive(update);
  }

  /**
   * The whole page from the store; then what moved is let glide. Everything is written before anything is measured,
   * and measured before anything moves: the page is laid out once.
   */
  draw() {
    const { store, settings } = this;
    const { update } = store;
    if (this.hotSeat.isWaiting || !update) return;
    this.sender.settle(update.revision);
    const before = this.movement.measure();
    this.followsLog = isAtEnd("log-lines");
    this.movement.skip();
    this.payments.follow(update);
    this.allies.follow(update.view, store.handInSight(update));
    const hadFocus = document.activeElement !== document.body;
    this.paint(update);
    if (this.guard.isOther(store.asked)) this.note.questionIsOver();
    if (hadFocus && document.activeElement === document.body) part("prompt").focus({ preventScroll: true });
    this.result.follow(update, this.wasPlaying);
    this.wasPlaying = !update.over;
    this.steps.show(update, settings.tempo);
    this.keyboard.settle();
    this.announce(update);
    this.watchChat();
    if (this.followsLog) toEnd("log-lines");
    fitHand();
    this.movement.play(before, store.takeHappenings(), settings.tempo);
    document.dispatchEvent(new CustomEvent("drawn", { detail: update }));
  }

  /** @param {Update} update */
  paint(update) {
    const { store, allies } = this;
    const { people, choices, dice } = store;
    const scene = {
      update,
      view: update.view,
      choices,
      allies,
      dice,
      isPaying: store.picking !== null,
      fights: store.fightsInSight(update),
    };
    patch(part("top"), top(scene, people));
    patch(part("panes"), ways(store.unread));
    patch(
      part("table"),
      h(
        "div",
        { class: `mat ${update.config.leviathan ? "with-border" : ""}` },
        board(scene),
        seats(scene, people),
      ),
    );
    patch(part("side"), side(store));
    patch(part("recap"), this.recap.show(store));
    patch(part("dock"), dock(scene, store));
    part("dock").classList.toggle("mine", Boolean(update.question?.mine));
  }

  /** @param {Update} update */
  announce(update) {
    const { question, over, revision, hash } = update;
    const isMine = Boolean(question?.mine) && !over;
    this.title.mark(isMine);
    const isNew = isMine && revision !== this.lastAsked;
    this.teller.tell(this.store.log, isNew ? (question?.prompt ?? "") : "");
    this.lastAsked = isMine ? revision : -1;
    document.body.dataset["revision"] = String(revision);
    document.body.dataset["hash"] = hash;
    if (isNew) showWhatIsAsked(update.view.question?.about, this.settings.tempo > 0);
  }

  // ------------------------------------------------------------------------------ hot seat

  /**
   * Nothing of this seat stays on the page until the next one says to be there.
   * @param {number} next
   * @param {string} question that the next one is asked
   */
  cover(next, question) {
    this.movement.skip();
    this.tips.hide();
    this.dialogs.close();
    this.store.forget();
    this.allies.forget();
    for (const id of ["table", "dock", "top", "side", "panes", "told", "recap", "step"]) patch(part(id), []);
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
    history.replaceState(history.state, "", `?seat=${seat}`);
    this.net.greet();
  }

  // ------------------------------------------------------------------------------ listening

  escape() {
    this.tips.hide();
    this.movement.skip();
    this.steps.hide();
    this.store.catchUp();
    if (this.store.picking && !document.querySelector("dialog[open]")) this.payments.cancel();
  }

  listen() {
    const sized = new ResizeObserver(() => {
      fitHand();
      if (this.followsLog) toEnd("log-lines");
    });
    sized.observe(part("dock"));
    sized.observe(part("side"));
    document.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("submit", (event) => this.submitted(event));
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.movement.skip();
      this.store.catchUp();
    });
  }

  /** What is said is read where the chat is in view. */
  watchChat() {
    const chat = document.getElementById("chat-lines");
    if (!chat || chat === this.watched) return;
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
    if (clicked(event, target, this)) return;
    this.store.catchUp();
    this.tips.tapped(target);
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
}

new Table().begin();
