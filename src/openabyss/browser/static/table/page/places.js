// Going to places of the page: the parts of which a small screen shows one at a time, what is lit, what keys lead to.

import { h } from "./dom.js";
import { word } from "./words.js";

const PANES = ["court", "depths", "players", "log"];

/**
 * The buttons that lead to the parts, where there is not room for all.
 * @param {number} unread lines of the chat
 */
export function paneButtons(unread) {
  return PANES.map((pane) =>
    h(
      "button",
      {
        type: "button",
        class: "way",
        key: pane,
        "data-command": `pane-${pane}`,
        "aria-pressed": String(document.body.dataset["shows"] === pane),
      },
      word(pane),
      pane === "log" && unread ? h("span", { class: "unread" }, unread) : null,
    ),
  );
}

/**
 * Show a part; the log also closes again, where it covers the table.
 * @param {string} pane
 */
export function showPane(pane) {
  const { dataset } = document.body;
  dataset["shows"] = pane === "log" && dataset["shows"] === "log" ? "court" : pane;
  for (const way of document.querySelectorAll(".way"))
    way.setAttribute("aria-pressed", String(way.getAttribute("data-command") === `pane-${dataset["shows"]}`));
}

/**
 * Show the part that contains an element.
 * @param {Element | null} element
 */
export function showPaneOf(element) {
  const pane = element?.closest("[data-pane]")?.getAttribute("data-pane");
  if (pane && pane !== document.body.dataset["shows"]) showPane(pane);
}

/**
 * Show a lord that has just come to the court.
 * @param {number | string | null} lord
 */
export function showLord(lord) {
  const card = document.querySelector(`#zone-court [data-life="lord-${lord}"]`);
  showPaneOf(card);
  card?.scrollIntoView({ block: "nearest" });
}

/**
 * Show the part of the table with most of what can be chosen, else with what the question is about;
 * it is brought in sight, as far as it is not.
 * @param {import("../messages").About | undefined} about
 * @param {boolean} isSmooth
 */
export function showWhatIsAsked(about, isSmooth) {
  const lit = [...document.querySelectorAll("#table .card.lit")];
  const asked = lit.length ? lit : piecesAbout(about ?? {});
  showPaneOf(fullest(asked));
  const shown = asked.filter((card) => card.checkVisibility());
  const zones = new Set(shown.map((card) => card.closest("#table .mat > *")));
  const isEnough = zones.size > 1 ? shown.some(isInSight) : shown.every(isInSight);
  if (isEnough) return;
  const zone = [...zones][0]?.getBoundingClientRect();
  const table = document.getElementById("table");
  if (!zone || !table) return;
  const first = shown[0]?.getBoundingClientRect() ?? zone;
  const top = (first.bottom - zone.top > table.clientHeight ? first : zone).top - at("table").top;
  table.scrollBy({ top, behavior: isSmooth ? "smooth" : "auto" });
}

/** @param {Element} piece of the table */
function isInSight(piece) {
  const { top, bottom } = piece.getBoundingClientRect();
  const table = at("table");
  return top >= table.top && bottom <= table.bottom;
}

/**
 * What a question is about, as far as it is on the table.
 * @param {import("../messages").About} about
 */
function piecesAbout({ lord, location, leviathan, space }) {
  const lives = { lord, location, leviathan };
  const found = Object.entries(lives).map(([kind, id]) => `#table [data-life="${kind}-${id}"]`);
  const place = `#table [data-target="track:${(space ?? 0) - 1}"]`;
  return [...document.querySelectorAll([...found, place].join(", "))];
}

/**
 * A card of the part that contains most of the cards.
 * @param {Element[]} cards
 */
function fullest(cards) {
  /** @type {Map<Element | null, Element[]>} */
  const parts = new Map();
  for (const card of cards) {
    const part = card.closest("[data-pane]");
    parts.set(part, [...(parts.get(part) ?? []), card]);
  }
  return [...parts.values()].sort((one, other) => other.length - one.length)[0]?.[0] ?? null;
}

const PLACES = /** @type {Record<string, string>} */ ({
  "to-hand": ".hand button[tabindex='0']",
  "to-answers": "#dock .answers button[tabindex='0']",
  "to-table": "#zone-court button[tabindex='0']",
  "to-log": "#log-lines",
  "to-chat": "#chat-text",
  "to-prompt": "#prompt",
  "to-guide": "#guide :is(a, button):not([hidden], .quiet, #guide-back)",
});

/** @param {string} name */
export function goTo(name) {
  const element = document.querySelector(PLACES[name] ?? "#prompt");
  showPaneOf(element);
  if (element instanceof HTMLElement) element.focus();
}

/** How answers come closer, step by step. */
const CLOSER = ["tight", "tighter"];

/**
 * The hand scrolls only where it is too long, since what scrolls cuts off what flies in. Answers come closer where
 * they are many; what has no room even so is counted on a sign.
 */
export function fitDock() {
  const hand = document.querySelector(".hand");
  hand?.toggleAttribute("data-long", hand.scrollWidth > hand.clientWidth + 1);
  const dock = document.getElementById("dock");
  const panel = /** @type {HTMLElement | null} */ (dock?.querySelector(":scope > :is(.answers, .paying)"));
  if (!dock || !panel) return;
  panel.classList.remove(...CLOSER);
  for (const step of CLOSER) if (panel.scrollHeight > panel.clientHeight + 1) panel.classList.add(step);
  // With large text on a telephone the dock scrolls, not the panel.
  for (const one of [dock, panel]) one.onscroll = () => countBelow(dock, panel);
  countBelow(dock, panel);
}

/**
 * How many answers are below the edge of the panel or the dock.
 * @param {HTMLElement} dock
 * @param {Element} panel
 */
function countBelow(dock, panel) {
  const edge = Math.min(...[dock, panel].map((one) => one.getBoundingClientRect().bottom)) + 3;
  const answers = [...panel.querySelectorAll(".answer, .proposal")];
  const below = answers.filter((one) => one.getBoundingClientRect().bottom > edge).length;
  const sign = /** @type {HTMLElement | null} */ (dock.querySelector(".below"));
  if (!sign) return;
  sign.hidden = below === 0;
  sign.textContent = `▾ ${below}`;
  sign.onclick = () => {
    for (const one of [dock, panel]) one.scrollBy(0, one.clientHeight * 0.8);
  };
}

/** @param {string} id */
function at(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id)).getBoundingClientRect();
}

/** @param {string} id */
export function isAtEnd(id) {
  const element = document.getElementById(id);
  return !element || element.scrollTop + element.clientHeight >= element.scrollHeight - 30;
}

/** @param {string} id */
export function toEnd(id) {
  const element = document.getElementById(id);
  if (element) element.scrollTop = element.scrollHeight;
}
