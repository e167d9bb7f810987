// Copies a link to the clipboard, without which the field can be selected and copied by hand; and shows who
// has come, which tables wait, or how far a review is, without which the page can be asked for again.

const EVERY = 3_000;

document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-copies]") : null;
  if (!button) return;
  button.dataset.label ??= button.textContent;
  const field = document.getElementById(button.dataset.copies);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.focus();
    return;
  }
  button.textContent = "✓";
  setTimeout(() => {
    button.textContent = button.dataset.label;
  }, 1500);
});
document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLInputElement && "copy" in target.dataset) target.select();
});

function offerToCopy() {
  for (const button of document.querySelectorAll("[data-copies]")) button.hidden = !navigator.clipboard;
}

/** What the server said of each part when it was shown; a part in which somebody types or chooses is left alone. */
const shown = new Map();

/** The parts that follow the server; one with a text that it has refused stays until that is sent again. */
function parts(page) {
  return [...page.querySelectorAll("[data-live='']")];
}

/** Parts that are only hidden where the page has them no longer: replaced, an open paragraph in them would close. */
const WHOLE = "[data-live='whole']";

/** Where the focus is again once its part has been replaced; null where it would not be on the same thing. */
function placeOf(focused) {
  if (focused.matches("[data-copies]")) return `[data-copies="${focused.dataset.copies}"]`;
  if (focused.matches("[readonly]")) return `[id="${focused.id}"]`;
  return focused.matches("summary") ? "summary" : null;
}

const address = location.pathname + location.search;

/** How often a page that tells something in its title has not looked while nobody sees it, and after how often it does. */
let unseen = 0;
const UNSEEN = 10;

function look() {
  if (document.hidden && !(document.querySelector("[data-tells]") && (unseen += 1) % UNSEEN === 0)) return;
  // It reads the page as a document, which the security policy allows to no parser of texts.
  const request = new XMLHttpRequest();
  request.open("GET", address);
  request.responseType = "document";
  request.onload = () => {
    if (request.status === 200) show(request.responseXML);
    // It has been deleted, which the page itself can say.
    else if (request.status === 404) location.replace(address);
  };
  request.send();
}

function show(page) {
  document.title = page.title;
  if (!parts(page).some(({ id }) => shown.has(id))) {
    // What was waited for is there; or a server that has restarted knows nothing of it, and is asked again.
    const again = page.querySelector("form[data-again]");
    // To load it again would send again what it is the answer to.
    if (!again) return location.replace(address);
    document.body.append(again);
    return again.submit();
  }
  for (const next of parts(page)) {
    if (!shown.has(next.id) || shown.get(next.id) === next.innerHTML) continue;
    const now = document.getElementById(next.id);
    const place = now.contains(document.activeElement) ? placeOf(document.activeElement) : "";
    if (place === null) continue;
    shown.set(next.id, next.innerHTML);
    now.replaceChildren(...next.childNodes);
    offerToCopy();
    if (place) now.querySelector(place)?.focus({ preventScroll: true });
  }
  for (const part of document.querySelectorAll(WHOLE))
    part.hidden = !page.getElementById(part.id) && !part.contains(document.activeElement);
}

for (const part of parts(document)) shown.set(part.id, part.innerHTML);
offerToCopy();
if (shown.size > 0) {
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
}
