// A recorded game on the same table as one that is played: updates come from the record, not over a connection, and may
// be those of any moment.

import { h, patch } from "../table/page/dom.js";
import { word } from "../table/page/words.js";
import { lengthOf, linked } from "../table/side/deeds.js";
import { Table } from "../table/table.js";
import { answerTo, Moments } from "./moments.js";
import { unpacked } from "./packed.js";

/** How long a moment is looked at while the game plays by itself, at least, in ms. */
const SHORTEST = 1_200;
/** A record that is longer than this, in bytes, is none. */
const LONGEST_RECORD = 1_000_000;
/** Where arrow keys go from piece to piece, from line to line or from choice to choice. */
const OWN_ARROWS = "[data-zone], .lines, select, textarea, dialog";
const ARROWS = /** @type {Record<string, string>} */ ({ ArrowLeft: "back", ArrowRight: "on" });
const KEYS = /** @type {Record<string, string>} */ ({
  Home: "first",
  End: "last",
  PageUp: "round-back",
  PageDown: "round-on",
});

/**
 * @template {HTMLElement} Kind
 * @param {string} id
 * @returns {Kind}
 */
function part(id) {
  return /** @type {Kind} */ (document.getElementById(id));
}

class Replay {
  constructor() {
    const { source = "", record } = document.body.dataset;
    this.source = source;
    /** The record, where the address of the page holds it. @type {unknown} */
    this.record = record ? null : undefined;
    this.moments = new Moments((moment, seat, isWithin) => this.ask(moment, seat, isWithin));
    this.moment = 0;
    /** Which line of the moment is read, where one goes from event to event. @type {number | null} */
    this.line = null;
    /** How far on the way to the moment the table is; null at the moment itself. @type {number | null} */
    this.way = null;
    /** Marks what that line is about, wherever it is drawn. */
    this.marks = new CSSStyleSheet();
    document.adoptedStyleSheets.push(this.marks);
    /** The newest wish, so that older ones are not shown after it. */
    this.wish = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.playing = undefined;
    this.slider = /** @type {HTMLInputElement} */ (part("replay-moment"));
    this.seats = /** @type {HTMLSelectElement} */ (part("replay-seat"));
    this.table = new Table(() => this);
  }

  // ------------------------------------------------------------------- instead of a connection

  /** The table is ready to be drawn. */
  async connect() {
    const address = new URL(location.href).searchParams;
    const seat = address.get("seat") ?? document.body.dataset["seat"] ?? "";
    this.moments.look(/^\d$/.test(seat) ? Number(seat) : null);
    this.table.store.seat = this.moments.seat;
    this.listen();
    try {
      if (this.source === "/api/replay")
        this.record = JSON.parse(await unpacked(location.hash.slice(1), LONGEST_RECORD));
    } catch {
      this.say(word("replay_unreadable"));
      return;
    }
    await this.show(Math.max(0, Math.trunc(Number(address.get("moment"))) || 0));
    this.fillSeats();
    // The worker keeps what is asked for; all of it can then be looked at without a network.
    if (navigator.serviceWorker?.controller && this.record === null)
      this.moments.loadAll().catch(() => undefined);
  }

  /** Nobody else has to be asked. */
  greet() {}

  /** Nothing is played here. */
  send() {
    return "";
  }

  /**
   * @param {number} moment
   * @param {number | null} seat
   * @param {boolean} within instead of moments, the table on the way to this one
   * @returns {Promise<import("./moments.js").Range>}
   */
  async ask(moment, seat, within) {
    const language = `lang=${document.documentElement.lang}`;
    const eyes = seat === null ? "" : `&seat=${seat}`;
    return answerTo(() =>
      this.record
        ? fetch(`${this.source}?${language}`, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ record: this.record, moment, seat, within }),
          })
        : fetch(`${this.source}?${language}&moment=${moment}&within=${within}${eyes}`),
    );
  }

  // ------------------------------------------------------------------------------ showing

  /**
   * Show a moment; the newest wish counts.
   * @param {number} moment
   */
  async show(moment) {
    const { moments } = this;
    const wish = (this.wish += 1);
    const isWanted = () => wish === this.wish;
    try {
      await moments.load(moment, isWanted);
    } catch (error) {
      if (wish === this.wish) this.failed(error);
      return;
    }
    if (wish !== this.wish) return;
    this.draw(Math.min(moment, moments.last));
    for (const near of [moment + 8, moment - 8])
      if (near >= 0 && near <= moments.last) moments.load(near, isWanted).catch(() => undefined);
  }

  /** @param {number} moment that is known */
  draw(moment) {
    const found = this.moments.at(moment);
    if (!found) return;
    const isNext = moment === this.moment + 1 && this.way === null;
    this.moment = moment;
    this.line = this.way = null;
    this.paint(found, isNext);
    this.tell();
  }

  /**
   * @param {{update: import("../table/messages").Update, log: import("../table/messages").LogLine[]}} found
   * @param {boolean} isNext after what is shown: then what happened in between is shown as well
   */
  paint({ update, log }, isNext) {
    const { store, allies, settings } = this.table;
    const { seat } = this.moments;
    const isMoving = isNext && store.update !== null && store.seat === seat;
    store.seat = seat;
    settings.isStill = !isMoving;
    if (!isMoving) {
      store.forget();
      allies.forget();
    }
    store.meet(update.people);
    store.show({ ...update, log_from: 0, log }, isMoving ? update.events : []);
  }

  /** What the controls say of the moment. */
  tell() {
    const { moments, moment, slider } = this;
    const { store } = this.table;
    const { last } = moments;
    const turn = moments.turnAt(moment);
    const name = store.people[turn?.player ?? 0]?.name ?? "";
    slider.max = String(last);
    slider.value = String(moment);
    slider.setAttribute(
      "aria-valuetext",
      word("replay_moment", { moment, last, turn: turn?.turn ?? 0, name }),
    );
    part("replay-where").textContent = word("replay_where", { moment, last });
    const lines = this.lines().map(({ text, links }, place) =>
      h("li", { class: place === this.line ? "now" : "" }, linked(text, links)),
    );
    part("replay-puzzle").querySelector("button")?.toggleAttribute("disabled", !this.isPuzzling());
    patch(part("replay-happened"), moment || lines.length ? lines : h("li", null, word("replay_begins")));
    part("replay-happened").querySelector(".now")?.scrollIntoView({ block: "nearest" });
    this.mark();
    this.address();
  }

  /** The lords, locations and leviathans that the line names, and the seat that it is about. */
  mark() {
    const line = this.lines()[this.line ?? -1];
    const named = line?.links.filter(({ kind }) => kind !== "ally") ?? [];
    const marked = [
      ...named.map(({ kind, id }) => `.card[data-tip="${kind}:${id}"]`),
      ...(line && line.player >= 0 ? [`.seat[data-seat="${line.player}"]`] : []),
    ];
    this.marks.replaceSync(
      marked.length ? `:is(${marked}) { outline: 3px solid var(--accent); outline-offset: 1px; }` : "",
    );
  }

  /** Whether somebody decides at this moment whose knowledge may be seen. */
  isPuzzling() {
    const { question } = this.table.store.update ?? {};
    return !!question && (this.moments.whole?.seats.includes(question.player) ?? false);
  }

  /** What was new at this moment. */
  lines() {
    return this.moments.at(this.moment)?.update.log ?? [];
  }

  /** The address of the page leads to this moment, seen with these eyes. */
  address() {
    const here = new URL(location.href);
    here.searchParams.set("seat", String(this.moments.seat ?? "spectator"));
    here.searchParams.set("moment", String(this.moment));
    history.replaceState(history.state, "", here);
  }

  /** @param {string} text */
  say(text) {
    patch(part("replay-happened"), h("li", null, text));
    this.table.announcer.say(text);
  }

  /** @param {unknown} error of a moment that was asked for */
  failed(error) {
    // Without a network, and where the answer is no JSON, there are no words of the server.
    const isUnheard = error instanceof TypeError || error instanceof SyntaxError;
    this.say(isUnheard || !(error instanceof Error) ? word("replay_failed") : error.message);
    this.slider.value = String(this.moment);
    this.moments.lookBack();
    this.fillSeats();
  }

  fillSeats() {
    const { moments, seats } = this;
    const names = this.table.store.people.map(({ name }) => name);
    const choices = (moments.whole?.seats ?? []).map((seat) => new Option(names[seat], String(seat)));
    seats.replaceChildren(...choices, new Option(word("replay_spectator"), ""));
    seats.value = String(moments.seat ?? "");
    const own = part("replay-on")?.querySelector("button");
    // Nobody can take the seat of the Regent.
    if (own) own.disabled = moments.seat === null || this.table.store.people[moments.seat]?.kind === "regent";
  }

  // ------------------------------------------------------------------------------ stepping

  /** @param {string} step */
  step(step) {
    this.pause();
    this.show(this.moments.target(this.moment, step));
  }

  /**
   * To the event before or after the one that is read; beyond those of a moment to the next moment.
   * @param {1 | -1} by
   */
  async stepByEvent(by) {
    this.pause();
    const line = (this.line ?? (by > 0 ? this.lines().length - 1 : this.lines().length)) + by;
    if (line >= 0 && line < this.lines().length) await this.showEvent(this.moment, () => line);
    else await this.showEvent(this.moment + by, (count) => (by > 0 ? 0 : count - 1));
  }

  /**
   * Show the table after what one of the lines of a moment tells; the newest wish counts.
   * @param {number} moment
   * @param {(count: number) => number} choose which line to go to, given how many there are
   */
  async showEvent(moment, choose) {
    const { moments } = this;
    if (moment < 0 || moment > moments.last) return;
    const wish = (this.wish += 1);
    /** @type {Awaited<ReturnType<Moments["after"]>>} */
    let after;
    /** @type {number} */
    let place;
    try {
      await moments.load(moment, () => wish === this.wish);
      place = choose(moments.at(moment)?.update.log.length ?? 0);
      after = await moments.after(moment, moments.at(moment)?.update.log[place]);
    } catch (error) {
      if (wish === this.wish) this.failed(error);
      return;
    }
    if (wish !== this.wish) return;
    this.drawEvent(moment, place, after);
    const lines = this.lines();
    const text = lines[place]?.text;
    if (text)
      this.table.announcer.say(word("replay_event", { number: place + 1, count: lines.length, text }));
  }

  /**
   * @param {number} moment that is known
   * @param {number} place of the line
   * @param {Awaited<ReturnType<Moments["after"]>>} after
   */
  drawEvent(moment, place, after) {
    const found = after ?? this.moments.at(moment);
    if (!found) return;
    const way = after && !after.isLast ? after.step : null;
    const isShown = moment === this.moment && way === this.way;
    const isNext =
      moment === this.moment
        ? after?.step === (this.way ?? Number.NaN) + 1
        : moment === this.moment + 1 && this.way === null && !after?.step;
    this.moment = moment;
    this.way = way;
    this.line = this.moments.at(moment)?.update.log.length ? place : null;
    if (!isShown) this.paint(found, isNext);
    this.tell();
  }

  play() {
    if (this.moment >= this.moments.last) this.show(0);
    this.goOn();
    this.name();
  }

  /** The next moment, when there has been time to see this one. */
  goOn() {
    const { update } = this.table.store;
    const needed = update ? lengthOf(update) * this.table.settings.tempo : 0;
    const speed = Number(/** @type {HTMLSelectElement} */ (part("replay-speed")).value);
    this.playing = setTimeout(async () => {
      if (this.moment >= this.moments.last || document.hidden) {
        this.pause();
        return;
      }
      const { playing } = this;
      await this.show(this.moment + 1);
      if (this.playing === playing) this.goOn();
    }, Math.max(SHORTEST, needed) / speed);
  }

  pause() {
    clearTimeout(this.playing);
    this.playing = undefined;
    this.name();
  }

  /** What the button for playing does now. */
  name() {
    const name = word(this.playing === undefined ? "replay_play" : "replay_pause");
    const button = part("replay-play");
    button.setAttribute("aria-label", name);
    button.dataset["tip"] = `text:${name}`;
    const sign = button.firstElementChild;
    if (sign) sign.textContent = this.playing === undefined ? "▶" : "⏸";
  }

  // ------------------------------------------------------------------------------ listening

  listen() {
    // Before the keyboard of the table, which leaves alone what is done with.
    document.addEventListener("keydown", (event) => this.pressed(event), { capture: true });
    for (const button of document.querySelectorAll("[data-step]"))
      button.addEventListener("click", () => this.step(button.getAttribute("data-step") ?? ""));
    part("replay-play").addEventListener("click", () =>
      this.playing === undefined ? this.play() : this.pause(),
    );
    this.slider.addEventListener("input", () => {
      this.pause();
      this.show(Number(this.slider.value));
    });
    this.seats.addEventListener("change", () =>
      this.look(this.seats.value ? Number(this.seats.value) : null),
    );
    part("replay-link").addEventListener("click", () => this.copyLink());
    // The menu opens upwards: as far as the screen goes.
    const more = /** @type {HTMLDetailsElement} */ (part("replay-more"));
    more.addEventListener("toggle", () =>
      more.style.setProperty("--room", `${more.getBoundingClientRect().top}px`),
    );
    for (const form of document.querySelectorAll(".replay-menu form"))
      form.addEventListener("submit", () => this.fill(form));
    if (this.source === "/api/replay")
      part("replay-record").addEventListener("click", () => this.fillDownload());
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { key, target, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (altKey || metaKey || !(target instanceof Element) || document.querySelector("dialog[open]")) return;
    const isPlain = !shiftKey && !ctrlKey;
    const isForOthers = Boolean(target.closest(OWN_ARROWS));
    const arrow = ARROWS[key];
    if (key === "Escape" && this.closeMenu()) {
      event.preventDefault();
      return;
    }
    if (isPlain && isForOthers) return;
    if (arrow) this.step(ctrlKey ? `round-${arrow}` : shiftKey ? `turn-${arrow}` : arrow);
    else if (isPlain && KEYS[key]) this.step(KEYS[key]);
    else if (isPlain && (key === "ArrowUp" || key === "ArrowDown"))
      this.stepByEvent(key === "ArrowDown" ? 1 : -1);
    else if (isPlain && key === " " && !target.closest("a, button, summary, input:not([type=range])"))
      this.playing === undefined ? this.play() : this.pause();
    else return;
    event.preventDefault();
  }

  /** Returns whether the menu was open. */
  closeMenu() {
    const more = /** @type {HTMLDetailsElement} */ (part("replay-more"));
    const wasOpen = more.open;
    more.open = false;
    if (wasOpen) more.querySelector("summary")?.focus();
    return wasOpen;
  }

  /**
   * See it with the eyes of another seat.
   * @param {number | null} seat
   */
  look(seat) {
    this.pause();
    this.moments.look(seat);
    this.fillSeats();
    this.show(this.moment);
  }

  async copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.table.note.show(word("replay_copied"), false);
    } catch {
      this.table.dialogs.copy(word("replay_link"), location.href);
    }
  }

  /**
   * What a form of the menu is about.
   * @param {Element} form
   */
  fill(form) {
    const { moment, moments, record } = this;
    const values = { moment, seat: moments.seat ?? "", record: record ? JSON.stringify(record) : "" };
    for (const [name, value] of Object.entries(values)) {
      const field = /** @type {HTMLInputElement | null} */ (form.querySelector(`input[name="${name}"]`));
      if (field) field.value = String(value);
    }
  }

  fillDownload() {
    const link = /** @type {HTMLAnchorElement} */ (part("replay-record"));
    link.href = URL.createObjectURL(new Blob([JSON.stringify(this.record)], { type: "application/json" }));
  }
}

new Replay().table.begin();
