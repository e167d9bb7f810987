// Which ally is which: cards of the same kind are alike, but on the page each is one element for
// as long as it can be followed, so that it glides from the track to a hand and from there away.

import { inOrder } from "./dictionary.js";

/**
 * @typedef {import("../messages").View} View
 * @typedef {{name: string, code: string}} Ally
 */

/** The allies in sight, zone by zone ("track", "hand", "affiliated-2"). */
export class Allies {
  constructor() {
    /** @type {Map<string, Ally[]>} */
    this.zones = new Map();
    this.made = 0;
  }

  /**
   * Follow every card from where it was to where it is now.
   * @param {View} view
   * @param {string[] | null} hand
   */
  follow(view, hand) {
    const wanted = codesByZone(view, hand);
    const before = this.zones;
    this.zones = new Map();
    for (const [zone, codes] of wanted) this.zones.set(zone, stayed(before.get(zone) ?? [], codes));
    const homeless = [...before].flatMap(([zone, allies]) => left(allies, this.zones.get(zone) ?? []));
    for (const [zone, codes] of wanted) this.fill(zone, codes, homeless);
  }

  /**
   * Give every place without a card one that has left another zone, else a new one.
   * @param {string} zone
   * @param {string[]} codes
   * @param {Ally[]} homeless
   */
  fill(zone, codes, homeless) {
    const kept = this.zones.get(zone) ?? [];
    const free = [...kept];
    const whole = codes.map((code) => {
      const place = free.findIndex((ally) => ally.code === code);
      if (place >= 0) return /** @type {Ally} */ (free.splice(place, 1)[0]);
      const moved = homeless.findIndex((ally) => ally.code === code);
      if (moved >= 0) return /** @type {Ally} */ (homeless.splice(moved, 1)[0]);
      return { name: `ally-${(this.made += 1)}`, code };
    });
    this.zones.set(zone, whole);
  }

  /** None is in sight any more. */
  forget() {
    this.zones = new Map();
  }

  /** @param {string} zone */
  in(zone) {
    return this.zones.get(zone) ?? [];
  }
}

/**
 * @param {View} view
 * @param {string[] | null} hand
 * @returns {[string, string[]][]}
 */
function codesByZone(view, hand) {
  const affiliated = view.seats.map(
    (seat, number) => /** @type {[string, string[]]} */ ([`affiliated-${number}`, seat.affiliated]),
  );
  return [["track", view.track], ["hand", inOrder(hand ?? [])], ...affiliated];
}

/**
 * @param {Ally[]} allies
 * @param {string[]} codes
 */
function stayed(allies, codes) {
  const open = [...codes];
  return allies.filter((ally) => {
    const place = open.indexOf(ally.code);
    if (place >= 0) open.splice(place, 1);
    return place >= 0;
  });
}

/**
 * @param {Ally[]} allies
 * @param {Ally[]} kept
 */
function left(allies, kept) {
  return allies.filter((ally) => !kept.includes(ally));
}
