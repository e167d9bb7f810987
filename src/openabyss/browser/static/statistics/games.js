// The finished games that this browser has noted: kept here alone, nothing is sent.

const PLACE = "openabyss.games";
const SINCE = "openabyss.games.since";
/** What a file of games is called inside, so that no other one is taken for it. */
const FORMAT = "openabyss-games/1";
/** A browser keeps no more than some megabytes for a site. */
const MAX_GAMES = 5000;
const KINDS = ["lords", "locations", "allies", "monster_tokens"];
const OF_KRAKEN = ["nebulis", "kraken_figure"];
const OF_LEVIATHAN = ["wounds", "scourge"];

/**
 * level: the strongest of the computers, or "people"; points: of the own seat by kind; rival: the best score of another.
 * @typedef {{
 *   id: string, at: string, players: number, kraken: boolean, leviathan: boolean, level: string, share: number,
 *   place: number, total: number, rival: number, points: Record<string, number>, lords: number[], locations: number[]
 * }} Game
 */

/** @returns {Game[]} the oldest first */
export function games() {
  try {
    return sound(JSON.parse(localStorage.getItem(PLACE) ?? "[]"));
  } catch {
    return [];
  }
}

/**
 * Keep these games instead of all others; false where the browser keeps nothing.
 * @param {Game[]} all
 */
export function keep(all) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(all.slice(-MAX_GAMES)));
    return true;
  } catch {
    return false;
  }
}

/** Forget all games; those that have ended by now are not noted again. */
export function forget() {
  keep([]);
  try {
    localStorage.setItem(SINCE, new Date().toISOString());
  } catch {
    // There was nothing to forget.
  }
}

/**
 * Whether a table that ended then is to be noted.
 * @param {string} at
 */
export function isToBeNoted(at) {
  try {
    return Date.parse(at) > Date.parse(localStorage.getItem(SINCE) ?? "1970-01-01");
  } catch {
    return false;
  }
}

/**
 * Games of both lists, each once, in the order in which they ended.
 * @param {Game[]} known
 * @param {Game[]} others
 */
export function merged(known, others) {
  const byId = new Map([...others, ...known].map((game) => [game.id, game]));
  return [...byId.values()].sort((one, other) => one.at.localeCompare(other.at));
}

/** @param {Game[]} all */
export function asFile(all) {
  return JSON.stringify({ format: FORMAT, games: all }, null, 1);
}

/**
 * The games of a file as `asFile` writes it; null for any other text.
 * @param {string} text
 */
export function fromFile(text) {
  try {
    const { format, games: found } = JSON.parse(text);
    return format === FORMAT ? sound(found) : null;
  } catch {
    return null;
  }
}

/**
 * Those that have everything that is shown; a file may come from anybody.
 * @param {unknown} found
 * @returns {Game[]}
 */
function sound(found) {
  if (!Array.isArray(found)) return [];
  const areNumbers = (/** @type {unknown} */ list) => Array.isArray(list) && list.every(Number.isFinite);
  return found.filter(
    (game) =>
      ["id", "at"].every((key) => typeof game?.[key] === "string" && game[key].length < 60) &&
      // Of a bot it is the path of its program, of any length.
      typeof game.level === "string" &&
      areNumbers([game.players, game.share, game.place, game.total, game.rival]) &&
      areNumbers(Object.values(game.points ?? {})) &&
      areNumbers(game.lords) &&
      areNumbers(game.locations),
  );
}

/**
 * What is noted of a table that is over; null for one at which this browser has no seat.
 * @param {import("../table/messages").Update} update
 * @param {string} id
 * @param {string} at
 * @returns {Game | null}
 */
export function noted({ result, view, config, people }, id, at) {
  const { seat } = view;
  const own = seat === null ? undefined : view.seats[seat];
  // A void game counts for nobody.
  if (!result || seat === null || !own || !result.places[seat]) return null;
  const kinds = [...KINDS, ...(config.kraken ? OF_KRAKEN : []), ...(config.leviathan ? OF_LEVIATHAN : [])];
  const sums = result.rows.at(-1)?.sums ?? [];
  const winners = result.places.filter((place) => place === 1).length;
  return {
    id,
    at,
    players: config.players,
    kraken: config.kraken,
    leviathan: config.leviathan,
    level:
      people
        .filter((person) => person.seat !== seat)
        .map(levelOf)
        .sort(byStrength)
        .at(-1) ?? "",
    share: result.places[seat] === 1 ? 1 / winners : 0,
    place: result.places[seat] ?? 0,
    total: sums[seat] ?? 0,
    rival: Math.max(...sums.filter((_, other) => other !== seat)),
    points: Object.fromEntries(kinds.map((kind, row) => [kind, result.rows[row]?.points[seat] ?? 0])),
    lords: own.lords.map((lord) => lord.id),
    locations: [...own.locations],
  };
}

const LEVELS = ["random", "easy", "casual", "medium", "skilled", "hard", "expert"];

/** @param {import("../table/messages").Person} person */
function levelOf({ kind, level }) {
  return kind === "computer" ? (level?.split(":style=")[0] ?? "") : kind === "regent" ? "regent" : "people";
}

/**
 * @param {string} one
 * @param {string} other
 */
function byStrength(one, other) {
  return LEVELS.indexOf(one) - LEVELS.indexOf(other);
}

/**
 * How some games went: how many, the victories with shared ones as shares, and times par, the share of one seat of many.
 * @param {Game[]} some
 */
export function record(some) {
  const wins = sum(some.map(({ share }) => share));
  const par = sum(some.map(({ players }) => 1 / players));
  return { count: some.length, wins, times: par ? wins / par : 0 };
}

/**
 * Victories in a row: at most, and now.
 * @param {Game[]} all
 */
export function streaks(all) {
  let now = 0;
  let most = 0;
  for (const { share } of all) {
    now = share > 0 ? now + 1 : 0;
    most = Math.max(most, now);
  }
  return { now, most };
}

/**
 * The games by something that each has one or several of, the most frequent first.
 * @template Key
 * @param {Game[]} all
 * @param {(game: Game) => Key[]} keysOf
 */
export function grouped(all, keysOf) {
  /** @type {Map<Key, Game[]>} */
  const groups = new Map();
  for (const game of all) for (const key of keysOf(game)) groups.set(key, [...(groups.get(key) ?? []), game]);
  return [...groups].sort(([, one], [, other]) => other.length - one.length);
}

/**
 * What the own seat has scored on average by kind, in the games that have it.
 * @param {Game[]} all
 * @returns {[string, number][]}
 */
export function sources(all) {
  const kinds = [...KINDS, ...OF_KRAKEN, ...OF_LEVIATHAN];
  return kinds.flatMap((kind) => {
    const found = all.flatMap(({ points }) => (kind in points ? [points[kind] ?? 0] : []));
    return found.length ? [/** @type {[string, number]} */ ([kind, sum(found) / found.length])] : [];
  });
}

/** How many of the last games at a level say whether it suits, and how few do not. */
const RECENT = 10;
const ENOUGH = 3;
const TOO_EASY = 1.5;
const TOO_HARD = 0.5;

/**
 * The level that suits, by the last games against the level that was played last; null where there are too few.
 * @param {Game[]} all
 * @param {string[]} offered from the easiest on
 */
export function suitingLevel(all, offered) {
  const last = all.findLast(({ level }) => offered.includes(level))?.level;
  const recent = all.filter(({ level }) => level === last).slice(-RECENT);
  if (last === undefined || recent.length < ENOUGH) return null;
  const { times } = record(recent);
  const step = times >= TOO_EASY ? 1 : times <= TOO_HARD ? -1 : 0;
  return offered[Math.max(0, Math.min(offered.indexOf(last) + step, offered.length - 1))] ?? null;
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((all, one) => all + one, 0);
}
