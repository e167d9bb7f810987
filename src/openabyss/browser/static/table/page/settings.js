// What a person has chosen for this browser: theme, size, speed of animations, sound, letters as shortcuts.

const PLACE = "openabyss.table";

/** Factors for the length of animations; 0 switches them off. */
export const SPEEDS = [0, 0.5, 1, 2];

/** How high the table is, in heights of what is seen of it: at 1 all is in view. */
export const SIZES = [1, 1.3, 1.7];

/** @typedef {{theme: string, speed: number, size: number, shortcuts: boolean, sound: boolean, vibration: boolean}} Chosen */

/** @type {Promise<{choose: (chosen: Chosen) => void}> | undefined} what makes sounds, once somebody wants them */
let senses;

export class Settings {
  constructor() {
    this.chosen = kept();
    apply(this.chosen);
    /** Nothing moves to where it is drawn: what is shown is no consequence of what was shown before. */
    this.isStill = false;
  }

  /** How much slower than by default things move; 0 where nothing shall move. */
  get tempo() {
    const wantsCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return this.isStill || wantsCalm || document.hidden || this.chosen.speed === 0
      ? 0
      : 1 / this.chosen.speed;
  }

  /** @param {Partial<Chosen>} part */
  change(part) {
    this.chosen = { ...this.chosen, ...part };
    apply(this.chosen);
    if (part.theme) keepTheme(part.theme);
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.chosen));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

/**
 * The pages have the theme in a cookie that only the server can set.
 * @param {string} theme
 */
async function keepTheme(theme) {
  const body = new URLSearchParams({ theme });
  try {
    await fetch("/theme", { method: "POST", body, redirect: "manual", keepalive: true });
  } catch {
    // Without a network it holds for this page.
  }
}

/** @returns {Chosen} */
function kept() {
  const byDefault = {
    theme: document.documentElement.dataset["theme"] ?? "auto",
    speed: 1,
    size: 1,
    shortcuts: true,
    sound: false,
    vibration: false,
  };
  try {
    const { speed, size, shortcuts, sound, vibration } = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return {
      theme: byDefault.theme,
      speed: SPEEDS.includes(speed) ? speed : byDefault.speed,
      size: SIZES.includes(size) ? size : byDefault.size,
      shortcuts: typeof shortcuts === "boolean" ? shortcuts : byDefault.shortcuts,
      sound: sound === true,
      vibration: vibration === true,
    };
  } catch {
    return byDefault;
  }
}

/** @param {Chosen} chosen */
function apply(chosen) {
  document.documentElement.dataset["theme"] = chosen.theme;
  document.body.style.setProperty("--size", String(chosen.size));
  if (chosen.sound || chosen.vibration || senses) choose(chosen);
}

/** @param {Chosen} chosen */
async function choose(chosen) {
  const address = document.body.dataset["senses"] ?? "";
  senses ??= import(address);
  try {
    (await senses).choose(chosen);
  } catch {
    senses = undefined; // A table without sound is a table all the same.
  }
}
