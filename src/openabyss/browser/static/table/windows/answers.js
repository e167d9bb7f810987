// "What may I do now?": every answer that is open, with what it costs and brings.

import { h } from "../page/dom.js";
import { word } from "../page/words.js";

/**
 * @param {import("../messages").AnswerExplained[]} answers
 * @param {import("../messages").Update | null} update
 * @param {import("./dialogs.js").Dialogs} dialogs
 */
export function showAnswers(answers, update, dialogs) {
  if (!update || !answers.length) return;
  dialogs.open(word("explain"), [
    h("p", { class: "soft" }, update.question?.prompt ?? ""),
    h(
      "dl",
      { class: "explained" },
      answers.flatMap(({ action, label, means }) => [
        h("dt", { key: `label-${action}` }, label),
        h("dd", { key: `means-${action}` }, means),
      ]),
    ),
    h(
      "button",
      { type: "button", class: "small-button", onclick: () => dialogs.help(update.config) },
      word("help"),
    ),
  ]);
}
