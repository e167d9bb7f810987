// What is always in sight at the bottom: what is asked, the answers, my stocks and my hand.

import * as cards from "../board/cards.js";
import { art } from "../board/cards.js";
import { clock, timeInWords } from "../board/clock.js";
import { avatar, stateOf } from "../board/people.js";
import { stocks } from "../board/seats.js";
import { worthNow } from "../board/texts.js";
import { commandButton, h } from "../page/dom.js";
import { titled, word } from "../page/words.js";
import { pieceOf } from "../state/choices.js";
import { cardOf } from "../state/dictionary.js";
import { lordToPay } from "../state/store.js";
import { payingPanel } from "./paying.js";

/**
 * @typedef {import("../board/board.js").Scene} Scene
 * @typedef {import("../state/store.js").Store} Store
 * @typedef {import("../messages").ActionShown} Action
 */

/** Only this many answers get a number key. */
const NUMBER_KEYS = 9;

/**
 * @param {Scene} scene
 * @param {Store} store
 */
export function dock(scene, store) {
  const { view } = scene;
  const own = view.seat === null ? null : view.seats[view.seat];
  return [
    own ? h("div", { class: "own-things", key: "own" }, stocks(scene, own), hand(scene, store)) : null,
    h(
      "div",
      { class: "asked", key: "asked" },
      takingBack(scene, store),
      prompt(scene, store),
      hurrying(store),
    ),
    store.picking ? payingPanel(scene, store.picking) : answers(scene, store),
    // Keys and readers go through all answers; this is for eyes.
    h("button", { type: "button", class: "below", key: "below", tabindex: "-1", "aria-hidden": "true" }),
  ];
}

/**
 * @param {Scene} scene
 * @param {Store} store
 */
function prompt({ update }, store) {
  const { question } = update;
  const { missed } = store;
  const text = update.over
    ? word("game_over")
    : store.picking
      ? word("how_to_pay", { lord: cardOf("lords", store.picking.lord).name })
      : missed
        ? titled(missed.name, stateOf(missed))
        : asNeighbour(update, store, question?.prompt ?? "");
  return h(
    "p",
    { class: `prompt ${question?.mine ? "mine" : ""}`, id: "prompt", tabindex: "-1" },
    question && !question.mine && !update.over
      ? h("span", { class: "waits", "aria-hidden": "true" }, h("i"), h("i"), h("i"))
      : null,
    text,
    missed ? countdown(store) : null,
    update.over ? null : clock(store.people[question?.player ?? -1]),
  );
}

/** @param {Store} store */
function hurrying({ canHurry }) {
  return canHurry ? commandButton("hurry", word("hurry"), "hurry") : null;
}

/**
 * What is asked, with the name of a neighbour at this screen who is asked it.
 * @param {import("../messages").Update} update
 * @param {Store} store
 * @param {string} text
 */
function asNeighbour({ question, view }, { people }, text) {
  const asked = people[question?.player ?? -1];
  return question?.mine && question.player !== view.seat && asked ? titled(asked.name, text) : text;
}

/**
 * How long it is until a computer may play for somebody, as a clock shows it.
 * @param {Store} store
 */
function countdown({ awayIn }) {
  if (awayIn === undefined) return null;
  return h("span", { class: "countdown" }, word("computer_in", { time: timeInWords(awayIn) }));
}

/**
 * @param {Scene} scene
 * @param {Store} store
 */
function takingBack({ update, view }, store) {
  if (view.seat === null || update.over) return null;
  const { undo } = update;
  const isMine = Boolean(update.question?.mine);
  return h(
    "div",
    { class: "taking-back", role: "group", "aria-label": word("taking_back") },
    tool("undo", "↶", undo.can_undo || store.picking !== null, "no_undo"),
    tool("redo", "↷", undo.can_redo, "no_redo"),
    tool("restart", "⟲", undo.can_restart, "no_undo"),
    tool("hint", "✦", isMine, "no_hint"),
    tool("explain", "?", isMine, "no_hint"),
    "orders" in document.body.dataset ? tool("orders", "⚑") : null,
  );
}

/**
 * A button that tells why it does nothing, where it does nothing.
 * @param {string} command which is called so in the words of the page, too
 * @param {string} sign
 * @param {boolean} [isPossible]
 * @param {string} [problem] the word for why it is not
 */
function tool(command, sign, isPossible = true, problem = "") {
  const name = word(command);
  const whyNot = isPossible ? "" : word(problem);
  return h(
    "button",
    {
      type: "button",
      class: `tool tool-${command}`,
      key: command,
      "data-command": isPossible ? command : undefined,
      "data-why": isPossible ? undefined : whyNot,
      "aria-disabled": isPossible ? undefined : "true",
      "aria-label": name,
      "data-tip": `text:${isPossible ? name : titled(name, whyNot)}`,
    },
    h("span", { "aria-hidden": "true" }, sign),
    h("span", { class: "tool-name", "aria-hidden": "true" }, name),
  );
}

/**
 * Every answer as a button, those that are not about a card first; refused ones tell why.
 * @param {Scene} scene
 * @param {Store} store
 */
function answers(scene, store) {
  const { choices, update, view } = scene;
  if (update.over) return afterTheEnd(update);
  if (view.seat !== null && store.people[view.seat]?.change === "take_back") return takingTheSeatBack();
  const { amounts, amount } = choices;
  const single = choices.actions.filter((action) => action === amount || !amounts.includes(action));
  const plain = single
    .filter((action) => !chipOf(action))
    .sort((one, other) => Number(one.passes ?? false) - Number(other.passes ?? false));
  const pieces = inSight(scene);
  const place = (/** @type {Action} */ { target }) => (target ? pieces.indexOf(pieceOf(target)) : -1);
  const aimed = single.filter((action) => chipOf(action)).sort((one, other) => place(one) - place(other));
  const buttons = [...plain, ...aimed].map((action, number) => {
    const button = answer(scene, action, number, store);
    return action === amount && amounts.length > 1 ? stepper(choices, button) : button;
  });
  return h(
    "div",
    {
      class: "answers",
      key: "answers",
      "data-zone": "answers",
      role: "group",
      "aria-label": word("answers"),
    },
    discardTogether(store),
    buttons,
    plainRefusals(scene),
    nextTable(update, store),
    proposal(update),
    view.seat !== null && store.missed?.kind === "open"
      ? h("a", { class: "button", href: document.body.dataset["lobby"] }, word("links"))
      : null,
    store.missed?.change === "hand_over" ? commandButton("hand-over", word("let_computer_play")) : null,
  );
}

/**
 * Cards that answers may be about, in the order in which they lie: eyes go from one to the other.
 * @param {Scene} scene
 */
function inSight({ view, allies }) {
  return [
    ...view.court.map((lord) => `lord:${lord}`),
    ...[...view.drawn_locations, ...view.available_locations].map((location) => `location:${location}`),
    ...allies.in("hand").map(({ code }) => `hand:${code}`),
  ];
}

/**
 * Where else this browser plays, while a person is waited for here.
 * @param {import("../messages").Update} update
 * @param {Store} store
 */
function nextTable({ question }, { people }) {
  const { next } = document.body.dataset;
  const asked = people[question?.player ?? -1];
  if (!next || !asked || question?.mine || asked.level !== null) return null;
  return h("a", { class: "button", key: "next-table", href: next }, word("next_table"));
}

/**
 * The end that somebody proposes: it is answered where the seats are.
 * @param {import("../messages").Update} update
 */
function proposal({ proposal, view }) {
  if (!proposal || view.seat === null) return null;
  const href = `${document.body.dataset["lobby"]}#end`;
  return h("a", { class: "button", key: "proposal", href }, proposal.text);
}

/**
 * Answers that differ in a number only are one, between less and more.
 * @param {import("../state/choices.js").Choices} choices
 * @param {any} button the answer with the number that is chosen now
 */
function stepper({ amounts, amount }, button) {
  const step = (/** @type {string} */ command, /** @type {string} */ sign, /** @type {any} */ end) =>
    h(
      "button",
      {
        type: "button",
        class: "step-by",
        key: command,
        "data-command": command,
        "aria-label": word(command),
        "aria-disabled": amount === end ? "true" : undefined,
      },
      sign,
    );
  return h(
    "div",
    { class: "stepper", key: "stepper" },
    step("fewer", "−", amounts[0]),
    { ...button, key: "amount" },
    step("more", "+", amounts.at(-1)),
  );
}

/**
 * Cards of the hand that go one after the other may be chosen together.
 * @param {Store} store
 */
function discardTogether({ cardsToGo: all, discards: { length: count } }) {
  if (!all || !count) return null;
  return commandButton("discard", word("discard_chosen", { count, all }), "answer primary");
}

/** Nothing is to be answered until then, so this is the one thing to do. */
function takingTheSeatBack() {
  return h(
    "div",
    { class: "answers", key: "answers" },
    commandButton("take-seat-back", word("take_back_seat")),
  );
}

/**
 * Where it goes on: in a league, at its next table.
 * @param {import("../messages").Update} update
 */
function afterTheEnd(update) {
  const { league, next } = document.body.dataset;
  return h(
    "div",
    { class: "answers", key: "answers" },
    league ? h("a", { class: "button primary", href: league }, word("to_league")) : null,
    update.results_url
      ? h("a", { class: league ? "button" : "button primary", href: update.results_url }, word("results"))
      : null,
    league && !update.rematch_url ? null : rematch(update),
    next ? h("a", { class: "button", href: next }, word("next_table")) : null,
  );
}

/**
 * Where the rematch is played; as long as there is none, players may begin it.
 * @param {import("../messages").Update} update
 */
function rematch(update) {
  if (update.rematch_url) return h("a", { class: "button", href: update.rematch_url }, word("go_to_rematch"));
  if (update.view.seat === null) return null;
  return commandButton("rematch", word("rematch"));
}

/**
 * One answer among several. Only one that has no other beside it stands out: which of them is best, nobody says.
 * @param {Scene} scene
 * @param {Action} action
 * @param {number} place
 * @param {Store} store
 */
function answer(scene, action, place, store) {
  const chip = chipOf(action);
  const isOnly = scene.choices.actions.length === 1;
  const kind = chip ? "aimed" : isOnly ? "primary" : "";
  const advised = scene.choices.hint === action.text ? "advised" : "";
  return h(
    "button",
    {
      type: "button",
      key: action.text,
      class: `answer ${kind} ${advised} ${action.passes ? "passes" : ""}`,
      "data-action": action.text,
      "data-card": chip ? "" : undefined,
      "data-tip": tipOf(action),
      "aria-keyshortcuts": place < NUMBER_KEYS ? String(place + 1) : undefined,
    },
    chip,
    answerWords(action),
    action.signs
      ? h("span", { class: "brings", "aria-hidden": "true" }, cards.rewardSigns(action.signs))
      : null,
    worthOf(scene, action, store),
    action.reveals
      ? h(
          "span",
          { class: "reveals", "data-tip": `text:${word("reveals")}` },
          h("span", { "aria-hidden": "true" }, "◉"),
          h("span", { class: "hidden-visually" }, `(${word("reveals")})`),
        )
      : null,
    place < NUMBER_KEYS ? h("kbd", { "aria-hidden": "true" }, place + 1) : null,
  );
}

/**
 * The text of an answer: long ones about things on the table are shortened, but read out in full.
 * @param {Action} action
 */
function answerWords({ label, short }) {
  if (!short) return h("span", { class: "words" }, label);
  return h("span", { class: "words" }, short, h("span", { class: "hidden-visually" }, ` – ${label}`));
}

/**
 * What a location would score now: for the one who is asked, and for whom of the others it is worth most.
 * @param {Scene} scene
 * @param {Action} action
 * @param {Store} store
 */
function worthOf({ update }, { target }, { people }) {
  const worth = target?.location === undefined ? undefined : update.worth[target.location];
  const seat = update.view.seat ?? 0;
  if (!worth) return null;
  const most = Math.max(...worth.filter((_, at) => at !== seat));
  const best = worth.findIndex((points, at) => at !== seat && points === most);
  return h(
    "span",
    { class: "worths" },
    h("span", { class: "worth", "aria-hidden": "true" }, worth[seat]),
    h("span", { class: "soft", "aria-hidden": "true" }, avatar(people, best), most),
    h("span", { class: "hidden-visually" }, worthNow(update, people, worth)),
  );
}

/**
 * The small picture of what an answer is about; null where it is about no card.
 * @param {Action} action
 */
function chipOf({ target }) {
  if (!target) return null;
  if (target.lord !== undefined) return art(`lord-${target.lord}`, "thumb");
  if (target.location !== undefined) return art(`location-${target.location}`, "thumb");
  if (target.race !== undefined) return cards.raceMark(target.race);
  if (target.card !== undefined) return cards.allyChip(target.card);
  return target.border === undefined ? null : art("die-1", "thumb");
}

/** @param {Action} action */
function tipOf({ target, short, label, hint }) {
  if (target?.lord !== undefined) return `lord:${target.lord}`;
  if (target?.location !== undefined) return `location:${target.location}`;
  if (short) return `text:${label}`;
  return hint ? `text:${hint}` : undefined;
}

/** The piles that stand for an answer which names nothing else on the table. */
const PILES = ["exploration_deck", "lord_deck"];

/** @param {Scene} scene */
function plainRefusals({ choices }) {
  return choices.refused
    .filter(({ target }) => target && PILES.includes(target.zone))
    .map(({ text, label, why }) =>
      h(
        "button",
        {
          type: "button",
          key: text,
          class: "answer refused",
          "aria-disabled": "true",
          "data-why": why,
          "data-tip": `text:${why}`,
        },
        label ?? "",
      ),
    );
}

/**
 * @param {Scene} scene
 * @param {Store} store
 */
function hand({ update, view, allies, choices }, store) {
  const size = view.seats[view.seat ?? 0]?.hand_size ?? 0;
  const { picking } = store;
  // Once it is paid for, or the game has been ended, other cards of the same kind may be left in the hand.
  const isPaid = lordToPay(update) !== null && !update.over;
  const named = [...(picking?.cards ?? (isPaid ? view.payment : []))];
  const held = allies.in("hand").map(({ name, code }) => {
    const place = named.indexOf(code);
    const isNamed = place >= 0 && named.splice(place, 1).length > 0;
    const highlight = picking ? "" : choices.highlight(`hand:${code}`);
    const goes = store.cardsToGo > 0 && choices.at(`hand:${code}`).length > 0;
    const isChosen = isNamed || (goes && store.discards.includes(name));
    return cards.ally(code, {
      life: name,
      highlight: `${highlight} ${isChosen ? "chosen" : ""}`,
      pressed: picking || goes ? isChosen : undefined,
      target: picking ? `pick:${name}` : goes ? `toss:${name}` : `hand:${code}`,
    });
  });
  const covered = () => [
    ...Array.from({ length: size }, (_, place) =>
      h("span", { class: "card ally back", key: `back-${place}` }, art("deck-exploration", "picture")),
    ),
    h("span", { class: "soft" }, word(size ? "hand_covered" : "no_cards")),
  ];
  return h(
    "div",
    {
      class: `hand ${picking ? "picking" : ""}`,
      key: "hand",
      id: "zone-hand",
      "data-zone": "hand",
      role: "group",
      "aria-label": word("hand"),
      style: size ? { "--cards": String(size) } : undefined,
    },
    held.length ? held : covered(),
  );
}
