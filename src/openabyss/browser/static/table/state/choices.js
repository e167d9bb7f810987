// What can be chosen now, and to which piece of the table a choice belongs.

/**
 * @typedef {import("../messages").ActionShown} Action
 * @typedef {import("../messages").QuestionShown} Question
 * @typedef {import("../messages").Target} Target
 */

/**
 * The name of the piece that an answer points at: "lord:12", "stack:crab", "hand:J3", "track:4".
 * @param {Target} target
 */
export function pieceOf(target) {
  const { zone, lord, location, card, race, player, border, space, token } = target;
  if (lord !== undefined) return `lord:${lord}`;
  if (location !== undefined) return `location:${location}`;
  if (race !== undefined) return `stack:${race}`;
  if (border !== undefined) return `border:${border}`;
  if (space !== undefined) return `track:${space}`;
  if (card !== undefined) return zone === "affiliated" ? `${zone}-${player}:${card}` : `${zone}:${card}`;
  if (token !== undefined) return `token:${token}`;
  return player === undefined ? zone : `player:${player}`;
}

/** The choices of an open question, by what they point at. */
export class Choices {
  /**
   * @param {Question | null} question
   * @param {string | null} [hint] the text of the action that a computer advises
   */
  constructor(question, hint = null) {
    /** @type {Action[]} */
    this.actions = question?.actions ?? [];
    this.refused = question?.refused ?? [];
    this.hint = hint;
    /** Answers that differ in nothing but how many are drawn, and the one that is chosen among them. */
    this.amounts = this.actions.filter(({ target }) => target?.zone.endsWith("deck") && target.number);
    this.amount = this.amounts[0];
    /** @type {Map<string, Action[]>} */
    this.byPiece = new Map();
    /** @type {Map<string, string>} */
    this.reasons = new Map();
    for (const action of this.actions) {
      if (!action.target) continue;
      const piece = pieceOf(action.target);
      this.byPiece.set(piece, [...this.at(piece), action]);
    }
    for (const { target, why } of this.refused) if (target) this.reasons.set(pieceOf(target), why);
  }

  /** @param {number} by how many more are to be drawn */
  step(by) {
    const place = this.amounts.indexOf(this.amount) + by;
    this.amount = this.amounts[place] ?? this.amount;
    return this.amount?.label ?? "";
  }

  /** Cards are named one after another, so that the same question comes again and again. */
  get areCards() {
    return this.actions.every(({ passes, target }) => passes || target?.card !== undefined);
  }

  /** @param {string} piece */
  at(piece) {
    return this.byPiece.get(piece) ?? [];
  }

  /** @param {string} piece */
  whyNot(piece) {
    return this.reasons.get(piece) ?? null;
  }

  /**
   * "lit" for what can be chosen, "lit advised" where a computer advises it, "off" for what is refused, else "".
   * @param {string} piece
   */
  highlight(piece) {
    const actions = this.at(piece);
    if (actions.length) return actions.some(({ text }) => text === this.hint) ? "lit advised" : "lit";
    return this.reasons.has(piece) ? "off" : "";
  }
}
