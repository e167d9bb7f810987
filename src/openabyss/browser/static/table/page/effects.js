// What happens to no card alone: pearls fly from purse to purse, dice tumble, a leviathan attacks.

import { celebrate } from "./ceremonies.js";
import { between } from "./geometry.js";

/**
 * @typedef {import("../messages").EventShown} Happening
 * @typedef {import("./movement.js").Movement} Movement
 */

const FLIGHT = 600;
const APART = 90;
const MAX_PEARLS = 5;
/** Dice roll in, stand for a moment, and go to where the last roll is kept. */
const THROW = 1500;
const DIE = 4.5;
const ATTACK = 900;

/**
 * Show what has happened besides.
 * @param {Movement} movement
 * @param {Happening[]} happenings
 * @param {number} tempo
 */
export function stage(movement, happenings, tempo) {
  pearls(movement, happenings, tempo);
  if (happenings.some(({ kind }) => kind === "ROLLED")) dice(movement, tempo);
  for (const { kind, what } of happenings) if (kind === "ATTACKED") attack(movement, what, tempo);
  celebrate(movement, happenings, tempo);
}

/**
 * From who pays to who gains; the treasury is at the exploration deck.
 * @param {Movement} movement
 * @param {Happening[]} happenings
 * @param {number} tempo
 */
function pearls(movement, happenings, tempo) {
  const treasury = document.querySelector('[data-pile="deck-exploration"]');
  for (const { kind, player, other, amount } of happenings) {
    const purse = other === undefined ? treasury : purseOf(other);
    if (kind === "PEARLS_GAINED") flight(movement, purse, purseOf(player), Number(amount), tempo);
    // What another player pays is that player's gain as well.
    if (kind === "PEARLS_PAID" && other === undefined)
      flight(movement, purseOf(player), purse, Number(amount), tempo);
  }
}

/** @param {number} seat */
function purseOf(seat) {
  const before = `.seat[data-seat="${seat}"]`;
  return (
    document.querySelector(`${before} .pearls .icon`) ??
    (document.querySelector(`${before}.own`) ? document.querySelector(".own-things .pearls .icon") : null)
  );
}

/**
 * @param {Movement} movement
 * @param {Element | null} from
 * @param {Element | null} to
 * @param {number} amount
 * @param {number} tempo
 */
function flight(movement, from, to, amount, tempo) {
  const pearl = document.querySelector(".pearls .icon");
  const start = from?.getBoundingClientRect();
  const end = to?.getBoundingClientRect();
  if (!pearl || !start?.width || !end?.width) return;
  const size = pearl.getBoundingClientRect().width || 18;
  const rect = new DOMRect(
    start.left + (start.width - size) / 2,
    start.top + (start.height - size) / 2,
    size,
    size,
  );
  const [x = 0, y = 0] = between(rect, end);
  const frames = [
    { transform: "none", opacity: 1, easing: "ease-in" },
    { transform: `translate(${x / 2}px, ${y / 2 - 40}px) scale(1.5)`, opacity: 1, easing: "ease-out" },
    { transform: `translate(${x}px, ${y}px)`, opacity: 1 },
  ];
  for (let place = 0; place < Math.min(amount, MAX_PEARLS); place += 1)
    movement.fly(pearl, rect, frames, FLIGHT * tempo, place * APART * tempo);
}

/**
 * @param {Movement} movement
 * @param {number} tempo
 */
function dice(movement, tempo) {
  const faces = [...document.querySelectorAll(".rolled .icon")];
  const size = DIE * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  for (const [place, face] of faces.entries()) {
    const left = innerWidth / 2 + (place - faces.length / 2) * size * 1.2;
    const rect = new DOMRect(left, innerHeight * 0.62 - size / 2, size, size);
    const end = face.getBoundingClientRect();
    const [x, y] = end.width ? between(rect, end) : [0, 0];
    const still = { transform: "none", opacity: 1 };
    const frames = [
      { transform: `translate(${-innerWidth / 3}px, -30vh) rotate(-${600 + place * 90}deg)`, opacity: 0 },
      { transform: "translate(0, 0) rotate(12deg)", opacity: 1, offset: 0.32 },
      { ...still, offset: 0.4 },
      { ...still, offset: 0.8 },
      { transform: `translate(${x}px, ${y}px) scale(${(end.width || size / 3) / size})`, opacity: 1 },
    ];
    movement.fly(face, rect, frames, THROW * tempo, place * APART * tempo);
  }
}

/**
 * The leviathan rears up.
 * @param {Movement} movement
 * @param {number | string | null} id
 * @param {number} tempo
 */
function attack(movement, id, tempo) {
  const beast = document.querySelector(`[data-life="leviathan-${id}"]`);
  const drawing = beast?.querySelector(".picture");
  const rect = drawing?.getBoundingClientRect();
  if (!drawing || !rect?.width) return;
  const reared = { transform: "translateY(-20%) scale(2.6)", opacity: 1 };
  const frames = [
    { transform: "none", opacity: 1 },
    { ...reared, offset: 0.25 },
    { transform: "translateY(-20%) scale(2.6) rotate(-6deg)", opacity: 1, offset: 0.4 },
    { transform: "translateY(-20%) scale(2.6) rotate(6deg)", opacity: 1, offset: 0.55 },
    { ...reared, offset: 0.75 },
    { transform: "none", opacity: 0 },
  ];
  movement.fly(drawing, rect, frames, ATTACK * tempo, 0);
}
