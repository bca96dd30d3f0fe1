// Small helpers around the document, and the page's sentences.
//
// What people wrote reaches the page as text nodes and attributes only; the server's pictures are parsed as SVG.

const SVG = "http://www.w3.org/2000/svg";
const words = JSON.parse(document.getElementById("words").textContent);

export const $ = (id) => document.getElementById(id);

/** A sentence of the page, with its places filled in. */
export function say(key, values = {}) {
  return (words[`page-${key}`] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Fills in the sentences of the elements that name them. */
export function fillWords() {
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = say(node.dataset.text);
  for (const node of document.querySelectorAll("[data-label]")) {
    node.setAttribute("aria-label", say(node.dataset.label));
    if (node.tagName === "BUTTON") node.title = say(node.dataset.label);
  }
}

/** Shows a sentence about the whole page, or none. */
export function showBanner(text) {
  $("banner").textContent = text ?? "";
  $("banner").hidden = !text;
}

/** Builds an element: `on…` are listeners, the rest attributes; false and null are left out. */
export function h(tag, props = {}, ...children) {
  return build(document.createElement(tag), props, children);
}

/** Builds an element of a picture. */
export function s(tag, props = {}, ...children) {
  return build(document.createElementNS(SVG, tag), props, children);
}

function build(node, props, children) {
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child || child === 0));
  return node;
}

/** A picture of the server as an element. */
export function parseSvg(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

/** Builds the children of a node anew; the focus stays where it was, by `data-key`. */
export function rebuild(node, ...children) {
  const key = node.contains(document.activeElement) && document.activeElement.dataset.key;
  node.replaceChildren(...children.flat().filter(Boolean));
  if (key) node.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** Whether things may move. */
export const mayMove = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Keeps something for the next visit. */
export function store(key, value) {
  try { localStorage.setItem(key, value); } catch { /* private mode: it is kept as long as nothing */ }
}

/** What was kept. */
export function recall(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}
