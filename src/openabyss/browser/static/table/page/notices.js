// What the page says by itself: a lost connection, short notes, the title, and what screen readers read out.

import { word } from "./words.js";

/** How long a connection is lost before that is said, and how long a note is shown, in ms. */
const LOST_AFTER = 1_000;
const NOTE_SHOWN = 6_000;
/** How long a letter takes to be read, in ms. */
const READING = 45;
const MAX_ANNOUNCED = 6;

export class Banner {
  /**
   * @param {HTMLElement} banner shown while the connection is lost for longer than a moment
   * @param {HTMLElement} gone shown where there is no table
   */
  constructor(banner, gone) {
    this.banner = banner;
    this.gone = gone;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {"open" | "closed" | "gone"} state */
  show(state) {
    clearTimeout(this.timer);
    this.gone.hidden = state !== "gone";
    if (state !== "closed") this.banner.hidden = true;
    else
      this.timer = setTimeout(() => {
        this.banner.hidden = false;
      }, LOST_AFTER);
  }
}

/** A short message that goes by itself. */
export class Note {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.isAboutQuestion = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    element.addEventListener("click", () => this.hide());
  }

  /**
   * @param {string} text
   * @param {boolean} [isAboutQuestion] it goes with the question that it is about
   */
  show(text, isAboutQuestion = true) {
    clearTimeout(this.timer);
    this.isAboutQuestion = isAboutQuestion;
    this.element.hidden = false;
    this.element.textContent = text;
    this.timer = setTimeout(() => this.hide(), Math.max(NOTE_SHOWN, READING * text.length));
  }

  /** Something else is asked. */
  questionIsOver() {
    if (this.isAboutQuestion) this.hide();
  }

  hide() {
    clearTimeout(this.timer);
    this.element.hidden = true;
  }
}

/** What the title and the icon of the page say, also where the page is not looked at. */
export class Title {
  constructor() {
    this.title = document.title;
  }

  /** @param {string} text before the name of the page; "" where there is nothing to tell */
  show(text) {
    document.title = text ? `${text} – ${this.title}` : this.title;
  }

  /** @param {"your_turn" | "your_decision" | null} why somebody looks at the page, if they are asked */
  mark(why) {
    this.show(why ? `● ${word(why)}` : "");
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
    const wanted = (why ? icon?.dataset["turn"] : icon?.dataset["calm"]) ?? "";
    if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  }
}

/** Announces to screen readers what happens, each line once. */
export class Announcer {
  /** @param {HTMLElement} region a polite live region */
  constructor(region) {
    this.region = region;
    this.announced = -1;
  }

  /**
   * @param {import("../messages").LogLine[]} log
   * @param {string} [prompt] asked of this seat, or how the game has ended
   */
  announce(log, prompt) {
    const last = log.at(-1)?.n ?? -1;
    const fresh = this.announced < 0 ? [] : log.filter((line) => line.n > this.announced);
    this.announced = last;
    const texts = [...fresh.slice(-MAX_ANNOUNCED).map((line) => line.text), prompt].filter(Boolean);
    if (texts.length) this.say(texts.join(" "));
  }

  /** @param {string} text */
  say(text) {
    if (this.region.textContent !== text) this.region.textContent = text;
  }
}
