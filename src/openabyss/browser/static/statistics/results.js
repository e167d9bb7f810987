// The page of results notes its game in this browser.

import { noteAll } from "./noting.js";

// What is not noted now is noted by the page of statistics.
noteAll().catch(() => {});
