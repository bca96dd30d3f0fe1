// The message box.

import { api, here } from "./api.js";
import { closeCommand, openCommand } from "./commands.js";
import { $, showError } from "./dom.js";
import { uploaded } from "./files.js";
import { nameAtCursor, suggestPeople, withMentions } from "./mentions.js";
import { endReply, isReplying, replyFields } from "./reply.js";
import { scrollDown } from "./scrolling.js";
import { hear, tell } from "./signals.js";
import { findCommand, slashCommands, spot, state } from "./state.js";
import { hideSuggestions, suggest, suggestionKey } from "./suggestions.js";

const box = $("message-box");
const error = $("composer-error");
const drafts = new Map(); // "person/channel" → text, so that a draft stays with its writer

function fit() {
  box.style.height = "auto";
  box.style.height = `${box.scrollHeight}px`;
}

function onInput() {
  fit();
  const command = /^\/(\S*)(\s[\s\S]*)?$/.exec(box.value);
  const name = nameAtCursor(box);
  if (command && command[2] === undefined) suggestCommands(command[1]);
  else if (command && findCommand(command[1])) begin(findCommand(command[1]), command[2].trim());
  else if (name !== null) suggestPeople(box, name, fit);
  else hideSuggestions();
}

function suggestCommands(typed) {
  const low = typed.toLowerCase();
  const all = slashCommands();
  const starts = all.filter((command) => command.name.startsWith(low));
  const has = all.filter((command) => !command.name.startsWith(low) && command.name.includes(low));
  const items = [...starts, ...has].map((command) => ({ title: `/${command.name}`, detail: command.description, command }));
  suggest(box, items, {
    active: items.length ? 0 : -1,
    choose: (item) => begin(item.command),
    none: all.length ? "No such command." : "No commands yet: the bot has not connected.",
  });
}

/** Lets the options of a command be filled in, in place of the box. */
function begin(command, rest = "") {
  endReply();
  showError(error, null);
  box.value = "";
  openCommand(command, rest);
}

/** Starts a command from a mention: with its options if it is known, else as text. */
function beginNamed(name) {
  const command = findCommand(name.split(" ")[0]);
  if (command) begin(command);
  else write(`/${name}`);
}

/** Puts a text into the box, to be sent or changed. */
export function write(text) {
  closeCommand();
  box.value = text;
  box.focus();
  onInput();
}

function onKey(event) {
  if (suggestionKey(event)) return;
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    send();
  } else if (event.key === "Escape" && isReplying()) {
    event.preventDefault();
    endReply();
  }
}

/** The file that is attached to the next message. */
async function attached() {
  const file = $("message-file").files[0];
  return file ? { file: await uploaded(file) } : {};
}

function showAttached() {
  $("message-file-name").textContent = $("message-file").files[0]?.name ?? "📎";
}

let sending = false;

async function send() {
  const text = box.value.trim();
  if ((!text && !$("message-file").files.length) || sending) return;
  const from = spot();
  sending = true;
  showError(error, null);
  try {
    await api(here("messages"), { content: withMentions(text), ...replyFields(), ...await attached() });
    drafts.delete(from);
    if (from === spot()) afterSending();
  } catch (failure) {
    if (from === spot()) showError(error, failure.message);
  } finally {
    sending = false;
  }
}

function afterSending() {
  box.value = "";
  $("message-file").value = "";
  showAttached();
  fit();
  hideSuggestions();
  endReply();
  scrollDown();
  tell("changed", state.channel);
}

function restoreDraft() {
  showError(error, null);
  box.value = drafts.get(spot()) ?? "";
  fit();
}

export function startComposer() {
  box.addEventListener("input", onInput);
  box.addEventListener("keydown", onKey);
  box.addEventListener("blur", hideSuggestions);
  $("message-file").addEventListener("change", () => { showAttached(); box.focus(); });
  $("message-form").addEventListener("submit", (event) => { event.preventDefault(); send(); box.focus(); });
  hear("leaving", () => { if (state.person) drafts.set(spot(), box.value); closeCommand(); hideSuggestions(); });
  hear("entered", restoreDraft);
  hear("command", beginNamed);
  hear("sent", afterSending);
  hear("write", () => { closeCommand(); box.focus(); });
  // The list of commands may arrive while someone types one.
  hear("commands", () => { if (document.activeElement === box) onInput(); });
}
