// A person in a small circle: letters and a colour of their own, which stay when the seats move on.

import { h } from "../page/dom.js";

/** @typedef {import("../messages").Person} Person */

/**
 * The first letter of a name; where others begin with it too, with the letter in which the name differs.
 * @param {Person[]} people
 * @param {number} seat
 */
export function initialsOf(people, seat) {
  const letters = [...(people[seat]?.name ?? "")];
  const others = people
    .filter((person) => person.seat !== seat && [...person.name][0] === letters[0])
    .map((person) => [...person.name]);
  const differs = letters.findIndex((letter, place) => others.every((name) => name[place] !== letter));
  return [letters[0] ?? "?", others.length && differs > 0 ? letters[differs] : ""].join("");
}

/**
 * The class of a person's colour. It follows the names, since seats move on from game to game.
 * @param {Person[]} people
 * @param {number | null} seat
 */
export function colourOf(people, seat) {
  const order = [...people].sort((one, other) =>
    one.name < other.name ? -1 : one.name > other.name ? 1 : one.seat - other.seat,
  );
  return `person-${order.findIndex((person) => person.seat === seat)}`;
}

/**
 * @param {Person[]} people
 * @param {number} seat
 * @param {string} [tip]
 */
export function avatar(people, seat, tip) {
  return h(
    "span",
    { class: `avatar ${colourOf(people, seat)}`, "aria-hidden": "true", "data-tip": tip },
    initialsOf(people, seat),
  );
}
