// The scripts of a puzzle: its table is drawn as any other one.

import { Table } from "../table/table.js";
import { PuzzleConnection } from "./connection.js";
import { Panel } from "./panel.js";

const panel = new Panel();
new Table(
  (listener) =>
    new PuzzleConnection(
      listener,
      (verdict, answer) => panel.judged(verdict, answer),
      (done, all) => panel.works(done, all),
    ),
).begin();
