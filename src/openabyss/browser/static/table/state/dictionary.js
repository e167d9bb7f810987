// What is printed on the cards, as the server tells it once.

/** @typedef {import("../messages").CardDictionary} Dictionary */

/** Empty until it has been read. */
export const dictionary = /** @type {Dictionary} */ ({});

/**
 * Read what is printed on the cards; needed before anything is drawn.
 * @param {string} url
 */
export async function loadDictionary(url) {
  const answer = await fetch(url);
  Object.assign(dictionary, await answer.json());
}

/**
 * The card of this id, code or number.
 * @template {"lords" | "locations" | "leviathans" | "allies" | "races"} Kind
 * @param {Kind} kind
 * @param {number | string} id
 * @returns {Dictionary[Kind][string]}
 */
export function cardOf(kind, id) {
  const card = dictionary[kind][id];
  if (!card) throw new Error(`no card ${id} among the ${kind}`);
  return /** @type {Dictionary[Kind][string]} */ (card);
}

/** The names of the races by their codes. */
export function racesInWords() {
  return Object.fromEntries(Object.entries(dictionary.races).map(([code, { name }]) => [code, name]));
}

/**
 * A hand as people hold it.
 * @param {string[]} codes
 */
export function inOrder(codes) {
  const order = Object.keys(dictionary.allies);
  return [...codes].sort((one, other) => order.indexOf(one) - order.indexOf(other));
}
