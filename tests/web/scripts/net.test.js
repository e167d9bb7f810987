// When a connection is given up, and when another one is made.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.js";

import { Net } from "../../../src/openabyss/browser/static/table/state/net.js";

class Socket {
  static OPEN = 1;
  static CLOSING = 2;
  static CLOSED = 3;
  readyState = 0;
  sent = [];

  send(text) {
    this.sent.push(JSON.parse(text).type);
  }

  close() {
    this.readyState = Socket.CLOSING;
  }

  /** The other side closes it. */
  end(code) {
    this.readyState = Socket.CLOSED;
    this.onclose({ code });
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
  const net = new Net({
    onMessage: (message) => heard.push(message.type),
    onState: (state) => states.push(state),
    onUnseated: () => states.push("unseated"),
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

test("a connection has longer to be made whenever it was not in time", (context) => {
  const { sockets, pass, happens } = begun(context);
  const made = [10, 14, 6, 26, 6].map((seconds) => {
    pass(seconds);
    return sockets.length;
  });
  assert.deepEqual(made, [2, 2, 3, 3, 4]);
  sockets[3].open();
  sockets[3].end(1006);
  happens("focus");
  pass(10);
  assert.equal(sockets.length, 6);
});

test("when the page is looked at again, another connection is made at once, and has all its time", (context) => {
  const { sockets, pass, happens } = welcomed(context);
  sockets[0].end(1006);
  happens("visibilitychange");
  happens("focus");
  pass(7);
  assert.equal(sockets.length, 2);
  sockets[1].open();
  happens("focus");
  pass(5);
  assert.deepEqual([sockets.length, sockets[1].sent], [2, ["hello", "hello"]]);
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
  assert.deepEqual(sockets[0].sent, ["hello", "hint", "hint", "ping"]);
  sockets[0].tell({ type: "hint", id });
  sockets[0].tell({ type: "refused", id });
  sockets[0].tell({ type: "refused", id: null });
  assert.deepEqual(heard, ["welcome", "hint", "refused"]);
});

test("a connection that goes silent is told long before it is given up", (context) => {
  const { net, sockets, states, pass } = welcomed(context);
  net.send({ type: "hint", seat: 0 });
  pass(4);
  assert.deepEqual(states, ["open"]);
  pass(2);
  assert.deepEqual([sockets.length, states], [1, ["open", "closed"]]);
  sockets[0].tell({ type: "pong", revision: 0 });
  assert.deepEqual(states, ["open", "closed", "open"]);
});

test("a hint that takes long is no silence", (context) => {
  const { net, sockets, states, pass } = welcomed(context);
  net.send({ type: "hint", seat: 0 });
  for (let step = 0; step < 20; step += 1) {
    pass(1);
    if (sockets[0].sent.at(-1) === "ping") sockets[0].tell({ type: "pong", revision: 0 });
  }
  assert.deepEqual(states, ["open"]);
});

test("that a device has lost its network is told at once", (context) => {
  const { sockets, states, pass, happens } = welcomed(context);
  happens("offline");
  assert.deepEqual(states, ["open", "closed"]);
  // It was a mistake of the device.
  sockets[0].tell({ type: "pong", revision: 0 });
  assert.deepEqual(states, ["open", "closed", "open"]);
  happens("offline");
  pass(4);
  assert.equal(sockets.length, 2);
});

test("who has no seat here comes again only when the page is looked at", (context) => {
  const { sockets, states, pass, happens } = welcomed(context);
  sockets[0].end(4404);
  pass(60);
  assert.deepEqual([sockets.length, states], [1, ["open", "gone"]]);
  happens("focus");
  sockets[1].open();
  sockets[1].tell({ type: "welcome" });
  assert.deepEqual([sockets.length, states.at(-1)], [2, "open"]);
});

test("whose seat has another owner, or another secret of this browser, comes again", (context) => {
  const { sockets, states, pass } = welcomed(context);
  sockets[0].end(4403);
  pass(1);
  sockets[1].open();
  sockets[1].tell({ type: "refused", id: null, code: "too_many" });
  assert.deepEqual(states, ["open", "closed"]);
  sockets[1].tell({ type: "refused", id: null, code: "forbidden" });
  assert.deepEqual(states, ["open", "closed", "unseated"]);
});
