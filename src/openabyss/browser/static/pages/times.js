// Tells the times on a page by the reader's clock. Without this they stand there in UTC.

import { timeOf } from "../times.js";

for (const time of document.querySelectorAll("time[datetime]")) {
  time.textContent = timeOf(time.getAttribute("datetime") ?? "");
}
