// The great moments: a lord is recruited, keys open a location, a monster comes up.

import { between } from "./geometry.js";

/**
 * @typedef {import("../messages").EventShown} Happening
 * @typedef {import("./movement.js").Movement} Movement
 */

/** What a lord is turned by when it sets out. */
export const SPIN = "perspective(60rem) rotateY(-360deg)";
const ARRIVES = 550;
const FLARE = 700;
const COUNT = 800;
const MAX_STEPS = 12;
/** How long a location takes, and the parts of that after which it is there and after which its lock is open. */
const UNLOCKING = 1500;
const THERE = 0.3;
const OPEN = 0.72;
const KEYS = 3;
const DIMMED = 600;
const MONSTER = "M";

/** The score shown at each seat. */
export function scoresShown() {
  const scores = [...document.querySelectorAll(".seat .score b")];
  return new Map(scores.map((one) => [seatOf(one), one.textContent ?? ""]));
}

/** @param {Element} element */
function seatOf(element) {
  return Number(element.closest("[data-seat]")?.getAttribute("data-seat"));
}

/**
 * How a location comes rolled up, waits, and unrolls; and how long that takes.
 * @param {number[]} from where it comes from
 * @param {number} size of it there
 * @returns {[Keyframe[], number]}
 */
export function rolled([x = 0, y = 0], size) {
  const roll = { transform: "translate(0, 0) scale(1, .1)" };
  const start = { transform: `translate(${x}px, ${y}px) scale(${size}, ${size})` };
  const frames = [start, { ...roll, offset: THERE }, { ...roll, offset: OPEN }, { transform: "none" }];
  return [frames, UNLOCKING];
}

/**
 * @param {Movement} movement
 * @param {Happening[]} happenings
 * @param {number} tempo
 */
export function celebrate(movement, happenings, tempo) {
  for (const { kind, what, player } of happenings) {
    if (kind === "REVEALED" && what === MONSTER) dim(movement, tempo);
    if (kind === "LORD_RECRUITED") flare(movement, `lord-${what}`, tempo);
    if (kind === "LOCATION_CONTROLLED") unlock(movement, `location-${what}`, player, tempo);
    if (kind === "LORD_RECRUITED" || kind === "LOCATION_CONTROLLED") countUp(movement, player, tempo);
  }
}

/**
 * Where a lord or location will lie; null if it is not in sight.
 * @param {Movement} movement
 * @param {Element | null} card
 */
function placeOf(movement, card) {
  const rect = card && movement.endOf(card);
  return rect?.width ? rect : null;
}

/** @param {string} life */
function living(life) {
  return document.querySelector(`[data-life="${life}"]`);
}

/**
 * @param {string} kind a class
 * @param {...Node} inside
 */
function made(kind, ...inside) {
  const element = document.createElement("div");
  element.className = kind;
  element.append(...inside);
  return element;
}

/**
 * The sea goes dark for a moment.
 * @param {Movement} movement
 * @param {number} tempo
 */
function dim(movement, tempo) {
  const dark = { opacity: 1 };
  const frames = [{ opacity: 0 }, { ...dark, offset: 0.25 }, { ...dark, offset: 0.75 }, { opacity: 0 }];
  const everywhere = new DOMRect(0, 0, innerWidth, innerHeight);
  movement.plan(() => movement.put(made("gloom"), everywhere), frames, DIMMED * tempo, 0);
}

/**
 * Light in the colour of its guild, when a lord has arrived.
 * @param {Movement} movement
 * @param {string} life
 * @param {number} tempo
 */
function flare(movement, life, tempo) {
  const card = living(life);
  const rect = placeOf(movement, card);
  if (!rect || !card) return;
  const light = made("flare");
  light.style.setProperty("--guild", getComputedStyle(card).getPropertyValue("--guild"));
  const frames = [
    { transform: "scale(.5)", opacity: 0 },
    { transform: "scale(1.3)", opacity: 1, offset: 0.3 },
    { transform: "scale(2.4)", opacity: 0 },
  ];
  movement.plan(() => movement.put(light, rect), frames, FLARE * tempo, ARRIVES * tempo);
}

/**
 * Three keys fly into a lock, which springs open.
 * @param {Movement} movement
 * @param {string} life
 * @param {number} player
 * @param {number} tempo
 */
function unlock(movement, life, player, tempo) {
  const rect = placeOf(movement, living(life));
  const seat = `.seat[data-seat="${player}"]`;
  const purse = document.querySelector(`${seat}.own`) ? ".own-things" : seat;
  const key = document.querySelector(`${purse} .stocks use[href$="#key"]`)?.parentElement;
  const from = key?.getBoundingClientRect();
  if (!rect || !key || !from?.width) return;
  const size = Math.min(rect.width * 0.7, rect.height);
  const place = new DOMRect(
    rect.left + (rect.width - size) / 2,
    rect.top + (rect.height - size) / 2,
    size,
    size,
  );
  const until = { opacity: 1 };
  const [there, open] = [THERE * UNLOCKING * tempo, OPEN * UNLOCKING * tempo];
  movement.fly(
    drawn(key, "lock"),
    place,
    [{ opacity: 0 }, { ...until, offset: 0.2 }, until],
    open - there,
    there,
  );
  const springs = [
    { transform: "scale(1.25)", ...until },
    { transform: "none", ...until, offset: 0.6 },
    { opacity: 0 },
  ];
  const opened = made("spring", drawn(key, "lock-open"));
  const hidden = { opacity: 0, offset: 0 };
  movement.plan(() => movement.put(opened, place), [hidden, ...springs], UNLOCKING * tempo - open, open);
  const [x = 0, y = 0] = between(from, place);
  const frames = [
    { transform: "none", opacity: 1 },
    { transform: `translate(${x / 2}px, ${y / 2 - 60}px) scale(2) rotate(-120deg)`, opacity: 1 },
    { transform: `translate(${x}px, ${y}px) scale(1.2) rotate(-225deg)`, opacity: 1 },
  ];
  const time = (open - there) / 2;
  for (let one = 0; one < KEYS; one += 1) movement.fly(key, from, frames, time, there + (time * one) / KEYS);
}

/**
 * A drawing as large as another, and of something else.
 * @param {Element} like
 * @param {string} name
 */
function drawn(like, name) {
  const copy = /** @type {Element} */ (like.cloneNode(true));
  const use = copy.querySelector("use");
  use?.setAttribute("href", (use.getAttribute("href") ?? "").replace(/#.*/, `#${name}`));
  return copy;
}

/**
 * The score of a seat counts from what it was to what it is.
 * @param {Movement} movement
 * @param {number} player
 * @param {number} tempo
 */
function countUp(movement, player, tempo) {
  const score = document.querySelector(`.seat[data-seat="${player}"] .score b`);
  const rect = score?.parentElement?.getBoundingClientRect();
  const [from, to] = [movement.scores.get(player), score?.textContent ?? ""].map((text) =>
    Number.parseInt(text ?? "", 10),
  );
  if (!score || !rect?.width || from === undefined || to === undefined || !(from < to)) return;
  const steps = Math.min(MAX_STEPS, to - from);
  const numbers = Array.from({ length: steps + 1 }, (_, step) => {
    const number = document.createElement("b");
    number.textContent = String(Math.round(from + ((to - from) * step) / steps));
    return number;
  });
  const reel = made("reel", ...numbers);
  const frames = [{ transform: "none" }, { transform: `translateY(${-100 * steps}%)` }];
  const begin = () => {
    movement.put(made("score tally", reel), rect);
    return reel;
  };
  movement.plan(begin, frames, COUNT * tempo, ARRIVES * tempo);
}
