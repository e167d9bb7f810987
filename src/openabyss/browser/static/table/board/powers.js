// The power of each lord in a line of signs, for whoever has read its text once; the words are in its tip.

import { h } from "../page/dom.js";
import { art } from "./cards.js";

/** Words of a line that are drawn; anything else stands for itself. ☺: the opponents, ○: any race, ▸: becomes. */
const DRAWINGS = /** @type {Record<string, string>} */ ({
  ally: "deck-exploration",
  die: "die-6",
  kraken: "race-k",
  leviathan: "leviathan-1",
  location: "deck-location",
  lord: "deck-lord",
  monster: "monster",
  nebulis: "nebulis",
  pearl: "pearl",
  sentinel: "sentinel",
  soldier: "guild-soldier",
  threat: "threat",
});

/** By the number of the lord; those that are missing have no power. */
const LINES = /** @type {Record<number, string>} */ ({
  1: "☺ lord +2",
  2: "☺ −1 ally",
  3: "☺ −2 pearl",
  4: "☺ lord ✕",
  5: "☺ ally ≤6",
  6: "☺ threat −1",
  7: "☺ ▸ monster",
  8: "ally ▸ pearl",
  9: "+3 pearl",
  10: "+2 pearl",
  11: "+1 pearl ↻",
  12: "ally ▸ 2 pearl",
  13: "+1 pearl",
  14: "☺ soldier ✕",
  15: "+1 ▶",
  16: "+ ally ally ally",
  17: "ally ally ally ✕",
  18: "2 × ally ally",
  19: "location ⇄ location",
  20: "? ally",
  21: "lord ✕ ▸ lord",
  22: "5 pearl ▸ lord",
  23: "lord ▸ lord",
  24: "○ ○ ○",
  25: "lord −2",
  26: "lord ▸ ? lord",
  33: "2 location ▸ 1",
  34: "1 location",
  35: "3 location ▸ 1",
  101: "nebulis ▸ pearl",
  102: "2 nebulis",
  103: "nebulis + pearl",
  104: "nebulis ▸ ☺",
  105: "kraken ▸ 0 nebulis",
  106: "+1 nebulis sentinel",
  107: "+1 nebulis sentinel",
  108: "+1 nebulis sentinel",
  109: "☺ lord ▸ pearl",
  110: "+5 pearl",
  111: "2 × ally",
  112: "✕ ▸ ally",
  113: "☺ pearl ▸ pearl",
  114: "☺ ally ✕",
  115: "+1 lord",
  116: "location ▸ lord",
  201: "2 × leviathan",
  202: "leviathan ▸ ☺",
  203: "leviathan ▸ 2 pearl",
  204: "leviathan ▸ pearl",
  205: "○ ▸ leviathan",
  206: "die leviathan",
  207: "leviathan ▸ monster",
  208: "leviathan −1",
  209: "monster ✕",
  210: "+1 leviathan",
});

/** @param {number} lord */
export function powerLine(lord) {
  const signs = LINES[lord]?.split(" ") ?? [];
  return h(
    "span",
    { class: "line" },
    signs.map((sign, place) => h("span", { key: `${place}` }, DRAWINGS[sign] ? art(DRAWINGS[sign]) : sign)),
  );
}
