// Standing orders in a window: what to do on the next turn, and orders about offers: those that hold, as chips to be
// pressed, others to be added. It is loaded when somebody opens it.

/**
 * @typedef {import("../table/messages").OfferOrder} Order
 * @typedef {import("../table/messages").OrdersShown} Shown
 * @typedef {{
 *   h: typeof import("../table/page/dom.js").h, word: typeof import("../table/page/words.js").word,
 *   races: Record<string, string>, open: (title: string, inside: any[]) => void,
 *   send: (orders: import("../table/messages").StandingOrders) => void
 * }} Page what the table lends
 */

/** What can be chosen of an ally's worth, of its price, and of pearls to be kept. */
const WORTHS = [1, 2, 3, 4, 5];
const PRICES = [1, 2, 3, 4, 5, 6];
const KEPT = [1, 2, 3, 4, 5, 6, 8, 10];

/**
 * @param {Page} page
 * @param {Shown} shown
 */
export function show(page, shown) {
  const { h, word, open, send } = page;
  const { only_answers, sensible_answers, while_away } = shown;
  const offers = shown.orders.map(({ order }) => order);
  const unplanned = { offers, only_answers, sensible_answers, while_away };
  const all = shown.plan ? { ...unplanned, plan: shown.plan.plan } : unplanned;
  /** @param {Order[]} changed */
  const keep = (changed) => send({ ...all, offers: changed });
  /**
   * @param {"only_answers" | "sensible_answers" | "while_away"} name
   * @param {string} text
   */
  const check = (name, text) =>
    h(
      "label",
      { class: "check", key: name },
      h("input", {
        type: "checkbox",
        checked: all[name],
        onchange: (/** @type {{target: HTMLInputElement}} */ { target }) => {
          target.checked = all[name]; // What is sent may be refused.
          send({ ...all, [name]: !all[name] });
        },
      }),
      text,
    );
  // As a plan that holds is of an earlier turn, it is known among those possible now by its text.
  const isElsewhere = shown.plan && !shown.plans.some(({ text }) => text === shown.plan?.text);
  open(word("orders"), [
    shown.dropped ? h("p", { key: "dropped", role: "status" }, shown.dropped) : null,
    h("h3", { key: "plans-title" }, word("plans")),
    h("p", { class: "soft", key: "plans-text" }, word("plans_text")),
    h(
      "div",
      { class: "row", key: "plans" },
      [...(isElsewhere && shown.plan ? [shown.plan] : []), ...shown.plans].map(({ plan: one, text }) =>
        h(
          "button",
          {
            type: "button",
            class: "small-button",
            key: text,
            "aria-pressed": String(text === shown.plan?.text),
            onclick: () => send(text === shown.plan?.text ? unplanned : { ...all, plan: one }),
          },
          text,
        ),
      ),
    ),
    h("h3", { key: "offers-title" }, word("orders_offers")),
    h("p", { class: "soft", key: "offers-text" }, word("orders_text")),
    h(
      "ul",
      { class: "orders", key: "orders" },
      shown.orders.map(({ order, text }, place) =>
        h(
          "li",
          { key: text },
          h(
            "button",
            {
              type: "button",
              class: "small-button",
              "aria-pressed": String(!order.suspended),
              onclick: () => keep(offers.with(place, { ...order, suspended: !order.suspended })),
            },
            text,
          ),
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": word("order_remove", { order: text }),
              onclick: () => keep(offers.filter((other) => other !== order)),
            },
            "✕",
          ),
        ),
      ),
    ),
    shown.orders.length ? null : h("p", { key: "none" }, word("orders_none")),
    h("h3", { key: "add" }, word("orders_add")),
    h(
      "div",
      { class: "row", key: "suggested" },
      shown.suggested.map(({ order, text }) =>
        h(
          "button",
          { type: "button", class: "small-button", key: text, onclick: () => keep([...offers, order]) },
          `+ ${text}`,
        ),
      ),
    ),
    form(page, (order) => keep([...offers, order])),
    check("only_answers", word("orders_only_answers")),
    check("sensible_answers", word("orders_sensible_answers")),
    check("while_away", word("orders_while_away")),
  ]);
}

/**
 * An order of one's own, read from left to right.
 * @param {Page} page
 * @param {(order: Order) => void} add
 */
function form({ h, word, races }, add) {
  /**
   * @param {string} name
   * @param {string} label
   * @param {string[][]} options
   */
  const choice = (name, label, options) =>
    h(
      "select",
      { name, key: name, "aria-label": label },
      options.map(([value, text]) => h("option", { value, key: value }, text ?? "")),
    );
  /**
   * @param {string} key of the text
   * @param {string} field of an order
   * @param {string} place in the text
   * @param {number[]} amounts
   */
  const amounts = (key, field, place, amounts) =>
    amounts.map((amount) => [`${field} ${amount}`, word(key, { [place]: amount })]);
  return h(
    "form",
    {
      class: "row",
      key: "form",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        add(ordered(new FormData(/** @type {HTMLFormElement} */ (event.target))));
      },
    },
    choice("does", word("order_does"), [
      ["decline", word("order_pass")],
      ["ask", word("order_ask")],
    ]),
    choice("race", word("order_race"), [["", word("order_any_race")], ...Object.entries(races)]),
    choice("worth", word("order_worth"), [
      ["", word("order_any_worth")],
      ...amounts("order_worth_to", "worth_to", "value", WORTHS),
      ...amounts("order_worth_from", "worth_from", "value", WORTHS),
    ]),
    choice("price", word("order_price"), [
      ["", word("order_any_price")],
      ...amounts("order_price_from", "price_from", "pearls", PRICES),
      ...amounts("order_price_to", "price_to", "pearls", PRICES),
    ]),
    choice("keeping", word("order_keeping"), [
      ["", word("order_any_keeping")],
      ...KEPT.map((count) => [`left_below ${count}`, word("order_left", { count })]),
    ]),
    h("button", { type: "submit", class: "small-button", key: "submit" }, word("order_add")),
  );
}

/**
 * @param {FormData} chosen
 * @returns {Order}
 */
function ordered(chosen) {
  /** @type {Record<string, string | number>} */
  const order = { does: String(chosen.get("does")) };
  if (chosen.get("race")) order["race"] = String(chosen.get("race"));
  for (const name of ["worth", "price", "keeping"]) {
    const [field = "", amount] = String(chosen.get(name)).split(" ");
    if (field) order[field] = Number(amount);
  }
  return /** @type {Order} */ (/** @type {unknown} */ (order));
}
