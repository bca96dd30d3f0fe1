// Buttons and menus of messages.

import { api, mine } from "./api.js";
import { h, isOpen, safeLink, showError } from "./dom.js";
import { tell } from "./signals.js";
import { state } from "./state.js";

const KIND = { button: 2, strings: 3, users: 5 };
const LINK = 5;
const LOOKS = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", [LINK]: "secondary" };

/** A row of buttons, or of a menu. */
export function actionRow(row, messageId) {
  const parts = (row.components ?? []).map((part) => control(part, messageId));
  return h("div", { class: "row", role: "group" }, parts);
}

function control(part, messageId) {
  if (part.type === KIND.button) return part.style === LINK ? linkButton(part) : button(part, messageId);
  if (part.type === KIND.strings) return menu(part, messageId, part.options ?? []);
  if (part.type === KIND.users) return menu(part, messageId, everybody());
  return h("span", { class: "note" }, "(a component the playground cannot show)");
}

const everybody = () => state.world.people.map(({ id, name }) => ({ value: id, label: name }));
const emojiText = (emoji) => (emoji?.id ? `:${emoji.name}:` : emoji?.name);
const look = (part) => `button ${LOOKS[part.style] ?? "secondary"}`;

function face(part) {
  return [
    part.emoji && h("span", { "aria-hidden": part.label ? "true" : null }, emojiText(part.emoji)),
    part.label && h("span", {}, part.label),
  ];
}

function linkButton(part) {
  const href = safeLink(part.url);
  return h("a", { class: look(part), href, target: "_blank", rel: "noopener noreferrer" }, face(part), " ↗");
}

function button(part, messageId) {
  const node = h("button", {
    type: "button", class: look(part), "data-custom-id": part.custom_id, disabled: Boolean(part.disabled),
    onclick: () => use(node, messageId, part.custom_id),
  }, face(part));
  return node;
}

function choice(option) {
  const label = option.description ? `${option.label} — ${option.description}` : option.label;
  const text = [emojiText(option.emoji), label].filter(Boolean).join(" ");
  return h("option", { value: option.value, selected: Boolean(option.default) }, text);
}

function menu(part, messageId, options) {
  const many = (part.max_values ?? 1) > 1;
  const name = part.placeholder || "Make a selection";
  const chosen = options.some((option) => option.default);
  const first = h("option", { value: "", disabled: true, selected: !chosen }, name);
  const choices = options.map(choice);
  const select = h("select", {
    "data-custom-id": part.custom_id, disabled: Boolean(part.disabled), multiple: many,
  }, many ? choices : [first, ...choices]);
  const send = () => sendChoice(select, messageId, part.custom_id);
  const label = h("label", {}, h("span", { class: "unseen" }, name), select);
  if (many) return [label, h("button", { type: "button", class: "button primary", onclick: send }, "Done")];
  select.addEventListener("change", send);
  select.addEventListener("keydown", openByArrows);
  return label;
}

/** What was chosen stays so: as in Discord, choosing it again sends nothing until the bot edits the message. */
function sendChoice(select, messageId, customId) {
  return use(select, messageId, customId, [...select.selectedOptions].map((option) => option.value));
}

/** A choice is sent at once, so arrows open the list, rather than choose blindly one by one. */
function openByArrows(event) {
  const arrow = event.key === "ArrowDown" || event.key === "ArrowUp";
  if (!arrow || event.altKey || isOpen(event.target) || !event.target.showPicker) return;
  event.preventDefault();
  event.target.showPicker();
}

async function use(node, messageId, customId, values) {
  // Marked busy rather than disabled: a disabled control would lose the focus.
  if (node.classList.contains("busy")) return;
  const error = node.closest(".message").querySelector(".error");
  node.classList.add("busy");
  node.setAttribute("aria-busy", "true");
  showError(error, null);
  try {
    await api(`${mine("messages", messageId)}/component`, { custom_id: customId, values });
  } catch (failure) {
    showError(error, failure.message);
  } finally {
    node.classList.remove("busy");
    node.removeAttribute("aria-busy");
  }
  tell("changed", state.channel);
}
