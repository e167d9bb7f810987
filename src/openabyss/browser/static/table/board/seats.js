// What each player has on the table: stocks, affiliated allies, free lords, locations with their lords.

import { h } from "../page/dom.js";
import { titled, word } from "../page/words.js";
import { cardOf, dictionary } from "../state/dictionary.js";
import { zone } from "./board.js";
import * as cards from "./cards.js";
import { count, sign } from "./cards.js";
import { clock } from "./clock.js";
import { avatar, presence, score, stateOf } from "./people.js";

/**
 * @typedef {import("./board.js").Scene} Scene
 * @typedef {import("../messages").Person} Person
 * @typedef {import("../messages").SeatView} SeatView
 */

/**
 * Everybody else as the turns go, side by side, and then the own seat beside the hand.
 * @param {Scene} scene
 * @param {Person[]} people
 * @param {number} [most] of them, where not all are shown yet
 */
export function seats(scene, people, most) {
  const { view } = scene;
  const own = view.seat;
  const others = view.seats
    .map((_, place) => ((own ?? -1) + 1 + place) % view.players)
    .filter((number) => number !== own);
  return [
    h(
      "div",
      {
        class: "others",
        key: "others",
        "data-pane": "players",
        style: { "--others": String(others.length) },
      },
      others.slice(0, most).map((number) => seat(scene, number, people)),
    ),
    own === null || (most ?? view.players) < view.players ? null : seat(scene, own, people),
  ];
}

/** @param {SeatView} seat */
export function hasPieces({ lords, affiliated, locations }) {
  return lords.length + affiliated.length + locations.length > 0;
}

/**
 * @param {Scene} scene
 * @param {number} number
 * @param {Person[]} people
 */
function seat(scene, number, people) {
  const found = /** @type {SeatView} */ (scene.view.seats[number]);
  const isOwn = number === scene.view.seat;
  const isActive = scene.view.active === number && !scene.update.over;
  const name = people[number]?.name ?? String(number + 1);
  return h(
    "section",
    {
      class: `seat ${isOwn ? "own" : ""} ${isActive ? "active" : ""}`,
      key: `seat-${number}`,
      id: `seat-${number}`,
      "data-seat": number,
      "data-pane": isOwn ? "players" : undefined,
      "aria-labelledby": `name-${number}`,
    },
    seatHead(scene, number, name, people),
    hasPieces(found)
      ? h(
          "div",
          { class: "held" },
          heldLords(scene, found, number),
          h("div", { class: "second" }, heldLocations(scene, found, number), affiliated(scene, number)),
        )
      : h("p", { class: "soft nothing" }, word("no_lords")),
  );
}

/**
 * @param {Scene} scene
 * @param {number} number
 * @param {string} name
 * @param {Person[]} people
 */
function seatHead(scene, number, name, people) {
  const target = `player:${number}`;
  const highlight = scene.choices.highlight(target);
  const person = people[number];
  const picture = avatar(people, number, person ? `text:${titled(name, stateOf(person))}` : undefined);
  const title = h("h2", { id: `name-${number}` }, name);
  return h(
    "header",
    null,
    h(
      "div",
      { class: "first" },
      highlight
        ? h(
            "button",
            { type: "button", class: `card player ${highlight}`, "data-card": "", "data-target": target },
            picture,
            title,
          )
        : h("span", { class: "who" }, picture, title),
      presence(person, number === scene.view.seat),
      clock(person),
      standing(scene, number),
      score(scene, number),
      closer(number, name),
    ),
    number === scene.view.seat ? null : stocks(scene, /** @type {SeatView} */ (scene.view.seats[number])),
  );
}

/**
 * What a player has on the table, in a window.
 * @param {number} number
 * @param {string} name
 */
function closer(number, name) {
  const text = word("look_closer", { name });
  return h(
    "button",
    {
      type: "button",
      class: "tool closer",
      key: "closer",
      "data-command": `seat-${number}`,
      "aria-label": text,
      "data-tip": `text:${text}`,
    },
    h("span", { "aria-hidden": "true" }, "⤢"),
  );
}

/**
 * @param {Scene} scene
 * @param {number} number
 */
function standing({ view, update }, number) {
  const marks = [];
  if (view.active === number && !update.over)
    marks.push(h("span", { class: "mark turn", key: "turn" }, word("at_turn")));
  if (update.question?.player === number && view.active !== number)
    marks.push(h("span", { class: "mark asked", key: "asked" }, word("is_asked")));
  if (view.ending_player === number)
    marks.push(h("span", { class: "mark", key: "ending" }, word("ends_the_game")));
  if (view.kraken_figure === number) marks.push(sign("kraken-figure", word("kraken_figure")));
  if (view.scourge === number) marks.push(sign("scourge", word("scourge")));
  for (const { owner, area, lord } of view.sentinels)
    if (owner === number && area === null)
      marks.push(sign("sentinel", word("sentinel_waits", { lord: cardOf("lords", lord).name })));
  return marks;
}

/**
 * @param {Scene} scene
 * @param {SeatView} seat
 */
export function stocks({ update, view }, seat) {
  const kraken = update.config.kraken;
  const leviathan = update.config.leviathan;
  return h(
    "div",
    { class: "stocks", key: "stocks" },
    lordsOfSeven(seat, update.one_lord_left.includes(view.seats.indexOf(seat))),
    count("pearl", seat.pearls, word("pearls"), "pearls"),
    kraken || seat.nebulis ? count("nebulis", seat.nebulis, word("nebulis"), "rare") : null,
    count("key", seat.keys, word("keys")),
    count("deck-exploration", seat.hand_size, word("hand_size"), "hand-size"),
    tokens(seat),
    leviathan || seat.wounds ? count("wound", seat.wounds, word("wounds"), "rare") : null,
    seat.trophies.length ? count("leviathan-1", seat.trophies.length, word("trophies")) : null,
    seat.bought && !update.over ? h("span", { class: "mark", key: "bought" }, word("has_bought")) : null,
  );
}

/**
 * How near a player is to ending the game.
 * @param {SeatView} seat
 * @param {boolean} isOneLeft
 */
function lordsOfSeven({ lords }, isOneLeft) {
  const amount = `${lords.length}/${dictionary.lords_to_end}`;
  return count("deck-lord", amount, word("lords_of_seven"), `lords-of ${isOneLeft ? "one-left" : ""}`);
}

/** @param {SeatView} seat */
function tokens(seat) {
  const known = seat.monster_tokens?.map((token) => dictionary.tokens[token] ?? token).join(", ");
  const counted = count("monster", seat.monster_token_count, word("tokens"), "rare");
  if (!known) return counted;
  return h(
    "span",
    { key: "tokens", "data-tip": `text:${known}` },
    counted,
    h("span", { class: "hidden-visually" }, known),
  );
}

/**
 * @param {Scene} scene
 * @param {number} number
 */
function affiliated({ allies, choices, update }, number) {
  const held = allies.in(`affiliated-${number}`);
  if (!held.length) return null;
  const counting = [...(update.preview.find(({ seat }) => seat === number)?.counting ?? [])];
  const isOutranked = (/** @type {string} */ code) => {
    const place = counting.indexOf(code);
    if (place >= 0) counting.splice(place, 1);
    return place < 0;
  };
  return zone(
    `affiliated-${number}`,
    word("affiliated"),
    held.map(({ name, code }) =>
      cards.ally(code, {
        life: name,
        isSmall: true,
        isOutranked: isOutranked(code),
        highlight: choices.highlight(`affiliated-${number}:${code}`),
        target: `affiliated-${number}:${code}`,
      }),
    ),
    null,
    `name-${number}`,
  );
}

/**
 * @param {Scene} scene
 * @param {SeatView} seat
 * @param {number} number
 */
function heldLords(scene, seat, number) {
  const free = seat.lords.filter((lord) => lord.location === null);
  if (!free.length) return null;
  return zone(
    `lords-${number}`,
    word("free_lords"),
    free.map((lord) => heldLord(scene, lord)),
    null,
    `name-${number}`,
  );
}

/**
 * @param {Scene} scene
 * @param {import("../messages").SeatLord} lord
 */
function heldLord({ choices }, lord) {
  return cards.lord(lord.id, {
    isSmall: true,
    isDown: lord.disabled,
    isUsed: lord.used,
    highlight: choices.highlight(`lord:${lord.id}`),
  });
}

/**
 * @param {Scene} scene
 * @param {SeatView} seat
 * @param {number} number
 */
function heldLocations(scene, seat, number) {
  if (!seat.locations.length) return null;
  const { choices, update } = scene;
  const worth = update.preview.find((one) => one.seat === number)?.locations;
  const tiles = seat.locations.map((id) =>
    h(
      "span",
      { class: "holding", key: `holding-${id}` },
      cards.location(id, {
        worth: worth?.[id],
        loot: seat.loot[id],
        highlight: choices.highlight(`location:${id}`),
      }),
      h(
        "span",
        { class: "locked" },
        seat.lords.filter((lord) => lord.location === id).map((lord) => heldLord(scene, lord)),
      ),
    ),
  );
  return zone(`places-${number}`, word("held_locations"), tiles, null, `name-${number}`);
}
