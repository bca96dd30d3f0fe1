// What each person has not read yet.
//
// The time of the last message seen, by person and channel, lies in localStorage, so that a tab for
// Ann knows what the tab for Bob has shown.

import { api, channelPath } from "./api.js";
import { debounce, recall, store } from "./dom.js";
import { hear, tell } from "./signals.js";
import { channelsOf, isDirect, isForum, players, spot, state } from "./state.js";

const markKey = (person, channel) => `playground-read:${person}/${channel}`;
const isSeen = () => document.visibilityState === "visible";

/** Notes that the person has seen these messages. */
export function markRead(messages) {
  if (!isSeen() || !messages.length) return;
  store(markKey(state.person, state.channel), Date.parse(messages.at(-1).timestamp));
  state.unread.delete(spot());
}

async function count(person, channel) {
  if (person === state.person && channel.id === state.channel && isSeen()) return;
  const { messages } = await api(channelPath(person, channel.id, "messages"));
  const mark = Number(recall(markKey(person, channel.id)) ?? 0);
  const fresh = messages.filter((message) => Date.parse(message.timestamp) > mark && message.author.id !== person);
  const pings = isDirect(channel) ? fresh : fresh.filter((message) => message.pings?.includes(person));
  state.unread.set(spot(person, channel.id), { all: fresh.length, pings: pings.length });
}

const dirty = new Set(); // channels to count again; null stands for all of them

async function countDirty() {
  const all = dirty.has(null);
  const wanted = players().flatMap((person) =>
    channelsOf(person.id)
      .filter((channel) => !channel.archived && !isForum(channel) && (all || dirty.has(channel.id)))
      .map((channel) => count(person.id, channel).catch(() => {})));
  dirty.clear();
  await Promise.all(wanted);
  tell("unread");
}

const countSoon = debounce(countDirty, 200);

/** Counts a channel again soon; null counts all of them. */
export function countAgain(channel = null) {
  dirty.add(channel);
  countSoon();
}

/** What a person has not read, in all channels. */
export function unreadOf(person) {
  const counts = channelsOf(person).map((channel) => state.unread.get(spot(person, channel.id)));
  const sum = (key) => counts.reduce((total, each) => total + (each?.[key] ?? 0), 0);
  return { all: sum("all"), pings: sum("pings") };
}

export function startCounting() {
  hear("entered", () => countAgain());
  hear("changed", countAgain);
  window.addEventListener("storage", () => countAgain());
}
