// The messages of the channel that is open.

import { api, here } from "./api.js";
import { $ } from "./dom.js";
import { createView, updateView } from "./message.js";
import { follow, scrollDown } from "./scrolling.js";
import { hear, tell } from "./signals.js";
import { findChannel, isForum, spot, state } from "./state.js";
import { postList } from "./threads.js";
import { markRead } from "./unread.js";

const QUIET_MS = 300; // how long a channel just opened is not read out

const log = $("log");
const views = new Map(); // message id → view

/** What stands where messages would. */
export function showEmpty(text) {
  $("empty").textContent = text ?? "";
  $("empty").hidden = !text;
}

let reading = false;
let readAgain = false;

/** Reads the channel's messages; calls during a reading lead to one more afterward. */
async function refresh() {
  if (reading) { readAgain = true; return; }
  reading = true;
  const asked = spot();
  const channel = findChannel(state.channel);
  try {
    if (isForum(channel)) { log.replaceChildren(postList(channel)); return; }
    const { messages } = await api(here("messages"));
    if (asked === spot()) render(messages);
  } catch (error) {
    if (asked === spot() && !views.size) showEmpty(error.message);
  } finally {
    reading = false;
    if (readAgain) { readAgain = false; refresh(); }
  }
}

function forget() {
  views.clear();
  log.replaceChildren();
  showEmpty(null);
  scrollDown();
}

/** Shows the list by difference, so that focus and open selects outlive what goes on around them. */
function render(messages) {
  const first = !views.size;
  // A channel just opened is no news: only what comes later is read out.
  if (first) log.setAttribute("aria-live", "off");
  drop(new Set(messages.map((message) => message.id)));
  const grown = place(messages);
  showEmpty(messages.length ? null : "Nothing here yet. Say hello, or type / to see the bot's commands.");
  follow(grown && !first);
  if (first) setTimeout(() => log.setAttribute("aria-live", "polite"), QUIET_MS);
  markRead(messages);
  tell("unread");
}

/** Takes away what is no longer there. */
function drop(ids) {
  for (const [id, view] of views) {
    if (ids.has(id)) continue;
    if (view.node.contains(document.activeElement)) $("message-box").focus();
    view.node.remove();
    views.delete(id);
    tell("gone", id);
  }
}

/** Puts every message into its place; whether any is new. */
function place(messages) {
  let grown = false;
  let cursor = log.firstChild;
  messages.forEach((message, index) => {
    if (!views.has(message.id)) { views.set(message.id, createView(message.id)); grown = true; }
    const view = views.get(message.id);
    updateView(view, message, messages[index - 1]);
    if (view.node === cursor) cursor = cursor.nextSibling;
    else log.insertBefore(view.node, cursor);
  });
  return grown;
}

export function startMessages() {
  hear("entered", () => { forget(); refresh(); });
  hear("world", refresh);
  hear("changed", (channel) => { if (!channel || channel === state.channel) refresh(); });
}
