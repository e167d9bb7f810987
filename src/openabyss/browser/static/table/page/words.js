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

/** Letters that are written from the right to the left, as on the server (`words/listing.py`). */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name as it is in a text: numbers and other names beside one in Hebrew or Arabic keep their places.
 * @param {string} name
 */
export function isolated(name) {
  return FROM_THE_RIGHT.test(name) ? `\u2068${name}\u2069` : name;
}

/**
 * A text with its places filled; the key itself where a text is missing.
 * @param {string} key
 * @param {Record<string, string | number>} [places]
 */
export function word(key, places = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => isolated(String(places[name] ?? whole)));
}

/**
 * "title: text"; without a text only the title and its colon.
 * @param {string} title
 * @param {string} [text]
 */
export function titled(title, text) {
  return text === undefined ? word("title", { title }) : word("titled", { title, text });
}
