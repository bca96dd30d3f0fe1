// A form of the bot, on top of everything.
//
// The browser's own dialog keeps the focus within, closes on Escape, and gives the focus back.

import { api, mine, personPath } from "./api.js";
import { $, h, plural, showError } from "./dom.js";
import { hear, tell } from "./signals.js";
import { state } from "./state.js";

const PARAGRAPH = 2;
const LONGEST = 4000;

const dialog = $("modal");
const error = $("modal-error");
let current = null; // the interaction that opened it, and who plays

const inputs = () => [...$("modal-fields").querySelectorAll("[data-field]")];

/** Opens a form as the server tells of it. */
export function openModal({ interaction, title, components }) {
  current = { interaction, person: state.person };
  $("modal-title").textContent = title;
  $("modal-fields").replaceChildren(...components.flatMap((row) => row.components ?? []).map(field));
  showError(error, null);
  if (!dialog.open) dialog.showModal();
  inputs()[0]?.focus();
}

function field(part, index) {
  const id = `modal-field-${index}`;
  const required = part.required !== false;
  const props = {
    id, "data-field": part.custom_id, "aria-required": String(required), "aria-describedby": "modal-error",
    placeholder: part.placeholder, maxlength: part.max_length ?? LONGEST, "data-least": part.min_length,
  };
  const input = part.style === PARAGRAPH ? h("textarea", { ...props, rows: 4 }) : h("input", { ...props, type: "text" });
  input.value = part.value ?? "";
  const mark = required ? h("span", { class: "required", "aria-hidden": "true" }, " *") : h("i", {}, " (optional)");
  return h("div", { class: "field" }, h("label", { for: id }, part.label, mark), input);
}

function faultOf(input) {
  const label = input.labels[0].firstChild.textContent;
  const length = [...input.value].length;
  const least = Number(input.dataset.least ?? 0);
  if (!length) return input.ariaRequired === "true" && `Please fill in “${label}”.`;
  return length < least && `“${label}” needs at least ${plural(least, "character")}.`;
}

function firstFault() {
  for (const input of inputs()) {
    const fault = faultOf(input);
    input.setAttribute("aria-invalid", String(Boolean(fault)));
    if (fault) return { input, fault };
  }
  return null;
}

let sending = false;

async function send() {
  if (sending) return;
  const wrong = firstFault();
  showError(error, wrong?.fault);
  if (wrong) { wrong.input.focus(); return; }
  const fields = Object.fromEntries(inputs().map((input) => [input.dataset.field, input.value]));
  sending = true;
  try {
    await api(mine("modals", current.interaction), { fields });
    current = null;
    dialog.close();
    tell("changed", state.channel);
  } catch (failure) {
    showError(error, failure.message);
  } finally {
    sending = false;
  }
}

/** The form was closed unsent: the server may forget it. */
function dismiss() {
  const dismissed = current;
  current = null;
  if (!dismissed) return;
  // One that is already gone is as good.
  api(personPath(dismissed.person, `modals/${dismissed.interaction}`), null, "DELETE").catch(() => {});
}

function onKey(event) {
  const sends = event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.tagName === "TEXTAREA";
  if (!sends) return;
  event.preventDefault();
  send();
}

export function startModals() {
  $("modal-form").addEventListener("submit", (event) => { event.preventDefault(); send(); });
  $("modal-form").addEventListener("keydown", onKey);
  $("modal-cancel").addEventListener("click", () => dialog.close());
  $("modal-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", dismiss);
  hear("leaving", () => dialog.close());
}
