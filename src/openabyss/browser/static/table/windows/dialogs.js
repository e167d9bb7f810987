// Windows over the table: help, settings, a card to read, a choice between several answers, people.

import { allyChip, art } from "../board/cards.js";
import { avatar, stateOf } from "../board/people.js";
import { h, patch } from "../page/dom.js";
import { SIZES, SPEEDS } from "../page/settings.js";
import { inLanguage, language, languages, word } from "../page/words.js";

/**
 * @typedef {import("../messages").ActionShown} Action
 * @typedef {import("../messages").Person} Person
 * @typedef {import("../page/settings.js").Settings} Settings
 */

/** What the small pictures beside numbers mean; those of an expansion are explained at its tables. */
const SYMBOLS = {
  base: [
    ["pearl", "pearls"],
    ["key", "keys"],
    ["deck-exploration", "hand_size"],
    ["deck-lord", "lords_of_seven"],
    ["deck-location", "locations"],
    ["monster", "tokens"],
  ],
  withoutLeviathan: [["threat", "threat"]],
  kraken: [
    ["nebulis", "nebulis"],
    ["loot", "loot"],
    ["sentinel", "sentinel"],
    ["kraken-figure", "kraken_figure"],
  ],
  leviathan: [
    ["wound", "wounds"],
    ["leviathan-1", "trophies"],
    ["scourge", "scourge"],
  ],
};

const HELP = ["help_lit", "help_read", "help_marks", "help_lord", "help_power", "help_place"];
const KEYS = ["1–9", "+ −", "u", "r", "R", "a", "h", "t", "l", "c", "i", "x", "s", "?", "Esc"];

export class Dialogs {
  /** @param {HTMLDialogElement} dialog */
  constructor(dialog) {
    this.dialog = dialog;
    this.title = "";
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    // The next person at this screen finds nothing in it; another one may have been opened meanwhile.
    dialog.addEventListener("close", () => {
      if (!dialog.open) patch(dialog, []);
    });
  }

  /**
   * @param {string} title
   * @param {any[]} inside
   */
  open(title, inside) {
    patch(this.dialog, [
      h(
        "header",
        null,
        h("h2", { id: "dialog-title" }, title),
        h(
          "button",
          {
            type: "button",
            class: "quiet close",
            "aria-label": word("close"),
            onclick: () => this.dialog.close(),
          },
          "✕",
        ),
      ),
      h("div", { class: "content" }, inside),
    ]);
    const isSame = this.dialog.open && title === this.title;
    if (!this.dialog.open) this.dialog.showModal();
    // What was there before it may have been read to its end.
    if (!isSame) this.dialog.querySelector(".content")?.scrollTo(0, 0);
    this.title = title;
  }

  close() {
    this.dialog.close();
  }

  /** @param {import("../messages").Config} config of the table */
  help(config) {
    const symbols = [
      ...SYMBOLS.base,
      ...(config.kraken ? SYMBOLS.kraken : []),
      ...(config.leviathan ? SYMBOLS.leviathan : SYMBOLS.withoutLeviathan),
    ];
    this.open(word("help"), [
      HELP.map((key) => h("p", { key }, word(key))),
      h(
        "ul",
        { class: "symbols" },
        symbols.map(([icon = "", key = ""]) => h("li", { key: icon }, art(icon), " ", word(key))),
      ),
      h("h3", null, word("keys_title")),
      h(
        "dl",
        { class: "keys" },
        KEYS.flatMap((key) => [
          h("dt", { key: `key-${key}` }, h("kbd", null, key)),
          h("dd", { key: `text-${key}` }, word(`key_${key}`)),
        ]),
      ),
      h("p", null, word("help_arrows")),
      h(
        "p",
        null,
        h("a", { href: "/rules", target: "_blank", rel: "noopener" }, word("rules")),
        " · ",
        h("a", { href: `${location.pathname}/text` }, word("text_table")),
      ),
    ]);
  }

  /** @param {Settings} settings */
  settings(settings) {
    const { chosen } = settings;
    /** @param {Partial<import("../page/settings.js").Chosen>} part */
    const change = (part) => {
      settings.change(part);
      this.settings(settings);
    };
    this.open(word("settings"), [
      choice(
        word("theme"),
        ["auto", "light", "dark"].map((theme) => [theme, word(`theme_${theme}`)]),
        chosen.theme,
        (theme) => change({ theme }),
      ),
      choice(word("language"), Object.entries(languages), language, (code) => {
        location.assign(inLanguage(code));
      }),
      choice(
        word("size"),
        SIZES.map((size) => [String(size), word(`size_${size}`)]),
        String(chosen.size),
        (size) => change({ size: Number(size) }),
      ),
      choice(
        word("speed"),
        SPEEDS.map((speed) => [String(speed), word(`speed_${speed}`)]),
        String(chosen.speed),
        (speed) => change({ speed: Number(speed) }),
      ),
      ...["shortcuts", "sound", "vibration"]
        .filter((key) => key !== "vibration" || "vibrate" in navigator)
        .map((key) =>
          choice(
            word(key),
            [
              ["on", word("on")],
              ["off", word("off")],
            ],
            chosen[/** @type {"sound"} */ (key)] ? "on" : "off",
            (state) => change({ [key]: state === "on" }),
          ),
        ),
    ]);
  }

  /**
   * A card to read, with what can be done with it.
   * @param {any[]} texts its name first
   * @param {Action[]} actions
   * @param {(action: Action) => void} perform
   */
  card([title, ...text], actions, perform) {
    this.open(title?.children?.[0] ?? "", [...text, actions.length ? this.buttons(actions, perform) : null]);
  }

  /**
   * What somebody has on the table: each card with its picture and its text.
   * @param {string} name
   * @param {string[]} allies
   * @param {{tip: string, texts: any[]}[]} things
   */
  things(name, allies, things) {
    this.open(name, [
      allies.length
        ? h(
            "p",
            { class: "row" },
            word("affiliated"),
            allies.map((code, place) => allyChip(code, `${place}-${code}`)),
          )
        : null,
      allies.length || things.length ? null : h("p", { class: "soft" }, word("no_lords")),
      h(
        "ul",
        { class: "things" },
        things.map(({ tip, texts }) =>
          h("li", { key: tip }, art(tip.replace(":", "-"), "picture"), h("div", null, texts)),
        ),
      ),
    ]);
  }

  /**
   * A text to be copied by hand.
   * @param {string} title
   * @param {string} text
   */
  copy(title, text) {
    const rows = text.split("\n").length;
    this.open(title, [
      h("label", { key: "copied" }, word("copy_by_hand"), h("textarea", { readonly: true, rows }, text)),
    ]);
    const field = this.dialog.querySelector("textarea");
    field?.focus();
    field?.select();
  }

  /**
   * @param {Action[]} actions
   * @param {(action: Action) => void} perform
   */
  choose(actions, perform) {
    this.open(word("choose"), [this.buttons(actions, perform)]);
  }

  /**
   * @param {Action[]} actions
   * @param {(action: Action) => void} perform
   */
  buttons(actions, perform) {
    return h(
      "div",
      { class: "answers" },
      actions.map((action) =>
        h(
          "button",
          {
            type: "button",
            class: "answer",
            key: action.text,
            onclick: () => {
              this.close();
              perform(action);
            },
          },
          action.label,
        ),
      ),
    );
  }

  /**
   * Who sits where; the computer can play for an absent seat until its owner returns.
   * @param {Person[]} people
   * @param {string} lobby the page with the links for friends and spectators
   * @param {(seat: number, change: Person["change"]) => void} perform
   */
  people(people, lobby, perform) {
    this.open(word("people"), [
      h(
        "ul",
        { class: "people" },
        people.map((person) => {
          const { seat, name, change, local } = person;
          return h(
            "li",
            { key: `person-${seat}` },
            avatar(people, seat),
            h("span", null, h("b", null, name), " ", h("span", { class: "soft" }, stateOf(person))),
            local ? h("a", { href: `${lobby}#name-${seat}` }, word("rename")) : null,
            change
              ? h(
                  "button",
                  {
                    type: "button",
                    class: "small-button",
                    key: change,
                    onclick: () => perform(seat, change),
                  },
                  word(change === "hand_over" ? "let_computer_play" : "take_back_seat"),
                )
              : null,
          );
        }),
      ),
      h(
        "p",
        null,
        h("a", { href: lobby }, word("links")),
        " · ",
        h("a", { href: `${lobby}#end` }, word("ending")),
      ),
    ]);
  }
}

/**
 * @param {string} title
 * @param {string[][]} options
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
function choice(title, options, chosen, choose) {
  return h(
    "fieldset",
    { key: title },
    h("legend", null, title),
    h(
      "div",
      { class: "row" },
      options.map(([value = "", text = ""]) =>
        h(
          "button",
          {
            type: "button",
            class: "small-button",
            key: value,
            "aria-pressed": String(value === chosen),
            onclick: () => choose(value),
          },
          text,
        ),
      ),
    ),
  );
}
