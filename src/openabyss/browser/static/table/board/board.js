// The middle of the table: court, exploration, council, locations, border.

import { h } from "../page/dom.js";
import { titled, word } from "../page/words.js";
import { cardOf, dictionary } from "../state/dictionary.js";
import * as cards from "./cards.js";
import { art, count } from "./cards.js";
import { initialsOf } from "./people.js";

/**
 * @typedef {import("../messages").Update} Update
 * @typedef {import("../messages").View} View
 * @typedef {import("../state/choices.js").Choices} Choices
 * @typedef {import("../state/allies.js").Allies} Allies
 * @typedef {{update: Update, view: View, choices: Choices, allies: Allies, dice: number[], fights: Record<string, import("../messages").FightShown>}} Scene what a part of the page is drawn from
 */

/** More tiles than these in a row, and they become too narrow to be known; above a border rows are lower. */
const TILES_IN_A_ROW = [6, 18];
const TILES_ABOVE_A_BORDER = [8, 18];

/**
 * The parts of the middle, in the order in which they lie.
 * @param {Scene} scene
 * @param {number} [lords] of the court, where not all of them are shown yet
 */
export function board(scene, lords) {
  const hasBorder = scene.update.config.leviathan;
  return [
    court(scene, lords),
    council(scene),
    exploration(scene),
    locations(scene),
    hasBorder ? border(scene) : null,
  ];
}

/** Which parts of the table a small screen shows together. */
const PANES = /** @type {Record<string, string>} */ ({
  court: "court",
  locations: "court",
  exploration: "depths",
  council: "depths",
  border: "depths",
});

/**
 * A part of the table with its heading.
 * @param {string} name
 * @param {string} title
 * @param {any[]} inside
 * @param {any} [beside] shown beside the heading
 * @param {string} [owner] the id of the name of whom it belongs to
 * @param {Record<string, string>} [style] how its pieces are laid out
 */
export function zone(name, title, inside, beside = null, owner = "", style = undefined) {
  return h(
    "section",
    {
      class: `zone ${name}`,
      key: name,
      id: `zone-${name}`,
      "data-pane": PANES[name],
      "aria-labelledby": `${owner} title-${name}`.trim(),
    },
    h("header", null, h("h2", { id: `title-${name}` }, title), beside),
    h(
      "div",
      {
        class: "pieces",
        "data-zone": name,
        role: "group",
        "aria-labelledby": `title-${name}`,
        style,
      },
      inside,
    ),
  );
}

/**
 * @param {Scene} scene
 * @param {number} [most] lords
 */
function court(scene, most) {
  const { view, update, choices } = scene;
  const offers = new Map(update.offers.map((offer) => [offer.lord, offer]));
  // While I am asked, gold is for what can be chosen.
  const isPlanning = !update.question?.mine;
  const lords = view.court.slice(0, most).map((id) => {
    const offer = offers.get(id);
    return cards.lord(id, {
      cost: offer?.cost,
      lack: offer && !offer.affordable && offer.shortfall !== 0 ? offer.shortfall : undefined,
      races: offer?.races,
      race: offer?.race,
      highlight: choices.highlight(`lord:${id}`) || (offer?.affordable && isPlanning ? "affordable" : ""),
      badges: [sentinelOn(view, "court", id, update)],
    });
  });
  const empty = freeSpaces("lord", lords.length, dictionary.spaces["court"] ?? 0);
  const deck = pile("deck-lord", word("lord_deck"), view.lord_deck_size, "lord_deck", choices, "lord");
  const discard = count("deck-lord", view.lord_discard.length, word("lord_discard"), "discard");
  return zone("court", word("court"), [...lords, ...empty, deck], discard);
}

/**
 * @param {string} kind of card for which they are
 * @param {number} taken spaces
 * @param {number} all
 */
function freeSpaces(kind, taken, all) {
  return Array.from({ length: Math.max(0, all - taken) }, (_, place) =>
    h("span", { class: `space ${kind}`, key: `space-${taken + place}`, "aria-hidden": "true" }),
  );
}

/**
 * A face-down pile, which can be an answer.
 * @param {string} drawing
 * @param {string} name
 * @param {number} size
 * @param {string} target
 * @param {Choices} choices
 * @param {string} kind
 */
function pile(drawing, name, size, target, choices, kind) {
  const highlight = choices.highlight(target);
  const action = choices.at(target)[0];
  const label = `${titled(name, String(size))}${action ? `. ${action.label}` : ""}`;
  return h(
    "button",
    {
      type: "button",
      class: `card pile ${kind} ${highlight}`,
      key: `pile-${target}`,
      "data-card": "",
      "data-target": target,
      "data-tip": `text:${action ? action.label : name}`,
      "data-pile": drawing,
    },
    cards.spoken(label),
    art(drawing, "picture back"),
    h("b", { class: "size", "aria-hidden": "true" }, size),
  );
}

/** @param {Scene} scene */
function exploration(scene) {
  const { view, choices, allies } = scene;
  const track = allies.in("track").map(({ name, code }, place) => {
    const target = `track:${place}`;
    const price = choices.at(target)[0]?.price;
    return cards.ally(code, {
      life: name,
      target,
      highlight: choices.highlight(target),
      badges: [price === undefined ? null : h("span", { class: "tag" }, art("pearl"), price)],
    });
  });
  const spaces = dictionary.spaces["track"] ?? 0;
  const empty = track.length < spaces ? [...freeSpaces("ally", track.length, spaces - 1), lastSpace()] : [];
  const deck = pile(
    "deck-exploration",
    word("exploration_deck"),
    view.exploration_deck_size,
    "exploration_deck",
    choices,
    "ally",
  );
  return zone(
    "exploration",
    word("exploration"),
    [deck, ...track, ...empty],
    [
      count("deck-exploration", view.exploration_discard_size, word("exploration_discard"), "discard"),
      scene.update.config.leviathan ? pool(view) : threat(view),
    ],
  );
}

/**
 * What a monster is worth at a level.
 * @param {number} level
 */
function threatAt(level) {
  return word("threat_tip", { level, reward: dictionary.rewards[level] ?? "" });
}

/** The last space of the track, as long as it is empty. */
function lastSpace() {
  const says = word("last_space");
  return h(
    "span",
    { class: "space ally", key: "last-space", role: "img", "aria-label": says, "data-tip": `text:${says}` },
    art("pearl"),
  );
}

/**
 * With Leviathan nobody swims past a monster for a better reward, so that there is no threat (`TableInWords.facts`).
 * @param {View} view
 */
function threat(view) {
  const level = view.threat;
  const steps = Object.values(dictionary.reward_signs);
  const passed = steps.slice(0, level - 1).flat().length;
  return h(
    "div",
    {
      class: "threat",
      key: "threat",
      role: "img",
      "data-tip": `text:${threatAt(level)}`,
      "aria-label": threatAt(level),
      tabindex: "0",
      style: {
        "--passed": String(passed),
        "--steps": String(level - 1),
        "--wide": String(steps[level - 1]?.length),
      },
    },
    steps.map((signs, place) =>
      h(
        "i",
        {
          class: place + 1 === level ? "now" : "",
          key: `level-${place}`,
          style: { "--deep": String(place) },
          "data-tip": `text:${threatAt(place + 1)}`,
        },
        cards.rewardSigns(signs),
      ),
    ),
    h("span", { class: "glider", key: "glider" }, art("monster")),
    pool(view),
  );
}

/**
 * The monster tokens that are left.
 * @param {View} view
 */
function pool(view) {
  return h(
    "span",
    { class: "pool", key: "pool", "data-tip": `text:${word("monster_pool")}` },
    art("monster"),
    view.monster_pool_size,
    view.leviathan_pool_size ? h("span", { class: "second" }, `+${view.leviathan_pool_size}`) : null,
  );
}

/** @param {Scene} scene */
function council(scene) {
  const { view, choices, update } = scene;
  const stacks = Object.entries(dictionary.races).map(([race, { stack, letter, symbol }]) => {
    const size = view.council_sizes[race] ?? 0;
    const highlight = choices.highlight(`stack:${race}`);
    return h(
      "button",
      {
        type: "button",
        key: `stack-${race}`,
        class: `card stack ${symbol} ${highlight} ${size ? "" : "empty"}`,
        "data-card": "",
        "data-target": `stack:${race}`,
        "data-tip": `stack:${race}`,
        "data-stack": race,
        style: { "--cards": String(Math.min(size, 8)) },
      },
      cards.spoken(
        word("stack_label", { race: stack, size }) +
          (highlight.startsWith("lit") ? `. ${word("can_be_chosen")}` : ""),
      ),
      h("span", { class: "value", "aria-hidden": "true" }, `×${size}`),
      h("span", { class: "letter", "aria-hidden": "true" }, letter),
      art(symbol, "picture"),
      sentinelOn(view, "council", race, update),
    );
  });
  return zone("council", word("council"), stacks);
}

/** @param {Scene} scene */
function locations(scene) {
  const { view, choices, update } = scene;
  const tiles = [...view.drawn_locations, ...view.available_locations].map((id) =>
    cards.location(id, {
      worth: update.worth[id]?.[view.seat ?? -1],
      loot: view.available_loot[id],
      highlight: `${choices.highlight(`location:${id}`)}${view.drawn_locations.includes(id) ? " drawn" : ""}`,
      badges: [sentinelOn(view, "locations", id, update)],
    }),
  );
  const deck = pile(
    "deck-location",
    word("location_deck"),
    view.location_deck_size,
    "location_deck",
    choices,
    "location",
  );
  const loot = view.loot_deck_size ? count("loot", view.loot_deck_size, word("loot_deck"), "discard") : null;
  return zone("locations", word("locations"), [...tiles, deck], loot, "", inRows(scene, tiles.length));
}

/**
 * In how many rows the locations lie: in one as long as they are known in it.
 * @param {Scene} scene
 */
export function rowsOfLocations({ update: { config, view } }) {
  const tiles = view.drawn_locations.length + view.available_locations.length;
  const most = config.leviathan ? TILES_ABOVE_A_BORDER : TILES_IN_A_ROW;
  return 1 + most.filter((number) => tiles > number).length;
}

/**
 * @param {Scene} scene
 * @param {number} tiles
 */
function inRows(scene, tiles) {
  const rows = rowsOfLocations(scene);
  const columns = Math.ceil(tiles / rows) || 1;
  return { "--rows": String(rows), "--columns": String(columns), "--narrow": rows > 1 ? "5" : "3" };
}

/** @param {Scene} scene */
function border(scene) {
  const { view, choices, dice, fights } = scene;
  const zones = Object.entries(dictionary.zones).map(([number, label]) => {
    const beast = view.border[number];
    const target = `border:${number}`;
    const highlight = choices.highlight(target);
    if (beast)
      return cards.leviathan(beast.id, number, beast.levels_lost, { highlight, fight: fights[number] });
    return h(
      highlight ? "button" : "span",
      {
        type: highlight ? "button" : undefined,
        class: `card leviathan free ${highlight}`,
        key: `free-${number}`,
        "data-card": highlight ? "" : undefined,
        "data-target": highlight ? target : undefined,
      },
      cards.spoken(word("zone_free", { label })),
      h("span", { class: "dice", "aria-hidden": "true" }, label),
    );
  });
  const drawn = view.drawn_leviathans.map((id) => cards.leviathan(id, "", 0, { target: `drawn:${id}` }));
  return zone(
    "border",
    word("border"),
    [...drawn, ...zones],
    h(
      "span",
      { class: "counts" },
      dice.length
        ? h(
            "span",
            {
              class: "rolled",
              key: "dice",
              role: "img",
              "aria-label": word("rolled", { dice: dice.join(", ") }),
              "data-tip": `text:${word("rolled", { dice: dice.join(", ") })}`,
            },
            dice.map((face, place) => h("span", { key: `die-${place}` }, art(`die-${face}`))),
          )
        : null,
      count("leviathan-1", view.leviathan_deck_size, word("leviathan_deck"), "discard"),
      view.scourge === null ? count("scourge", word("nobody"), word("scourge"), "discard") : null,
    ),
  );
}

/**
 * The token of a sentinel on what it guards, with the name of its owner.
 * @param {View} view
 * @param {string} area
 * @param {number | string} target
 * @param {Update} update
 */
function sentinelOn(view, area, target, update) {
  const sentinel = view.sentinels.find((one) => one.area === area && one.target === target);
  if (!sentinel) return null;
  const owner = update.people[sentinel.owner]?.name ?? "";
  const text = word("guarded_by", { lord: cardOf("lords", sentinel.lord).name, owner });
  const initials = h("b", { "aria-hidden": "true" }, initialsOf(update.people, sentinel.owner));
  return cards.sign("sentinel", text, "sentinel", initials);
}
