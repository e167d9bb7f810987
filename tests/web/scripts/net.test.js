// When a connection is given up, and when another one is made.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.js";

import { Net } from "../../../src/openabyss/browser/static/table/state/net.js";

class Socket {
  static OPEN = 1;
  static CLOSING = 2;
  readyState = 0;
  sent = [];

  send(text) {
    this.sent.push(JSON.parse(text).type);
  }

  close() {
    this.readyState = Socket.CLOSING;
  }

  open() {
    this.readyState = Socket.OPEN;
    this.onopen();
  }

  tell(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

/** A connection that has begun, the sockets that it opens, what it says of them, and what it has heard; and time, which passes in steps. */
function begun(context) {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const [sockets, states, heard, moments] = [[], [], [], new Map()];
  const listen = (moment, happened) => moments.set(moment, happened);
  Object.assign(globalThis, {
    addEventListener: listen,
    location: { pathname: "/t/a", href: "http://a/t/a" },
  });
  Object.assign(document, { addEventListener: listen });
  globalThis.WebSocket = class extends Socket {
    constructor() {
      super();
      sockets.push(this);
    }
  };
  globalThis.WebSocket.OPEN = Socket.OPEN;
  const net = new Net({
    onMessage: (message) => heard.push(message.type),
    onState: (state) => states.push(state),
    revision: () => 0,
    seat: () => 0,
    isCovered: () => false,
  });
  net.connect();
  const pass = (seconds, between = 0.5) => {
    for (let step = 0; step < seconds / between; step += 1) {
      now += 1000 * between;
      context.mock.timers.tick(500);
    }
  };
  return { net, sockets, states, heard, pass, happens: (moment) => moments.get(moment)() };
}

/** The same, once the server has greeted. */
function welcomed(context) {
  const table = begun(context);
  table.sockets[0].open();
  table.sockets[0].tell({ type: "welcome" });
  return table;
}

test("a connection that is not made in time is tried again", (context) => {
  const { sockets, states, pass } = begun(context);
  pass(7);
  assert.equal(sockets.length, 1);
  pass(3);
  assert.deepEqual([sockets.length, sockets[0].readyState, states], [2, Socket.CLOSING, ["closed"]]);
});

test("when the page is looked at again, a connection that is not made soon is tried again", (context) => {
  const { sockets, pass, happens } = begun(context);
  happens("online");
  pass(5);
  assert.equal(sockets.length, 2);
});

test("when the page is looked at again, the server is asked at once whether it is there", (context) => {
  const { sockets, states, pass, happens } = welcomed(context);
  happens("visibilitychange");
  happens("focus");
  assert.deepEqual(sockets[0].sent, ["hello", "ping"]);
  sockets[0].tell({ type: "pong", revision: 0 });
  pass(5);
  assert.deepEqual([sockets.length, states], [1, ["open"]]);
  happens("focus");
  pass(5);
  assert.deepEqual([sockets.length, states], [2, ["open", "closed"]]);
});

test("a server that answers is not left, one that is silent is", (context) => {
  const { sockets, pass } = welcomed(context);
  for (let time = 0; time < 4; time += 1) {
    pass(11);
    assert.equal(sockets[0].sent.at(-1), "ping");
    sockets[0].tell({ type: "pong", revision: 0 });
  }
  assert.equal(sockets.length, 1);
  pass(26);
  assert.equal(sockets.length, 2);
});

test("a page in the background, where timers run once a minute, stays connected", (context) => {
  const { sockets, pass } = welcomed(context);
  for (let minute = 0; minute < 5; minute += 1) {
    pass(60, 60);
    if (sockets[0].sent.at(-1) === "ping") sockets[0].tell({ type: "pong", revision: 0 });
  }
  assert.equal(sockets.length, 1);
});

test("of what is sent twice, because no answer has come, the second answer is not heard", (context) => {
  const { net, sockets, heard, pass } = welcomed(context);
  const id = net.send({ type: "hint", seat: 0 });
  pass(4);
  assert.deepEqual(sockets[0].sent, ["hello", "hint", "hint"]);
  sockets[0].tell({ type: "hint", id });
  sockets[0].tell({ type: "refused", id });
  sockets[0].tell({ type: "refused", id: null });
  assert.deepEqual(heard, ["welcome", "hint", "refused"]);
});

for (const code of [4404, 4403])
  test(`who has no seat here (${code}) does not come again`, (context) => {
    const { sockets, states, pass, happens } = welcomed(context);
    Object.assign(sockets[0], { readyState: 3 }).onclose({ code });
    happens("focus");
    pass(60);
    assert.deepEqual([sockets.length, states], [1, ["open", "gone"]]);
  });
