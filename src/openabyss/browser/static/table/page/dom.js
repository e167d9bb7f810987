// Elements from descriptions: a small keyed reconciler. An element with a `life` name is the same
// element wherever it is on the page, for as long as it is shown.

/**
 * @typedef {{tag: string, props: Record<string, any>, children: (Description | string)[]}} Description
 * @typedef {Description | string | number | null | undefined | false} Child
 */

const SVG = "http://www.w3.org/2000/svg";

/** @type {Map<string, Element>} */
const living = new Map();
/** @type {WeakMap<Element, Description>} */
const shown = new WeakMap();

/**
 * Describe an element. Props are attributes, except `key` (who it is among its siblings), `life`
 * (who it is on the page), `style` (properties by name) and listeners (`onclick`).
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {Description}
 */
export function h(tag, props, ...children) {
  const flat = /** @type {Child[]} */ (children.flat(2));
  const kept = flat.filter((child) => child !== null && child !== undefined && child !== false);
  return {
    tag,
    props: props ?? {},
    children: kept.map((child) => (typeof child === "object" ? child : String(child))),
  };
}

/** Every living element that is on the page, by name. */
export function livingElements() {
  return living;
}

/**
 * Make the children of an element what is described.
 * @param {Element} parent
 * @param {Child | Child[]} described
 */
export function patch(parent, described) {
  const focused = document.activeElement;
  patchChildren(parent, h("div", null, described).children);
  for (const [name, element] of living) if (!element.isConnected) living.delete(name);
  if (focused instanceof HTMLElement && focused.isConnected && document.activeElement !== focused) {
    focused.focus({ preventScroll: true });
  }
}

/**
 * @param {Element} parent
 * @param {(Description | string)[]} wanted
 */
function patchChildren(parent, wanted) {
  let cursor = parent.firstChild;
  let kept = 0;
  // Nothing has to be looked for as far as everything stays where it is.
  for (; cursor && kept < wanted.length && isNow(cursor, wanted[kept]); kept += 1) {
    renew(cursor, wanted[kept]);
    cursor = cursor.nextSibling;
  }
  if (kept < wanted.length) cursor = moveAndCreate(parent, wanted.slice(kept), cursor);
  while (cursor) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
}

/**
 * Whether a node already is what is described.
 * @param {ChildNode} node
 * @param {Description | string | undefined} child
 */
function isNow(node, child) {
  if (typeof child !== "object") return node.nodeType === Node.TEXT_NODE;
  return (
    node instanceof Element &&
    node.localName === child.tag &&
    nameOf(shown.get(node)?.props) === nameOf(child.props)
  );
}

/**
 * @param {ChildNode} node
 * @param {Description | string | undefined} child
 */
function renew(node, child) {
  if (typeof child === "object") update(/** @type {Element} */ (node), child);
  else if (child !== undefined && node.nodeValue !== child) node.nodeValue = child;
}

/**
 * @param {Element} parent
 * @param {(Description | string)[]} wanted
 * @param {ChildNode | null} first of the children among which they are
 * @returns {ChildNode | null} the first of those that nobody wants any more
 */
function moveAndCreate(parent, wanted, first) {
  const { keyed, loose } = childrenFrom(first);
  let cursor = first;
  for (const child of wanted) {
    const node = found(child, keyed, loose) ?? created(child);
    if (node === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(node, cursor);
    renew(node, child);
  }
  return cursor;
}

/** @param {ChildNode | null} first */
function childrenFrom(first) {
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  /** @type {ChildNode[]} */
  const loose = [];
  for (let node = first; node; node = node.nextSibling) {
    const key = node instanceof Element ? nameOf(shown.get(node)?.props) : null;
    if (key) keyed.set(key, /** @type {Element} */ (node));
    else loose.push(node);
  }
  return { keyed, loose };
}

/** @param {Record<string, any> | undefined} props */
function nameOf(props) {
  return props?.life ?? props?.key ?? null;
}

/**
 * The node that already is what is described, wherever it may be.
 * @param {Description | string} child
 * @param {Map<string, Element>} keyed
 * @param {ChildNode[]} loose
 * @returns {ChildNode | null}
 */
function found(child, keyed, loose) {
  if (typeof child !== "string") {
    const name = nameOf(child.props);
    const known = child.props.life ? living.get(child.props.life) : name ? keyed.get(name) : null;
    if (name) return known && known.localName === child.tag ? known : null;
  }
  const first = loose[0];
  const fits =
    first &&
    (typeof child === "string"
      ? first.nodeType === Node.TEXT_NODE
      : first.nodeName.toLowerCase() === child.tag);
  return fits ? /** @type {ChildNode} */ (loose.shift()) : null;
}

/** @param {Description | string} child */
function created(child) {
  if (typeof child === "string") return document.createTextNode(child);
  const isSvg = child.tag === "svg" || child.tag === "use" || child.tag === "title";
  return isSvg ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
}

/**
 * What is described by the very same description as before has not changed.
 * @param {Element} element
 * @param {Description} wanted
 */
function update(element, wanted) {
  const known = shown.get(element);
  if (known === wanted) return;
  const before = known?.props ?? {};
  for (const name of Object.keys(before))
    if (!(name in wanted.props)) setProp(element, name, undefined, before[name]);
  for (const [name, value] of Object.entries(wanted.props)) {
    if (before[name] !== value) setProp(element, name, value, before[name]);
  }
  shown.set(element, wanted);
  if (wanted.props.life) living.set(wanted.props.life, element);
  patchChildren(element, wanted.children);
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {any} value
 * @param {any} before
 */
function setProp(element, name, value, before) {
  if (name === "key") return;
  if (name === "life") element.setAttribute("data-life", value);
  else if (name.startsWith("on")) /** @type {any} */ (element)[name] = value ?? null;
  // A box that has been clicked no longer heeds the attribute.
  else if (name === "checked") /** @type {HTMLInputElement} */ (element).checked = value;
  else if (name === "style") setStyle(/** @type {HTMLElement} */ (element), value ?? {}, before ?? {});
  else if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * @param {HTMLElement} element
 * @param {Record<string, string>} wanted
 * @param {Record<string, string>} before
 */
function setStyle(element, wanted, before) {
  for (const name of Object.keys(before)) if (!(name in wanted)) element.style.removeProperty(name);
  for (const [name, value] of Object.entries(wanted))
    if (before[name] !== value) element.style.setProperty(name, value);
}

/**
 * What is drawn later, so that neither a frame nor a click waits for all of a change: on a slow processor each part
 * takes longer than a frame.
 */
export class Later {
  constructor() {
    /** @type {(() => void) | null} */
    this.waiting = null;
  }

  /**
   * Once the page has been drawn as it is now. What has been waiting until now is left out.
   * @param {() => void} callback
   */
  after(callback) {
    this.wait(callback, (due) => requestAnimationFrame(() => setTimeout(due)));
  }

  /**
   * In a task of its own, whether the page is drawn before or not.
   * @param {() => void} callback
   */
  soon(callback) {
    this.wait(callback, setTimeout);
  }

  /**
   * One after another.
   * @param {"after" | "soon"} when
   * @param {(() => void)[]} callbacks
   */
  inTurn(when, [first, ...others]) {
    if (!first) return;
    this[when](() => {
      first();
      if (!this.waiting) this.inTurn(when, others);
    });
  }

  /**
   * At once on a page that nobody sees, which draws no frames.
   * @param {() => void} callback
   * @param {(due: () => void) => void} start
   */
  wait(callback, start) {
    this.waiting = callback;
    if (document.hidden) return this.hurry();
    start(() => {
      if (this.waiting === callback) this.hurry();
    });
  }

  /** What waits is done now. */
  hurry() {
    const { waiting } = this;
    this.waiting = null;
    waiting?.();
  }

  cancel() {
    this.waiting = null;
  }
}

/**
 * A button that asks for a command.
 * @param {string} name
 * @param {string} text
 * @param {string} [kind] its classes
 */
export function commandButton(name, text, kind) {
  return h("button", { type: "button", class: kind, key: name, "data-command": name }, text);
}
