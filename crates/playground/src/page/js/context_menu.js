// The bot's entries in the context menus of messages and of people.

import { api, here } from "./api.js";
import { $, h, showError } from "./dom.js";
import { hear, tell } from "./signals.js";
import { state } from "./state.js";

const KIND = { user: 2, message: 3 };
const EDGE = 8; // px between the menu and the window's edge

const menu = $("context-menu");
let opener = null; // what gets the focus back

/**
 * Opens the menu of a message or a user (`what`), under the button that was pressed, or where the mouse is. Whether
 * there is anything in it.
 */
function open(what, id, event) {
  const entries = state.world.commands.filter((command) => command.type === KIND[what]);
  if (!entries.length) return false;
  opener = event.currentTarget;
  menu.replaceChildren(...entries.map(({ name }) => h("button", {
    type: "button", role: "menuitem", tabindex: "-1",
    // Where a press does not move the focus, the menu would close before the click.
    onmousedown: (event) => event.preventDefault(),
    onclick: () => choose({ name, [what]: id }),
  }, name)));
  menu.hidden = false;
  const box = opener.getBoundingClientRect();
  const [x, y] = event.type === "contextmenu" ? [event.clientX, event.clientY] : [box.left, box.bottom];
  menu.style.left = `${Math.max(EDGE, Math.min(x, innerWidth - menu.offsetWidth - EDGE))}px`;
  menu.style.top = `${Math.max(EDGE, Math.min(y, innerHeight - menu.offsetHeight - EDGE))}px`;
  menu.firstChild.focus();
  return true;
}

function close() {
  menu.hidden = true;
  opener = null;
}

async function choose(chosen) {
  const node = opener;
  const error = node.closest(".message").querySelector(".error");
  close();
  node.focus({ preventScroll: true });
  showError(error, null);
  try {
    await api(here("context-menu"), chosen);
  } catch (failure) {
    showError(error, failure.message);
  }
  tell("changed", state.channel);
}

/** What opens the menu of a message or a user: a press of a button, or a right click on anything else. */
export function menuOf(what, id) {
  return {
    "aria-haspopup": "menu", onclick: (event) => open(what, id, event), oncontextmenu: (event) => rightClick(what, id, event),
  };
}

/** A right click on a message; the browser's own menu stays for links, fields, and what is selected. */
export function rightClick(what, id, event) {
  const isOthers = event.target.closest("a, input, select, textarea") || String(getSelection());
  if (isOthers || event.defaultPrevented || !open(what, id, event)) return;
  event.preventDefault();
}

function onKey(event) {
  const items = [...menu.children];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
  } else if (event.key === "Escape" || event.key === "Tab") {
    event.preventDefault();
    const node = opener;
    close();
    node?.focus({ preventScroll: true });
  }
}

export function startContextMenus() {
  menu.addEventListener("keydown", onKey);
  menu.addEventListener("focusout", (event) => { if (!menu.contains(event.relatedTarget)) close(); });
  hear("leaving", close);
}
