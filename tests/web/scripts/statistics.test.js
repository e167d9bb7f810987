import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asFile,
  fromFile,
  grouped,
  merged,
  noted,
  record,
  sources,
  streaks,
  suitingLevel,
} from "../../../src/openabyss/browser/static/statistics/games.js";

const LEVELS = ["easy", "medium", "hard"];

function game(number, rest = {}) {
  return {
    id: `t${number}`,
    at: `2026-11-${10 + number}T10:00:00Z`,
    players: 2,
    kraken: false,
    leviathan: false,
    level: "medium",
    share: 1,
    place: 1,
    total: 80,
    rival: 70,
    points: { lords: 50, locations: 20, allies: 10, monster_tokens: 0 },
    lords: [1, 2],
    locations: [3],
    ...rest,
  };
}

test("a table that is over is noted with what its result holds, from the own seat", () => {
  const update = {
    result: {
      places: [2, 1],
      rows: [
        { title: "a", points: [40, 50], sums: [40, 50] },
        { title: "b", points: [10, 20], sums: [50, 70] },
        { title: "c", points: [5, 6], sums: [55, 76] },
        { title: "d", points: [2, 0], sums: [57, 76] },
        { title: "e", points: [-3, -1], sums: [54, 75] },
        { title: "f", points: [-5, 0], sums: [49, 75] },
      ],
    },
    config: { players: 2, kraken: true, leviathan: false },
    view: {
      seat: 0,
      seats: [
        { lords: [{ id: 7 }], locations: [9] },
        { lords: [], locations: [] },
      ],
    },
    people: [
      { seat: 0, kind: "person", level: null },
      { seat: 1, kind: "computer", level: "hard:style=hunter" },
    ],
  };
  const found = noted(update, "abc", "2026-11-25T10:00:00Z");
  assert.deepEqual([found.share, found.place, found.total, found.rival, found.level], [0, 2, 49, 75, "hard"]);
  assert.deepEqual(found.points, {
    lords: 40,
    locations: 10,
    allies: 5,
    monster_tokens: 2,
    nebulis: -3,
    kraken_figure: -5,
  });
  assert.deepEqual([found.lords, found.locations], [[7], [9]]);
  assert.equal(noted({ ...update, view: { ...update.view, seat: null } }, "abc", ""), null);
  assert.equal(noted({ ...update, result: null }, "abc", ""), null);
});

test("a file of games comes back as it was; another one, and what is not sound in it, does not", () => {
  const all = [game(1), game(2)];
  assert.deepEqual(fromFile(asFile(all)), all);
  assert.equal(fromFile("[]"), null);
  assert.equal(fromFile("nonsense"), null);
  assert.deepEqual(fromFile(asFile([game(1, { total: "80" }), game(2, { lords: ["<b>"] }), game(3)])), [
    game(3),
  ]);
  assert.deepEqual(merged([game(2)], [game(1), game(2, { total: 1 })]), all);
  const withProgram = [game(1, { level: `program:${"/folder".repeat(20)}/bot.py` })];
  assert.deepEqual(fromFile(asFile(withProgram)), withProgram);
});

test("victories are counted with shares, against par, and in a row", () => {
  const all = [game(1), game(2, { share: 0.5, players: 4 }), game(3, { share: 0 }), game(4)];
  assert.deepEqual(record(all), { count: 4, wins: 2.5, times: 2.5 / 1.75 });
  assert.deepEqual(streaks(all), { now: 1, most: 2 });
  assert.deepEqual(
    grouped(all, ({ players }) => [players]).map(([key, some]) => [key, some.length]),
    [
      [2, 3],
      [4, 1],
    ],
  );
  assert.deepEqual(sources([game(1), game(2, { points: { lords: 30 } })])[0], ["lords", 40]);
});

test("the level that suits follows from the last games at the level that was played last", () => {
  const won = [game(1), game(2), game(3)];
  assert.equal(suitingLevel(won.slice(1), LEVELS), null);
  assert.equal(suitingLevel(won, LEVELS), "hard");
  assert.equal(
    suitingLevel(
      won.map((one) => ({ ...one, share: 0 })),
      LEVELS,
    ),
    "easy",
  );
  assert.equal(suitingLevel([...won, game(4, { share: 0 }), game(5, { share: 0 })], LEVELS), "medium");
  assert.equal(
    suitingLevel(
      won.map((one) => ({ ...one, level: "people" })),
      LEVELS,
    ),
    null,
  );
});
