// The moments of a recorded game as the server sends them, some together, and the log that belongs to each.

/**
 * @typedef {import("../table/messages").Moments} Range
 * @typedef {import("../table/messages").LogLine} LogLine
 * @typedef {import("../table/messages").Update} Update
 * @typedef {(moment: number, seat: number | null, isWithin: boolean) => Promise<Range>} Ask
 */

/** What a server says that has too much to do, and how long and how often one waits then, in ms. */
const BUSY = [429, 503];
const WAITS = [1_000, 2_000, 4_000];
/** How long a wish waits for the one before it, whose answer may never come, in ms. */
const PATIENCE = 5_000;

/**
 * The answer to a request, which is made again while the server has too much to do.
 * @param {() => Promise<Response>} request
 * @returns {Promise<Range>}
 */
export async function answerTo(request) {
  let answer = await request();
  for (const wait of WAITS) {
    if (!BUSY.includes(answer.status)) break;
    await new Promise((resolve) => setTimeout(resolve, wait));
    answer = await request();
  }
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.message);
  return found;
}

export class Moments {
  /** @param {Ask} ask */
  constructor(ask) {
    this.ask = ask;
    /** @type {number | null} from whose eyes; null for a spectator */
    this.seat = null;
    /** @type {Range[]} all as this seat saw them */
    this.ranges = [];
    /** What is the same in every range and for all eyes; null before the first. @type {Range | null} */
    this.whole = null;
    /** @type {{seat: number | null, ranges: Range[]} | null} what was known before other eyes looked */
    this.former = null;
    /** @type {Promise<void> | null} what somebody wishes to see and is on its way */
    this.coming = null;
    /** @type {Map<number, Promise<Range>>} what happened on the way to a moment */
    this.ways = new Map();
  }

  get last() {
    return (this.whole?.count ?? 1) - 1;
  }

  /**
   * Look with other eyes from now on.
   * @param {number | null} seat
   */
  look(seat) {
    if (this.ranges.length > 0) this.former = { seat: this.seat, ranges: this.ranges };
    this.lookAt({ seat, ranges: [] });
  }

  /** Where nothing has come for these eyes, look with the former ones. */
  lookBack() {
    if (this.ranges.length === 0 && this.former) this.lookAt(this.former);
  }

  /** @param {{seat: number | null, ranges: Range[]}} known */
  lookAt({ seat, ranges }) {
    this.seat = seat;
    this.ranges = ranges;
    this.coming = null;
    this.ways.clear();
  }

  /**
   * What is known of a moment: its update, and the whole log up to it; null if it has to be asked for.
   * @param {number} moment
   */
  at(moment) {
    const range = this.rangeOf(moment);
    const update = range?.updates[moment - range.first];
    if (!range || !update) return null;
    const since = range.updates.slice(0, moment - range.first + 1).flatMap(({ log }) => log);
    return { update, log: [...range.log, ...since] };
  }

  /**
   * Ask for a moment, unless it is known; after the wish that is on its way, which may bring it along.
   * Rejects where the server does not answer.
   * @param {number} moment
   * @param {() => boolean} isWanted whether it still is when its turn comes
   */
  async load(moment, isWanted = () => true) {
    const { seat } = this;
    if (this.coming) await this.wait(() => this.rangeOf(moment) !== undefined);
    if (this.rangeOf(moment) || seat !== this.seat || !isWanted()) return;
    const coming = this.ask(moment, seat, false)
      .then((range) => this.keep(range, seat))
      .finally(() => {
        if (this.coming === coming) this.coming = null;
      });
    this.coming = coming;
    await coming;
  }

  /**
   * Wait until no wish is on its way; one that is late is given up.
   * @param {() => boolean} isEnough whether a wish has brought what is wanted
   */
  async wait(isEnough) {
    const isLate = new Promise((resolve) => setTimeout(resolve, PATIENCE, true));
    while (this.coming && !isEnough()) {
      const { coming } = this;
      if (!(await Promise.race([coming.catch(() => undefined), isLate]))) continue;
      if (this.coming === coming) this.coming = null;
      return;
    }
  }

  /** Ask for what is not known, one range after another, while the same eyes look; no wish waits for it. */
  async loadAll() {
    const { seat } = this;
    for (let moment = 0; moment <= this.last; ) {
      if (this.coming) await this.wait(() => false);
      if (seat !== this.seat) return;
      if (!this.rangeOf(moment)) this.keep(await this.ask(moment, seat, false), seat);
      const range = this.rangeOf(moment);
      if (!range) return;
      moment = range.first + range.updates.length;
    }
  }

  /**
   * @param {Range} range
   * @param {number | null} seat that it was asked for
   */
  keep(range, seat) {
    if (seat !== this.seat || this.rangeOf(range.first)) return;
    if (this.ranges.length === 0) this.whole = range;
    this.ranges.push(range);
  }

  /**
   * The table after what a line tells that is new at a moment, as far as there are answers between the lines, also
   * those of chance; and how many of these steps come before it. Rejects where the server does not answer.
   * @param {number} moment
   * @param {LogLine | undefined} line
   * @returns {Promise<{update: Update, log: LogLine[], step: number, isLast: boolean} | null>} null: the moment itself
   */
  async after(moment, line) {
    if (!line || moment === 0) return null;
    const { seat } = this;
    const coming = this.ways.get(moment) ?? this.ask(moment, seat, true);
    if (this.seat === seat) this.ways.set(moment, coming);
    try {
      const { updates, log } = await coming;
      const step = updates.findIndex((one) => one.log.some(({ n }) => n === line.n));
      const update = updates[step];
      if (!update) return null;
      const isLast = step === updates.length - 1;
      return { update, step, isLast, log: [...log, ...updates.slice(0, step + 1).flatMap((one) => one.log)] };
    } catch (error) {
      this.ways.delete(moment);
      throw error;
    }
  }

  /** @param {number} moment */
  rangeOf(moment) {
    return this.ranges.find(({ first, updates }) => moment >= first && moment < first + updates.length);
  }

  /**
   * The turn that goes on at a moment.
   * @param {number} moment
   */
  turnAt(moment) {
    return this.whole?.turns.findLast(({ first }) => first <= moment);
  }

  /**
   * Where a step leads.
   * @param {number} moment
   * @param {string} step
   */
  target(moment, step) {
    const { whole, last } = this;
    const places = step.startsWith("turn")
      ? (whole?.turns.map(({ first }) => first) ?? [])
      : (whole?.rounds ?? []);
    if (step === "first") return 0;
    if (step === "last") return last;
    if (step === "back") return Math.max(0, moment - 1);
    if (step === "on") return Math.min(last, moment + 1);
    if (step.endsWith("back")) return places.findLast((place) => place < moment) ?? 0;
    return places.find((place) => place > moment) ?? last;
  }
}
