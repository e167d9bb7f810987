// What has been done, deed by deed: the log, what the others did since the own turn, and each deed as it is shown.

import { largePicture } from "../board/cards.js";
import { avatar } from "../board/people.js";
import { h, patch } from "../page/dom.js";
import { word } from "../page/words.js";

/**
 * @typedef {import("../messages").LogLine} LogLine
 * @typedef {import("../messages").Update} Update
 * @typedef {import("../state/store.js").Store} Store
 * @typedef {{line: LogLine, details: LogLine[]}} Deed
 */

/**
 * Lines in their order, each deed with its details. Those before a deed belong to it, unless another turn
 * begins before it comes; then they stay with the deed that was last.
 * @param {LogLine[]} log
 * @returns {Deed[]}
 */
export function deedsOf(log) {
  /** @type {Deed[]} */
  const deeds = [];
  /** @type {LogLine[]} */
  let leading = [];
  for (const line of log) {
    const last = deeds.at(-1);
    if (line.part === "before" || (line.part === "after" && leading.length)) leading.push(line);
    else if (line.part === "after" && last) last.details.push(line);
    else {
      const belongsHere = !line.begins_turn || !last;
      if (!belongsHere) last.details.push(...leading);
      deeds.push({ line, details: belongsHere ? leading : [] });
      leading = [];
    }
  }
  if (leading.length) deeds.push(...leading.map((line) => ({ line, details: [] })));
  return deeds;
}

/**
 * What the others have done since the last own turn, or in the round so far; headings and own deeds are left out.
 * @param {LogLine[]} log
 * @param {number | null} seat
 */
export function deedsSince(log, seat) {
  const turns = turnsOf(log);
  if (turns.at(-1)?.[0]?.player === seat) turns.pop();
  const own = turns.findLastIndex(([first]) => first?.begins_turn && first.player === seat);
  const lines = turns.slice(own + 1).flat();
  return deedsOf(lines).filter(({ line }) => isDeedOf(line, seat));
}

/**
 * @param {LogLine} line
 * @param {number | null} seat of the one who looks
 */
function isDeedOf(line, seat) {
  return line.part === "deed" && !line.begins_turn && line.player >= 0 && line.player !== seat;
}

/** @param {LogLine[]} log */
function turnsOf(log) {
  /** @type {LogLine[][]} */
  const turns = [];
  for (const line of log) {
    if (line.begins_turn || !turns.length) turns.push([]);
    turns.at(-1)?.push(line);
  }
  return turns;
}

/**
 * The text, with each card that it names as a link that shows the card: unlike a button it is broken
 * into lines as the text around it is.
 * @param {string} text
 * @param {import("../messages").Link[]} links
 * @returns {any[]}
 */
export function linked(text, links) {
  const [link, ...rest] = links;
  if (!link) return [text];
  const place = text.indexOf(link.name);
  if (place < 0) return linked(text, rest);
  const tip = `${link.kind}:${link.id}`;
  return [
    ...linked(text.slice(0, place), rest),
    h("a", { class: "link", href: address(link), "data-tip": tip, "data-read": tip }, link.name),
    ...linked(text.slice(place + link.name.length), rest),
  ];
}

/**
 * The card's place in the rules, for a window of its own.
 * @param {import("../messages").Link} link
 */
function address({ kind, id }) {
  return kind === "ally" ? "/rules/allies" : `/rules/${kind}s#${kind}-${id}`;
}

/** Since the last own turn: what each opponent did, one deed after another, back and forth. */
export class Recap {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.place = 0;
    this.isClosed = false;
    this.isListed = false;
    this.key = "";
  }

  /** @param {string} name "recap-back", "recap-on", "recap-list" or "recap-close" */
  run(name) {
    if (name === "recap-back") this.place -= 1;
    else if (name === "recap-on") this.place += 1;
    else if (name === "recap-list") this.isListed = !this.isListed;
    else this.isClosed = true;
    this.changed();
  }

  /** The list lies over the table: where another part of that is shown, it is not in the way. */
  fold() {
    if (!this.isListed) return;
    this.isListed = false;
    this.changed();
  }

  /**
   * The strip, when this seat is asked and others have done something; else nothing.
   * @param {Store} store
   */
  show(store) {
    const { update, seat, log, people } = store;
    if (!update?.question?.mine || seat === null) return null;
    const deeds = deedsSince(log, seat);
    this.follow(`${deeds[0]?.line.n}`);
    if (!deeds.length || this.isClosed) return null;
    this.place = Math.min(Math.max(this.place, 0), deeds.length - 1);
    const { place } = this;
    const last = deeds.length - 1;
    return h(
      "section",
      { class: "recap", key: "recap", "aria-labelledby": "recap-title" },
      h("h2", { id: "recap-title" }, word("recap")),
      last
        ? [
            tool("recap-back", "‹", place === 0),
            h("span", { class: "place" }, `${place + 1}/${deeds.length}`),
            tool("recap-on", "›", place === last),
          ]
        : null,
      deed(deeds[place], people),
      tool("recap-list", this.isListed ? "▴" : "▾", false, this.isListed),
      tool("recap-close", "×", false),
      this.isListed
        ? h(
            "ol",
            { class: "deeds" },
            deeds.map((one) => h("li", { key: `deed-${one.line.n}` }, deed(one, people))),
          )
        : null,
    );
  }

  /**
   * With other deeds it begins at the first of them again.
   * @param {string} key
   */
  follow(key) {
    if (key === this.key) return;
    this.key = key;
    this.place = 0;
    this.isClosed = false;
    this.isListed = false;
  }
}

/**
 * @param {string} command
 * @param {string} sign
 * @param {boolean} isOff
 * @param {boolean} [expanded]
 */
function tool(command, sign, isOff, expanded) {
  return h(
    "button",
    {
      type: "button",
      class: "tool",
      key: command,
      "data-command": command,
      "aria-label": word(command),
      "data-tip": `text:${word(command)}`,
      "aria-disabled": isOff ? "true" : undefined,
      "aria-expanded": expanded === undefined ? undefined : String(expanded),
    },
    h("span", { "aria-hidden": "true" }, sign),
  );
}

/**
 * @param {Deed | undefined} one
 * @param {import("../messages").Person[]} people
 */
function deed(one, people) {
  if (!one) return null;
  const { text, links, player } = one.line;
  return h("p", { class: "deed" }, avatar(people, player), h("span", null, linked(text, links)));
}

/** How long a deed is shown and how long anything else, in ms. */
const DEED = 1500;
const MOVE = 320;

/**
 * The deeds of others in an update, and attacks on the viewer.
 * @param {Update} update
 */
function deedsIn(update) {
  const { seat } = update.view;
  const attackers = update.events
    .filter(({ kind, player }) => kind === "ATTACKED" && player === seat)
    .map(({ what }) => what);
  const isAttack = (/** @type {LogLine} */ { player, links }) =>
    player === seat && links.some(({ kind, id }) => kind === "leviathan" && attackers.includes(id));
  return update.undone ? [] : update.log.filter((line) => isDeedOf(line, seat) || isAttack(line));
}

/**
 * How long an update is looked at before the next comes, in ms.
 * @param {Update} update
 */
export function lengthOf(update) {
  if (!update.events.length) return 0;
  return deedsIn(update).length ? DEED : MOVE;
}

/** One readable step for each deed of the others: its sentence, with the card enlarged, while the table moves. */
export class Steps {
  /** @param {HTMLElement} element hidden from screen readers, to which the log is announced */
  constructor(element) {
    this.element = element;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.revision = -1;
  }

  /**
   * Show the last deed of an update, once.
   * @param {Update} update
   * @param {number} tempo 0 for nothing
   */
  show(update, tempo) {
    if (update.revision === this.revision) return;
    const isFirst = this.revision < 0;
    this.revision = update.revision;
    const line = deedsIn(update).at(-1);
    this.hide();
    // At the end the result has that place.
    if (isFirst || !line || tempo === 0 || update.over) return;
    patch(this.element, step(line, update));
    this.timer = setTimeout(() => this.hide(), DEED * tempo);
  }

  hide() {
    clearTimeout(this.timer);
    patch(this.element, []);
  }
}

/**
 * @param {LogLine} line
 * @param {Update} update
 */
function step({ text, links, player, n }, { people }) {
  const pictures = links.map(({ kind, id }) => largePicture(kind, String(id)));
  return h(
    "div",
    { class: "step", key: `step-${n}` },
    pictures.length ? h("div", { class: "pictures" }, pictures) : null,
    h("p", null, avatar(people, player), h("span", null, text)),
  );
}
