// The page of one's own statistics, drawn from the games that this browser has noted.

import { inLanguage, language, word } from "../table/page/words.js";
import {
  asFile,
  forget,
  fromFile,
  games,
  grouped,
  keep,
  merged,
  record,
  sources,
  streaks,
  suitingLevel,
} from "./games.js";
import { noteAll } from "./noting.js";
import { bars, course, widthIn } from "./plots.js";

/**
 * @typedef {import("./games.js").Game} Game
 * @typedef {import("../table/messages").CardDictionary} Dictionary
 */

/** How many lords and locations are listed, and how many games the plot of the scores shows. */
const FAVOURITES = 8;
const PLOTTED = 50;
/** A file of more than this is not read, in bytes. */
const MAX_FILE = 5_000_000;

/** @param {string} id */
function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** What wins among strong computers, in times par: the published statistics, sent with the page. */
const published = JSON.parse(part("published").textContent ?? "{}");
const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
const times = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** @param {Dictionary} cards */
function draw(cards) {
  const all = games();
  part("nothing").hidden = all.length > 0;
  part("figures").hidden = all.length === 0;
  if (!all.length) return;
  const { count, wins } = record(all);
  const { most, now } = streaks(all);
  part("count").textContent = String(count);
  part("wins").textContent = won(wins, count);
  part("streak").textContent = word("streak", { most, now });
  part("mean").textContent = numbers.format(all.reduce((sum, { total }) => sum + total, 0) / count);
  const level = suitingLevel(all, published.levels);
  part("suits").textContent = level ? word(`level_${level}`) : word("suits_unknown");
  fill(
    "by-set",
    grouped(all, (game) => [setOf(game)]).map(([set, some]) => line(word(set), some)),
  );
  fill(
    "by-players",
    grouped(all, ({ players }) => [players])
      .sort(([one], [other]) => one - other)
      .map(([players, some]) => line(word("players", { players }), some)),
  );
  fill(
    "by-level",
    grouped(all, (game) => [game.level]).map(([one, some]) => line(levelName(one), some)),
  );
  const means = sources(all).map(([kind, points]) => ({ name: word(kind), value: points }));
  part("sources-plot").replaceChildren(
    bars(
      means,
      (points) => numbers.format(points).replace("-", "−"),
      word("sources_plot"),
      widthIn(part("sources-plot")),
    ),
  );
  part("course-plot").replaceChildren(
    course(
      all.slice(-PLOTTED),
      word("course_plot"),
      [word("own"), word("best_other")],
      widthIn(part("course-plot")),
    ),
  );
  favourites("lords", all, cards.lords);
  favourites("locations", all, cards.locations);
}

/**
 * The words for a level; a bot that a server was started with has none and keeps its name.
 * @param {string} level
 */
function levelName(level) {
  const key = `level_${level}`;
  const name = word(key);
  return name === key ? level : name;
}

/** @param {Game} game */
function setOf({ kraken, leviathan }) {
  return kraken && leviathan ? "both" : kraken ? "kraken" : leviathan ? "leviathan" : "base";
}

/**
 * @param {number} wins
 * @param {number} count
 */
function won(wins, count) {
  return word("won", { wins: numbers.format(wins), percent: Math.round((100 * wins) / count) });
}

/**
 * @param {string} name
 * @param {Game[]} some
 */
function line(name, some) {
  const { count, wins, times: ratio } = record(some);
  return [name, String(count), won(wins, count), times.format(ratio)];
}

/**
 * The cards that were had most often, how their games went, and how those of strong computers went.
 * @param {"lords" | "locations"} kind
 * @param {Game[]} all
 * @param {Record<string, {name: string}>} cards
 */
function favourites(kind, all, cards) {
  const held = grouped(all, (game) => game[kind]).filter(([id]) => cards[id]);
  fill(
    `favourite-${kind}`,
    held.slice(0, FAVOURITES).map(([id, some]) => {
      const theirs = published[kind][id];
      return [...line(cards[id]?.name ?? "", some), theirs === undefined ? "–" : times.format(theirs)];
    }),
  );
}

/**
 * A table without rows is not shown.
 * @param {string} table
 * @param {string[][]} rows the first cell of each is its head
 */
function fill(table, rows) {
  part(table)
    .closest(".scrolls")
    ?.toggleAttribute("hidden", rows.length === 0);
  part(table)
    .querySelector("tbody")
    ?.replaceChildren(
      ...rows.map(([head = "", ...cells]) => {
        const row = document.createElement("tr");
        const first = document.createElement("th");
        first.scope = "row";
        first.textContent = head;
        row.append(first);
        for (const cell of cells) {
          const made = row.insertCell();
          made.className = "number";
          made.textContent = cell;
        }
        return row;
      }),
    );
}

/** @param {string} text */
function say(text) {
  part("said").textContent = text;
}

/** @param {Dictionary} cards */
function listen(cards) {
  part("export").onclick = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([asFile(games())], { type: "application/json" }));
    link.download = "openabyss-games.json";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const file = /** @type {HTMLInputElement} */ (part("file"));
  part("import").onclick = () => file.click();
  file.onchange = async () => {
    const [chosen] = file.files ?? [];
    file.value = "";
    const found = chosen && chosen.size <= MAX_FILE ? fromFile(await chosen.text()) : null;
    const before = games().length;
    const isKept = found !== null && keep(merged(games(), found));
    say(isKept ? word("imported", { count: games().length - before }) : word("not_imported"));
    draw(cards);
  };
  part("delete").onclick = () => {
    if (!confirm(word("delete_all"))) return;
    forget();
    say(word("deleted"));
    draw(cards);
  };
}

async function begin() {
  const answer = await fetch(inLanguage(language, "/api/cards.json"));
  const cards = await answer.json();
  listen(cards);
  draw(cards);
  await noteAll();
  draw(cards);
}

begin();
