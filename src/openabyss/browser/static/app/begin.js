// Starts the service worker, which keeps the rules and replays for times without a network, after the page has loaded. It can be
// switched off on the page about this site.

export const KEPT = "openabyss-keeps-nothing";

/** The address of the worker of this version, which has its hash, in the language of the page. */
const worker = `${new URL("worker.js", import.meta.url)}?lang=${document.documentElement.lang}`;

/** Starts the worker, which keeps what may be kept; null where the browser has no such thing, or wants none. */
export async function begin() {
  if (!("serviceWorker" in navigator)) return null;
  const address = localStorage.getItem(KEPT) === null ? worker : `${worker}&keeps=nothing`;
  const trusted = /** @type {any} */ (globalThis).trustedTypes;
  const url = trusted
    ?.createPolicy("openabyss-worker", { createScriptURL: () => address })
    .createScriptURL("");
  try {
    return (await navigator.serviceWorker.register(url ?? address, { scope: "/" })) ?? null;
  } catch {
    return null; // The browser keeps nothing for anybody, or the server has gone meanwhile.
  }
}

function beginLater() {
  if (localStorage.getItem(KEPT) === null) setTimeout(begin, 1_000);
}

if (document.readyState === "complete") beginLater();
else addEventListener("load", beginLater, { once: true });
