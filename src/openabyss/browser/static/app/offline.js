// The page that is shown when there is no network: which replays can be looked at all the same, and back when it is there.

const list = /** @type {HTMLElement} */ (document.getElementById("replays"));
const EVERY = 4_000;
const REPLAY = /^\/t\/([\w-]+)\/replay$/;

async function listReplays() {
  if (!("caches" in globalThis)) return;
  for (const cache of await Promise.all((await caches.keys()).map((name) => caches.open(name)))) {
    const kept = (await cache.keys()).map(({ url }) => new URL(url));
    for (const { pathname } of kept.reverse()) {
      const [, table] = pathname.match(REPLAY) ?? [];
      const moments = kept.find((url) => url.pathname === `/api/tables/${table}/replay`);
      if (table && moments) list.append(await linked(pathname, await cache.match(moments)));
    }
  }
  const part = list.closest("section");
  if (part) part.hidden = list.childElementCount === 0;
}

/**
 * @param {string} path
 * @param {Response | undefined} moments
 */
async function linked(path, moments) {
  const link = document.createElement("a");
  const found = await moments?.json();
  link.href = path;
  link.textContent = found?.updates[0].people
    .map((/** @type {{ name: string }} */ { name }) => name)
    .join(", ");
  const made = document.createElement("li");
  made.append(link);
  return made;
}

/** Back to the page that was asked for, as soon as the server answers. */
async function look() {
  const answer = await fetch("/healthz").catch(() => null);
  if (answer?.ok) location.reload();
}

listReplays();
if (location.pathname !== "/offline") {
  addEventListener("online", look);
  setInterval(look, EVERY);
}
document.getElementById("again")?.addEventListener("click", () => location.reload());
