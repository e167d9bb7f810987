// Who sits at the table: letters and a colour of their own, which stay when the seats move on, the state of each
// seat, and above the table whose turn it is.

import { h } from "../page/dom.js";
import { isolated, titled, word } from "../page/words.js";

/**
 * @typedef {import("./board.js").Scene} Scene
 * @typedef {import("../messages").Person} Person
 */

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

/**
 * The state of a seat in a few words.
 * @param {Person} person
 */
export function stateOf(person) {
  if (person.kind === "regent") return word("house_rules");
  if (person.kind === "computer") return word("computer_of", { level: levelName(person.level ?? "") });
  if (person.conceded) return word("conceded");
  if (person.level) return word("computer_meanwhile");
  if (person.kind === "open") return word("open");
  const text = word(person.clock && person.away ? "time_over" : person.connected ? "here" : "not_here");
  const { votes, votes_needed: needed } = person;
  return needed ? word("votes", { state: text, count: votes?.length ?? 0, needed }) : text;
}

/**
 * The name of a level, and its style; a bot of this server is called as the server calls it.
 * @param {string} level
 */
function levelName(level) {
  const [plain, style] = level.split(":style=");
  const key = `level_${plain}`;
  const name = word(key);
  if (name === key) return level;
  return style ? `${name}, ${word(`style_${style}`)}` : name;
}

/**
 * Whether somebody is there; of the own seat in words, also where I have let a computer play for me.
 * @param {Person | undefined} person
 * @param {boolean} isOwn
 */
export function presence(person, isOwn) {
  if (!person) return null;
  if (isOwn && !person.level) return h("span", { class: "mark you", key: "kind" }, word("you"));
  const text = stateOf(person);
  if (person.kind !== "person" || person.level) {
    return h("span", { class: isOwn ? "mark" : "hidden-visually", key: "kind" }, text);
  }
  return h("span", {
    class: `dot ${person.connected ? "on" : "away"}`,
    key: "kind",
    role: "img",
    "aria-label": text,
    "data-tip": `text:${text}`,
  });
}

/**
 * @param {Scene} scene
 * @param {number} number
 */
export function score({ update }, number) {
  const preview = update.preview.find((one) => one.seat === number);
  if (!preview) return null;
  const isWhole = preview.score !== null;
  const tip = isWhole ? word("score_tip") : word("score_known_tip");
  return h(
    "span",
    { class: "score", key: "score", "data-tip": `text:${tip}` },
    h("span", { class: "hidden-visually" }, `${titled(word("score"))} `),
    h("b", null, isWhole ? preview.score : `${preview.known}+`),
  );
}

/**
 * @param {Scene} scene
 * @param {Person[]} people
 */
export function top(scene, people) {
  const { update } = scene;
  const { view, over, seed } = update;
  return [
    h(
      "span",
      { class: "turn", key: "turn" },
      over ? word("game_over") : word("turn", { turn: view.turn, name: nameOf(people, view.active) }),
    ),
    view.seat === null
      ? null
      : h(
          "span",
          { class: "own-score", key: "own-score" },
          avatar(people, view.seat),
          score(scene, view.seat),
        ),
    view.ending_player === null || over
      ? null
      : warning("last", word("last_round", { name: nameOf(people, view.ending_player) })),
    update.one_lord_left.length
      ? warning("one-lord-left", word("one_lord_left", { names: namesOf(people, update.one_lord_left) }))
      : null,
    view.empty_sea === null || over
      ? null
      : warning("empty-sea", word("empty_sea", { number: view.empty_sea })),
    view.seat === null ? h("span", { class: "mark", key: "spectator" }, word("spectator")) : null,
    seed === null || over ? null : openSeed(seed),
  ];
}

/**
 * @param {Person[]} people
 * @param {number} seat
 */
function nameOf(people, seat) {
  return people[seat]?.name ?? "";
}

/**
 * @param {Person[]} people
 * @param {number[]} seats
 */
function namesOf(people, seats) {
  return seats.map((seat) => isolated(nameOf(people, seat))).join(", ");
}

/**
 * @param {string} key
 * @param {string} text
 */
function warning(key, text) {
  return h("span", { class: "last-round", key, role: "status" }, text);
}

/**
 * The host has chosen the seed, which everybody can then see.
 * @param {string} seed
 */
function openSeed(seed) {
  const tip = `text:${word("open_seed_tip")}`;
  return h(
    "span",
    { class: "mark", key: "seed", tabindex: "0", "data-tip": tip },
    word("open_seed", { seed }),
  );
}
