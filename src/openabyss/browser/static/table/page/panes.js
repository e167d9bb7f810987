// The parts of the table of which a small screen shows one at a time; a larger one shows all, or all but the log.

import { h } from "./dom.js";
import { word } from "./words.js";

const PANES = ["court", "depths", "players", "log"];

/**
 * The buttons that lead to the parts, where there is not room for all.
 * @param {number} unread lines of the chat
 */
export function ways(unread) {
  return PANES.map((pane) =>
    h(
      "button",
      {
        type: "button",
        class: "way",
        key: pane,
        "data-command": `pane-${pane}`,
        "aria-pressed": String(document.body.dataset["shows"] === pane),
      },
      word(pane),
      pane === "log" && unread ? h("span", { class: "unread" }, unread) : null,
    ),
  );
}

/**
 * Show a part; the log also leaves again, where it lies over the table.
 * @param {string} pane
 */
export function showPane(pane) {
  const { dataset } = document.body;
  dataset["shows"] = pane === "log" && dataset["shows"] === "log" ? "court" : pane;
  for (const way of document.querySelectorAll(".way"))
    way.setAttribute("aria-pressed", String(way.getAttribute("data-command") === `pane-${dataset["shows"]}`));
}

/**
 * Show the part in which an element lies.
 * @param {Element | null} element
 */
export function showPaneOf(element) {
  const pane = element?.closest("[data-pane]")?.getAttribute("data-pane");
  if (pane && pane !== document.body.dataset["shows"]) showPane(pane);
}
