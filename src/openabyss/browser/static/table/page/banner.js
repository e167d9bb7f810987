// Says that the connection is lost for a while, or that the table no longer exists.

const AFTER = 1_000;

export class Banner {
  /**
   * @param {HTMLElement} banner shown while the connection is lost for longer than a moment
   * @param {HTMLElement} gone shown where there is no table
   */
  constructor(banner, gone) {
    this.banner = banner;
    this.gone = gone;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {"open" | "closed" | "gone"} state */
  show(state) {
    clearTimeout(this.timer);
    this.gone.hidden = state !== "gone";
    if (state !== "closed") this.banner.hidden = true;
    else
      this.timer = setTimeout(() => {
        this.banner.hidden = false;
      }, AFTER);
  }
}
