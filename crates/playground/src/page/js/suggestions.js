// One list above the box, for commands, people and choices.

import { $, h, plural } from "./dom.js";

const list = $("suggestions");
const open = { owner: null, items: [], active: -1, choose: null };

/** Shows `items` ({title, detail, …}) for an input; `active` is the one Enter would take. */
export function suggest(owner, items, { active = -1, choose = null, none = "" } = {}) {
  if (!items.length && !none) { hideSuggestions(); return; }
  if (open.owner && open.owner !== owner) hideSuggestions();
  Object.assign(open, { owner, items, active, choose });
  list.replaceChildren(...(items.length ? items.map(row) : [h("li", { class: "suggestion plain" }, none)]));
  list.hidden = false;
  list.scrollTop = 0;
  $("suggestions-status").textContent = items.length ? plural(items.length, "suggestion") : none;
  if (isCombobox(owner)) owner.setAttribute("aria-expanded", "true");
  markActive(active);
}

const isCombobox = (input) => input?.getAttribute("role") === "combobox";

function row(item, index) {
  return h("li", {
    class: "suggestion", role: "option", id: `suggestion-${index}`, "aria-selected": "false",
    // The press must not take the focus from the input.
    onmousedown: (event) => event.preventDefault(),
    onclick: () => choose(index),
  }, h("b", {}, item.title), h("span", {}, item.detail));
}

export function hideSuggestions() {
  const { owner } = open;
  owner?.removeAttribute("aria-activedescendant");
  if (isCombobox(owner)) owner.setAttribute("aria-expanded", "false");
  Object.assign(open, { owner: null, items: [], active: -1, choose: null });
  list.hidden = true;
  $("suggestions-status").textContent = "";
}

function markActive(index) {
  open.active = index;
  [...list.children].forEach((each, at) => {
    if (each.id) each.setAttribute("aria-selected", String(at === index));
    if (at === index) each.scrollIntoView({ block: "nearest" });
  });
  if (index >= 0) open.owner.setAttribute("aria-activedescendant", `suggestion-${index}`);
  else open.owner.removeAttribute("aria-activedescendant");
}

function choose(index) {
  const { items, choose: take } = open;
  hideSuggestions();
  take(items[index]);
}

function step(by) {
  const { items, active } = open;
  const start = active < 0 && by < 0 ? items.length : active;
  markActive((start + by + items.length) % items.length);
}

/** Handles a key for the open list; true if the key was the list's. */
export function suggestionKey(event) {
  const { owner, items, active } = open;
  if (owner !== event.target || event.isComposing) return false;
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const takes = (event.key === "Enter" || event.key === "Tab") && !event.shiftKey && active >= 0;
  if (by && items.length) step(by);
  else if (event.key === "Escape") hideSuggestions();
  else if (takes) choose(active);
  else return false;
  event.preventDefault();
  return true;
}

/** Takes the suggestion that stands typed out in full; whether there is one. */
export function takeTypedOut(input) {
  const item = open.owner === input ? open.items[open.active] : null;
  if (!item || ![item.title, item.value].includes(input.value.trim())) return false;
  choose(open.active);
  return true;
}
