// Part of the page of a table, where it runs though no file arrives: if the scripts of the table cannot be loaded or
// run, the page says so, and loads itself again when the server has everything that it needs.

(() => {
  // All in milliseconds.
  const FIRST_PAUSE = 2_000;
  const MAX_PAUSE = 60_000;
  const PATIENCE = 30_000;
  // Kept when the page is loaded again: what fails each time is tried less and less often.
  let attempts = Number(history.state?.attempts ?? 0);
  let timer = 0;

  const isDrawn = () => "revision" in document.body.dataset;

  function fail() {
    if (timer || isDrawn()) return;
    for (const part of document.querySelectorAll(".coming")) part.toggleAttribute("hidden", !part.id);
    document.querySelector("#not-loaded button")?.addEventListener("click", attempt);
    wait();
  }

  function wait() {
    clearTimeout(timer);
    timer = setTimeout(attempt, Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** attempts));
    keep(attempts + 1);
  }

  /** @param {number} count of attempts */
  function keep(count) {
    attempts = count;
    history.replaceState({ ...history.state, attempts }, "");
  }

  async function attempt() {
    if (isDrawn()) return;
    document.getElementById("not-loaded")?.animate({ opacity: [0.4, 1] }, 600);
    if (await isAllThere()) location.reload();
    else wait();
  }

  async function isAllThere() {
    const script = document.getElementById("scripts")?.getAttribute("src") ?? "";
    const needed = [location.href, script, document.body.dataset["cards"] ?? ""];
    const signal = AbortSignal.timeout(PATIENCE);
    try {
      const answers = await Promise.all(needed.map((address) => fetch(address, { signal })));
      return answers.every(({ ok }) => ok);
    } catch {
      return false;
    }
  }

  /** @param {Event} event */
  function noticed(event) {
    if (event.target !== window && event.target !== document.getElementById("scripts")) return;
    // The rest of the page may still be on its way.
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", fail);
    else fail();
  }

  addEventListener("error", noticed, true);
  addEventListener("unhandledrejection", noticed);
  addEventListener("online", () => timer && attempt());
  document.addEventListener("drawn", () => keep(0), { once: true });
})();
