// The service worker. When there is no network it shows what it has kept: the page that says so, the rules, replays that
// were looked at, and the files of these pages. It keeps nothing but what the server marks, and asks the server first for
// everything but files whose address has their hash; so nothing old is shown, and nothing of a game that is played.
//
// Its own address has the hash of the version that it belongs to, and the language. One of another version, or for another
// language, takes its place and deletes all of it.
//
// It also shows what the server pushes: that a game waits for the person here. Where nothing is to be kept, it does only that.

const { pathname, searchParams } = new URL(location.href);
const CACHE = `openabyss ${pathname.split("/")[2]} ${searchParams.get("lang")}`;
const FILES = /\/static\/[0-9a-f]{12}\/[^"#\s]+/g;
const OF_TABLES = /^\/(?:t|api\/tables)\//;
/** Of how many answers about tables the oldest go. */
const MOST = 400;
/** What the server says of an answer that may be kept: "page", or with which pages that it links to, "/rules". */
const MARK = "X-Keep";
const KEEPS_NOTHING = searchParams.has("keeps");
const OFFLINE = "/offline";
const ICON = pathname.replace("app/worker.js", "art/icon-192.png");
const GONE = [403, 404, 410];
/** What proxies answer where the server is not there. */
const UNREACHABLE = [502, 504];

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (KEEPS_NOTHING || request.method !== "GET" || !request.url.startsWith(location.origin)) return;
  const isFile = new URL(request.url).pathname.match(FILES) !== null;
  event.respondWith(isFile ? file(request) : answer(event));
});

scope.addEventListener("push", (event) => event.waitUntil(show(event.data?.json())));
scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data ?? "/tables", location.origin)));
});

async function install() {
  if (!KEEPS_NOTHING) await keep(new Request(OFFLINE), await fetch(OFFLINE));
  await scope.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (KEEPS_NOTHING || name !== CACHE) await caches.delete(name);
  await scope.registration.navigationPreload?.[KEEPS_NOTHING ? "disable" : "enable"]();
  await scope.clients.claim();
}

/**
 * A file, which never changes under its address. Where nothing can be kept, or read, it comes from the server.
 * @param {Request} request
 */
async function file(request) {
  const cache = await caches.open(CACHE).catch(() => undefined);
  const kept = await cache?.match(request, { ignoreVary: true }).catch(() => undefined);
  if (kept) return kept;
  const found = await fetch(request);
  // Under another hash than its own the server sends what there is now.
  if (found.ok && found.headers.get("Cache-Control")?.includes("immutable"))
    await cache?.put(request, found.clone()).catch(() => undefined);
  return found;
}

/**
 * The answer of the server, or where there is none, the one that was kept.
 * @param {FetchEvent} event
 */
async function answer(event) {
  const { request } = event;
  try {
    const found = /** @type {Response} */ ((await event.preloadResponse) ?? (await fetch(request)));
    if (UNREACHABLE.includes(found.status)) throw new TypeError(found.statusText);
    event.waitUntil(keep(request, found.clone()));
    return found;
  } catch (error) {
    const cache = await caches.open(CACHE);
    const isPage = request.mode === "navigate";
    // Only the server finds what is searched for in the rules.
    const isSearch = new URL(request.url).searchParams.get("q");
    const kept = await cache.match(request, { ignoreVary: true, ignoreSearch: isPage && !isSearch });
    const shown = kept ?? (isPage ? await cache.match(OFFLINE, { ignoreVary: true }) : undefined);
    if (shown) return shown;
    throw error;
  }
}

/**
 * Keep an answer that may be kept, with the files that it needs; forget what is no longer there.
 * @param {Request} request
 * @param {Response} found
 */
async function keep(request, found) {
  const mark = found.headers.get(MARK);
  const cache = await caches.open(CACHE);
  if (GONE.includes(found.status)) await cache.delete(request, { ignoreVary: true });
  if (!mark || !found.ok || found.redirected) return;
  await cache.put(request, found.clone());
  await makeRoom(cache);
  if (!found.headers.get("Content-Type")?.startsWith("text/html")) return;
  const text = await found.text();
  for (const path of new Set(text.match(FILES))) await file(new Request(path));
  if (!mark.startsWith("/")) return;
  for (const [, path = ""] of text.matchAll(/href="(\/[\w/-]+)"/g))
    if (path.startsWith(mark) && !(await cache.match(path, { ignoreVary: true }))) {
      const linked = await fetch(path);
      if (linked.ok && linked.headers.get(MARK)) await cache.put(path, linked);
    }
}

/**
 * Show a notice; the browser demands that something is shown.
 * @param {{ title: string, body: string, url: string, tag: string } | undefined} notice
 */
async function show(notice) {
  const { title, body, url, tag } = notice ?? { title: "OpenAbyss" };
  const options = { body, tag, data: url, icon: ICON, renotify: tag !== undefined };
  await scope.registration.showNotification(title, options);
}

/**
 * A page of ours, in a window that shows it already if there is one.
 * @param {URL} url
 */
async function open(url) {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = windows.find((one) => new URL(one.url).pathname === url.pathname);
  if (found) await found.focus();
  else await scope.clients.openWindow(url.pathname + url.search);
}

/** @param {Cache} cache */
async function makeRoom(cache) {
  const ofTables = (await cache.keys()).filter(({ url }) => OF_TABLES.test(new URL(url).pathname));
  for (const oldest of ofTables.slice(0, Math.max(0, ofTables.length - MOST))) await cache.delete(oldest);
}
