// Since the last own turn: what each opponent did, one deed after another, back and forth.

import { avatar } from "../board/avatars.js";
import { h } from "../page/dom.js";
import { word } from "../page/words.js";
import { deedsSince, linked } from "./deeds.js";

/** @typedef {import("../state/store.js").Store} Store */

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
 * @param {import("./deeds.js").Deed | undefined} one
 * @param {import("../messages").Person[]} people
 */
function deed(one, people) {
  if (!one) return null;
  const { text, links, player } = one.line;
  return h("p", { class: "deed" }, avatar(people, player), h("span", null, linked(text, links)));
}
