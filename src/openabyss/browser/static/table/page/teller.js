// Announces to screen readers what happens, each line once.

const MOST_TOLD = 6;

export class Teller {
  /** @param {HTMLElement} region a polite live region */
  constructor(region) {
    this.region = region;
    this.told = -1;
  }

  /**
   * @param {import("../messages").LogLine[]} log
   * @param {string} prompt asked of this seat, or ""
   */
  tell(log, prompt) {
    const last = log.at(-1)?.n ?? -1;
    const fresh = this.told < 0 ? [] : log.filter((line) => line.n > this.told);
    this.told = last;
    const texts = [...fresh.slice(-MOST_TOLD).map((line) => line.text), prompt].filter(Boolean);
    if (texts.length) this.say(texts.join(" "));
  }

  /** @param {string} text */
  say(text) {
    if (this.region.textContent !== text) this.region.textContent = text;
  }
}
