// One message: what it consists of, and how its parts are renewed.

import { avatar } from "./avatar.js";
import { markdown } from "./blocks.js";
import { actionRow } from "./components.js";
import { menuOf, rightClick } from "./context_menu.js";
import { h } from "./dom.js";
import { embed, usedByEmbed } from "./embeds.js";
import { inline } from "./markdown.js";
import { attachment, keepHeight } from "./pictures.js";
import { tell } from "./signals.js";
import { findPerson, nameOf, state } from "./state.js";
import { channelsIn, threadChip, threadFrom } from "./threads.js";
import { dayOf, format, stamp } from "./times.js";

const PAUSE_MS = 7 * 60_000; // after which an author is shown again

/** The empty view of a message. */
export function createView(id) {
  const view = { message: null, parts: new Map(), body: h("div", { class: "parts" }) };
  const reply = () => tell("reply", view.message);
  view.tool = h("button", { type: "button", "data-reply": id, onclick: reply }, "Reply");
  view.apps = h("button", { type: "button", "data-apps": id, ...menuOf("message", id) }, "Apps");
  const onMessage = (event) => { if (!view.apps.parentNode.hidden) rightClick("message", id, event); };
  view.node = h("article", { class: "message", "data-message-id": id, tabindex: "-1", oncontextmenu: onMessage },
    view.body, h("p", { class: "error", role: "alert", hidden: true }), h("div", { class: "tools" }, view.apps, view.tool));
  return view;
}

/** Whether the message shows its author anew, rather than going on under the one before. */
function leads(message, previous) {
  return !previous || previous.author.id !== message.author.id || message.reply_to || message.interaction ||
    previous.ephemeral !== message.ephemeral || dayOf(previous) !== dayOf(message) ||
    Date.parse(message.timestamp) - Date.parse(previous.timestamp) > PAUSE_MS;
}

/** Brings a view up to date. */
export function updateView(view, message, previous) {
  view.message = message;
  const { node } = view;
  const lead = Boolean(leads(message, previous));
  node.classList.toggle("lead", lead);
  node.classList.toggle("ping", Boolean(message.pings?.includes(state.person)));
  node.classList.toggle("ephemeral", Boolean(message.ephemeral));
  node.dataset.state = message.state ?? "sent";
  node.setAttribute("aria-label", `${message.author.name}, ${format(new Date(message.timestamp), "t")}`);
  view.tool.parentNode.hidden = Boolean(message.note) || message.state !== "sent";
  view.tool.hidden = Boolean(message.ephemeral);
  view.apps.setAttribute("aria-label", `Apps for the message of ${message.author.name}`);
  view.tool.setAttribute("aria-label", `Reply to ${message.author.name}`);
  updateParts(view, partsOf(message, previous, lead));
}

/** What a message consists of: [name, the data it depends on, how to build it]. */
function partsOf(message, previous, lead) {
  const newDay = previous && dayOf(previous) !== dayOf(message);
  const { attachments = [], embeds = [], components = [] } = message;
  const files = attachments.filter((file) => !usedByEmbed(file, message));
  const begun = threadFrom(message.id, state.channel);
  if (message.note) return [["note", [message.author, message.note], () => noteLine(message)]];
  return [
    newDay && ["day", message.timestamp, () => h("div", { class: "day" }, format(new Date(message.timestamp), "D"))],
    message.interaction && ["interaction", message.interaction, () => interactionLine(message.interaction)],
    message.reply_to && ["reply", message.reply_to, () => replyLine(message.reply_to)],
    ["head", [message.author, message.timestamp, lead], () => head(message, lead)],
    ["text", [message.content, message.edited, message.state, channelsIn(message.content)], () => text(message)],
    ...files.map((file, index) => [`file${index}`, file, () => attachment(file)]),
    ...embeds.map((each, index) => [`embed${index}`, [each, attachments], () => embed(each, attachments)]),
    // Whatever was chosen in a menu stays chosen until the message is edited.
    ...components.map((row, index) => [`row${index}`, [row, message.edited_at], () => actionRow(row, message.id)]),
    begun && ["thread", begun, () => threadChip(begun)],
    message.ephemeral && ["note", true, () => h("p", { class: "note" }, "Only you can see this")],
  ].filter(Boolean);
}

function updateParts(view, parts) {
  const names = new Set(parts.map(([name]) => name));
  let held = null;
  for (const [name, old] of view.parts) {
    if (names.has(name)) continue;
    held ??= heldFocus(old.node);
    old.node.remove();
    view.parts.delete(name);
  }
  let cursor = view.body.firstChild;
  for (const [name, data, build] of parts) {
    const json = JSON.stringify(data);
    const old = view.parts.get(name);
    if (old?.json === json) { cursor = old.node.nextSibling; continue; }
    const node = build();
    view.parts.set(name, { json, node });
    if (!old) { view.body.insertBefore(node, cursor); continue; }
    held ??= heldFocus(old.node);
    keepHeight(old.node, node);
    old.node.replaceWith(node);
    cursor = node.nextSibling;
  }
  if (held) restoreFocus(view, held);
}

function heldFocus(node) {
  const active = document.activeElement;
  return node.contains(active) ? { customId: active.dataset.customId, select: active.tagName === "SELECT" } : null;
}

/**
 * Gives the focus back to the same control. A select's place may be taken by the next
 * step's select; a button's may not, or a second Enter would press something unread.
 */
function restoreFocus(view, { customId, select }) {
  const controls = [...view.body.querySelectorAll("[data-custom-id]:enabled")];
  const same = customId && controls.find((control) => control.dataset.customId === customId);
  const next = select && controls.find((control) => control.tagName === "SELECT");
  (same || next || view.node).focus({ preventScroll: true });
}

function noteLine({ author, note }) {
  return h("div", { class: "note-line" }, avatar(author, "tiny"), h("span", { class: "who" }, author.name), ` ${note}`);
}

function interactionLine({ name, slash, person }) {
  const who = findPerson(person) ?? { id: person, name: nameOf(person) };
  return h("div", { class: "context" }, avatar(who, "tiny"), h("span", { class: "who" }, who.name),
    " used ", h("span", { class: "mention" }, slash ? `/${name}` : name));
}

function replyLine({ id, author, content }) {
  const line = content?.replace(/\s+/g, " ");
  return h("div", { class: "context" }, avatar(author, "tiny"), h("span", { class: "who" }, author.name),
    h("button", { type: "button", class: "quoted", onclick: () => jumpTo(id) },
      h("span", { class: "unseen" }, "In reply to: "), line ? inline(line).map(flatten) : "Go to the message"));
}

function jumpTo(id) {
  const node = document.querySelector(`[data-message-id="${CSS.escape(id)}"]`);
  if (!node) return;
  node.scrollIntoView({ block: "center" });
  node.focus({ preventScroll: true });
  node.classList.remove("flash");
  requestAnimationFrame(() => node.classList.add("flash"));
}

/** A quoted line lies within a button: whatever could be pressed in it becomes plain. */
function flatten(piece) {
  if (typeof piece === "string") return piece;
  if (piece.matches(".spoiler")) return "▇▇▇";
  return piece.matches("a, button") || piece.querySelector("a, button, .spoiler") ? piece.textContent : piece;
}

function head({ author, timestamp }, lead) {
  return h("div", { class: "head" }, avatar(author), authorName(author, lead),
    author.bot && h("span", { class: "tag" }, "APP"), stamp(timestamp));
}

function authorName({ id, name }, lead) {
  // Under the message before, the name is not seen, only read out.
  const props = { type: "button", class: "author", "data-user": id, tabindex: lead ? null : "-1" };
  return h("button", { ...props, ...menuOf("user", id) }, name);
}

function text(message) {
  if (message.state === "thinking") return h("div", { class: "thinking" }, `${message.author.name} is thinking`);
  if (message.state === "failed") return h("div", { class: "failed" }, message.content || "The application did not respond");
  const node = message.content ? markdown(message.content) : h("div");
  // At the end of the last line of text, where there is one.
  const last = node.lastElementChild?.tagName === "DIV" ? node.lastElementChild : node;
  if (message.edited) last.append(h("span", { class: "edited" }, " (edited)"));
  return node;
}
