// What a click means: each button says in its `data-` attributes what it is for.

/**
 * @typedef {{
 *   commands: import("./commands.js").Commands, answering: import("./answering.js").Answering,
 *   payments: import("./dock/payments.js").Payments, note: import("./page/note.js").Note
 * }} Means
 */

const BUTTONS =
  "[data-command], [data-why], [data-read], [data-action], [data-proposal], [data-nebulis], [data-card]";

/**
 * Do what the button at this place is for; false if there is none. A card that is named is read here,
 * unless a window of its own is asked for.
 * @param {MouseEvent} event
 * @param {Element} at
 * @param {Means} means
 */
export function clicked(event, at, { commands, answering, payments, note }) {
  const button = at.closest(BUTTONS);
  if (!(button instanceof HTMLElement) || at.closest("dialog")) return false;
  const { command, why, read, action, proposal, nebulis } = button.dataset;
  if (command) commands.run(command);
  else if (why) note.show(why);
  else if (read) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return true;
    event.preventDefault();
    answering.read(read);
  } else if (action) answering.answer(action);
  else if (proposal) payments.propose(Number(proposal));
  else if (nebulis) payments.split(Number(nebulis));
  else answering.choose(button);
  return true;
}
