// The socket: hello, commands that are sent until they are acknowledged, heartbeat, reconnection.

import { inLanguage, language } from "../page/words.js";

/**
 * @typedef {import("../messages").FromServer} ServerMessage
 * @typedef {import("../messages").FromClient} ClientMessage
 * @typedef {Extract<ClientMessage, {id: string}>} Command
 * @typedef {{onMessage: (message: ServerMessage) => void, onState: (state: "open" | "closed" | "gone") => void,
 *   onUnseated: () => void, revision: () => number, seat: () => number | null, isCovered: () => boolean}} Listener
 */

/**
 * A message without what is added to it when it is sent.
 * @template Message
 * @template {string} Added
 * @typedef {Message extends unknown ? Omit<Message, Added> : never} Without
 */

const FIRST_WAIT = 250;
const MAX_WAIT = 15_000;
const HEARTBEAT = 10_000;
/** How long the server may be silent once it is asked whether it is there. */
const DEAD_AFTER = 15_000;
/** How long a connection may take to be made: twice as long whenever that was not enough, up to the second of these. */
const MADE_WITHIN = 8_000;
const MADE_AT_LAST = 32_000;
/** How long the server may take to answer somebody who is back at the page. */
const ANSWERS_WITHIN = 3_000;
const RESEND_AFTER = 2_500;
/** How long what was asked may be without an answer, or anything else, until people learn of it. */
const SILENT_AFTER = 5_000;
const UPDATE_OVERDUE = 1_200;
const PROTOCOL = "openabyss.v1";
/** The server closes with this code if the table does not exist, or this browser has no seat at it. */
const NOT_HERE = 4404;

/**
 * Where updates of a table come from, and commands go to. `send` returns the id of the command.
 * @typedef {{connect: () => void, greet: () => void, send: (unsent: Without<Command, "id">) => string}} Connection
 */

/** One connection to a table, which never gives up while there is a seat at it. */
export class Net {
  /** @param {Listener} listener */
  constructor(listener) {
    const address = inLanguage(language, `${location.pathname.replace(/\/$/, "")}/socket`);
    address.protocol = address.protocol.replace("http", "ws");
    this.url = address.href;
    this.listener = listener;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, {command: Command, sent: number}>} */
    this.unacknowledged = new Map();
    this.wait = FIRST_WAIT;
    this.madeWithin = MADE_WITHIN;
    this.heard = 0;
    /** When the connection is given up, unless something is heard before. */
    this.deadline = 0;
    /** Since when something is without an answer, and nothing is heard. */
    this.asked = Number.POSITIVE_INFINITY;
    this.isSilent = false;
    this.expected = -1;
    this.expectedSince = 0;
    this.greeted = 0;
    this.isWelcome = false;
    this.number = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.mark = crypto.getRandomValues(new Uint32Array(2)).join("-");
    setInterval(() => this.look(), 500);
    for (const moment of ["online", "focus"]) addEventListener(moment, () => this.hurry());
    addEventListener("offline", () => {
      this.tellSilence();
      this.hurry();
    });
    document.addEventListener("visibilitychange", () => this.hurry());
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const socket = new WebSocket(this.url, PROTOCOL);
    this.socket = socket;
    this.heard = performance.now();
    this.deadline = this.heard + this.madeWithin;
    this.asked = Number.POSITIVE_INFINITY;
    this.isSilent = false;
    this.isWelcome = false;
    socket.onopen = () => {
      this.madeWithin = MADE_WITHIN;
      this.hear();
      this.greet();
    };
    socket.onmessage = (frame) => this.read(String(frame.data));
    socket.onclose = ({ code }) => this.closed(socket, code);
  }

  /** Say who is here and what is known; everything unanswered is asked again. */
  greet() {
    this.greeted = performance.now();
    this.write({ type: "hello", have: this.listener.revision(), seat: this.listener.seat() });
    for (const waiting of this.unacknowledged.values()) this.resend(waiting);
  }

  /**
   * Send a command and keep it until it is answered. Returns its id.
   * @param {Without<Command, "id">} unsent
   */
  send(unsent) {
    const id = `${this.mark}-${(this.number += 1)}`;
    const command = /** @type {Command} */ ({ ...unsent, id });
    const waiting = { command, sent: 0 };
    this.unacknowledged.set(id, waiting);
    this.resend(waiting);
    return id;
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** @param {{command: Command, sent: number}} waiting */
  resend(waiting) {
    waiting.sent = performance.now();
    this.write(waiting.command);
  }

  /** @param {ClientMessage} message */
  write(message) {
    if (!this.isOpen) return;
    this.asked = Math.min(this.asked, performance.now());
    this.socket?.send(JSON.stringify(message));
  }

  hear() {
    this.heard = performance.now();
    this.deadline = Number.POSITIVE_INFINITY;
    this.asked = Number.POSITIVE_INFINITY;
    if (this.isSilent && this.isWelcome) this.listener.onState("open");
    this.isSilent = false;
  }

  /** @param {string} text */
  read(text) {
    this.hear();
    const message = /** @type {ServerMessage} */ (JSON.parse(text));
    if (message.type === "welcome") {
      this.wait = FIRST_WAIT;
      this.isWelcome = true;
      this.listener.onState("open");
    }
    if (message.type === "ack" || message.type === "pong") this.expect(message.revision);
    // Of what has no id, a hello alone is forbidden: it names a seat that another browser has taken over.
    if (message.type === "refused" && message.code === "forbidden" && !message.id) this.listener.onUnseated();
    // What was sent twice is answered twice, and the second time perhaps when somebody else is asked.
    if ("id" in message && message.id && !this.unacknowledged.delete(message.id)) return;
    this.listener.onMessage(message);
  }

  /** @param {number} revision what the server is known to have reached */
  expect(revision) {
    if (revision <= Math.max(this.expected, this.listener.revision())) return;
    this.expected = revision;
    this.expectedSince = performance.now();
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   */
  closed(socket, code) {
    if (code === NOT_HERE && socket === this.socket) this.listener.onState("gone");
    else this.lost(socket);
  }

  /** @param {WebSocket} socket */
  lost(socket) {
    if (socket !== this.socket || this.timer !== undefined) return;
    this.listener.onState("closed");
    const jitter = 0.75 + Math.random() / 2;
    this.timer = setTimeout(() => this.connect(), this.wait * jitter);
    this.wait = Math.min(MAX_WAIT, this.wait * 2);
  }

  /**
   * The network may be back, or the page is looked at again: do not wait any longer. Somebody who had no seat here may
   * have got one in another tab.
   */
  hurry() {
    if (document.hidden) return;
    if (this.timer !== undefined || this.socket?.readyState === WebSocket.CLOSED) {
      this.wait = FIRST_WAIT;
      this.connect();
      return;
    }
    // The device may have slept, and its clock with it, while the connection was lost. A hello may have to wait for others.
    if (this.isOpen && this.isWelcome) this.ping(ANSWERS_WITHIN);
  }

  /**
   * Silence says nothing until the server is asked: in the background this page looks once a minute.
   * @param {number} within how many ms it has to answer
   */
  ping(within) {
    const due = performance.now() + within;
    if (due >= this.deadline) return;
    this.deadline = due;
    this.write({ type: "ping" });
  }

  /** Twice a second: is the other side alive, and is anything overdue? */
  look() {
    const { socket } = this;
    const now = performance.now();
    if (socket && socket.readyState < WebSocket.CLOSING && now > this.deadline) {
      if (!this.isOpen) this.madeWithin = Math.min(MADE_AT_LAST, this.madeWithin * 2);
      socket.close();
      this.lost(socket);
    }
    if (!this.isOpen) return;
    if (now - this.heard >= HEARTBEAT) this.ping(DEAD_AFTER);
    if (!this.isWelcome) {
      if (now - this.greeted > RESEND_AFTER) this.greet();
      return;
    }
    for (const waiting of this.unacknowledged.values()) {
      if (now - waiting.sent <= RESEND_AFTER) continue;
      this.resend(waiting);
      // It may only take the server long to answer that.
      this.ping(HEARTBEAT + DEAD_AFTER);
    }
    if (now - this.asked >= SILENT_AFTER) this.tellSilence();
    this.closeGap(now);
  }

  tellSilence() {
    if (this.isSilent || !this.isOpen || !this.isWelcome) return;
    this.isSilent = true;
    this.listener.onState("closed");
  }

  /**
   * An update that must exist has not come: ask for the table as it is.
   * @param {number} now
   */
  closeGap(now) {
    // Behind a curtain nothing is known, nor missed: the next person asks for the table.
    if (this.listener.isCovered()) return;
    if (this.expected <= this.listener.revision() || now - this.expectedSince < UPDATE_OVERDUE) return;
    this.expectedSince = now;
    this.greet();
  }
}
