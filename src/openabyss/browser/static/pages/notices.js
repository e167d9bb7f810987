// Suggests the time zone of this browser; lets the browser itself be notified, also while no page is open.

import { begin } from "../app/begin.js";
import { answerTo } from "./asking.js";
import { forget, KNOWN } from "./notified.js";

const zone = document.getElementById("zone");
const offer = document.getElementById("push");
const problem = document.getElementById("push-problem");

if (zone instanceof HTMLInputElement && zone.value === "UTC")
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

const item = () => document.querySelector(`[data-address="${localStorage.getItem(KNOWN)}"]`);

/** Both the server and the browser must know of it: each may have ended it alone. */
async function isSubscribed() {
  const registration = await navigator.serviceWorker.getRegistration();
  return item() !== null && Boolean(await registration?.pushManager.getSubscription());
}

async function subscribe(form, key) {
  if (!(await begin())) throw new DOMException("The browser wants no worker.");
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  const { quiet_from, quiet_to, zone } = Object.fromEntries(new FormData(form));
  const headers = { Accept: "application/json" };
  const body = new URLSearchParams({ endpoint, ...keys, quiet_from, quiet_to, zone });
  try {
    const said = await answerTo("/notices/push", { headers, body }, problem.dataset.failed);
    localStorage.setItem(KNOWN, said.id);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

async function ask(button) {
  button.disabled = true;
  problem.hidden = true;
  try {
    await subscribe(button.form, offer.dataset.key);
    location.reload();
  } catch (error) {
    // The browser says no in its own language, the server in ours.
    problem.textContent = error instanceof DOMException ? problem.dataset.refused : error.message;
    problem.hidden = false;
    button.disabled = false;
  }
}

// Telephones of Apple let only apps be notified, and say whether this is one.
const installed = document.getElementById("push-installed");
if (installed) installed.hidden = navigator.standalone !== false || "PushManager" in window;

if ("serviceWorker" in navigator && "PushManager" in window) {
  const isKnown = await isSubscribed();
  if (isKnown) item().querySelector("[data-this]").removeAttribute("hidden");
  else await forget();
  if (offer) offer.hidden = isKnown;
  offer?.querySelector("button").addEventListener("click", ({ currentTarget }) => ask(currentTarget));
}
