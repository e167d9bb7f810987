// The scripts of a guided table: the guide listens before the table is first drawn.

import "./guide.js";
import "../table/main.js";
