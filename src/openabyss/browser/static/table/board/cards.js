// Cards and pieces as elements: lords, locations, allies, leviathans, counts with an icon.

import { h } from "../page/dom.js";
import { titled, word } from "../page/words.js";
import { valueOfAlly } from "../state/allies.js";
import { divisible, SOFT_HYPHEN } from "./names.js";
import { powerLine } from "./powers.js";

/** @typedef {import("../messages").CardDictionary} Dictionary */

/** What stands on the cards, once it has been read. */
export let dictionary = /** @type {Dictionary} */ ({});

let artUrl = "";

/**
 * Read what stands on the cards; needed before anything is drawn.
 * @param {string} url
 * @param {string} art the address of the sprite
 */
export async function loadCards(url, art) {
  artUrl = art;
  const answer = await fetch(url);
  dictionary = await answer.json();
}

export const RACES = /** @type {const} */ (["jellyfish", "crab", "seahorse", "shellfish", "squid"]);
const LETTERS = "JCHSQ";

/** @param {string} race "crab" */
export function letterOf(race) {
  return LETTERS.charAt(RACES.indexOf(/** @type {any} */ (race))) || "K";
}

/**
 * A drawing of the sprite.
 * @param {string} name
 * @param {string} [kind] a class
 * @param {Record<string, string>} [more] attributes
 */
export function art(name, kind = "icon", more = {}) {
  return h(
    "svg",
    { class: kind, "aria-hidden": "true", focusable: "false", key: name, ...more },
    h("use", { href: `${artUrl}#${name}` }),
  );
}

// A view of a place is cut where the card is wider or higher than the view: it has no margins.
const CUT = { viewBox: "0 0 96 64", preserveAspectRatio: "xMidYMid slice" };

/** @param {string} race */
export function raceMark(race) {
  return art(`race-${letterOf(race).toLowerCase()}`, `icon race-${letterOf(race).toLowerCase()}`);
}

/**
 * A number with its icon; the name is read aloud and shown as a tip.
 * @param {string} icon
 * @param {number | string} amount
 * @param {string} name
 * @param {string} [kind]
 */
export function count(icon, amount, name, kind = "") {
  return h(
    "span",
    { class: `count ${kind}`, "data-tip": `text:${name}`, key: `count-${icon}` },
    art(icon),
    h("span", { class: "hidden-visually" }, `${titled(name)} `),
    h("b", null, amount),
  );
}

/**
 * A picture that means something beside what it lies on, which is read aloud and shown as a tip.
 * @param {string} icon
 * @param {string} text
 * @param {string} [kind] a class
 * @param {any} [beside]
 */
export function sign(icon, text, kind = "mark", beside = null) {
  return h("span", { class: kind, key: text, "data-tip": `text:${text}` }, art(icon), beside, spoken(text));
}

/** @param {number | string} id */
export function lordCard(id) {
  return printed(dictionary.lords, id);
}

/** @param {number | string} id */
export function locationCard(id) {
  return printed(dictionary.locations, id);
}

/** @param {number | string} id */
export function leviathanCard(id) {
  return printed(dictionary.leviathans, id);
}

/**
 * @template Card
 * @param {Record<string, Card>} cards
 * @param {number | string} id
 */
function printed(cards, id) {
  const card = cards[id];
  if (!card) throw new Error(`no card ${id}`);
  return card;
}

/** @param {string} code */
export function allyName(code) {
  return dictionary.allies[code] ?? code;
}

/**
 * @typedef {{
 *   life?: string, target?: string, tip?: string, mood?: string, label?: string, pressed?: boolean, badges?: any[], style?: Record<string, string>
 * }} Manner how a card is shown: `mood` begins with "lit", "off" or "chosen", or is ""
 */

/**
 * The button that every card is.
 * @param {string} kind
 * @param {Manner} manner
 * @param {any[]} inside
 */
function cardButton(kind, manner, inside) {
  const { life, target, tip, mood = "", label = "", pressed, badges = [], style } = manner;
  return h(
    "button",
    {
      type: "button",
      class: `card ${kind} ${mood}`,
      life,
      key: life ? undefined : `${kind}-${tip}`,
      style,
      "data-card": "",
      "data-target": target,
      "data-tip": tip,
      "aria-pressed": pressed === undefined ? undefined : String(pressed),
    },
    spoken(mood.startsWith("lit") ? `${label}. ${word("can_be_chosen")}` : label),
    inside.filter(Boolean).map(unread),
    badges,
  );
}

/** @type {Map<string, import("../page/dom.js").Description>} */
const described = new Map();
const MOST_DESCRIBED = 4000;

/**
 * A card that is shown in the same manner as before has the same description, and nothing of it is compared or drawn.
 * @param {string} kind
 * @param {number | string} id
 * @param {unknown} manner everything else that the card depends on
 * @param {() => import("../page/dom.js").Description} describe
 */
function once(kind, id, manner, describe) {
  const key = `${kind} ${id} ${JSON.stringify(manner)}`;
  const known = described.get(key);
  if (known) return known;
  if (described.size >= MOST_DESCRIBED) described.clear();
  const made = describe();
  described.set(key, made);
  return made;
}

/**
 * What a screen reader says instead of the print.
 * @param {string} text
 */
export function spoken(text) {
  return h("span", { class: "hidden-visually", key: "spoken" }, text);
}

/**
 * Print that is also given in words beside it.
 * @param {import("../page/dom.js").Description} piece
 */
function unread(piece) {
  return { ...piece, props: { ...piece.props, "aria-hidden": "true" } };
}

/** When the power of a lord works: on arrival, all the time, once a turn. */
const TIMINGS = /** @type {Record<string, string>} */ ({ arrival: "↓", lasting: "∞", turn: "↻" });

/** @typedef {Manner & {cost?: number, races?: number, race?: string | null, isSmall?: boolean, isDown?: boolean, isUsed?: boolean}} LordManner */
/** @typedef {Manner & {worth?: number | undefined, loot?: number[]}} LocationManner */
/** @typedef {Manner & {isSmall?: boolean, times?: number}} AllyManner */
/** @typedef {Manner & {fight?: import("../messages").FightShown}} LeviathanManner */

/**
 * A lord. `cost` is what it costs now, where that is known.
 * @param {number} id
 * @param {LordManner} [manner]
 */
export function lord(id, manner = {}) {
  return once("lord", id, manner, () => drawLord(id, manner));
}

/**
 * @param {number} id
 * @param {LordManner} manner
 */
function drawLord(id, manner) {
  const card = lordCard(id);
  const race = manner.race === undefined ? card.race : manner.race;
  const tone = card.race ? `race-${letterOf(card.race).toLowerCase()}` : `guild-${card.guild}`;
  const cost = manner.cost ?? card.cost;
  const state = `${manner.isDown ? "down" : ""} ${manner.isUsed ? "used" : ""} ${manner.isSmall ? "small" : ""}`;
  return cardButton(
    `lord ${tone} ${state}`,
    {
      life: `lord-${id}`,
      tip: `lord:${id}`,
      target: `lord:${id}`,
      label: lordLabel(id, cost, manner),
      ...manner,
    },
    [
      h("span", { class: "art" }, art(`lord-${id}`, "picture")),
      manner.isSmall
        ? null
        : h(
            "span",
            { class: "price" },
            cost !== card.cost ? h("s", null, card.cost) : null,
            h("b", null, cost),
          ),
      manner.isSmall ? null : racePips(manner.races ?? card.races, race),
      h("span", { class: "influence" }, card.influence),
      card.keys ? h("span", { class: "keyed" }, art("key")) : null,
      TIMINGS[card.timing] ? h("span", { class: "timing" }, TIMINGS[card.timing]) : null,
      manner.isSmall
        ? h("span", { class: "about" }, cardName(card.name.split(" ").map(divisible).join(" ")))
        : h("span", { class: "about" }, cardName(card.name), powerLine(id)),
    ],
  );
}

/**
 * @param {number} id
 * @param {number} cost
 * @param {{isDown?: boolean, isUsed?: boolean}} manner
 */
function lordLabel(id, cost, manner) {
  const card = lordCard(id);
  const parts = [card.name, card.facts, card.text];
  if (cost !== card.cost) parts.push(word("costs_now", { cost }));
  if (manner.isDown) parts.push(word("disabled"));
  if (manner.isUsed) parts.push(word("used"));
  return parts.filter(Boolean).join(". ");
}

/**
 * A name in a size in which its longest word has room; where it has none, a line may end after an apostrophe.
 * @param {string} name
 */
function cardName(name) {
  const letters = Math.max(
    ...name
      .replaceAll(SOFT_HYPHEN, "")
      .split(" ")
      .map((part) => part.length),
  );
  const parts = name.split(/(?<=’)/);
  return h(
    "span",
    { class: "name", style: { "--letters": String(letters), "--signs": String(name.length) } },
    ...parts.flatMap((part, number) => (number ? [h("wbr"), part] : [part])),
  );
}

/**
 * The races that a lord wants: the demanded one by its shape, the others as open circles.
 * @param {number} races
 * @param {string | null} race
 */
export function racePips(races, race) {
  const others = races - (race ? 1 : 0);
  return h(
    "span",
    { class: "pips" },
    race ? raceMark(race) : null,
    Array.from({ length: others }, (_, place) => h("span", { class: "pip any", key: `any-${place}` })),
  );
}

/**
 * A location.
 * @param {number} id
 * @param {LocationManner} [manner]
 */
export function location(id, manner = {}) {
  return once("location", id, manner, () => drawLocation(id, manner));
}

/**
 * @param {number} id
 * @param {LocationManner} manner
 */
function drawLocation(id, manner) {
  const card = locationCard(id);
  const worth = manner.worth;
  const loot = manner.loot?.length ? `. ${titled(word("loot"), manner.loot.join(", "))}` : "";
  return cardButton(
    "location",
    {
      life: `location-${id}`,
      tip: `location:${id}`,
      target: `location:${id}`,
      label: `${card.name}. ${card.text}${worth === undefined ? "" : `. ${word("worth_now", { points: worth })}`}${loot}`,
      ...manner,
    },
    [
      h("span", { class: "art" }, art(`location-${id}`, "picture", CUT)),
      worth === undefined ? null : h("span", { class: "worth" }, worth),
      h("span", { class: "about" }, cardName(card.name), h("span", { class: "formula" }, card.formula)),
      manner.loot?.length
        ? h(
            "span",
            { class: "loot" },
            art("loot"),
            manner.loot.map((value) => h("b", null, value)),
          )
        : null,
    ],
  );
}

/**
 * An ally: shape, letter, number and colour of its race.
 * @param {string} code
 * @param {AllyManner} [manner]
 */
export function ally(code, manner = {}) {
  return once("ally", code, manner, () => drawAlly(code, manner));
}

/**
 * @param {string} code
 * @param {AllyManner} manner
 */
function drawAlly(code, manner) {
  const letter = code.charAt(0).toLowerCase();
  const isMonster = code === "M";
  return cardButton(
    `ally race-${letter} ${manner.isSmall ? "small" : ""}`,
    {
      tip: `ally:${code}`,
      target: `card:${code}`,
      label: allyName(code),
      ...manner,
    },
    [
      isMonster ? null : h("span", { class: "value" }, valueOfAlly(code)),
      isMonster ? null : h("span", { class: "letter" }, code.charAt(0)),
      boost(code),
      art(isMonster ? "monster" : `race-${letter}`, "picture"),
      manner.times !== undefined && manner.times > 1
        ? h("span", { class: "times" }, `×${manner.times}`)
        : null,
    ],
  );
}

/**
 * What an ally does in a fight besides: a double die or a pearl boost.
 * @param {string} code
 */
export function boost(code) {
  const mark = dictionary.boosts[code];
  return mark ? art(mark, "icon boost") : null;
}

/**
 * An ally inside a button or a sentence.
 * @param {string} code
 * @param {string} [key]
 */
export function allyChip(code, key = code) {
  const letter = code.charAt(0).toLowerCase();
  return h(
    "span",
    { class: `chip race-${letter}`, key },
    art(code === "M" ? "monster" : `race-${letter}`),
    code === "M" ? "" : `${code.charAt(0)}${valueOfAlly(code)}`,
    boost(code),
  );
}

/**
 * The likeliest attack in few signs, the roll that it needs and its chance: "4+ 50%".
 * @param {import("../messages").FightShown} fight
 */
function oddsOf({ roll, percent }) {
  const needed = percent === 0 || percent === 100 ? "" : `${roll}+ `;
  return `${needed}${percent}%`;
}

/**
 * A leviathan of the border; `fight` is the likeliest attack of the own hand on it.
 * @param {number} id
 * @param {string} zone
 * @param {number} lost
 * @param {LeviathanManner} [manner]
 */
export function leviathan(id, zone, lost, manner = {}) {
  return once("leviathan", id, [zone, lost, manner], () => drawLeviathan(id, zone, lost, manner));
}

/**
 * @param {number} id
 * @param {string} zone
 * @param {number} lost
 * @param {LeviathanManner} manner
 */
function drawLeviathan(id, zone, lost, manner) {
  const { fight } = manner;
  const odds = fight ? ` ${word("fight_with", { card: allyName(fight.card) })} ${fight.text}` : "";
  const card = leviathanCard(id);
  const label = dictionary.zones[zone] ?? zone;
  const left = card.levels.slice(lost);
  return cardButton(
    "leviathan",
    {
      life: `leviathan-${id}`,
      tip: `leviathan:${id}`,
      target: `border:${zone}`,
      label: `${titled(word("zone", { label }), card.name)}. ${card.text} ${word("levels_left", { left: left.length, all: card.levels.length })}${odds}`,
      ...manner,
    },
    [
      h("span", { class: "dice" }, label),
      h("span", { class: "art" }, art(`leviathan-${id}`, "picture")),
      h(
        "span",
        { class: "life" },
        card.levels.map((_, place) => h("i", { class: place < lost ? "lost" : "" })),
      ),
      h(
        "span",
        { class: "fighters" },
        card.fighters.map((race) => raceMark(race)),
      ),
      left[0]
        ? h("span", { class: "power" }, left[0][0], h("small", null, art("monster"), left[0][1]))
        : null,
      h("span", { class: "name" }, card.name),
      fight ? h("span", { class: "odds" }, oddsOf(fight)) : null,
      h("span", { class: "attack" }, card.attack),
    ],
  );
}
