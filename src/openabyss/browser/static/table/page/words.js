// The texts of the table, translated by the server and sent with the page.

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** Every language, by its own name. @type {Record<string, string>} */
export const languages = JSON.parse(document.getElementById("languages")?.textContent ?? "{}");

/** The language of this page. */
export const language = document.documentElement.lang;

/**
 * The address of this page, or of something else here, in a language.
 * @param {string} code
 * @param {string} address
 */
export function inLanguage(code, address = location.href) {
  const there = new URL(address, location.href);
  there.searchParams.set("lang", code);
  return there;
}

/**
 * A text with its places filled; the key itself where a text is missing.
 * @param {string} key
 * @param {Record<string, string | number>} [places]
 */
export function word(key, places = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(places[name] ?? whole));
}

/**
 * "title: text"; without a text only the title and its colon.
 * @param {string} title
 * @param {string} [text]
 */
export function titled(title, text) {
  return text === undefined ? word("title", { title }) : word("titled", { title, text });
}
