// What the title and the icon of the page say, also where the page is not looked at.

import { word } from "./words.js";

export class Title {
  constructor() {
    this.title = document.title;
  }

  /** @param {string} text before the name of the page; "" where there is nothing to tell */
  show(text) {
    document.title = text ? `${text} – ${this.title}` : this.title;
  }

  /** @param {boolean} isMyTurn */
  mark(isMyTurn) {
    this.show(isMyTurn ? `● ${word("your_turn")}` : "");
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
    const wanted = (isMyTurn ? icon?.dataset["turn"] : icon?.dataset["calm"]) ?? "";
    if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  }
}
