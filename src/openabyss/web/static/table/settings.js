// What a person has chosen for this browser: theme, speed of animations, letters as shortcuts.

const PLACE = "openabyss.table";
const THEMES = ["auto", "light", "dark"];

/** Factors for the length of animations; 0 switches them off. */
export const SPEEDS = [0, 0.5, 1, 2];

/** @typedef {{theme: string, speed: number, shortcuts: boolean}} Settings */

/** @returns {Settings} */
export function readSettings() {
  const usual = { theme: document.documentElement.dataset["theme"] ?? "auto", speed: 1, shortcuts: true };
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return {
      theme: THEMES.includes(kept.theme) ? kept.theme : usual.theme,
      speed: SPEEDS.includes(kept.speed) ? kept.speed : usual.speed,
      shortcuts: typeof kept.shortcuts === "boolean" ? kept.shortcuts : usual.shortcuts,
    };
  } catch {
    return usual;
  }
}

/** @param {Settings} settings */
export function keepSettings(settings) {
  applyTheme(settings.theme);
  document.cookie = `openabyss_theme=${settings.theme}; path=/; max-age=31536000; samesite=lax`;
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** @param {string} theme */
export function applyTheme(theme) {
  document.documentElement.dataset["theme"] = theme;
}

/**
 * How much slower than usual things move; 0 where nothing shall move.
 * @param {Settings} settings
 */
export function tempo(settings) {
  const wantsCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return wantsCalm || document.hidden || settings.speed === 0 ? 0 : 1 / settings.speed;
}
