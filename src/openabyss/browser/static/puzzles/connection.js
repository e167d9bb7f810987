// Instead of the socket of a table: the position of a puzzle, and what becomes of an answer to it.

import { inLanguage, language } from "../table/page/words.js";

/**
 * @typedef {import("../table/state/net.js").Listener} Listener
 * @typedef {import("../table/state/net.js").Connection} Connection
 * @typedef {{action: string, label: string, percent: number}} Judged
 * @typedef {{is_right: boolean | null, text: string, answers: Judged[], reasons: string[]}} Verdict
 */

/** How long it is until a page that the server did not give is asked for again, in ms. */
const AGAIN = 2000;

/** @implements {Connection} */
export class PuzzleConnection {
  /**
   * @param {Listener} listener
   * @param {(verdict: Verdict, answer: string) => void} judged
   */
  constructor(listener, judged) {
    this.listener = listener;
    this.judged = judged;
    this.count = 0;
  }

  async connect() {
    try {
      const update = await fetched("table.json");
      this.listener.onState("open");
      this.listener.onMessage(update);
    } catch {
      this.listener.onState("closed");
      setTimeout(() => this.connect(), AGAIN);
    }
  }

  /** There is nothing newer. */
  greet() {}

  /** @type {Connection["send"]} */
  send(command) {
    this.count += 1;
    const id = String(this.count);
    if (command.type === "answer") this.judge(id, command.action);
    return id;
  }

  /**
   * @param {string} id of the command
   * @param {string} answer
   */
  async judge(id, answer) {
    const revision = this.listener.revision();
    try {
      const verdict = await verdictOn(answer);
      this.listener.onMessage({ type: "ack", id, revision });
      this.judged(verdict, answer);
    } catch (error) {
      this.listener.onMessage({ type: "refused", id, code: "unavailable", message: String(error), revision });
    }
  }
}

/**
 * How the server judges an answer; without one, the solution.
 * @param {string} [answer]
 * @returns {Promise<Verdict>}
 */
export function verdictOn(answer) {
  return fetched("verdict.json", answer === undefined ? {} : { answer });
}

/**
 * @param {string} name
 * @param {Record<string, string>} [asked]
 */
async function fetched(name, asked = {}) {
  const address = inLanguage(language, `${location.pathname.replace(/\/$/, "")}/${name}`);
  for (const [key, value] of Object.entries(asked)) address.searchParams.set(key, value);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}
