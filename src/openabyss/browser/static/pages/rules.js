// Live search on the pages of cards: hides what does not fit while one types. Without it the form searches.

const box = document.querySelector("input[data-live]");
const cards = [...document.querySelectorAll(".cards [data-words]")];
const count = document.querySelector(".live-count");

function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ł", "l"); // NFKD leaves ł whole.
}

function filter() {
  const wanted = plain(box.value).split(/\s+/).filter(Boolean);
  for (const card of cards) {
    card.hidden = !wanted.every((word) => card.dataset.words.includes(word));
  }
  for (const group of document.querySelectorAll(".card-group")) {
    group.hidden = !group.querySelector("[data-words]:not([hidden])");
  }
  const shown = cards.filter((card) => !card.hidden).length;
  count.hidden = wanted.length === 0;
  count.textContent = `${shown} / ${cards.length}`;
}

if (box && count && cards.length > 0) {
  box.addEventListener("input", filter);
}
