// What can be chosen now, and on which piece of the table a choice lies.

/**
 * @typedef {import("./messages").Action} Action
 * @typedef {import("./messages").Question} Question
 */

const SAME_TARGET = /** @type {Record<string, string>} */ ({
  recruit: "lord",
  use: "lord",
  draw: "location-deck",
});
const ON_THE_TRACK = ["take", "buy", "fight"];
const EXPLORING = ["EXPLORE_ALLY", "EXPLORE_MONSTER", "OFFER", "MEET_MONSTER"];

/** The answers that do nothing, which come last. */
export const PASSING = ["pass", "continue", "stop", "done"];

/**
 * The piece that an action points at: "lord:12", "stack:crab", "track-last".
 * @param {string} text
 * @param {string} kind of the question
 */
export function targetOf(text, kind) {
  const [verb = "", thing] = text.split(":");
  if (ON_THE_TRACK.includes(verb) && EXPLORING.includes(kind)) return "track-last";
  if (verb === "draw") return "location-deck";
  return thing === undefined ? verb : `${SAME_TARGET[verb] ?? verb}:${thing}`;
}

/** The choices of an open question, by what they point at. */
export class Choices {
  /** @param {Question | null} question */
  constructor(question) {
    const isMine = Boolean(question?.mine);
    /** @type {Action[]} */
    this.actions = isMine && question ? question.actions : [];
    this.kind = question?.kind ?? "";
    /** @type {Map<string, Action[]>} */
    this.byTarget = new Map();
    /** @type {Map<string, string>} */
    this.refusals = new Map();
    for (const action of this.actions) {
      const target = targetOf(action.text, this.kind);
      this.byTarget.set(target, [...(this.byTarget.get(target) ?? []), action]);
    }
    for (const refusal of (isMine && question?.refused) || []) {
      this.refusals.set(targetOf(refusal.text, this.kind), refusal.why);
    }
  }

  /** Everything that can be chosen lies on the table; there is no other answer but to pass. */
  get areOnTheTable() {
    const aimed = /^(recruit|lord|location|zone|stack|player):/;
    return this.actions.every(({ text }) => aimed.test(text) || PASSING.includes(text));
  }

  /** @param {string} target */
  at(target) {
    return this.byTarget.get(target) ?? [];
  }

  /** @param {string} target */
  whyNot(target) {
    return this.refusals.get(target) ?? null;
  }

  /**
   * "lit" for what can be chosen, "off" for what is refused, else "".
   * @param {string} target
   */
  mood(target) {
    if (this.byTarget.has(target)) return "lit";
    return this.refusals.has(target) ? "off" : "";
  }
}

/** The cards of the hand are meant by `card:J3` under these questions. */
export const HAND_QUESTIONS = [
  "DISCARD_ALLY",
  "DISCARD_TO_LIMIT",
  "SELL_ALLY",
  "PAY",
  "FIGHT_ALLY",
  "LOSE_ALLY",
  "OBEY_MARTIAL_LAW",
];
