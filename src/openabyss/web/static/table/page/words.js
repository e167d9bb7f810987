// The texts of the table, translated by the server and sent with the page.

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/**
 * A text with its places filled; the key itself where a text is missing.
 * @param {string} key
 * @param {Record<string, string | number>} [places]
 */
export function word(key, places = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(places[name] ?? whole));
}
