// Moments as the reader's clock and language tell them.

/**
 * The time of day; with the day if it was not today.
 * @param {string} at in ISO 8601
 */
export function timeOf(at) {
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date().toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const day = isToday ? {} : { day: "numeric", month: "short" };
  return moment.toLocaleString(document.documentElement.lang, { ...day, hour: "numeric", minute: "2-digit" });
}
