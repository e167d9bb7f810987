// The line that says how far the server is with preparing the levels that search: it goes when they play.

const ASK_AGAIN = 2_000;
const line = document.getElementById("preparing");
const bar = line?.querySelector("progress");
const text = line?.querySelector("span");

async function look() {
  try {
    const { ready, share, text: status } = await (await fetch("/api/preparation")).json();
    if (ready) return line?.remove();
    if (bar) bar.value = share;
    if (text && text.textContent !== status) text.textContent = status;
  } catch {
    // The server changes over to the prepared rules, and answers again in a moment.
  }
  setTimeout(look, ASK_AGAIN);
}

setTimeout(look, ASK_AGAIN);
