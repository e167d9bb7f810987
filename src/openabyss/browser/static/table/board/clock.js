// What time somebody has left, where that has a limit.

import { h } from "../page/dom.js";
import { language, titled, word } from "../page/words.js";

/** @typedef {import("../messages").Person} Person */

/** From two units on, a time is shown in whole units. @type {[string, number][]} */
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
];

/** When each clock was seen first. @type {WeakMap<object, number>} */
const seen = new WeakMap();

/** @param {Person | undefined} person */
export function clock(person) {
  if (!person?.clock || person.level) return null;
  return h(
    "span",
    {
      class: `countdown ${person.clock.runs ? "runs" : ""}`,
      key: "clock",
      "data-tip": `text:${word("time_left")}`,
    },
    h("span", { class: "hidden-visually" }, `${titled(word("time_left"))} `),
    h("span", { "data-clock": person.seat }, timeLeft(person.clock)),
  );
}

/**
 * Show how time runs.
 * @param {Person[]} people
 */
export function tickClocks(people) {
  for (const { clock: known, seat } of people) {
    if (!known?.runs) continue;
    for (const { firstChild } of document.querySelectorAll(`[data-clock="${seat}"]`))
      if (firstChild) firstChild.nodeValue = timeLeft(known);
  }
}

/** @param {import("../messages").ClockShown} clock */
function timeLeft(clock) {
  const at = performance.now();
  const since = seen.get(clock) ?? at;
  seen.set(clock, since);
  return timeInWords(Math.max(0, Math.ceil(clock.left - (clock.runs ? (at - since) / 1000 : 0))));
}

/**
 * In days or hours, where these are two or more, and otherwise as a clock shows it.
 * @param {number} left seconds
 */
export function timeInWords(left) {
  const [unit, length] = UNITS.find(([, seconds]) => left >= 2 * seconds) ?? ["", 0];
  return unit ? inUnits(Math.floor(left / length), unit) : minutes(left);
}

/**
 * @param {number} count
 * @param {string} unit
 */
function inUnits(count, unit) {
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(count);
}

/** @param {number} seconds */
function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
