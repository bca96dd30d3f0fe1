// A slash command whose options are being filled in.

import { api, here } from "./api.js";
import { addAutocomplete } from "./autocomplete.js";
import { $, h, isOpen, showError } from "./dom.js";
import { uploaded } from "./files.js";
import { tell } from "./signals.js";
import { state } from "./state.js";
import { hideSuggestions, suggestionKey, takeTypedOut } from "./suggestions.js";

const KIND = { integer: 4, boolean: 5, user: 6, number: 10, attachment: 11 };
const NUMBERS = {
  [KIND.integer]: { pattern: /^[+-]?\d+$/, name: "whole number", keyboard: "numeric" },
  [KIND.number]: { pattern: /^[+-]?\d+(\.\d+)?$/, name: "number", keyboard: "decimal" },
};
const TRUTH = [{ name: "True", value: "true" }, { name: "False", value: "false" }];

const form = $("command-form");
const error = $("composer-error");
let current = null;

const inputs = () => [...$("command-fields").querySelectorAll("[data-option]")];

export function openCommand(command, rest) {
  const options = [...(command.options ?? [])].sort((a, b) => Number(Boolean(b.required)) - Number(Boolean(a.required)));
  current = command;
  hideSuggestions();
  form.dataset.command = command.name;
  $("command-name").textContent = `/${command.name}`;
  $("command-about").textContent = command.description;
  $("command-fields").replaceChildren(...options.map(field));
  $("message-form").hidden = true;
  form.hidden = false;
  const first = inputs()[0];
  (first ?? $("command-send")).focus();
  if (first && rest) fill(first, rest);
}

/** What was pasted after the command's name goes into its first option. */
function fill(input, text) {
  if (input.tagName !== "SELECT") input.value = text;
  else input.value = [...input.options].find((option) => [option.value, option.text].includes(text))?.value ?? "";
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

export function closeCommand() {
  if (!current) return;
  const focused = form.contains(document.activeElement);
  current = null;
  hideSuggestions();
  form.hidden = true;
  $("message-form").hidden = false;
  if (focused) $("message-box").focus();
}

function field(option) {
  const id = `option-${option.name}`;
  const input = control(option, {
    id, "data-option": option.name, "aria-describedby": `${id}-about composer-error`,
    "aria-required": String(Boolean(option.required)),
  });
  return h("div", { class: "field" },
    h("label", { for: id }, option.name, !option.required && h("i", {}, " (optional)")),
    input, h("small", { id: `${id}-about` }, option.description));
}

function control(option, props) {
  if (option.choices?.length) return choices(option, props, option.choices);
  if (option.type === KIND.boolean) return choices(option, props, TRUTH);
  if (option.type === KIND.user) return choices(option, props, state.world.people.map(asChoice));
  if (option.type === KIND.attachment) return h("input", { ...props, type: "file" });
  const inputmode = NUMBERS[option.type]?.keyboard;
  const input = h("input", { ...props, type: "text", inputmode, maxlength: option.max_length });
  const question = () => current && { name: current.name, options: values(), focused: option.name };
  if (option.autocomplete) addAutocomplete(input, question);
  return input;
}

const asChoice = (person) => ({ name: person.bot ? `${person.name} (app)` : person.name, value: person.id });

function choices(option, props, entries) {
  return h("select", props, h("option", { value: "" }, option.required ? "Choose…" : "—"),
    entries.map(({ name, value }) => h("option", { value }, name)));
}

/** The options as the server takes them: text by name, empty ones left out. */
function values() {
  const entries = inputs().filter(({ type }) => type !== "file").map((input) => [input.dataset.option, input.dataset.value ?? input.value.trim()]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}

/** The files that are chosen, by the names of their options. */
async function files() {
  const chosen = inputs().filter((input) => input.files?.length);
  return Object.fromEntries(await Promise.all(
    chosen.map(async (input) => [input.dataset.option, await uploaded(input.files[0])])));
}

function faultOf({ name, required, type }, value) {
  if (value === undefined) return required && `Please fill in “${name}”.`;
  const number = NUMBERS[type];
  return number && !number.pattern.test(value) && `“${name}” must be a ${number.name}.`;
}

/** The first thing wrong with the options as filled in, or null. */
function firstFault(given) {
  for (const input of inputs()) {
    const option = current.options.find(({ name }) => name === input.dataset.option);
    const fault = faultOf(option, given[option.name]);
    input.setAttribute("aria-invalid", String(Boolean(fault)));
    if (fault) return { input, fault };
  }
  return null;
}

let sending = false;

async function send() {
  if (sending || !current) return;
  const command = current;
  const given = values();
  const wrong = firstFault(given);
  showError(error, wrong?.fault);
  if (wrong) { wrong.input.focus(); return; }
  sending = true;
  hideSuggestions();
  $("command-send").classList.add("busy");
  try {
    await api(here("command"), { name: command.name, options: { ...given, ...await files() } });
    if (current === command) closeCommand();
    tell("sent");
  } catch (failure) {
    if (current === command) showError(error, failure.message);
  } finally {
    sending = false;
    $("command-send").classList.remove("busy");
  }
}

function cancel() {
  showError(error, null);
  closeCommand();
}

function onKey(event) {
  const { target, key } = event;
  // A choice typed out in full needs no second Enter.
  if (!(key === "Enter" && takeTypedOut(target)) && suggestionKey(event)) return;
  const sends = target.tagName === "INPUT" || (target.tagName === "SELECT" && !isOpen(target));
  if (key === "Escape") {
    event.preventDefault();
    cancel();
  } else if (key === "Enter" && !event.isComposing && sends) {
    event.preventDefault();
    send();
  }
}

export function startCommands() {
  form.addEventListener("submit", (event) => { event.preventDefault(); send(); });
  form.addEventListener("keydown", onKey);
  $("command-cancel").addEventListener("click", cancel);
}
