// Beside the table: the log with links to its cards, and what people say to each other.

import { timeOf } from "../../times.js";
import { colourOf } from "../board/people.js";
import { h } from "../page/dom.js";
import { isolated, word } from "../page/words.js";
import { deedsOf, linked } from "./deeds.js";

/**
 * @typedef {import("../state/store.js").Store} Store
 * @typedef {import("../messages").Person} Person
 */

/**
 * @param {Store} store
 */
export function side(store) {
  return [log(store), chat(store)];
}

/** @param {Store} store */
function log(store) {
  return h(
    "section",
    { class: "log", key: "log", id: "zone-log", "aria-labelledby": "title-log" },
    h("header", null, h("h2", { id: "title-log" }, word("log")), replayWay()),
    h(
      "ol",
      { class: "lines", tabindex: "0", "aria-labelledby": "title-log", id: "log-lines" },
      deedsOf(store.log).map((deed) => lineOf(deed, store.people)),
    ),
  );
}

/** The link to a replay of the game, where there is such a page. */
function replayWay() {
  const { replay } = document.body.dataset;
  return replay ? h("a", { class: "replay-way", href: replay, target: "_blank" }, word("replay")) : null;
}

/** @type {WeakMap<import("../messages").LogLine, {details: import("../messages").LogLine[], colour: string, line: import("../page/dom.js").Description}>} */
const described = new WeakMap();

/**
 * A log has hundreds of lines; one that has not changed is described once.
 * @param {import("./deeds.js").Deed} deed
 * @param {Person[]} people
 */
function lineOf(deed, people) {
  const { line: entry, details } = deed;
  const colour = entry.player >= 0 ? `by ${colourOf(people, entry.player)}` : "";
  const known = described.get(entry);
  const isSame =
    known?.colour === colour &&
    known.details.length === details.length &&
    known.details.every((detail, place) => detail === details[place]);
  if (isSame) return known.line;
  const made = line(deed, colour);
  described.set(entry, { details, colour, line: made });
  return made;
}

/**
 * @param {import("./deeds.js").Deed} deed
 * @param {string} colour a class
 */
function line({ line: entry, details }, colour) {
  return h(
    "li",
    { key: `line-${entry.n}`, class: `${entry.begins_turn ? "turn" : ""} ${colour}` },
    linked(entry.text, entry.links),
    details.length
      ? h(
          "details",
          { class: "fold", key: "details" },
          h(
            "summary",
            null,
            h("span", { "aria-hidden": "true" }, `+${details.length}`),
            h("span", { class: "hidden-visually" }, word("details", { count: details.length })),
          ),
          h(
            "ol",
            null,
            details.map(({ n, text, links }) => h("li", { key: `line-${n}` }, linked(text, links))),
          ),
        )
      : null,
  );
}

/** @param {Store} store */
function chat(store) {
  const isOpen = store.isChatOpen;
  const say = word(store.seats.length ? "say" : "say_watching");
  return h(
    "section",
    { class: `chat ${isOpen ? "open" : ""}`, key: "chat", id: "zone-chat", "aria-labelledby": "title-chat" },
    h(
      "header",
      null,
      h("h2", { id: "title-chat" }, word("chat")),
      store.unread ? h("span", { class: "unread" }, store.unread) : null,
      h(
        "button",
        {
          type: "button",
          class: "tool unfold",
          "data-command": "fold-chat",
          "aria-expanded": String(isOpen),
          "aria-controls": "chat-lines",
          "aria-labelledby": "title-chat",
        },
        h("span", { "aria-hidden": "true" }, isOpen ? "▾" : "▸"),
      ),
    ),
    h(
      "ol",
      { hidden: !isOpen, class: "lines", tabindex: "0", "aria-labelledby": "title-chat", id: "chat-lines" },
      store.chat.length
        ? store.chat.map((entry) => said(entry, store.people))
        : h("li", { class: "soft" }, word(store.isChatClosed ? "chat_closed" : "nothing_said")),
    ),
    isOpen && !store.isChatClosed
      ? h(
          "form",
          { id: "chat-form" },
          h("label", { class: "hidden-visually", for: "chat-text" }, say),
          h("input", { id: "chat-text", maxlength: "500", autocomplete: "off", placeholder: say }),
          h("button", { type: "submit", class: "small-button" }, word("send")),
        )
      : null,
  );
}

/**
 * @param {import("../messages").ChatLine} entry
 * @param {Person[]} people
 */
function said(entry, people) {
  return h(
    "li",
    { key: `said-${entry.n}` },
    h("b", { class: `by ${colourOf(people, entry.seat)}` }, isolated(entry.name)),
    ` ${entry.text} `,
    h("time", { class: "soft", datetime: entry.at }, timeOf(entry.at)),
  );
}
