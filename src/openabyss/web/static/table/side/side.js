// Beside the table: the log with links to its cards, and what people say to each other.

import { timeOf } from "../../times.js";
import { avatar, colourOf } from "../board/avatars.js";
import { count } from "../board/cards.js";
import { score, seatOrder } from "../board/seats.js";
import { h } from "../page/dom.js";
import { word } from "../page/words.js";

/**
 * @typedef {import("../state/store.js").Store} Store
 * @typedef {import("../board/board.js").Scene} Scene
 * @typedef {import("../messages").Person} Person
 */

/**
 * @param {Scene} scene
 * @param {Store} store
 */
export function side(scene, store) {
  return [summary(scene, store), log(store), chat(store)];
}

/**
 * Everybody at one glance; each row leads to the seat.
 * @param {Scene} scene
 * @param {Store} store
 */
function summary(scene, store) {
  return h(
    "nav",
    { class: "summary", key: "summary", "aria-label": word("people") },
    seatOrder(scene).map((number) => {
      const found = scene.view.seats[number];
      const name = store.people[number]?.name ?? "";
      const isAsked = scene.update.question?.player === number;
      return (
        found &&
        h(
          "a",
          {
            href: `#seat-${number}`,
            key: `sum-${number}`,
            class: `${scene.view.active === number ? "active" : ""} ${isAsked ? "asked" : ""}`,
          },
          avatar(store.people, number),
          h("span", { class: "who" }, name),
          score(scene, number),
          h(
            "span",
            { class: "few" },
            count("pearl", found.pearls, word("pearls")),
            count("key", found.keys, word("keys")),
            count("deck-exploration", found.hand_size, word("hand_size")),
            count("deck-lord", found.lords.length, word("lords_of_seven")),
            count("deck-location", found.locations.length, word("locations")),
          ),
        )
      );
    }),
  );
}

/** @param {Store} store */
function log(store) {
  return h(
    "section",
    { class: "log", key: "log", id: "zone-log", "aria-labelledby": "title-log" },
    h("header", null, h("h2", { id: "title-log" }, word("log"))),
    h(
      "ol",
      { class: "lines", tabindex: "0", "aria-labelledby": "title-log", id: "log-lines" },
      store.log.map((entry) => line(entry, store.people)),
    ),
  );
}

/**
 * @param {import("../messages").LogLine} entry
 * @param {Person[]} people
 */
function line(entry, people) {
  return h(
    "li",
    {
      key: `line-${entry.n}`,
      class: `${entry.begins_turn ? "turn" : ""} ${entry.player >= 0 ? `by ${colourOf(people, entry.player)}` : ""}`,
    },
    linked(entry.text, entry.links),
  );
}

/**
 * The text, with each card that it names as a button that shows the card.
 * @param {string} text
 * @param {import("../messages").Link[]} links
 * @returns {any[]}
 */
function linked(text, links) {
  const [link, ...rest] = links;
  if (!link) return [text];
  const place = text.indexOf(link.name);
  if (place < 0) return linked(text, rest);
  const tip = `${link.kind}:${link.id}`;
  return [
    ...linked(text.slice(0, place), rest),
    h("button", { type: "button", class: "link", "data-tip": tip, "data-read": tip }, link.name),
    ...linked(text.slice(place + link.name.length), rest),
  ];
}

/** @param {Store} store */
function chat(store) {
  const canSpeak = store.seats.length > 0;
  return h(
    "section",
    { class: "chat", key: "chat", id: "zone-chat", "aria-labelledby": "title-chat" },
    h(
      "header",
      null,
      h("h2", { id: "title-chat" }, word("chat")),
      store.unread ? h("span", { class: "unread" }, store.unread) : null,
    ),
    h(
      "ol",
      { class: "lines", tabindex: "0", "aria-labelledby": "title-chat", id: "chat-lines" },
      store.chat.length
        ? store.chat.map((entry) => said(entry, store.people))
        : h("li", { class: "soft" }, word("nothing_said")),
    ),
    canSpeak
      ? h(
          "form",
          { id: "chat-form" },
          h("label", { class: "hidden-visually", for: "chat-text" }, word("say")),
          h("input", { id: "chat-text", maxlength: "500", autocomplete: "off", placeholder: word("say") }),
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
    h("b", { class: `by ${colourOf(people, entry.seat)}` }, entry.name),
    ` ${entry.text} `,
    h("time", { class: "soft", datetime: entry.at }, timeOf(entry.at)),
  );
}
