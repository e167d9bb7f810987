// The page where a record is brought along: a file or a text, which the server is asked about before it is looked at.

import { packed } from "./packed.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("record-form"));
const file = /** @type {HTMLInputElement} */ (document.getElementById("record-file"));
const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("record-text"));
const problem = /** @type {HTMLElement} */ (document.getElementById("record-problem"));
const most = Number(form.dataset["most"]);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.textContent = (await lookAt(file.files?.[0])) ?? "";
});

/**
 * Go to the replay, or return what is wrong.
 * @param {File | undefined} chosen
 */
async function lookAt(chosen) {
  // What is too big is not even read.
  if ((chosen?.size ?? text.value.length) > most) return form.dataset["tooBig"];
  const record = recordOf(chosen ? await chosen.text() : text.value);
  if (record === null) return form.dataset["unreadable"];
  try {
    const answer = await fetch("/api/replay", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ record }),
    });
    if (!answer.ok) return (await answer.json()).message;
    location.assign(`/replay/record#${await packed(JSON.stringify(record))}`);
    return "";
  } catch {
    return form.dataset["failed"];
  }
}

/**
 * The record in a text; a saved game has one as its `game`.
 * @param {string} written
 */
function recordOf(written) {
  try {
    const found = JSON.parse(written);
    return found?.game ?? found;
  } catch {
    return null;
  }
}
