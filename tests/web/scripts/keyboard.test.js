// What keys ask for.

import assert from "node:assert/strict";
import test from "node:test";

import { Keyboard } from "../../../src/openabyss/browser/static/table/page/keyboard.js";

Object.assign(globalThis, {
  HTMLElement: class {},
  document: { addEventListener: () => {}, querySelector: () => null },
});

/** What is asked for by a key that is pressed, and then held. */
function askedByHolding(key) {
  const asked = [];
  const keyboard = new Keyboard({
    command: (name) => asked.push(name),
    answer: (number) => asked.push(number),
    usesLetters: () => true,
  });
  for (const repeat of [false, true, true]) keyboard.pressed({ key, repeat, preventDefault: () => {} });
  return asked;
}

test("a key that is held answers no further question, and undoes no more steps", () => {
  assert.deepEqual(["1", "u"].map(askedByHolding), [[1], ["undo"]]);
});

test("a number changes as long as the key is held", () => {
  assert.deepEqual(askedByHolding("+"), ["more", "more", "more"]);
  assert.deepEqual(askedByHolding("-"), ["fewer", "fewer", "fewer"]);
});
