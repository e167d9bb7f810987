// Where things are on the page.

/**
 * From the middle of one place to the middle of another, in pixels.
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
export function between(from, to) {
  return [
    to.left + to.width / 2 - from.left - from.width / 2,
    to.top + to.height / 2 - from.top - from.height / 2,
  ];
}
