// Cards and pieces as elements: lords, locations, allies, leviathans, counts with an icon.

import { h } from "../page/dom.js";
import { titled, word } from "../page/words.js";
import { cardOf, dictionary } from "../state/dictionary.js";

let artUrl = "";

/** @param {string} url of the sprite */
export function drawFrom(url) {
  artUrl = url;
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

// A view is cut where the card is wider or higher than the view: it has no margins.
const CUT = { viewBox: "0 0 96 64", preserveAspectRatio: "xMidYMid slice" };
const PORTRAIT = { ...CUT, viewBox: "0 0 64 64" };

/** @param {string} race */
export function raceMark(race) {
  const { symbol } = cardOf("races", race);
  return art(symbol, `icon ${symbol}`);
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
    { class: `count ${kind} ${amount ? "" : "none"}`, "data-tip": `text:${name}`, key: `count-${icon}` },
    art(icon),
    h("span", { class: "hidden-visually" }, `${titled(name)} `),
    h("b", null, amount),
  );
}

/**
 * A picture that means something beside the card that carries it, which is read aloud and shown as a tip.
 * @param {string} icon
 * @param {string} text
 * @param {string} [kind] a class
 * @param {any} [beside]
 */
export function sign(icon, text, kind = "mark", beside = null) {
  return h("span", { class: kind, key: text, "data-tip": `text:${text}` }, art(icon), beside, spoken(text));
}

/**
 * @typedef {{
 *   life?: string, target?: string, tip?: string, highlight?: string, label?: string, pressed?: boolean, badges?: any[], style?: Record<string, string>
 * }} CardProps how a card is shown: `highlight` begins with "lit", "off" or "chosen", or is ""
 */

/**
 * The button that every card is.
 * @param {string} kind
 * @param {CardProps} props
 * @param {any[]} inside
 */
function cardButton(kind, props, inside) {
  const { life, target, tip, highlight = "", label = "", pressed, badges = [], style } = props;
  return h(
    "button",
    {
      type: "button",
      class: `card ${kind} ${highlight}`,
      life,
      key: life ? undefined : `${kind}-${tip}`,
      style,
      "data-card": "",
      "data-target": target,
      "data-tip": tip,
      "aria-pressed": pressed === undefined ? undefined : String(pressed),
    },
    spoken(sentences(label, highlight.startsWith("lit") ? word("can_be_chosen") : "")),
    inside.filter(Boolean).map(unread),
    badges,
  );
}

/** @type {Map<string, import("../page/dom.js").Description>} */
const described = new Map();
const MAX_DESCRIBED = 4000;

/**
 * A card that is shown with the same props as before has the same description, and nothing of it is compared or drawn.
 * @param {string} kind
 * @param {number | string} id
 * @param {unknown} props everything else that the card depends on
 * @param {() => import("../page/dom.js").Description} describe
 */
function once(kind, id, props, describe) {
  const key = `${kind} ${id} ${JSON.stringify(props)}`;
  const known = described.get(key);
  if (known) return known;
  if (described.size >= MAX_DESCRIBED) described.clear();
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
 * Texts one after the other, each ended by one full stop before the next.
 * @param {string[]} texts of which some may be empty
 */
function sentences(...texts) {
  return texts.filter(Boolean).join(". ").replaceAll(".. ", ". ");
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

/** @typedef {CardProps & {cost?: number, lack?: number | null, races?: number, race?: string | null, isSmall?: boolean, isDown?: boolean, isUsed?: boolean}} LordProps */
/** @typedef {CardProps & {worth?: number | undefined, loot?: number[]}} LocationProps */
/** @typedef {CardProps & {isSmall?: boolean, isOutranked?: boolean}} AllyProps */
/** @typedef {CardProps & {fight?: import("../messages").FightShown}} LeviathanProps */

/**
 * A lord. `cost` is what it costs now, where that is known; `lack` the money that is missing, null if races are.
 * @param {number} id
 * @param {LordProps} [props]
 */
export function lord(id, props = {}) {
  return once("lord", id, props, () => drawLord(id, props));
}

/**
 * @param {number} id
 * @param {LordProps} props
 */
function drawLord(id, props) {
  const card = cardOf("lords", id);
  const race = props.race === undefined ? card.race : props.race;
  const tone = card.race ? cardOf("races", card.race).symbol : `guild-${card.guild}`;
  const cost = props.cost ?? card.cost;
  const state = `${props.isDown ? "down" : ""} ${props.isUsed ? "used" : ""} ${props.isSmall ? "small" : ""}`;
  return cardButton(
    `lord ${tone} ${state}`,
    {
      life: `lord-${id}`,
      tip: `lord:${id}`,
      target: `lord:${id}`,
      label: lordLabel(id, cost, props),
      ...props,
    },
    [
      h("span", { class: "art" }, art(`lord-${id}`, "picture", PORTRAIT)),
      props.isSmall
        ? null
        : h(
            "span",
            { class: "price" },
            h("b", null, cost),
            cost !== card.cost ? h("s", null, card.cost) : null,
            racePips(props.races ?? card.races, race),
          ),
      props.lack === undefined
        ? null
        : h("span", { class: "lacks" }, "−", props.lack ?? h("span", { class: "pip any" })),
      laurel(card.influence, "influence"),
      card.keys ? h("span", { class: "keyed" }, art("key")) : null,
      TIMINGS[card.timing] ? h("span", { class: "timing" }, TIMINGS[card.timing]) : null,
      props.isSmall
        ? h("span", { class: "about" }, cardName(card.name.split(" ").map(narrowWord).join(" ")))
        : h("span", { class: "about" }, cardName(card.name), powerLine(card.signs)),
    ],
  );
}

/**
 * Points in a wreath, which every card has in the same corner.
 * @param {number} points
 * @param {string} kind a class
 */
function laurel(points, kind) {
  return h("span", { class: `laurel ${kind}` }, art("laurel", "wreath"), h("b", null, points));
}

/**
 * @param {number} id
 * @param {number} cost
 * @param {{isDown?: boolean, isUsed?: boolean}} props
 */
function lordLabel(id, cost, props) {
  const card = cardOf("lords", id);
  return sentences(
    card.name,
    card.facts,
    card.text,
    cost === card.cost ? "" : word("costs_now", { cost }),
    props.isDown ? word("disabled") : "",
    props.isUsed ? word("used") : "",
  );
}

/**
 * The power of a lord or the score of a location in a line of signs, for those who have read its text once; the words are in its tip.
 * @param {string[]} signs
 */
function powerLine(signs) {
  return h(
    "span",
    { class: "line" },
    signs.map((sign, place) => h("span", { key: `${place}` }, /^[a-z]/.test(sign) ? art(sign) : sign)),
  );
}

/**
 * What a monster gives, drawn.
 * @param {string[]} signs
 */
export function rewardSigns(signs) {
  return signs.map((sign, place) =>
    sign === "spoils"
      ? h("span", { class: "spoils", key: `${place}` }, art("pearl"), art("monster"))
      : h("span", { key: `${place}` }, art(sign)),
  );
}

const SOFT_HYPHEN = "\u00ad";
/** Words of fewer letters have room on the smallest card with a name. */
const LONG_WORD = 9;
/** Where a syllable begins in each of our languages: a consonant, or two that go together, before a vowel. */
const SYLLABLE =
  /(?:[csz]h|ch|sz|cz|rz|ph|th|gh|(?<!n)gn|qu|[bcfgkp]l|[bcdfgkpt]r|[^aeiouyáéíóúýàèìòùâêîôûäöüąęěůœæ])(?=[aeiouyáéíóúýàèìòùâêîôûäöüąęěůœæ])/giu;
const THREE_CONSONANTS = /[^aeiouyáéíóúýàèìòùâêîôûäöüąęěůœæ]{3}$/iu;
const MIN_LETTERS = 3;

/**
 * A long word with a soft hyphen where the syllable nearest to its middle begins: few browsers divide words
 * in all of our languages by themselves.
 * @param {string} word
 */
export function divisible(word) {
  if (word.length < LONG_WORD || word.includes("-")) return word;
  const middle = word.length / 2;
  const places = [...word.matchAll(SYLLABLE)]
    .map(({ index }) => index)
    .filter((place) => place >= MIN_LETTERS && !THREE_CONSONANTS.test(word.slice(0, place)))
    .sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle) || other - one);
  const [best] = places;
  return best === undefined ? word : `${word.slice(0, best)}${SOFT_HYPHEN}${word.slice(best)}`;
}

/**
 * A word for the smallest card with a name, on which a half, with its hyphen, can be a long word too.
 * @param {string} word
 */
export function narrowWord(word) {
  const [first, second] = divisible(word).split(SOFT_HYPHEN);
  return first && second ? divisible(first + SOFT_HYPHEN) + divisible(second) : word;
}

/**
 * A name in a size in which its longest word has room; where it has none, a line may end after an apostrophe.
 * @param {string} name
 */
function cardName(name) {
  const words = name.replaceAll(SOFT_HYPHEN, "").split(" ");
  const letters = Math.max(...words.map((part) => part.length));
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
 * @param {LocationProps} [props]
 */
export function location(id, props = {}) {
  return once("location", id, props, () => drawLocation(id, props));
}

/**
 * @param {number} id
 * @param {LocationProps} props
 */
function drawLocation(id, props) {
  const card = cardOf("locations", id);
  const worth = props.worth;
  const worthNow = worth === undefined ? "" : word("worth_now", { points: worth });
  const loot = props.loot?.length ? titled(word("loot"), props.loot.join(", ")) : "";
  return cardButton(
    "location",
    {
      life: `location-${id}`,
      tip: `location:${id}`,
      target: `location:${id}`,
      label: sentences(card.name, card.text, worthNow, loot),
      ...props,
    },
    [
      h("span", { class: "art" }, art(`location-${id}`, "picture", CUT)),
      worth === undefined ? null : laurel(worth, "worth"),
      h("span", { class: "about" }, cardName(card.name), powerLine(card.signs)),
      props.loot?.length
        ? h(
            "span",
            { class: "loot" },
            art("loot"),
            props.loot.map((value) => h("b", null, value)),
          )
        : null,
    ],
  );
}

/**
 * An ally: shape, letter, number and colour of its race.
 * @param {string} code
 * @param {AllyProps} [props]
 */
export function ally(code, props = {}) {
  return once("ally", code, props, () => drawAlly(code, props));
}

/**
 * @param {string} code
 * @param {AllyProps} props
 */
function drawAlly(code, props) {
  const card = cardOf("allies", code);
  const isMonster = code === MONSTER;
  return cardButton(
    `ally ${toneOf(code)} ${props.isSmall ? "small" : ""} ${props.isOutranked ? "outranked" : ""}`,
    {
      tip: `ally:${code}`,
      target: `card:${code}`,
      label: sentences(card.name, props.isOutranked ? word("outranked") : ""),
      ...props,
    },
    [
      isMonster ? null : h("span", { class: "value" }, card.value),
      isMonster ? null : h("span", { class: "letter" }, card.letter),
      boost(code),
      art(card.symbol, "picture"),
    ],
  );
}

/** A monster bears no number and no letter, and has a colour of its own. */
const MONSTER = "M";

/** @param {string} code */
function toneOf(code) {
  return code === MONSTER ? "race-m" : cardOf("allies", code).symbol;
}

/**
 * What an ally does in a fight besides: a double die or a pearl boost.
 * @param {string} code
 */
function boost(code) {
  const mark = cardOf("allies", code).boost;
  return mark ? art(mark, "icon boost") : null;
}

/**
 * An ally inside a button or a sentence.
 * @param {string} code
 * @param {string} [key]
 */
export function allyChip(code, key = code) {
  const { symbol, letter, value } = cardOf("allies", code);
  return h(
    "span",
    { class: `chip ${toneOf(code)}`, key },
    art(symbol),
    code === MONSTER ? "" : `${letter}${value}`,
    boost(code),
  );
}

/**
 * A card in large, without its frame.
 * @param {string} kind
 * @param {string} id
 */
export function largePicture(kind, id) {
  if (kind !== "ally") return art(`${kind}-${id}`);
  const { symbol, value } = cardOf("allies", id);
  if (id === MONSTER) return art(symbol);
  return h("span", { class: symbol }, art(symbol), h("b", null, value), boost(id));
}

/**
 * The likeliest attack in few signs, the roll that it needs and its chance: "4+ 50%".
 * @param {import("../messages").FightShown} fight
 */
function oddsOf({ roll, percent }) {
  const needed = percent === 0 || percent === 100 ? "" : `${roll}+ `;
  return needed + word("percent", { percent });
}

/**
 * A leviathan of the border; `fight` is the likeliest attack of the own hand on it.
 * @param {number} id
 * @param {string} zone
 * @param {number} lost
 * @param {LeviathanProps} [props]
 */
export function leviathan(id, zone, lost, props = {}) {
  return once("leviathan", id, [zone, lost, props], () => drawLeviathan(id, zone, lost, props));
}

/**
 * @param {number} id
 * @param {string} zone
 * @param {number} lost
 * @param {LeviathanProps} props
 */
function drawLeviathan(id, zone, lost, props) {
  const { fight } = props;
  const odds = fight
    ? ` ${word("fight_with", { card: cardOf("allies", fight.card).name })} ${fight.text}`
    : "";
  const card = cardOf("leviathans", id);
  const label = dictionary.zones[zone] ?? zone;
  const left = card.levels.slice(lost);
  return cardButton(
    "leviathan",
    {
      life: `leviathan-${id}`,
      tip: `leviathan:${id}`,
      target: `border:${zone}`,
      label: `${titled(word("zone", { label }), card.name)}. ${card.text} ${word(card.levels.length === 1 ? "level_left" : "levels_left", { left: left.length, all: card.levels.length })}${odds}`,
      ...props,
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
