// What the service worker does with notices that the server pushes, and where nothing can be kept.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

const SITE = "https://abyss.example";
const handlers = new Map();
let shown, opened, windows;

globalThis.location = new URL(`${SITE}/static/0123456789ab/app/worker.js?lang=en`);
globalThis.addEventListener = (kind, handler) => handlers.set(kind, handler);
globalThis.registration = { showNotification: async (title, options) => shown.push({ title, ...options }) };
globalThis.clients = {
  matchAll: async () => windows,
  openWindow: async (url) => opened.push(url),
};
await import("../../../src/openabyss/browser/static/app/worker.js");

async function send(kind, event) {
  let work;
  handlers.get(kind)({ ...event, waitUntil: (begun) => (work = begun) });
  await work;
}

async function click(data) {
  let closed = false;
  await send("notificationclick", { notification: { data, close: () => (closed = true) } });
  assert.ok(closed);
}

beforeEach(() => {
  [shown, opened, windows] = [[], [], []];
});

test("a notice is shown, and takes the place of the one before for its table", async () => {
  const notice = { title: "Your turn", body: "Ann, Bea", url: "/t/abc?seat=1", tag: "abc" };
  await send("push", { data: { json: () => notice } });
  const { title, body, tag, data, renotify, icon } = shown[0];
  assert.deepEqual({ title, body, url: data, tag }, notice);
  assert.deepEqual([renotify, icon], [true, "/static/0123456789ab/art/icon-192.png"]);
});

test("something is shown for a notice without a text", async () => {
  await send("push", { data: null });
  assert.deepEqual([shown[0].title, shown[0].renotify], ["OpenAbyss", false]);
});

test("a click opens the table, in the window that has it", async () => {
  await click("/t/abc?seat=1");
  const focused = [];
  windows = ["/", "/t/abc"].map((path) => ({ url: SITE + path, focus: async () => focused.push(path) }));
  await click("/t/abc?seat=1");
  await click("/t/xyz?seat=0");
  assert.deepEqual([opened, focused], [["/t/abc?seat=1", "/t/xyz?seat=0"], ["/t/abc"]]);
});

test("a click opens no other site", async () => {
  await click("https://elsewhere.example/t/abc");
  await click(undefined);
  assert.deepEqual(opened, ["/t/abc", "/tables"]);
});

const FILE = { url: `${SITE}/static/0123456789ab/base.css`, method: "GET" };
const full = async () => {
  throw new DOMException("", "QuotaExceededError");
};
const places = {
  "is full": async () => ({ match: async () => undefined, put: full }),
  "is out of order": full,
};

for (const [name, open] of Object.entries(places))
  test(`a file that has come is given to the page where the storage ${name}`, async () => {
    const found = new Response("", { headers: { "Cache-Control": "immutable" } });
    globalThis.caches = { open };
    globalThis.fetch = async () => found;
    let given;
    handlers.get("fetch")({ request: FILE, respondWith: (answer) => (given = answer) });
    assert.equal(await given, found);
  });
