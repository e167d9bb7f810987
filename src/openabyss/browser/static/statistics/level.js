// On the page of the start: the level that suits, by how the games of this browser went.

import { games, suitingLevel } from "./games.js";

const fields = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("input[name=level]")]);
const level = suitingLevel(
  games(),
  fields.map(({ value }) => value),
);
const label = fields.find(({ value }) => value === level)?.nextElementSibling?.textContent;
const place = document.getElementById("suits");
if (place && label) {
  place.hidden = false;
  place.textContent = (place.dataset["text"] ?? "").replace("{level}", label);
}
