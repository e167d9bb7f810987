// Above the table: whose turn it is, my score, and what comes to an end.

import { h } from "../page/dom.js";
import { word } from "../page/words.js";
import { avatar } from "./avatars.js";
import { score } from "./seats.js";

/**
 * @typedef {import("./board.js").Scene} Scene
 * @typedef {import("../messages").Person} Person
 */

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
    view.empty_sea === null ? null : warning("empty-sea", word("empty_sea", { number: view.empty_sea })),
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
