// Names: where long ones are divided on small cards, and in which direction those of people are written.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.js";
import { divisible, narrowWord } from "../../../src/openabyss/browser/static/table/board/cards.js";
import { word } from "../../../src/openabyss/browser/static/table/page/words.js";

const divided = (name) => divisible(name).replace("\u00ad", "-");

test("a long name is divided where the syllable nearest to its middle begins", () => {
  const names = {
    Shopkeeper: "Shop-keeper",
    Counterfeiter: "Counter-feiter",
    Aquaculturalist: "Aquacul-turalist",
    Gefängniswärter: "Gefängnis-wärter",
    Meeresbauer: "Meeres-bauer",
    Schatzmeister: "Schatz-meister",
    Meuchelmörder: "Meuchel-mörder",
    Schädelträger: "Schädel-träger",
    "L’Illusionniste": "L’Illu-sionniste",
    "L’Ostréiculteur": "L’Ostréi-culteur",
    Zmiennokształtny: "Zmien-nokształtny",
    Pogranicznik: "Pogra-nicznik",
    Ipnotizzatore: "Ipnotiz-zatore",
    Ošetřovatelka: "Ošetřo-vatelka",
  };
  for (const [name, expected] of Object.entries(names)) assert.equal(divided(name), expected);
});

test("a name that has room, or a hyphen of its own, is left as it is", () => {
  for (const name of ["Shaman", "Diplomat", "Garde-frontière"]) assert.equal(divisible(name), name);
});

test("on the smallest card a long half is divided, too", () => {
  const names = {
    Armeekommandant: "Armee-kom-mandant",
    Gefängniswärter: "Gefäng-nis-wärter",
    Meeresbauer: "Meeres-bauer",
    Shaman: "Shaman",
  };
  for (const [name, expected] of Object.entries(names))
    assert.equal(narrowWord(name).replaceAll("\u00ad", "-"), expected);
});

test("numbers and other names beside a name in Hebrew or Arabic keep their places", () => {
  const filled = word("{name} 2, {other}", { name: "אבי", other: "Ann" });
  assert.equal(filled, "\u2068אבי\u2069 2, Ann");
});
