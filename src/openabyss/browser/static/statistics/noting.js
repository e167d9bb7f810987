// Finished tables of this browser are noted, each once; not those that began in the middle.

import { games, isToBeNoted, keep, merged, noted } from "./games.js";

/** Ask for the finished tables that are not noted yet, one after another, and note them. */
export async function noteAll() {
  const known = new Set(games().map(({ id }) => id));
  const { tables } = await fetched("/api/tables");
  for (const { table, state, midgame, changed } of tables)
    if (state === "over" && !midgame && !known.has(table) && isToBeNoted(changed)) await note(table, changed);
}

/**
 * @param {string} table
 * @param {string} at when it ended
 */
async function note(table, at) {
  const game = noted(await fetched(`/api/tables/${table}`), table, at);
  if (game) keep(merged(games(), [game]));
}

/** @param {string} address */
async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}
