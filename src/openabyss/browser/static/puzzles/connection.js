// Instead of the socket of a table: the position of a puzzle, and what becomes of an answer to it.

import { inLanguage, language } from "../table/page/words.js";

/**
 * @typedef {import("../table/state/net.js").Listener} Listener
 * @typedef {import("../table/state/net.js").Connection} Connection
 * @typedef {{action: string, label: string, percent: number}} Judged
 * @typedef {{is_right: boolean | null, text: string, answers: Judged[], reasons: string[]}} Verdict
 * @typedef {(done: number, all: number) => void} Working
 */

/** How long it is until what the server did not give is asked for again, and a verdict that it works on, in ms. */
const AGAIN = 2000;
const SOON = 500;
/** The status of an answer that is still being looked for. */
const STILL_JUDGED = 202;

/** @implements {Connection} */
export class PuzzleConnection {
  /**
   * @param {Listener} listener
   * @param {(verdict: Verdict, answer: string) => void} judged
   * @param {Working} working
   */
  constructor(listener, judged, working) {
    this.listener = listener;
    this.judged = judged;
    this.working = working;
    this.count = 0;
  }

  async connect() {
    try {
      const update = await (await fetched("table.json")).json();
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
      const verdict = await verdictOn(this.working, answer);
      this.listener.onMessage({ type: "ack", id, revision });
      this.judged(verdict, answer);
    } catch (error) {
      this.listener.onMessage({
        type: "refused",
        id,
        code: "unavailable",
        message: error instanceof Error ? error.message : "",
        revision,
      });
    }
  }
}

/**
 * How the server judges an answer; without one, the solution. Throws what it says if it cannot.
 * @param {Working} working
 * @param {string} [answer]
 * @returns {Promise<Verdict>}
 */
export async function verdictOn(working, answer) {
  for (;;) {
    const found = await fetched("verdict.json", answer === undefined ? {} : { answer });
    const content = await found.json();
    if (found.status !== STILL_JUDGED) return content;
    working(content.done, content.all);
    await new Promise((ready) => setTimeout(ready, SOON));
  }
}

/**
 * @param {string} name
 * @param {Record<string, string>} [asked]
 */
async function fetched(name, asked = {}) {
  const address = inLanguage(language, `${location.pathname.replace(/\/$/, "")}/${name}`);
  for (const [key, value] of Object.entries(asked)) address.searchParams.set(key, value);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).message ?? answer.statusText);
  return answer;
}
