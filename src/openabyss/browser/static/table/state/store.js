// What the table knows: the newest update, what is waiting to be shown, log, chat, and what is
// being picked on this page. The state of the game is never computed here.

import { Choices } from "./choices.js";

/**
 * @typedef {import("../messages").Update} Update
 */

/** More updates than this waiting to be shown, and all are shown at once. */
const MAX_WAITING = 60;

const NOTHING = new Choices(null);

export class Store {
  /**
   * @param {() => void} changed called whenever something must be drawn again
   * @param {(update: Update) => number} pace how long to stay with an update before the next is shown, in ms
   * @param {() => number} rest how long what moves on the page still takes, in ms
   */
  constructor(changed, pace, rest) {
    this.changed = changed;
    this.pace = pace;
    this.rest = rest;
    /** @type {Update | null} what is on the page */
    this.update = null;
    /** @type {Update[]} what has come since, oldest first */
    this.waiting = [];
    /** @type {import("../messages").EventShown[]} */
    this.happenings = [];
    /** @type {import("../messages").Person[]} */
    this.people = [];
    this.metAt = 0;
    /** @type {string[]} the names of allies in the hand that are chosen to go together */
    this.discards = [];
    /** What others do is not shown until this seat is asked. */
    this.isHurried = false;
    /** @type {import("../messages").LogLine[]} */
    this.log = [];
    /** @type {import("../messages").ChatLine[]} */
    this.chat = [];
    /** The operator of the server lets nobody speak. */
    this.isChatClosed = false;
    this.unread = 0;
    /** What was said last from here, which somebody may correct if it is refused. */
    this.said = { id: "", text: "" };
    this.isChatInView = false;
    this.isWelcome = false;
    /** @type {boolean | null} as somebody wished it */
    this.wishesChat = null;
    /** @type {number[]} the faces of the last roll */
    this.dice = [];
    /** @type {number | null} */
    this.seat = null;
    /** @type {number[]} the seats of this browser */
    this.seats = [];
    /** The level of the computer that plays for somebody who is away. */
    this.standIn = "";
    /** @type {string | null} the id of the command that has not been answered */
    this.pending = null;
    /** @type {import("../dock/payments.js").Picking | null} */
    this.picking = null;
    /** What the question lets this seat choose. */
    this.answers = NOTHING;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** What can be chosen on the page: while cards are picked for a payment, nothing else is an answer. */
  get choices() {
    return this.picking ? NOTHING : this.answers;
  }

  /** What this seat is asked, in a word of its own: another one when it is another question. */
  get asked() {
    const { update, picking, answers } = this;
    if (picking) return `pay for ${picking.lord}`;
    if (!update?.question?.mine) return "";
    return answers.areCards ? update.question.kind : `${update.question.kind} ${update.revision}`;
  }

  /** The chat is folded where there is nobody to talk to, unless it is wished otherwise. */
  get isChatOpen() {
    return (
      this.wishesChat ??
      this.people.some(
        ({ seat, kind }) => !this.seats.includes(seat) && (kind === "person" || kind === "open"),
      )
    );
  }

  /** @param {boolean} isOpen */
  foldChat(isOpen) {
    this.wishesChat = isOpen;
    this.changed();
  }

  /** The newest revision that has come, shown or not; -1 before the first. */
  get revision() {
    return (this.waiting.at(-1) ?? this.update)?.revision ?? -1;
  }

  /** How many cards of the hand go, one after the other; 0 where there are not several. */
  get cardsToGo() {
    const { question } = this.update ?? {};
    const count = (question?.mine && question.player === this.seat && question.cards_to_go) || 0;
    return count > 1 ? count : 0;
  }

  /** For whom answers are given: a neighbour at this screen may be asked what takes no look at a hand. */
  get answering() {
    const { question } = this.update ?? {};
    return this.seat !== null && question?.mine ? question.player : this.seat;
  }

  /**
   * Whether the question on the page is still the one to which a reply belongs.
   * @param {{seat: number, revision: number}} asked
   */
  isAsked({ seat, revision }) {
    return seat === this.answering && revision === this.update?.revision;
  }

  /** @param {import("../messages").Person[]} people */
  meet(people) {
    this.people = people;
    this.metAt = performance.now();
  }

  /** Who is asked and does not think about it, having not come yet, left, or let the time run out. */
  get missed() {
    const { question } = this.update ?? {};
    const asked = question?.mine ? undefined : this.people.find(({ seat }) => seat === question?.player);
    if (!asked || asked.level !== null || asked.local || (asked.connected && !asked.away)) return null;
    return asked.kind === "open" || asked.kind === "person" ? asked : null;
  }

  /** In how many seconds a computer may play for the one who is missed; undefined where nobody waits for that. */
  get awayIn() {
    const left = this.missed?.away_in;
    return left === undefined
      ? undefined
      : Math.max(0, Math.ceil(left - (performance.now() - this.metAt) / 1000));
  }

  /** Several people of this browser share the screen. */
  get isShared() {
    return this.seats.length > 1;
  }

  /**
   * A hand is covered while others are asked, if somebody else may look at this screen.
   * @param {Update} update
   */
  handInSight({ view, question }) {
    const own = view.seat === null ? null : (view.seats[view.seat]?.hand ?? null);
    return this.isShared && question !== null && question.player !== view.seat ? null : own;
  }

  /**
   * What the own hand can do against the border is covered with the hand.
   * @param {Update} update
   */
  fightsInSight(update) {
    return this.handInSight(update) ? update.fights : {};
  }

  /**
   * The server chooses a seat only for a page that has asked for none. The page may have changed its seat since
   * it asked, when several people share the screen; then the answer is about the seat that it has left.
   * @param {import("../messages").Welcome} welcome
   */
  welcome({ seat, seats, stand_in: standIn, chat, is_chat_closed: isClosed }) {
    this.seat ??= seat;
    this.seats = seats;
    this.standIn = standIn;
    // What was said while there was no connection is as new as what is heard.
    if (this.isWelcome) for (const line of chat) this.hear(line);
    this.isWelcome = true;
    this.chat = chat;
    this.isChatClosed = isClosed;
    this.changed();
  }

  /**
   * What somebody says; false if it is known already.
   * @param {import("../messages").ChatLine} line
   */
  hear(line) {
    if (this.chat.some((known) => known.n === line.n)) return false;
    this.chat = [...this.chat, line];
    if (line.seat !== this.seat && !this.isChatInView) this.unread += 1;
    return true;
  }

  /** @param {boolean} isInView */
  seeChat(isInView) {
    this.isChatInView = isInView;
    if (!isInView || !this.unread) return;
    this.unread = 0;
    this.changed();
  }

  /** @param {Update} update */
  receive(update) {
    this.meet(update.people);
    const isOld = update.revision < this.revision;
    const isRepeated = update.revision === this.revision && this.waiting.length > 0;
    if (isRepeated) this.rename(update.log);
    if (isOld || isRepeated) return;
    if (this.update === null || update.revision === this.update.revision || update.undone) {
      for (const skipped of this.waiting) this.keepLog(skipped);
      this.waiting = [];
      this.show(update);
      return;
    }
    this.waiting.push(update);
    if (this.waiting.length > MAX_WAITING || document.hidden || this.isHurried) this.catchUp();
    // In a task of its own: on a slow processor a frame does not wait for both to be read and to be drawn.
    else this.timer ??= setTimeout(() => this.next());
  }

  /** @param {Update} update of a long log it has only the last lines */
  keepLog(update) {
    const first = update.log_from || (update.log[0]?.n ?? 0);
    const earlier = this.update === null ? [] : this.log.filter((line) => line.n < first);
    this.log = [...earlier, ...update.log];
  }

  /**
   * The lines that are known, and those that wait, as they read now that somebody is called something else.
   * @param {import("../messages").LogLine[]} lines
   */
  rename(lines) {
    const texts = new Map(lines.map((line) => [line.n, line]));
    const renamed = (/** @type {import("../messages").LogLine} */ line) => texts.get(line.n) ?? line;
    this.log = this.log.map(renamed);
    for (const update of this.waiting) update.log = update.log.map(renamed);
    this.changed();
  }

  /** Show the next update once nothing moves, and the one after it when there has been time to see it. */
  next() {
    this.timer = undefined;
    const rest = this.rest();
    if (rest > 0) {
      this.timer = setTimeout(() => this.next(), rest);
      return;
    }
    const passed = this.passing();
    const update = this.waiting.shift();
    if (!update) return;
    this.show(update, [...passed, ...update.events]);
    this.timer = setTimeout(() => this.next(), this.pace(update));
  }

  /** Updates that nobody would see, since no time is meant for them and another waits, are left out; their events. */
  passing() {
    const seen = this.waiting.findIndex((update, place) => this.pace(update) > 0 || !this.waiting[place + 1]);
    const passed = this.waiting.splice(0, Math.max(0, seen));
    for (const update of passed) this.keepLog(update);
    return passed.flatMap(({ events }) => events);
  }

  /** Everything that has come is shown now. */
  catchUp() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const last = this.waiting.at(-1);
    if (!last) return;
    const events = this.waiting.flatMap((update) => update.events);
    for (const update of this.waiting) this.keepLog(update);
    this.waiting = [];
    this.show(last, events);
  }

  /**
   * @param {Update} update
   * @param {import("../messages").EventShown[]} [happenings]
   */
  show(update, happenings = update.events) {
    const isOther =
      update.question?.kind !== this.update?.question?.kind || update.revision !== this.update?.revision;
    this.answers = new Choices(update.question, isOther ? null : this.answers.hint);
    this.happenings = update.undone || this.isHurried ? [] : happenings;
    const rolled = this.happenings.flatMap(({ kind, amount }) => (kind === "ROLLED" ? Number(amount) : []));
    if (rolled.length) this.dice = rolled;
    this.keepLog(update);
    this.update = update;
    if (update.question?.mine || update.over) this.isHurried = false;
    this.changed();
  }

  /** Computers play, and this seat will be asked again: what they do may be skipped. */
  get canHurry() {
    const { question } = this.update ?? {};
    const asked = this.people.find(({ seat }) => seat === question?.player);
    const isWatching = this.seat !== null && !question?.mine && !this.update?.lesson;
    return isWatching && !this.isHurried && Boolean(asked?.level);
  }

  /** Skip what others do. */
  hurry() {
    this.isHurried = true;
    this.catchUp();
    this.changed();
  }

  /** What has happened since it was asked for last. */
  takeHappenings() {
    const { happenings } = this;
    this.happenings = [];
    return happenings;
  }

  /** @param {string} action that a computer advises */
  advise(action) {
    this.answers = new Choices(this.update?.question ?? null, action);
    this.changed();
  }

  /** Forget the table as one seat saw it, before another seat of this screen looks at it. */
  forget() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.update = null;
    this.waiting = [];
    this.happenings = [];
    this.log = [];
    this.picking = null;
    this.answers = NOTHING;
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
 * What a lord of the court costs.
 * @param {Update} update
 * @param {number | null} lord
 */
export function offerFor({ offers }, lord) {
  return offers.find((offer) => offer.lord === lord) ?? null;
}
