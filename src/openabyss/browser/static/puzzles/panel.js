// Beside the table of a puzzle: what is asked, how an answer is judged, what each answer is worth and why, and what
// comes next.

import { word } from "../table/page/words.js";
import { verdictOn } from "./connection.js";
import { keep, nextOf, noted, progress } from "./progress.js";

/** @typedef {import("./connection.js").Verdict} Verdict */

/** @param {string} id */
function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

export class Panel {
  constructor() {
    const { puzzle = "", day = "", others = "", themeAsked = "" } = document.body.dataset;
    this.number = puzzle;
    this.day = day;
    this.others = others.split(" ");
    this.theme = themeAsked;
    /** The answer that is marked on the table. */
    this.best = "";
    part("puzzle-solve").onclick = async () => {
      try {
        const solution = await verdictOn((done, all) => this.works(done, all));
        this.note(false);
        this.solve(solution);
        part("puzzle-says").textContent = "";
        part("puzzle-next").focus();
      } catch (error) {
        part("puzzle-says").textContent = error instanceof Error ? error.message : "";
      }
    };
    document.addEventListener("drawn", () => this.ring());
  }

  /**
   * @param {Verdict} verdict
   * @param {string} answer
   */
  judged(verdict, answer) {
    const isRight = verdict.is_right === true;
    this.note(isRight);
    const own = verdict.answers.find(({ action }) => action === answer);
    const { own: chance = "", run = "" } = part("puzzle-solve").dataset;
    const more =
      isRight && this.number
        ? run.replace("{count}", String(progress().run))
        : chance.replace("{percent}", String(own?.percent ?? 0));
    part("puzzle-says").textContent = `${verdict.text} ${more}`;
    part("guide").dataset["verdict"] = isRight ? "right" : "wrong";
    if (!isRight) return;
    this.solve(verdict, answer);
    part("puzzle-next").focus({ preventScroll: true });
  }

  /**
   * A puzzle that somebody has made is judged when it is answered.
   * @param {number} done
   * @param {number} all
   */
  works(done, all) {
    const { judging = "" } = part("puzzle-solve").dataset;
    part("puzzle-says").textContent = judging.replace("{done}", String(done)).replace("{all}", String(all));
  }

  /**
   * Those that somebody has made do not count.
   * @param {boolean} isRight
   */
  note(isRight) {
    if (this.number) keep(noted(progress(), this.number, this.day, isRight));
  }

  /**
   * @param {Verdict} verdict
   * @param {string} [given]
   */
  solve(verdict, given) {
    const [best] = verdict.answers;
    this.best = best?.action ?? "";
    part("puzzle-chances")
      .querySelector("tbody")
      ?.replaceChildren(...verdict.answers.map((one) => row(one, one.action === given)));
    part("puzzle-reasons").replaceChildren(...verdict.reasons.map(item));
    for (const id of ["puzzle-chances", "puzzle-reasons", "puzzle-next"]) part(id).hidden = false;
    part("puzzle-solve").hidden = true;
    part("guide").dataset["solved"] = "";
    const search = this.theme ? `?theme=${this.theme}` : "";
    part("puzzle-next").setAttribute(
      "href",
      `/puzzles/${nextOf(this.others, progress(), this.number)}${search}`,
    );
    this.ring();
  }

  /** Mark the best answer on the table. */
  ring() {
    for (const piece of document.querySelectorAll("[data-guided]")) piece.removeAttribute("data-guided");
    if (!this.best) return;
    const button = document.querySelector(`#dock [data-action="${CSS.escape(this.best)}"]`);
    button?.setAttribute("data-guided", "");
  }
}

/**
 * @param {import("./connection.js").Judged} answer
 * @param {boolean} isGiven
 */
function row({ label, percent }, isGiven) {
  const made = document.createElement("tr");
  const name = document.createElement("th");
  name.scope = "row";
  name.textContent = label;
  const value = document.createElement("td");
  const bar = document.createElement("meter");
  bar.max = 100;
  bar.value = percent;
  bar.setAttribute("aria-hidden", "true");
  value.append(bar, word("percent", { percent }));
  made.append(name, value);
  made.toggleAttribute("data-given", isGiven);
  return made;
}

/** @param {string} reason */
function item(reason) {
  const made = document.createElement("li");
  made.textContent = reason;
  return made;
}
