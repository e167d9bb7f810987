// What this browser remembers of puzzles: which were solved at the first try, and how often in a row. Nothing is sent.

const PLACE = "openabyss.puzzles";
const DAY = 24 * 60 * 60 * 1000;

/**
 * answers: whether the first answer to a puzzle was right, by its number; days: the same of the puzzles of days; run: how
 * many were solved one after another, best: at most.
 * @typedef {{answers: Record<string, boolean>, days: Record<string, boolean>, run: number, best: number}} Progress
 */

/** @returns {Progress} */
export function progress() {
  const empty = { answers: {}, days: {}, run: 0, best: 0 };
  try {
    return { ...empty, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
  } catch {
    return empty;
  }
}

/**
 * What is known after an answer: only the first one to each puzzle counts.
 * @param {Progress} known
 * @param {string} number
 * @param {string} day "" where it is not the puzzle of the day
 * @param {boolean} isRight
 * @returns {Progress}
 */
export function noted(known, number, day, isRight) {
  const days = day && !(day in known.days) ? { ...known.days, [day]: isRight } : known.days;
  if (number in known.answers) return { ...known, days };
  const run = isRight ? known.run + 1 : 0;
  return {
    answers: { ...known.answers, [number]: isRight },
    days,
    run,
    best: Math.max(known.best, run),
  };
}

/** @param {Progress} known */
export function keep(known) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(known));
  } catch {
    // A browser that keeps nothing begins anew.
  }
}

export function forget() {
  try {
    localStorage.removeItem(PLACE);
  } catch {
    // There is nothing to forget.
  }
}

/**
 * How many days in a row the puzzle of the day was solved, up to today or, before it is tried, up to yesterday.
 * @param {Progress} known
 * @param {string} today
 */
export function daysInARow({ days }, today) {
  let day = Date.parse(today);
  if (!(today in days)) day -= DAY;
  let count = 0;
  for (; days[new Date(day).toISOString().slice(0, 10)]; day -= DAY) count += 1;
  return count;
}

/**
 * The next puzzle of some that has not been tried, after the one that is shown; the next of all where each has been.
 * @param {string[]} numbers
 * @param {Progress} known
 * @param {string} [shown]
 */
export function nextOf(numbers, { answers }, shown = "") {
  const at = numbers.indexOf(shown) + 1;
  const inOrder = [...numbers.slice(at), ...numbers.slice(0, at)];
  return inOrder.find((number) => !(number in answers)) ?? inOrder[0] ?? "";
}
