// The guide of a guided first game: what the server says of this moment, page by page, and rings around what
// it is about. Only the page of such a game loads it; the table announces each drawing of itself.

import { showPaneOf } from "../table/page/places.js";

/**
 * @typedef {import("../table/messages").LessonShown} Lesson
 * @typedef {import("../table/messages").Update} Update
 */

/** Parts of the table by the names that lessons use; single pieces have their own names. */
const PARTS = /** @type {Record<string, string>} */ ({
  court: "#zone-court",
  council: "#zone-council",
  exploration: "#zone-exploration",
  locations: "#zone-locations",
  deck: '#table [data-target="exploration_deck"]',
  threat: ".threat",
  own: ".seat.own",
  opponents: ".others",
  hand: "#zone-hand",
  answers: "#dock .answers",
  explain: "#dock .tool-explain",
  hint: "#dock .tool-hint",
  paying: "#dock .paying",
  influence: "#zone-court .laurel",
  keys: "#zone-court .keyed",
  signs: "#zone-court .timing",
  locked: ".seat.own .locked .card",
  affiliated: '.seat.own [id^="zone-affiliated"]',
});

/** What this browser keeps of a table: that its guide has been ended, and the page that is read. */
const ENDED = `openabyss.guide ${location.pathname}`;
const READ = `openabyss.page ${location.pathname}`;

/** How long the pieces that a page is about are highlighted on request, in ms. */
const SHOWN = 2000;

/**
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @returns {Kind}
 */
function part(id) {
  return /** @type {Kind} */ (document.getElementById(id));
}

class Guide {
  constructor() {
    /** @type {Update | null} */
    this.update = null;
    this.page = 0;
    this.key = "";
    /** @type {Set<string>} the texts that were read while another decided */
    this.passed = new Set();
    this.buttons = {
      back: part("guide-back"),
      next: part("guide-next"),
      show: part("guide-show"),
      end: part("guide-end"),
      again: part("guide-again"),
    };
    this.buttons.back.onclick = () => this.turn(-1);
    this.buttons.next.onclick = () => this.turn(1);
    this.buttons.show.onclick = () => this.lead();
    this.buttons.end.onclick = () => this.end(true);
    this.buttons.again.onclick = () => this.end(false);
    document.addEventListener("drawn", (event) => {
      this.update = /** @type {CustomEvent<Update>} */ (event).detail;
      this.draw();
    });
    addEventListener("storage", ({ key }) => {
      if (key === ENDED) this.draw();
    });
  }

  /** @returns {Lesson | null} */
  get lesson() {
    return isEnded() ? null : (this.update?.lesson ?? null);
  }

  get pages() {
    const { lesson } = this;
    const isPaying = Boolean(document.querySelector("#dock .paying"));
    return lesson?.paying && isPaying ? [lesson.paying] : (lesson?.pages ?? []);
  }

  /** What the others do waits until the reader goes on, but for the same text only once. */
  get isWaiting() {
    const text = this.pages.at(-1)?.text;
    return Boolean(text) && !this.update?.question?.mine && !this.passed.has(text ?? "");
  }

  draw() {
    const { lesson, pages, buttons, isWaiting } = this;
    document.body.toggleAttribute("data-waits", isWaiting);
    part("guide").hidden = lesson === null;
    buttons.again.hidden = !this.update?.lesson || lesson !== null;
    this.follow();
    const page = pages[this.page];
    part("guide-place").textContent = pages.length > 1 ? `${this.page + 1}/${pages.length}` : "";
    say(page?.text ?? "");
    const isLastPage = this.page >= pages.length - 1;
    const hadFocus = document.activeElement;
    buttons.back.hidden = this.page === 0;
    buttons.next.hidden = isLastPage && !isWaiting;
    buttons.show.hidden = !buttons.next.hidden || this.aims().length === 0;
    part("guide-lessons").hidden = !lesson?.is_last;
    const isTheEnd = buttons.next.hidden && buttons.show.hidden;
    buttons.end.className = isTheEnd ? "primary" : "quiet";
    if (hadFocus instanceof HTMLElement && hadFocus.hidden) this.focusOn();
    this.ring();
  }

  /** With another lesson, and when a payment begins or ends, the first page comes; a reload keeps the page. */
  follow() {
    const key = `${this.update?.revision} ${this.pages.map(({ text }) => text).join("")}`;
    if (key === this.key) return;
    const isFirst = this.key === "";
    this.key = key;
    this.page = isFirst ? this.kept(key) : 0;
    this.bring();
  }

  /** @param {string} key */
  kept(key) {
    const [page = "0", ...rest] = (read(sessionStorage, READ) ?? "").split(" ");
    return rest.join(" ") === key ? Math.min(Number(page), this.pages.length - 1) : 0;
  }

  /** @param {number} pages */
  turn(pages) {
    if (pages > 0 && this.page === this.pages.length - 1) this.passed.add(this.pages.at(-1)?.text ?? "");
    this.page = Math.max(0, Math.min(this.page + pages, this.pages.length - 1));
    keep(sessionStorage, READ, `${this.page} ${this.key}`);
    this.draw();
    this.bring();
  }

  /** @param {boolean} isEnded */
  end(isEnded) {
    keep(localStorage, ENDED, isEnded ? "ended" : "");
    this.draw();
    if (isEnded) part("prompt").focus();
    else this.focusOn();
  }

  /** The keyboard stays in the guide when its button goes. */
  focusOn() {
    const { next, show, end } = this.buttons;
    [next, show, end].find((button) => !button.hidden)?.focus();
  }

  /** What the page points at, as far as it is on the table; with the last page the answer it suggests, not all. */
  aims() {
    const points = this.pages[this.page]?.points ?? [];
    const isLast = this.page === this.pages.length - 1;
    const action = isLast && this.lesson?.suggests;
    const suggested = action
      ? [...document.querySelectorAll(`#dock [data-action="${CSS.escape(action)}"]`)]
      : [];
    const names = points.filter((name) => name !== "answers" || !suggested.length);
    const pieces = names.map(placeOf).flatMap((place) => [...document.querySelectorAll(place)]);
    return [...pieces, ...suggested];
  }

  /** Rings lie around what is meant, and nowhere else. */
  ring() {
    const aims = new Set(this.aims());
    for (const piece of document.querySelectorAll("[data-guided]"))
      if (!aims.has(piece)) piece.removeAttribute("data-guided");
    for (const piece of aims) piece.setAttribute("data-guided", "");
  }

  /** What the page points at is brought in view, where a small screen shows something else. */
  bring() {
    const [first] = this.aims();
    if (!first) return;
    showPaneOf(first);
    first.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Highlight the pieces for a moment; focus the suggested answer, else the first piece. */
  lead() {
    const aims = this.aims();
    this.bring();
    for (const aim of aims) {
      aim.setAttribute("data-shown", "");
      setTimeout(() => aim.removeAttribute("data-shown"), SHOWN);
    }
    const buttons = aims.flatMap((aim) =>
      aim.matches("button") ? [aim] : [...aim.querySelectorAll("button")],
    );
    const suggested = this.lesson?.suggests;
    const best = buttons.find((button) => button.getAttribute("data-action") === suggested) ?? buttons[0];
    if (best instanceof HTMLElement) best.focus();
  }
}

/** @param {string} name */
function placeOf(name) {
  const [piece = "", print] = name.split("/").map((part) => CSS.escape(part));
  const inside = print ? ` .${print}` : "";
  return PARTS[name] ?? `#table [data-target="${piece}"]${inside}, #table [data-tip="${piece}"]${inside}`;
}

/** @param {string} text */
function say(text) {
  const line = part("guide-text");
  if (line.textContent !== text) line.textContent = text;
}

function isEnded() {
  return read(localStorage, ENDED) === "ended";
}

/**
 * @param {Storage} storage
 * @param {string} place
 */
function read(storage, place) {
  try {
    return storage.getItem(place);
  } catch {
    return null;
  }
}

/**
 * @param {Storage} storage
 * @param {string} place
 * @param {string} value
 */
function keep(storage, place, value) {
  try {
    storage.setItem(place, value);
  } catch {
    // A browser that keeps nothing shows the guide again.
  }
}

new Guide();
