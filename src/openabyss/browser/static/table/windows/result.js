// The end: the table becomes the result, counted row by row.

import { art, divisible } from "../board/cards.js";
import { avatar, colourOf } from "../board/people.js";
import { commandButton, h, patch } from "../page/dom.js";
import { word } from "../page/words.js";

/**
 * @typedef {import("../messages").Update} Update
 * @typedef {import("../messages").Person} Person
 * @typedef {import("../messages").ResultShown} Shown
 */

/** How long a row is looked at before the next is counted, in ms. */
const ROW = 900;

export class Result {
  /**
   * @param {HTMLElement} element
   * @param {() => number} tempo 0 for everything at once
   */
  constructor(element, tempo) {
    this.element = element;
    this.tempo = tempo;
    this.isClosed = false;
    /** @type {number | null} how many rows have been counted; null before the end */
    this.counted = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Update | null} */
    this.update = null;
  }

  /**
   * Somebody who saw the end come sees the count; somebody who comes later sees the result.
   * @param {Update} update
   * @param {boolean} isLive
   */
  follow(update, isLive) {
    this.update = update;
    if (update.result && this.counted === null) {
      this.counted = isLive && this.tempo() > 0 ? 0 : this.rows;
      this.countOn();
    }
    if (!update.result) {
      clearTimeout(this.timer);
      this.counted = null;
    }
    this.draw();
  }

  /** How many rows the result has, if there is one. */
  get rows() {
    return this.update?.result?.rows.length ?? 0;
  }

  countOn() {
    if (this.counted === null || this.counted >= this.rows) return;
    this.timer = setTimeout(() => {
      this.counted = (this.counted ?? 0) + 1;
      this.draw();
      this.countOn();
    }, ROW * this.tempo());
  }

  /** @param {string} name "result-skip", "result-close" or "result-open" */
  run(name) {
    clearTimeout(this.timer);
    this.counted = this.rows || null;
    if (name !== "result-skip") this.isClosed = name === "result-close";
    this.draw();
    if (document.activeElement !== document.body) return;
    const next = this.element.querySelector("#result-title, .result-opener");
    if (next instanceof HTMLElement) next.focus();
  }

  /** Nothing of it stays on the page. */
  forget() {
    clearTimeout(this.timer);
    this.counted = null;
    this.isClosed = false;
    patch(this.element, []);
  }

  draw() {
    const { update, counted, isClosed } = this;
    const result = update?.result;
    const isShown = Boolean(result && counted !== null && !isClosed);
    document.body.toggleAttribute("data-result", isShown);
    // It is behind the result, and the focus does not stay there.
    const table = document.getElementById("table");
    const isAbove = isShown && Boolean(table?.contains(document.activeElement));
    if (table) table.inert = isShown;
    document.body.toggleAttribute("data-counting", isShown && Number(counted) < this.rows);
    if (!update || !result || counted === null) return patch(this.element, []);
    patch(this.element, isClosed ? opener() : panel(update, result, counted));
    const title = isAbove ? this.element.querySelector("#result-title") : null;
    if (title instanceof HTMLElement) title.focus();
  }
}

function opener() {
  return commandButton("result-open", word("see_result"), "result-opener primary");
}

/**
 * Who has won, and the place of the person here; "" for spectators.
 * @param {Update} update
 */
export function resultInWords({ people, result, view }) {
  const place = result?.places[view.seat ?? -1];
  return [result?.outcome, place ? word("your_place", { place, players: people.length }) : ""];
}

/**
 * @param {Update} update
 * @param {Shown} result
 * @param {number} counted
 */
function panel(update, result, counted) {
  const { people } = update;
  const isDone = counted >= result.rows.length;
  const [outcome, place] = resultInWords(update);
  return h(
    "section",
    { class: "result panel", key: "result", "aria-labelledby": "result-title" },
    h("h2", { id: "result-title", tabindex: "-1" }, isDone ? outcome : word("game_over")),
    h("p", { class: "soft" }, result.ending),
    isDone && place ? h("p", { class: "own-place", key: "place" }, place) : null,
    sheet(people, result, counted, isDone),
    isDone && result.tie ? h("p", { class: "tie", key: "tie" }, result.tie) : null,
    isDone
      ? buttons(update)
      : h("p", { class: "row", key: "skip" }, commandButton("result-skip", word("skip_count"))),
  );
}

/**
 * @param {Person[]} people
 * @param {Shown} result
 * @param {number} counted
 * @param {boolean} isDone
 */
function sheet(people, { rows, places }, counted, isDone) {
  const sums = rows[counted - 1]?.sums ?? people.map(() => 0);
  const most = Math.max(1, ...(rows.at(-1)?.sums ?? []));
  return h(
    "div",
    { class: "scrolls", key: "sheet", tabindex: "0", role: "region", "aria-label": word("influence_from") },
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, word("influence_from")),
          people.map((person, seat) =>
            h(
              "th",
              { scope: "col", key: `who-${seat}`, class: isDone && places[seat] === 1 ? "winner" : "" },
              pillar(people, seat, Math.max(0, sums[seat] ?? 0) / most, isDone && places[seat] === 1),
              h("span", { class: "who" }, person.name),
              isDone && places[seat] ? h("span", { class: "place" }, word(`place_${places[seat]}`)) : null,
            ),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map(({ title, points }, place) =>
          h(
            "tr",
            { key: `row-${place}`, class: place === counted - 1 && !isDone ? "now" : "" },
            h("th", { scope: "row" }, title.split(" ").map(divisible).join(" ")),
            points.map((number, seat) =>
              h("td", { key: `cell-${seat}` }, place < counted ? signed(number) : ""),
            ),
          ),
        ),
      ),
      h(
        "tfoot",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "row" }, word(isDone ? "total" : "influence_so_far")),
          sums.map((sum, seat) => h("td", { key: `sum-${seat}` }, signed(sum))),
        ),
      ),
    ),
  );
}

/**
 * A pillar that grows with what is counted, on which a player stands; the winner takes the throne.
 * @param {Person[]} people
 * @param {number} seat
 * @param {number} share of the highest
 * @param {boolean} isThroned
 */
function pillar(people, seat, share, isThroned) {
  return h(
    "span",
    { class: `pillar ${colourOf(people, seat)}`, style: { "--share": share.toFixed(3) } },
    h("i", { "aria-hidden": "true" }),
    h("span", { class: "on-top" }, isThroned ? art("throne", "throne") : null, avatar(people, seat)),
  );
}

/** @param {number} number */
function signed(number) {
  return String(number).replace("-", "−");
}

/**
 * Buttons beside the answers of the dock, which lead to all results and to a rematch.
 * @param {Update} update
 */
function buttons({ record_url: record }) {
  return h(
    "p",
    { class: "row", key: "ways" },
    commandButton("result-close", word("see_table")),
    commandButton("share", word("share")),
    record ? h("a", { class: "button", href: record, download: "" }, word("download_record")) : null,
  );
}
