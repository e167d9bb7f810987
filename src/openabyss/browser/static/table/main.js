// The scripts of a table that is played at.

import { Table } from "./table.js";

new Table().begin();
