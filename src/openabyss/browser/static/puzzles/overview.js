// The page of all puzzles: what this browser has solved, and for each theme the next that it has not tried.

import { daysInARow, forget, nextOf, progress } from "./progress.js";

/** @param {string} id */
function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

function show() {
  const known = progress();
  const tried = Object.values(known.answers);
  const today = part("progress").dataset["day"] ?? "";
  part("progress").hidden = tried.length === 0;
  part("count-right").textContent = `${tried.filter(Boolean).length} / ${tried.length}`;
  part("count-run").textContent = String(known.run);
  part("count-best").textContent = String(known.best);
  part("count-days").textContent = String(daysInARow(known, today));
  const done = part("day-done");
  done.hidden = !(today in known.days);
  done.textContent = (known.days[today] ? done.dataset["right"] : done.dataset["wrong"]) ?? "";
  for (const link of document.querySelectorAll("a[data-puzzles]")) lead(link, known);
}

/**
 * @param {Element} link
 * @param {import("./progress.js").Progress} known
 */
function lead(link, known) {
  const numbers = (link.getAttribute("data-puzzles") ?? "").split(" ");
  const { search } = new URL(/** @type {HTMLAnchorElement} */ (link).href);
  link.setAttribute("href", `/puzzles/${nextOf(numbers, known)}${search}`);
  const right = numbers.filter((number) => known.answers[number]).length;
  const count = link.nextElementSibling;
  if (count) count.textContent = right ? `${right} / ${numbers.length}` : String(numbers.length);
}

part("forget").onclick = () => {
  forget();
  show();
  part("day").scrollIntoView({ block: "nearest" });
};
show();
