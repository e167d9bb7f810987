// Sentences of the log, in which each card that is named can be read.

import { h } from "../page/dom.js";

/**
 * The text, with each card that it names as a button that shows the card.
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
    h("button", { type: "button", class: "link", "data-tip": tip, "data-read": tip }, link.name),
    ...linked(text.slice(place + link.name.length), rest),
  ];
}
