// The log by deeds: one sentence for each, in which each card that is named can be read, the details that led to it
// and follow from it with it.

import { h } from "../page/dom.js";

/**
 * @typedef {import("../messages").LogLine} LogLine
 * @typedef {{line: LogLine, details: LogLine[]}} Deed
 */

/**
 * Lines in their order, each deed with its details. Those before a deed belong to it, unless another turn
 * begins before it comes; then they stay with the deed that was last.
 * @param {LogLine[]} log
 * @returns {Deed[]}
 */
export function deedsOf(log) {
  /** @type {Deed[]} */
  const deeds = [];
  /** @type {LogLine[]} */
  let leading = [];
  for (const line of log) {
    const last = deeds.at(-1);
    if (line.part === "before" || (line.part === "after" && leading.length)) leading.push(line);
    else if (line.part === "after" && last) last.details.push(line);
    else {
      const belongsHere = !line.begins_turn || !last;
      if (!belongsHere) last.details.push(...leading);
      deeds.push({ line, details: belongsHere ? leading : [] });
      leading = [];
    }
  }
  if (leading.length) deeds.push(...leading.map((line) => ({ line, details: [] })));
  return deeds;
}

/**
 * What the others have done since the last own turn, or in the round so far; headings and own deeds are left out.
 * @param {LogLine[]} log
 * @param {number | null} seat
 */
export function deedsSince(log, seat) {
  const turns = turnsOf(log);
  if (turns.at(-1)?.[0]?.player === seat) turns.pop();
  const own = turns.findLastIndex(([first]) => first?.begins_turn && first.player === seat);
  const lines = turns.slice(own + 1).flat();
  return deedsOf(lines).filter(({ line }) => isDeedOf(line, seat));
}

/**
 * @param {LogLine} line
 * @param {number | null} seat of the one who looks
 */
export function isDeedOf(line, seat) {
  return line.part === "deed" && !line.begins_turn && line.player >= 0 && line.player !== seat;
}

/** @param {LogLine[]} log */
function turnsOf(log) {
  /** @type {LogLine[][]} */
  const turns = [];
  for (const line of log) {
    if (line.begins_turn || !turns.length) turns.push([]);
    turns.at(-1)?.push(line);
  }
  return turns;
}

/**
 * The text, with each card that it names as a link that shows the card: unlike a button it is broken
 * into lines as the text around it is.
 * @param {string} text
 * @param {import("../messages").Link[]} links
 * @returns {any[]}
 */
export function linked(text, links) {
  const [link, ...rest] = links;
  if (!link) return [text];
  const place = text.indexOf(link.name);
  if (place < 0) return linked(text, rest);
  const tip = `${link.kind}:${link.id}`;
  return [
    ...linked(text.slice(0, place), rest),
    h("a", { class: "link", href: address(link), "data-tip": tip, "data-read": tip }, link.name),
    ...linked(text.slice(place + link.name.length), rest),
  ];
}

/**
 * Where the card stands in the rules, for a window of its own.
 * @param {import("../messages").Link} link
 */
function address({ kind, id }) {
  return kind === "ally" ? "/rules/allies" : `/rules/${kind}s#${kind}-${id}`;
}
