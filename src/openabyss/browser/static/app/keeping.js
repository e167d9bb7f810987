// On the page about this site: whether the browser keeps the rules and replays.

import { KNOWN } from "../pages/notified.js";
import { begin, KEPT } from "./begin.js";

const choice = /** @type {HTMLElement} */ (document.getElementById("keeping"));
const box = /** @type {HTMLInputElement} */ (document.getElementById("keeps"));

if ("serviceWorker" in navigator) {
  box.checked = localStorage.getItem(KEPT) === null;
  choice.hidden = false;
  box.addEventListener("change", () => (box.checked ? keep() : forget()));
}

async function keep() {
  localStorage.removeItem(KEPT);
  await begin();
}

async function forget() {
  localStorage.setItem(KEPT, "1");
  // Without a worker the browser would not be notified any more; the new one keeps nothing.
  if (localStorage.getItem(KNOWN)) await begin();
  else for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
