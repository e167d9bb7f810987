// Sentences of the log, in which each card that is named can be read.

import { h } from "../page/dom.js";

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
