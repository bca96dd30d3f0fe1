// Small helpers around the document.
//
// Whatever people and the bot wrote reaches the page as text nodes and checked attributes only;
// nothing on this page turns data into HTML.

export const $ = (id) => document.getElementById(id);

/** Builds an element: `on…` are listeners, the rest attributes; false and null are left out. */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child || child === 0));
  return node;
}

/** Calls `run` once, `wait` ms after the last of a burst of calls. */
export function debounce(run, wait) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), wait);
  };
}

/** Whether a select shows its list. */
export function isOpen(select) {
  // Browsers without `:open` throw on it: there a select counts as closed.
  try { return select.matches(":open"); } catch { return false; }
}

export function plural(count, one) {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}

/** Shows an error in its place, or hides the place. */
export function showError(node, text) {
  node.textContent = text ?? "";
  node.hidden = !text;
}

/** A link that may be followed: http(s) only, or null. */
export function safeLink(url) {
  try {
    const parsed = new URL(url, location.href);
    return /^https?:$/.test(parsed.protocol) ? parsed.href : null;
  } catch { return null; }
}

/** An image that may be loaded: this server's only, since nothing is fetched from elsewhere. */
export function localImage(url) {
  const link = url && safeLink(url);
  if (!link) return null;
  const parsed = new URL(link);
  // The server may call itself 127.0.0.1 while the page was opened as localhost.
  const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(parsed.hostname);
  const ours = parsed.origin === location.origin || (loopback && parsed.port === location.port);
  return ours ? parsed.pathname + parsed.search : null;
}

/** Keeps something for the next visit. */
export function store(key, value) {
  try { localStorage.setItem(key, value); } catch { /* private mode: it is kept as long as nothing */ }
}

/** What was kept. */
export function recall(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}
