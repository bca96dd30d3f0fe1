// Suggestions of the bot, while an option is typed.

import { api, here } from "./api.js";
import { $, debounce, showError } from "./dom.js";
import { hideSuggestions, suggest } from "./suggestions.js";

const PAUSE_MS = 150; // how long typing rests before the bot is asked
const ATTRIBUTES = {
  role: "combobox", "aria-autocomplete": "list", "aria-controls": "suggestions", "aria-expanded": "false",
};

/** Lets an input suggest what the bot answers to `question()`. */
export function addAutocomplete(input, question) {
  for (const [name, value] of Object.entries(ATTRIBUTES)) input.setAttribute(name, value);
  const askSoon = debounce(() => ask(input, question()), PAUSE_MS);
  input.addEventListener("input", () => {
    // What was chosen before is no longer what stands there.
    delete input.dataset.value;
    askSoon();
  });
  input.addEventListener("focus", askSoon);
  input.addEventListener("blur", hideSuggestions);
}

async function ask(input, question) {
  if (!question) return;
  const typed = input.value;
  try {
    const { choices } = await api(here("autocomplete"), question);
    // An answer that comes late is for a text that no longer stands there.
    if (document.activeElement !== input || input.value !== typed || input.dataset.value !== undefined) return;
    show(input, typed, choices ?? []);
  } catch (error) {
    if (document.activeElement === input) showError($("composer-error"), error.message);
  }
}

function show(input, typed, choices) {
  const items = choices.map(({ name, value }) => ({
    title: name, detail: String(value) === name ? "" : String(value), value: String(value),
  }));
  suggest(input, items, {
    active: typed && items.length ? 0 : -1,
    choose: (item) => { input.value = item.title; input.dataset.value = item.value; },
    none: typed ? "No match. Enter sends it as typed." : "",
  });
}
