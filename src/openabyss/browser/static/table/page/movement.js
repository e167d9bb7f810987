// Movement: every living element glides from where it was to where it is. The page is drawn first;
// what moves is only decoration, can be skipped at any time and never keeps anybody waiting. Only `transform`
// and `opacity` change from frame to frame: anything else makes the browser repaint every frame. What moves in a part
// of the page is measured before anything of it does: each look between two changes lays out the page again. All
// begins together and is put away together: each beginning and end is a frame that the page has to draw. It waits
// at its beginning until it is started, when the page is drawn, however long a slow processor takes for that.

import { rolled, SPIN, scoresShown } from "./ceremonies.js";
import { livingElements } from "./dom.js";
import { stage } from "./effects.js";
import { between } from "./geometry.js";

/** @typedef {import("../messages").EventShown} Happening */

const SHORTEST = 150;
const LONGEST = 400;
const STAGGER = 35;
const SPEED = 2.2;
/** The part of a flight after which the copy fades. */
const ARRIVED = 0.97;
const EASE = "cubic-bezier(.2,.7,.2,1)";
/** Face-down cards; what comes from there is turned over. */
const FACE_DOWN = "[data-pile], [data-stack]";
const FLIP = "perspective(60rem) rotateY(100deg)";

/** @typedef {{rect: DOMRect, element: Element}} Seen */
/** @typedef {{moving: () => Element, frames: Keyframe[], duration: number, delay: number}} Planned times in ms */

export class Movement {
  constructor() {
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** @type {Planned[]} what shall begin to move together */
    this.planned = [];
    /** @type {Set<Element>} */
    this.ghosts = new Set();
    /** @type {Set<HTMLElement>} what moves above the rest */
    this.raised = new Set();
    /** @type {Map<Element, DOMRect>} where what moves will be */
    this.ends = new Map();
    /** @type {ReturnType<typeof scoresShown>} before the change */
    this.scores = new Map();
  }

  /** Where every living element is now, as it is seen in the middle of a movement too. */
  measure() {
    /** @type {Map<string, Seen>} */
    const seen = new Map();
    this.scores = scoresShown();
    for (const [name, element] of livingElements())
      seen.set(name, { rect: element.getBoundingClientRect(), element });
    return seen;
  }

  /**
   * In a part of the page, get ready to move what has another place now, and what is new to come.
   * @param {string} where
   * @param {Map<string, Seen>} before
   * @param {Happening[]} happenings
   * @param {number} tempo 0 for no movement, 1 as usual, 2 twice as slow
   */
  play(where, before, happenings, tempo) {
    if (tempo === 0) return;
    const fresh = [];
    for (const [name, element] of livingElements()) {
      if (!element.closest(where)) continue;
      const known = before.get(name);
      if (!known) fresh.push(element);
      else if (isAbout(happenings, "LOCATION_CONTROLLED", "location", name))
        this.unroll(element, known.rect, tempo);
      else {
        const turn = isAbout(happenings, "LORD_RECRUITED", "lord", name) ? SPIN : "";
        this.glide(element, known.rect, this.endOf(element), tempo, 0, turn);
      }
    }
    if (before.size)
      for (const [place, element] of fresh.entries()) this.enter(element, happenings, tempo, place);
    this.ready();
  }

  /**
   * When all is drawn: what has gone flies to where it went.
   * @param {Map<string, Seen>} before
   * @param {Happening[]} happenings
   * @param {number} tempo
   */
  end(before, happenings, tempo) {
    if (tempo === 0) return;
    let gone = 0;
    for (const [name, seen] of before)
      if (!livingElements().has(name)) this.leave(seen, happenings, tempo, (gone += 1));
    stage(this, happenings, tempo);
    this.ready();
  }

  /**
   * Where an element is when nothing moves any more, which is where it is before it does.
   * @param {Element} element
   */
  endOf(element) {
    const end = this.ends.get(element) ?? element.getBoundingClientRect();
    this.ends.set(element, end);
    return end;
  }

  /** How long it takes until everything is at its end, in ms. */
  get rest() {
    const times = [...this.running].map(({ effect, currentTime }) => [
      effect?.getComputedTiming().endTime,
      currentTime,
    ]);
    return Math.max(0, ...times.map(([end, now]) => Number(end ?? 0) - Number(now ?? 0)));
  }

  /** Everything is at its end at once. */
  skip() {
    for (const animation of this.running) animation.cancel();
    this.running.clear();
    for (const ghost of this.ghosts) ghost.remove();
    for (const element of this.raised) element.style.removeProperty("z-index");
    this.ghosts.clear();
    this.raised.clear();
    this.ends.clear();
  }

  /**
   * @param {Element} element
   * @param {DOMRect} from
   * @param {DOMRect} to
   * @param {number} tempo
   * @param {number} [delay]
   * @param {string} [turn] what it is turned by at first
   */
  glide(element, from, to, tempo, delay = 0, turn = "") {
    const [x, y] = between(to, from);
    const distance = Math.hypot(x, y);
    if (distance < 2 || !to.width || !from.width || distance > 4000) return;
    const start = { transform: `translate(${x}px, ${y}px) scale(${from.width / to.width}) ${turn}` };
    const duration = lengthOf(distance) * tempo * (turn ? 1.5 : 1);
    const frames = [start, { transform: "none" }];
    this.plan(() => this.raise(/** @type {HTMLElement} */ (element)), frames, duration, delay * tempo);
  }

  /**
   * A location comes rolled up, and unrolls when its lock has been opened.
   * @param {Element} element
   * @param {DOMRect} from
   * @param {number} tempo
   */
  unroll(element, from, tempo) {
    const to = this.endOf(element);
    if (!to.width || !from.width) return;
    const [frames, duration] = rolled(between(to, from), from.width / to.width);
    this.plan(() => this.raise(/** @type {HTMLElement} */ (element)), frames, duration * tempo, 0);
  }

  /** @param {HTMLElement} element */
  raise(element) {
    element.style.zIndex = "5";
    this.raised.add(element);
    return element;
  }

  /**
   * @param {Element} element
   * @param {Happening[]} happenings
   * @param {number} tempo
   * @param {number} place
   */
  enter(element, happenings, tempo, place) {
    const source = sourceOf(element, happenings);
    const to = this.endOf(element);
    const turn = source?.matches(FACE_DOWN) ? FLIP : "";
    if (source) this.glide(element, source.getBoundingClientRect(), to, tempo, place * STAGGER, turn);
    const appears = [{ opacity: 0 }, { opacity: 1 }];
    this.plan(() => element, appears, SHORTEST * tempo, place * STAGGER * tempo);
  }

  /**
   * A copy of what has gone flies to the pile, stack or seat that has it now.
   * @param {Seen} seen
   * @param {Happening[]} happenings
   * @param {number} tempo
   * @param {number} place
   */
  leave({ rect, element }, happenings, tempo, place) {
    const aim = aimOf(element, happenings)?.getBoundingClientRect();
    if (!rect.width || !aim?.width) return;
    const [x, y] = between(rect, aim);
    const end = { transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: 0.2 };
    const frames = [{ transform: "none", opacity: 1 }, end];
    this.fly(element, rect, frames, lengthOf(Math.hypot(x, y)) * tempo, (place - 1) * STAGGER * tempo);
  }

  /**
   * A copy of an element moves over the page, and is gone when it has arrived.
   * @param {Element} element
   * @param {DOMRect} rect where the copy begins
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {number} delay
   */
  fly(element, rect, frames, duration, delay) {
    const end = frames.at(-1);
    const flight = [...frames.slice(0, -1), { ...end, offset: ARRIVED }, { ...end, opacity: 0 }];
    this.plan(() => this.ghostOf(element, rect), flight, duration, delay);
  }

  /**
   * @param {Element} element
   * @param {DOMRect} rect
   */
  ghostOf(element, rect) {
    return this.put(copyOf(element), rect);
  }

  /**
   * Put an element above the page until everything has arrived.
   * @param {HTMLElement} ghost
   * @param {DOMRect} rect where it is put
   */
  put(ghost, rect) {
    ghost.setAttribute("aria-hidden", "true");
    ghost.classList.add("ghost");
    Object.assign(ghost.style, {
      left: `${rect.left}px`,
      top: `${rect.top}px`,
      width: `${rect.width}px`,
      height: `${rect.height}px`,
    });
    document.body.append(ghost);
    this.ghosts.add(ghost);
    return ghost;
  }

  /**
   * @param {() => Element} moving called when all that is needed has been measured
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {number} delay
   */
  plan(moving, frames, duration, delay) {
    this.planned.push({ moving, frames, duration, delay });
  }

  /** What is planned gets ready. All takes the same time, of which each moves in its own part. */
  ready() {
    const planned = this.planned.splice(0);
    const whole = Math.max(...planned.map(({ duration, delay }) => delay + duration));
    for (const { moving, frames, duration, delay } of planned) {
      const animation = moving().animate(within(frames, delay / whole, duration / whole), {
        duration: whole,
        fill: "both",
      });
      animation.pause();
      animation.onfinish = () => this.rest || this.skip();
      this.running.add(animation);
    }
  }

  /** What is ready begins to move. */
  start() {
    for (const animation of this.running) animation.play();
  }
}

/**
 * Frames that take a part of the time, and stand still before and after it.
 * @param {Keyframe[]} frames
 * @param {number} from where the part begins, as a share
 * @param {number} share
 */
function within(frames, from, share) {
  const last = frames.length - 1;
  const placed = frames.map((frame, place) => {
    const offset = Math.min(1, from + share * (frame.offset ?? place / last));
    return { easing: EASE, ...frame, offset };
  });
  return [{ ...placed[0], offset: 0 }, ...placed, { ...placed[last], offset: 1 }];
}

/** @param {number} distance in pixels */
function lengthOf(distance) {
  return Math.min(LONGEST, Math.max(SHORTEST, SHORTEST + distance / SPEED));
}

/**
 * Whether this has happened to a living element.
 * @param {Happening[]} happenings
 * @param {string} deed
 * @param {string} card what it happens to
 * @param {string} name of the element
 */
function isAbout(happenings, deed, card, name) {
  return happenings.some(({ kind, what }) => kind === deed && `${card}-${what}` === name);
}

/** @param {Element} element */
function copyOf(element) {
  const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
  for (const name of ["data-life", "data-card", "data-target", "id"]) ghost.removeAttribute(name);
  ghost.inert = true;
  ghost.classList.remove("lit", "affordable", "off", "chosen");
  return ghost;
}

/** @param {Element} element */
function codeOf(element) {
  return (element.getAttribute("data-tip") ?? "").split(":")[1] ?? "";
}

/** @param {Element} element */
function kindOf(element) {
  return (element.getAttribute("data-life") ?? "").split("-")[0] ?? "";
}

const DECKS = /** @type {Record<string, string>} */ ({ lord: "deck-lord", location: "deck-location" });

/**
 * Where a new card comes from: a council stack, another seat, or the deck.
 * @param {Element} element
 * @param {Happening[]} happenings
 */
function sourceOf(element, happenings) {
  const kind = kindOf(element);
  if (DECKS[kind]) return document.querySelector(`[data-pile="${DECKS[kind]}"]`);
  if (kind === "leviathan") return document.querySelector("#zone-border .counts");
  if (kind !== "ally") return null;
  const seat = element.closest("[data-seat]")?.getAttribute("data-seat");
  const spent = happenings.find((event) => event.kind === "ALLY_AFFILIATED" && String(event.player) === seat);
  if (spent && seat) return document.querySelector(`.seat[data-seat="${seat}"] .avatar`);
  const stack = happenings.findLast((event) => event.kind === "STACK_TAKEN");
  if (stack && element.closest(".hand")) return document.querySelector(`[data-stack="${stack.what}"]`);
  return document.querySelector('[data-pile="deck-exploration"]');
}

const TAKEN = ["ALLY_BOUGHT", "ALLY_TAKEN", "ALLY_FOUND"];
const GIVEN = ["LORD_RECRUITED", "LORD_OBTAINED", "LOCATION_CONTROLLED"];

/**
 * Where a card that has gone went: the hand of a seat, a council stack, or the discard.
 * @param {Element} element
 * @param {Happening[]} happenings
 */
function aimOf(element, happenings) {
  const code = codeOf(element);
  const about = happenings.filter((event) => String(event.what) === code);
  const taken = about.find((event) => TAKEN.includes(event.kind) || GIVEN.includes(event.kind));
  if (taken) return document.querySelector(`.seat[data-seat="${taken.player}"] .avatar`);
  const sent = about.find((event) => event.kind === "SENT_TO_COUNCIL");
  if (sent) return document.querySelector(`[data-stack="${sent.amount}"]`);
  const kind = kindOf(element);
  return document.querySelector(`[data-pile="${DECKS[kind] ?? "deck-exploration"}"]`);
}
