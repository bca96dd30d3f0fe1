// The message that is being replied to.

import { $, h } from "./dom.js";
import { hear, tell } from "./signals.js";

let current = null; // { message, ping }

/** What a new message says of its reply. */
export const replyFields = () => (current ? { reply_to: current.message.id, ping: current.ping } : {});
export const isReplying = () => current !== null;

export function endReply() {
  current = null;
  $("reply-bar").hidden = true;
}

function show() {
  const { message: { author }, ping } = current;
  $("reply-bar").hidden = false;
  $("reply-to").replaceChildren("Replying to ", h("strong", {}, author.name));
  $("reply-ping").setAttribute("aria-pressed", String(ping));
  $("reply-ping").setAttribute("aria-label", `Ping ${author.name} with the reply`);
  $("reply-ping").textContent = ping ? "@ ON" : "@ OFF";
}

function begin(message) {
  current = { message, ping: true };
  show();
  tell("write");
}

function cancel() {
  endReply();
  tell("write");
}

export function startReplies() {
  hear("reply", begin);
  hear("leaving", endReply);
  hear("gone", (id) => { if (current?.message.id === id) endReply(); });
  $("reply-cancel").addEventListener("click", cancel);
  $("reply-ping").addEventListener("click", () => { current.ping = !current.ping; show(); });
  $("reply-bar").addEventListener("keydown", (event) => { if (event.key === "Escape") cancel(); });
}
