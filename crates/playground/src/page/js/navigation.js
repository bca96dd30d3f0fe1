// Who plays, and where: the switch between people, the channels, and the address that says it.

import { avatar } from "./avatar.js";
import { $, h, plural } from "./dom.js";
import { hear, tell } from "./signals.js";
import {
  channelMark, channelName, channelsOf, findChannel, findPerson, isDirect, isForum, isPrivate, isThread, nameOf,
  players, spot, state,
} from "./state.js";
import { withThreads } from "./threads.js";
import { unreadOf } from "./unread.js";

function goTo(person, channel) {
  const target = findChannel(channel);
  // Names of threads change, and several may have the same.
  const name = isThread(target) ? target.id : target.name;
  location.hash = new URLSearchParams({ person: nameOf(person), channel: isDirect(target) ? "dm" : name });
}

/** The other person's same channel; a DM leads to their own DM. */
function sameChannelFor(person) {
  if (!isDirect(findChannel(state.channel))) return state.channel;
  return (channelsOf(person).find(isDirect) ?? channelsOf(person)[0]).id;
}

function badge(unread) {
  if (!unread?.all) return null;
  const pinged = unread.pings > 0;
  return h("span", { class: pinged ? "badge" : "badge quiet" },
    h("span", { "aria-hidden": "true" }, String(pinged ? unread.pings : unread.all)),
    h("span", { class: "unseen" }, pinged ? `, ${plural(unread.pings, "ping")}` : `, ${unread.all} unread`));
}

function personButton(person) {
  return h("button", {
    type: "button", class: "person", "data-person": person.id, "aria-pressed": String(person.id === state.person),
    onclick: () => goTo(person.id, sameChannelFor(person.id)),
  }, avatar(person, "small"), h("span", {}, person.name), badge(unreadOf(person.id)));
}

function channelButton(channel) {
  const unread = state.unread.get(spot(state.person, channel.id));
  return h("button", {
    type: "button", "data-channel": channel.id, title: isThread(channel) && channel.name,
    class: ["channel", isThread(channel) && "thread", unread?.all && "unread"].filter(Boolean).join(" "),
    "aria-current": channel.id === state.channel && "page",
    onclick: () => { closeDrawer(); goTo(state.person, channel.id); },
  }, h("span", { class: "mark", "aria-hidden": "true" }, channelMark(channel)),
  h("span", { class: "name" }, channelName(channel)), unread?.pings ? badge(unread) : null);
}

/** Shows the buttons of a row: one that is as before stays, so that it loses neither the focus nor a click. */
function fillRow(row, buttons) {
  buttons.forEach((button, index) => {
    const old = row.children[index];
    if (!old) row.append(button);
    else if (!old.isEqualNode(button)) replace(old, button);
  });
  while (row.children.length > buttons.length) row.lastChild.remove();
}

function replace(old, button) {
  const focused = old === document.activeElement;
  old.replaceWith(button);
  if (focused) button.focus();
}

function render() {
  if (!state.person) return;
  const person = findPerson(state.person);
  const visible = channelsOf(state.person);
  $("guild-name").textContent = state.world.guild.name;
  fillRow($("people"), players().map(personButton));
  fillRow($("text-channels"), withThreads(visible.filter((each) => !isPrivate(each))).map(channelButton));
  fillRow($("dm-channels"), visible.filter(isPrivate).map(channelButton));
  $("self").replaceChildren(avatar(person, "small"), h("div", {}, h("small", {}, "You are playing as"), person.name));
  renderTitles(findChannel(state.channel), person);
}

function renderTitles(channel, person) {
  document.body.classList.toggle("in-forum", isForum(channel));
  const mark = isThread(channel) ? "" : channelMark(channel);
  const name = channelName(channel);
  const label = `Message ${mark}${name} as ${person.name}`;
  const pings = players().reduce((sum, each) => sum + unreadOf(each.id).pings, 0);
  $("channel-title").replaceChildren(h("span", { class: "mark", "aria-hidden": "true" }, `${channelMark(channel)} `), name,
    ...(channel.archived ? [h("span", { class: "archived-mark" }, "archived")] : []));
  $("message-label").textContent = label;
  // The name of a thread is too long for a phone.
  $("message-box").placeholder = isThread(channel) ? `Message this thread as ${person.name}` : label;
  document.title = `${pings ? `(${pings}) ` : ""}${mark}${name} · ${person.name} · Parlor playground`;
}

/** Finds by id or by name, as both may stand in a hash someone wrote by hand. */
function pick(list, wanted) {
  const low = String(wanted ?? "").toLowerCase();
  return list.find((each) => each.id === wanted) ?? list.find((each) => each.name.toLowerCase() === low);
}

/** Goes where the address says. */
export function enterFromHash() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const person = pick(players(), wanted.get("person")) ?? findPerson(state.person) ?? players()[0];
  const visible = channelsOf(person.id);
  const direct = wanted.get("channel") === "dm" && visible.find(isDirect);
  const channel = pick(visible, wanted.get("channel")) ?? (direct || visible[0]);
  enter(person.id, channel.id);
}

function enter(person, channel) {
  if (person === state.person && channel === state.channel) return;
  tell("leaving");
  Object.assign(state, { person, channel });
  tell("entered");
  render();
}

// ---- On a phone, the channels lie in a drawer ----

const frame = $("frame");
const toggle = $("channels-toggle");

function setDrawer(open) {
  frame.classList.toggle("drawer-open", open);
  toggle.setAttribute("aria-expanded", String(open));
}

function openDrawer() {
  setDrawer(true);
  ($("sidebar").querySelector("[aria-current]") ?? $("sidebar").querySelector("button"))?.focus();
}

function closeDrawer() {
  if (!frame.classList.contains("drawer-open")) return;
  setDrawer(false);
  toggle.focus();
}

export function startNavigation() {
  hear("unread", render);
  hear("world", render);
  hear("go", (channel) => goTo(state.person, channel));
  window.addEventListener("hashchange", enterFromHash);
  toggle.addEventListener("click", () => (frame.classList.contains("drawer-open") ? closeDrawer() : openDrawer()));
  $("drawer-shade").addEventListener("click", closeDrawer);
  $("sidebar").addEventListener("keydown", (event) => { if (event.key === "Escape") closeDrawer(); });
}
