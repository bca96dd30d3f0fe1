// Threads and forums: which belong where, and how they are gone to.

import { h, plural } from "./dom.js";
import { tell } from "./signals.js";
import { findChannel, isThread, state } from "./state.js";

const newestFirst = (a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1);

/** The threads of a channel, newest first. */
export const threadsOf = (channel) =>
  state.world.channels.filter((each) => each.parent === channel).sort(newestFirst);

/** Channels with their threads below them; of those that are archived only the one that is open. */
export const withThreads = (channels) =>
  channels.filter((each) => !isThread(each)).flatMap((each) =>
    [each, ...threadsOf(each.id).filter((thread) => !thread.archived || thread.id === state.channel)]);

/** A button that goes to a channel. */
export function channelLink(id, className = "mention") {
  const channel = findChannel(id);
  if (!channel) return h("span", { class: "mention" }, "#unknown");
  return h("button", { type: "button", class: className, "data-go": id, onclick: () => tell("go", id) },
    h("span", { "aria-hidden": "true" }, isThread(channel) ? "↳ " : "#"), channel.name);
}

/** What the channels that a text mentions are called now. */
export const channelsIn = (text) => [...text.matchAll(/<#([\w-]+)>/g)].map(([, id]) => findChannel(id)?.name);

/** The thread that was begun from a message, if there is one. */
export const threadFrom = (message, channel) => {
  const thread = findChannel(message);
  return thread && thread.id !== channel ? thread : null;
};

/** Below a message, the thread that was begun from it. */
export const threadChip = (thread) =>
  h("div", { class: "thread-chip" }, channelLink(thread.id, "thread-link"), thread.archived && h("span", {}, "archived"));

/** The posts of a forum. */
export function postList(forum) {
  const posts = threadsOf(forum.id);
  const rows = posts.map((post) => h("li", { class: post.archived ? "post archived" : "post" },
    channelLink(post.id, "thread-link"), post.archived && h("span", {}, "archived")));
  const count = posts.length ? plural(posts.length, "post") : "No posts yet.";
  return h("section", { class: "posts", "aria-label": "Posts" }, h("p", {}, count), h("ul", {}, rows));
}
