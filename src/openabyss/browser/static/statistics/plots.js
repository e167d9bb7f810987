// Plots as SVG, as wide as there is room: each says in words what it shows; the numbers are beside it.

const SVG = "http://www.w3.org/2000/svg";
const LEAST_WIDTH = 280;
const ROW = 30;
/** For the names of bars at most, and the share of a narrow plot. */
const NAMES = 220;
const NAMES_SHARE = 0.48;
const HEIGHT = 220;

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} children
 */
function draw(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * How wide a plot in this element may be.
 * @param {Element} element
 */
export function widthIn(element) {
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
  return Math.max(LEAST_WIDTH, Math.floor(element.clientWidth - padding));
}

/**
 * @param {string} says
 * @param {number} width
 * @param {number} height
 * @param {Element[]} children
 */
function plot(says, width, height, children) {
  const attributes = { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": says, class: "chart" };
  return draw("svg", attributes, ...children);
}

/**
 * Bars from the line of nothing, to the left where something is lost.
 * @param {{name: string, value: number}[]} rows
 * @param {(value: number) => string} inWords
 * @param {string} title
 * @param {number} width
 */
export function bars(rows, inWords, title, width) {
  const names = Math.min(NAMES, NAMES_SHARE * width);
  const least = Math.min(0, ...rows.map(({ value }) => value));
  const most = Math.max(1, ...rows.map(({ value }) => value));
  const x = (/** @type {number} */ value) =>
    names + ((value - least) / (most - least)) * (width - names - 60);
  const drawn = rows.flatMap(({ name, value }, place) => {
    const [left, right, y] = [x(Math.min(0, value)), x(Math.max(0, value)), place * ROW];
    return [
      draw("text", { x: names - 10, y: y + 20, "text-anchor": "end" }, name),
      draw("rect", {
        x: left,
        y: y + 5,
        width: Math.max(1, right - left),
        height: ROW - 10,
        rx: 3,
        class: value < 0 ? "loss" : "gain",
      }),
      draw("text", { x: right + 8, y: y + 20 }, inWords(value)),
    ];
  });
  const says = `${title} ${rows.map(({ name, value }) => `${name} ${inWords(value)}`).join(", ")}`;
  return plot(says, width, rows.length * ROW, drawn);
}

/**
 * The scores of games one after another: the own one, and the best of the others.
 * @param {import("./games.js").Game[]} games
 * @param {string} title
 * @param {string[]} names of the two lines
 * @param {number} width
 */
export function course(games, title, names, width) {
  const scores = [games.map(({ total }) => total), games.map(({ rival }) => rival)];
  const most = Math.max(10, ...scores.flat());
  const least = Math.min(0, ...scores.flat());
  const x = (/** @type {number} */ place) => 45 + (place / Math.max(1, games.length - 1)) * (width - 65);
  const y = (/** @type {number} */ value) => 30 + (1 - (value - least) / (most - least)) * (HEIGHT - 45);
  const lines = scores.flatMap((values, which) => {
    const kind = which === 0 ? "own" : "other";
    const points = values.map((value, place) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`);
    const dots = values.map((value, place) =>
      draw("circle", { cx: x(place), cy: y(value), r: 3, class: kind }),
    );
    return [draw("polyline", { points: points.join(" "), class: kind }), ...dots];
  });
  const legend = names.map((name, which) =>
    draw(
      "text",
      { x: 45 + which * Math.min(260, 0.35 * width), y: 16, class: which === 0 ? "own" : "other" },
      `${which === 0 ? "●" : "○"} ${name}`,
    ),
  );
  const scale = [least, most].map((value) =>
    draw("text", { x: 36, y: y(value) + 5, "text-anchor": "end" }, String(value)),
  );
  const says = `${title} ${names.map((name, which) => `${name} ${scores[which]?.join(", ")}`).join("; ")}`;
  return plot(says, width, HEIGHT, [...scale, ...legend, ...lines]);
}
