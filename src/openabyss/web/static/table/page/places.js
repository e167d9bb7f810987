// Going to places of the page: what is lit, the parts that keys lead to, the end of the log.

/**
 * Where nothing that can be chosen is in sight, the first of it is brought there.
 * @param {boolean} isSmooth
 */
export function showWhatIsLit(isSmooth) {
  const lit = [...document.querySelectorAll("#table .card.lit")];
  const top = at("table").top;
  const bottom = at("dock").top;
  const isInSight = lit.some((card) => {
    const { top: from, bottom: to } = card.getBoundingClientRect();
    return from >= Math.max(0, top) && to <= bottom;
  });
  if (!isInSight) lit[0]?.scrollIntoView({ block: "center", behavior: isSmooth ? "smooth" : "auto" });
}

const PLACES = /** @type {Record<string, string>} */ ({
  "to-hand": ".hand button[tabindex='0']",
  "to-answers": "#dock .answers button[tabindex='0']",
  "to-table": "#zone-court button[tabindex='0']",
  "to-log": "#log-lines",
  "to-chat": "#chat-text",
  "to-prompt": "#prompt",
});

/** @param {string} name */
export function goTo(name) {
  const element = document.querySelector(PLACES[name] ?? "#prompt");
  if (element instanceof HTMLElement) element.focus();
}

/** The hand scrolls only where it is too long, since what scrolls cuts off what flies in. */
export function fitHand() {
  const hand = document.querySelector(".hand");
  hand?.toggleAttribute("data-long", hand.scrollWidth > hand.clientWidth + 1);
}

/** @param {string} id */
function at(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id)).getBoundingClientRect();
}

/** @param {string} id */
export function isAtEnd(id) {
  const element = document.getElementById(id);
  return !element || element.scrollTop + element.clientHeight >= element.scrollHeight - 30;
}

/** @param {string} id */
export function toEnd(id) {
  const element = document.getElementById(id);
  if (element) element.scrollTop = element.scrollHeight;
}
