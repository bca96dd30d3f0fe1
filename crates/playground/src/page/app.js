"use strict";
// The playground's page: a local stand-in for Discord's web client.
//
// Whatever people and the bot wrote reaches the page as text nodes and checked
// attributes only; nothing here turns data into HTML.

// ---- Small helpers ---------------------------------------------------------

const $ = (id) => document.getElementById(id);
const box = $("message-box");
const scroller = $("scroller");
const log = $("log");

/** Builds an element: `on…` are listeners, the rest attributes; false and null are left out. */
function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child || child === 0));
  return node;
}

/** Calls `run` once, `wait` ms after the last of a burst of calls. */
function debounce(run, wait) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), wait);
  };
}

function isOpen(select) {
  // Browsers without `:open` throw on it: there a select counts as closed.
  try { return select.matches(":open"); } catch { return false; }
}

function plural(count, one) {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}

function showError(node, text) {
  node.textContent = text ?? "";
  node.hidden = !text;
}

/** A link that may be followed: http(s) only, or null. */
function safeLink(url) {
  try {
    const parsed = new URL(url, location.href);
    return /^https?:$/.test(parsed.protocol) ? parsed.href : null;
  } catch { return null; }
}

/** An image that may be loaded: this server's only, since nothing is fetched from elsewhere. */
function localImage(url) {
  const link = url && safeLink(url);
  if (!link) return null;
  const parsed = new URL(link);
  // The server may call itself 127.0.0.1 while the page was opened as localhost.
  const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(parsed.hostname);
  const ours = parsed.origin === location.origin || (loopback && parsed.port === location.port);
  return ours ? parsed.pathname + parsed.search : null;
}

// ---- State -----------------------------------------------------------------

const state = {
  world: { people: [], app: {}, guild: {}, channels: [], commands: [] },
  person: null,
  channel: null,
  reply: null, // { message, ping }
  command: null, // the command whose options are being filled in
  unread: new Map(), // "person/channel" → { all, pings }
};
const drafts = new Map(); // "person/channel" → text, so that a draft stays with its writer
const rendered = new Map(); // message id → view
let connected = true;

const spot = (person = state.person, channel = state.channel) => `${person}/${channel}`;
const players = () => state.world.people.filter((person) => !person.bot);
const findPerson = (id) => state.world.people.find((person) => person.id === id);
const findChannel = (id) => state.world.channels.find((channel) => channel.id === id);
const channelsOf = (person) =>
  state.world.channels.filter((channel) => channel.kind === "text" || channel.person === person);

function nameOf(id) {
  if (id === state.world.app.id) return state.world.app.name;
  return findPerson(id)?.name ?? "unknown-user";
}

// ---- The server ------------------------------------------------------------

/** Calls the server; what it refuses becomes an Error that says why in a sentence. */
async function api(path, body) {
  const request = body && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new Error("The playground's server does not answer. Is it still running?");
  }
  const data = await response.json().catch(() => null);
  if (!response.ok) throw new Error(data?.error ?? `The server answered with an error (${response.status}).`);
  return data;
}

const part = encodeURIComponent;
const channelPath = (person, channel, what) => `/people/${part(person)}/channels/${part(channel)}/${what}`;
const here = (what) => channelPath(state.person, state.channel, what);

let events = null;

function listen() {
  events?.close();
  const source = new EventSource(`/people/${part(state.person)}/events`);
  events = source;
  source.onopen = () => {
    setConnected(true);
    // Whatever happened while the line was down has gone by: read everything again.
    onChange(null);
  };
  source.onmessage = (event) => {
    const data = JSON.parse(event.data);
    if (data.type === "change") onChange(data.channel);
  };
  source.onerror = () => {
    setConnected(false);
    // The browser tries again by itself, unless it took the answer for final.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => source === events && listen(), 2000);
  };
}

function setConnected(now) {
  connected = now;
  $("connection").textContent = connected ? "" : "Connection lost. Trying again…";
}

function onChange(channel) {
  if (!channel || channel === state.channel) refreshMessages();
  refreshUnread(channel);
  refreshWorld();
}

const refreshWorld = debounce(async () => {
  const before = JSON.stringify(state.world);
  await loadWorld().catch(() => {});
  if (JSON.stringify(state.world) !== before) {
    renderNavigation();
    // The list of commands may just have arrived while someone was typing one.
    if (document.activeElement === box) onBoxInput();
  }
}, 300);

async function loadWorld() {
  const world = await api("/people/world");
  if (!world.people?.some((person) => !person.bot)) throw new Error("The playground has no people yet.");
  state.world = { ...world, commands: world.commands ?? [] };
}

let reading = false;
let readAgain = false;

/** Reads the channel's messages; calls during a reading lead to one more afterwards. */
async function refreshMessages() {
  if (reading) { readAgain = true; return; }
  reading = true;
  const asked = spot();
  try {
    const { messages } = await api(here("messages"));
    if (asked === spot()) renderMessages(messages);
  } catch (error) {
    if (asked === spot() && !rendered.size) showEmpty(error.message);
  } finally {
    reading = false;
    if (readAgain) { readAgain = false; refreshMessages(); }
  }
}

// ---- Unread marks ----------------------------------------------------------

// The time of the last message seen, by person and channel. It lies in localStorage,
// so that a tab for Alice knows what the tab for Bob has shown.
const markKey = (person, channel) => `parlor-read:${person}/${channel}`;

function store(key, value) {
  try { localStorage.setItem(key, value); } catch { /* private mode: marks last as long as nothing */ }
}

function recall(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

function markRead(messages) {
  if (document.visibilityState !== "visible" || !messages.length) return;
  store(markKey(state.person, state.channel), Date.parse(messages.at(-1).timestamp));
  state.unread.delete(spot());
}

async function countUnread(person, channel) {
  if (person === state.person && channel.id === state.channel && document.visibilityState === "visible") return;
  const { messages } = await api(channelPath(person, channel.id, "messages"));
  const mark = Number(recall(markKey(person, channel.id)) ?? 0);
  const fresh = messages.filter((message) => Date.parse(message.timestamp) > mark && message.author.id !== person);
  const pings = channel.kind === "dm" ? fresh : fresh.filter((message) => message.pings?.includes(person));
  state.unread.set(spot(person, channel.id), { all: fresh.length, pings: pings.length });
}

const dirty = new Set(); // channels to count again; null stands for all of them

async function countDirty() {
  const all = dirty.has(null);
  const wanted = players().flatMap((person) =>
    channelsOf(person.id)
      .filter((channel) => all || dirty.has(channel.id))
      .map((channel) => countUnread(person.id, channel).catch(() => {})));
  dirty.clear();
  await Promise.all(wanted);
  renderNavigation();
}

const countSoon = debounce(countDirty, 200);

function refreshUnread(channel) {
  dirty.add(channel ?? null);
  countSoon();
}

function unreadOf(person) {
  const counts = channelsOf(person).map((channel) => state.unread.get(spot(person, channel.id)));
  return {
    all: counts.reduce((sum, count) => sum + (count?.all ?? 0), 0),
    pings: counts.reduce((sum, count) => sum + (count?.pings ?? 0), 0),
  };
}

function badge(unread) {
  if (!unread?.all) return null;
  const pinged = unread.pings > 0;
  return h("span", { class: pinged ? "badge" : "badge quiet" },
    h("span", { "aria-hidden": "true" }, String(pinged ? unread.pings : unread.all)),
    h("span", { class: "unseen" }, pinged ? `, ${plural(unread.pings, "ping")}` : `, ${unread.all} unread`));
}

// ---- Navigation: people and channels ---------------------------------------

function avatar(person, size = "") {
  const tints = ["#5865f2", "#c2410c", "#0f766e", "#a21caf", "#b91c4c", "#4d7c0f", "#0369a1", "#7c3aed"];
  const sum = [...String(person.id)].reduce((total, letter) => (total * 31 + letter.codePointAt(0)) >>> 0, 7);
  const initial = [...(person.name || "?")][0].toUpperCase();
  const node = h("span", { class: `avatar ${size}`, "aria-hidden": "true" }, initial);
  node.style.setProperty("--tint", person.bot ? tints[0] : tints[1 + (sum % (tints.length - 1))]);
  return node;
}

function goTo(person, channel) {
  const target = findChannel(channel);
  location.hash = new URLSearchParams({
    person: nameOf(person),
    channel: target.kind === "dm" ? "dm" : target.name,
  });
}

/** The other person's same channel; a DM leads to their own DM. */
function sameChannelFor(person) {
  if (findChannel(state.channel)?.kind !== "dm") return state.channel;
  return channelsOf(person).find((channel) => channel.kind === "dm")?.id ?? channelsOf(person)[0].id;
}

function personButton(person) {
  const current = person.id === state.person;
  return h("button", {
    type: "button", class: "person", "data-person": person.id, "aria-pressed": String(current),
    onclick: () => goTo(person.id, sameChannelFor(person.id)),
  }, avatar(person, "small"), h("span", {}, person.name), badge(unreadOf(person.id)));
}

function channelButton(channel) {
  const unread = state.unread.get(spot(state.person, channel.id));
  const isDm = channel.kind === "dm";
  return h("button", {
    type: "button", class: unread?.all ? "channel unread" : "channel", "data-channel": channel.id,
    "aria-current": channel.id === state.channel && "page",
    onclick: () => goTo(state.person, channel.id),
  }, h("span", { class: "mark", "aria-hidden": "true" }, isDm ? "@" : "#"),
  h("span", { class: "name" }, channelName(channel)), unread?.pings ? badge(unread) : null);
}

const channelName = (channel) => (channel.kind === "dm" ? state.world.app.name || channel.name : channel.name);

/** Replaces the buttons of a row, and keeps the focus on the one that had it. */
function fillRow(row, key, buttons) {
  const focused = row.contains(document.activeElement) && document.activeElement.dataset[key];
  row.replaceChildren(...buttons);
  if (focused) buttons.find((button) => button.dataset[key] === focused)?.focus();
}

let navigationKey = "";

function renderNavigation() {
  // Rebuilt only on a difference: a button replaced between press and release would miss its click.
  const key = JSON.stringify([state.world, state.person, state.channel, [...state.unread]]);
  if (key === navigationKey || !state.person) return;
  navigationKey = key;
  const channel = findChannel(state.channel);
  const person = findPerson(state.person);
  const visible = channelsOf(state.person);
  $("guild-name").textContent = state.world.guild.name;
  fillRow($("people"), "person", players().map(personButton));
  fillRow($("text-channels"), "channel", visible.filter((each) => each.kind === "text").map(channelButton));
  fillRow($("dm-channels"), "channel", visible.filter((each) => each.kind === "dm").map(channelButton));
  $("self").replaceChildren(avatar(person, "small"), h("div", {}, person.name, h("small", {}, "It is you, for now")));
  renderTitles(channel, person);
}

function renderTitles(channel, person) {
  const mark = channel.kind === "dm" ? "@" : "#";
  $("channel-title").replaceChildren(h("span", { class: "mark", "aria-hidden": "true" }, `${mark} `), channelName(channel));
  const label = `Message ${mark}${channelName(channel)} as ${person.name}`;
  $("message-label").textContent = label;
  box.placeholder = label;
  const pings = players().reduce((sum, each) => sum + unreadOf(each.id).pings, 0);
  document.title = `${pings ? `(${pings}) ` : ""}${mark}${channelName(channel)} · ${person.name} · Parlor playground`;
}

/** Finds by id or by name, as both may stand in a hash someone wrote by hand. */
function pick(list, wanted) {
  const low = String(wanted ?? "").toLowerCase();
  return list.find((each) => each.id === wanted) ?? list.find((each) => each.name.toLowerCase() === low);
}

function enterFromHash() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const person = pick(players(), wanted.get("person")) ?? findPerson(state.person) ?? players()[0];
  const visible = channelsOf(person.id);
  const dm = wanted.get("channel") === "dm" && visible.find((channel) => channel.kind === "dm");
  const channel = pick(visible, wanted.get("channel")) ?? (dm || visible[0]);
  enter(person.id, channel.id);
}

function enter(person, channel) {
  if (person === state.person && channel === state.channel) return;
  if (state.person) drafts.set(spot(), box.value);
  const otherPerson = person !== state.person;
  Object.assign(state, { person, channel });
  closeCommand();
  setReply(null);
  hideSuggestions();
  showError($("composer-error"), null);
  box.value = drafts.get(spot()) ?? "";
  fitBox();
  forgetMessages();
  renderNavigation();
  if (otherPerson) listen();
  refreshMessages();
  refreshUnread(null);
}

// ---- Markdown --------------------------------------------------------------

// Each rule: a sticky pattern and what it makes. The first that matches wins.
const INLINE = [
  [/\\([^\w\s])/y, (m) => m[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (m) => h("code", {}, m[2].replace(/^ (.*) $/, "$1"))],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)/y, (m) => link(m[2], inline(m[1]))],
  [/<(https?:\/\/[^\s>]+)>/y, (m) => link(m[1], m[1])],
  [/https?:\/\/[^\s<]*[^\s<.,:;"'\])]/y, (m) => link(m[0], m[0])],
  [/<@!?([\w-]+)>/y, (m) => mention(m[1])],
  [/<#([\w-]+)>/y, (m) => h("span", { class: "mention" }, `#${findChannel(m[1])?.name ?? "unknown"}`)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (m) => moment(Number(m[1]), m[2] ?? "f")],
  [/<\/([^:<>]+):[\w-]+>/y, (m) => commandMention(m[1])],
  [/<a?:(\w+):\d+>/y, (m) => `:${m[1]}:`],
  [/\*\*([\s\S]+?)\*\*(?!\*)/y, (m) => h("strong", {}, inline(m[1]))],
  [/__([\s\S]+?)__(?!_)/y, (m) => h("u", {}, inline(m[1]))],
  [/\*(?![\s*])((?:[^*]|\*\*[^*]+\*\*)+)(?<!\s)\*(?!\*)/y, (m) => h("em", {}, inline(m[1]))],
  [/(?<![A-Za-z0-9])_([^_]+)_(?![A-Za-z0-9])/y, (m) => h("em", {}, inline(m[1]))],
  [/~~([\s\S]+?)~~/y, (m) => h("s", {}, inline(m[1]))],
  [/\|\|([\s\S]+?)\|\|/y, (m) => spoiler(inline(m[1]))],
];

function inline(text) {
  const out = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const hit = /[\\`[<h*_~|]/.test(text[at]) && matchInline(text, at);
    if (!hit) { plain += text[at]; at += 1; continue; }
    out.push(plain, hit.node);
    plain = "";
    at += hit.length;
  }
  out.push(plain);
  return out.filter((piece) => piece !== "");
}

function matchInline(text, at) {
  for (const [pattern, make] of INLINE) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { node: make(match), length: match[0].length };
  }
  return null;
}

function link(url, content) {
  const href = safeLink(url);
  return href ? h("a", { href, target: "_blank", rel: "noopener noreferrer" }, content) : h("span", {}, content);
}

function mention(id) {
  return h("span", { class: "mention", "data-mention": id }, `@${nameOf(id)}`);
}

function commandMention(name) {
  return h("button", { type: "button", class: "mention", onclick: () => startCommand(name) }, `/${name}`);
}

function spoiler(content) {
  const inner = h("span", { "aria-hidden": "true" }, content);
  const node = h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler, press to show" }, inner);
  const open = () => {
    node.classList.add("open");
    for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
    inner.removeAttribute("aria-hidden");
  };
  node.addEventListener("click", open);
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); }
  });
  return node;
}

/** Discord's message text: blocks of code, headings, lists, quotes, and lines between them. */
function markdown(text) {
  const node = h("div", { class: "md" });
  const fence = /```(?:([\w+#-]*)\n)?\n*([\s\S]+?)\n*```\n?/g;
  let last = 0;
  for (const match of text.matchAll(fence)) {
    addLines(node, text.slice(last, match.index).replace(/\n$/, ""), false);
    node.append(h("pre", { tabindex: "0" }, h("code", {}, match[2])));
    last = match.index + match[0].length;
  }
  addLines(node, text.slice(last), false);
  return node;
}

const LIST_ITEM = /^( *)(?:([-*])|(\d{1,9})\.) +(.+)$/;

function addLines(target, text, quoted) {
  if (!text) return;
  const lines = text.split("\n");
  let plain = [];
  const flush = () => {
    if (plain.length) target.append(h("div", {}, inline(plain.join("\n"))));
    plain = [];
  };
  // Takes the run of lines from `at` on that match, and says where it ends.
  const run = (at, pattern) => {
    let end = at;
    while (end < lines.length && pattern.test(lines[end])) end += 1;
    return end;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const heading = /^(#{1,3}) +(.+)$/.exec(line);
    const small = /^-# +(.+)$/.exec(line);
    const quote = !quoted && /^(>>>|>) /.exec(line);
    if (!heading && !small && !quote && !LIST_ITEM.test(line)) { plain.push(line); continue; }
    flush();
    if (heading) target.append(h(`h${heading[1].length + 2}`, {}, inline(heading[2])));
    else if (small) target.append(h("div", { class: "subtext" }, inline(small[1])));
    else if (quote) {
      const end = quote[1] === ">>>" ? lines.length : run(at, /^> /);
      const block = h("blockquote");
      addLines(block, lines.slice(at, end).map((each) => each.replace(/^(>>>|>) /, "")).join("\n"), true);
      target.append(block);
      at = end - 1;
    } else {
      // Bullets and numbers at the outer level make lists of their own.
      const other = /^ /.test(line) ? /^$/ : LIST_ITEM.exec(line)[3] ? /^[-*] / : /^\d+\. /;
      const end = run(at, { test: (each) => LIST_ITEM.test(each) && !other.test(each) });
      target.append(list(lines.slice(at, end).map((each) => LIST_ITEM.exec(each))));
      at = end - 1;
    }
  }
  flush();
}

function list(items) {
  const newList = (item) => (item[3] ? h("ol", { start: item[3] }) : h("ul"));
  const open = [newList(items[0])]; // the lists being filled, outermost first
  for (const item of items) {
    const depth = Math.min(Math.floor(item[1].length / 2), open.length);
    open.length = Math.min(open.length, depth + 1);
    if (depth === open.length) {
      const parent = open.at(-1).lastElementChild;
      // An indented first item has no parent: it simply opens the list.
      if (parent) { open.push(newList(item)); parent.append(open.at(-1)); }
    }
    open.at(-1).append(h("li", {}, inline(item[4])));
  }
  return open[0];
}

// ---- Times -----------------------------------------------------------------

const MOMENTS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const format = (date, style) => new Intl.DateTimeFormat("en", MOMENTS[style]).format(date);

function moment(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${seconds}>`;
  const text = style === "R" ? relative(seconds) : format(date, style);
  return h("time", {
    class: "moment", datetime: date.toISOString(), title: format(date, "F"), "data-relative": style === "R" && seconds,
  }, text);
}

function relative(seconds) {
  const away = seconds - Date.now() / 1000;
  const units = [["year", 31557600], ["month", 2629800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const [unit, size] = units.find(([, length]) => Math.abs(away) >= length) ?? units.at(-1);
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.round(away / size), unit);
}

function tickMoments() {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(node.dataset.relative));
    if (node.textContent !== text) node.textContent = text;
  }
}

function stamp(iso) {
  const date = new Date(iso);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(iso).setHours(0, 0, 0, 0)) / 86400000);
  const time = format(date, "t");
  const text = days === 0 ? `Today at ${time}` : days === 1 ? `Yesterday at ${time}` : `${format(date, "d")} ${time}`;
  return h("time", { class: "stamp", datetime: iso, title: format(date, "F") }, text);
}

// ---- Messages --------------------------------------------------------------

function showEmpty(text) {
  $("empty").textContent = text ?? "";
  $("empty").hidden = !text;
}

function forgetMessages() {
  rendered.clear();
  log.replaceChildren();
  showEmpty(null);
  stuck = true;
  $("jump").hidden = true;
}

/** Shows the list by difference, so that focus and open selects outlive what goes on around them. */
function renderMessages(messages) {
  const first = !rendered.size;
  // A channel just opened is no news: only what comes later is read out.
  if (first) log.setAttribute("aria-live", "off");
  const ids = new Set(messages.map((message) => message.id));
  for (const [id, view] of rendered) if (!ids.has(id)) dropView(id, view);
  let grown = false;
  let cursor = log.firstChild;
  messages.forEach((message, index) => {
    if (!rendered.has(message.id)) { rendered.set(message.id, createView(message.id)); grown = true; }
    const view = rendered.get(message.id);
    updateView(view, message, messages[index - 1]);
    if (view.node === cursor) cursor = cursor.nextSibling;
    else log.insertBefore(view.node, cursor);
  });
  showEmpty(messages.length ? null : "Nothing here yet. Say hello, or type / to see the bot's commands.");
  if (stuck) scrollDown();
  else if (grown && !first) $("jump").hidden = false;
  if (first) setTimeout(() => log.setAttribute("aria-live", "polite"), 300);
  markRead(messages);
  renderNavigation();
}

function dropView(id, view) {
  if (view.node.contains(document.activeElement)) box.focus();
  if (state.reply?.message.id === id) setReply(null);
  view.node.remove();
  rendered.delete(id);
}

function createView(id) {
  const view = { message: null, parts: new Map(), body: h("div", { class: "parts" }) };
  view.tool = h("button", { type: "button", "data-reply": id, onclick: () => setReply({ message: view.message, ping: true }) }, "Reply");
  view.error = h("p", { class: "error", role: "alert", hidden: true });
  view.node = h("article", { class: "message", "data-message-id": id, tabindex: "-1" },
    view.body, view.error, h("div", { class: "tools" }, view.tool));
  return view;
}

const dayOf = (message) => new Date(message.timestamp).toDateString();

/** Whether the message shows its author anew, rather than going on under the one before. */
function leads(message, previous) {
  return !previous || previous.author.id !== message.author.id || message.reply_to || message.interaction ||
    previous.ephemeral !== message.ephemeral || dayOf(previous) !== dayOf(message) ||
    Date.parse(message.timestamp) - Date.parse(previous.timestamp) > 7 * 60000;
}

function updateView(view, message, previous) {
  view.message = message;
  const { node } = view;
  const lead = Boolean(leads(message, previous));
  node.classList.toggle("lead", lead);
  node.classList.toggle("ping", Boolean(message.pings?.includes(state.person)));
  node.classList.toggle("ephemeral", Boolean(message.ephemeral));
  node.dataset.state = message.state ?? "sent";
  node.setAttribute("aria-label", `${message.author.name}, ${format(new Date(message.timestamp), "t")}`);
  view.tool.parentNode.hidden = Boolean(message.ephemeral) || message.state === "thinking" || message.state === "failed";
  view.tool.setAttribute("aria-label", `Reply to ${message.author.name}`);
  updateParts(view, partsOf(message, previous, lead));
}

/** What a message consists of: [name, the data it depends on, how to build it]. */
function partsOf(message, previous, lead) {
  const newDay = previous && dayOf(previous) !== dayOf(message);
  const files = (message.attachments ?? []).filter((file) => !usedByEmbed(file, message));
  return [
    newDay && ["day", message.timestamp, () => h("div", { class: "day" }, format(new Date(message.timestamp), "D"))],
    message.interaction && ["interaction", message.interaction, () => interactionLine(message.interaction)],
    message.reply_to && ["reply", message.reply_to, () => replyLine(message.reply_to)],
    ["head", [message.author, message.timestamp, lead], () => messageHead(message)],
    ["text", [message.content, message.edited, message.state], () => messageText(message)],
    ...files.map((file, index) => [`file${index}`, file, () => attachment(file)]),
    ...(message.embeds ?? []).map((each, index) =>
      [`embed${index}`, [each, message.attachments], () => embed(each, message.attachments ?? [])]),
    ...(message.components ?? []).map((row, index) => [`row${index}`, row, () => actionRow(row, message.id)]),
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

/** While a changed picture loads, its place keeps the height: a board must not jump at each move. */
function keepHeight(old, fresh) {
  const before = old.querySelector(".picture img");
  const after = fresh.querySelector(".picture img");
  if (!before?.offsetHeight || !after || after.complete) return;
  after.style.minHeight = `${before.offsetHeight}px`;
  const release = () => { after.style.minHeight = ""; };
  after.addEventListener("load", release);
  after.addEventListener("error", release);
}

function interactionLine({ name, person }) {
  const who = findPerson(person) ?? { id: person, name: nameOf(person) };
  return h("div", { class: "context" }, avatar(who, "tiny"), h("span", { class: "who" }, who.name),
    " used ", h("span", { class: "mention" }, `/${name}`));
}

function replyLine(reply) {
  // The author may come as a person or as the id alone.
  const author = reply.author?.name ? reply.author : { id: reply.author, name: nameOf(reply.author) };
  const jump = () => {
    const node = rendered.get(reply.id)?.node;
    if (!node) return;
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
    node.classList.remove("flash");
    requestAnimationFrame(() => node.classList.add("flash"));
  };
  const content = h("span", {}, reply.content ? reply.content.replace(/\s+/g, " ") : "See the message");
  return h("div", { class: "context" }, avatar(author, "tiny"), h("span", { class: "who" }, author.name),
    h("button", { type: "button", class: "quoted", onclick: jump },
      h("span", { class: "unseen" }, "In reply to: "), reply.content ? inline(content.textContent).map(flatten) : content));
}

/** A quoted line lies within a button: whatever could be pressed in it becomes plain. */
function flatten(piece) {
  if (typeof piece === "string") return piece;
  if (piece.matches(".spoiler")) return "▇▇▇";
  return piece.matches("a, button") || piece.querySelector("a, button, .spoiler") ? piece.textContent : piece;
}

function messageHead({ author, timestamp }) {
  return h("div", { class: "head" }, avatar(author), h("span", { class: "author" }, author.name),
    author.bot && h("span", { class: "tag" }, "APP"), stamp(timestamp));
}

function messageText(message) {
  if (message.state === "thinking") return h("div", { class: "thinking" }, `${message.author.name} is thinking`);
  if (message.state === "failed") return h("div", { class: "failed" }, message.content || "The application did not respond");
  const node = message.content ? markdown(message.content) : h("div");
  // At the end of the last line of text, where there is one.
  const last = node.lastElementChild?.tagName === "DIV" ? node.lastElementChild : node;
  if (message.edited) last.append(h("span", { class: "edited" }, " (edited)"));
  return node;
}

// ---- Embeds and attachments ------------------------------------------------

/** The attachment an embed's picture names, by `attachment://…` or by the same address. */
function attachmentOf(media, attachments) {
  if (!media?.url) return null;
  return attachments.find((file) => media.url === `attachment://${file.filename}` || media.url === file.url);
}

function usedByEmbed(file, message) {
  return (message.embeds ?? []).some((each) =>
    [each.image, each.thumbnail].some((media) => attachmentOf(media, message.attachments) === file));
}

function attachment(file) {
  const isImage = /\.(png|jpe?g|gif|webp|svg|avif)$/i.test(file.filename) || /^image\//.test(file.content_type ?? "");
  if (isImage && localImage(file.url)) return picture(file.url, file.description, file.filename);
  const href = safeLink(file.url);
  return h("a", { class: "file", href, target: "_blank", rel: "noopener noreferrer" }, `📄 ${file.filename}`);
}

/** A picture, with a badge that shows its description. One from elsewhere becomes a link. */
function picture(url, description, filename = "Picture") {
  const src = localImage(url);
  if (!src) return safeLink(url) ? h("div", {}, link(url, `🖼 ${description || filename}`)) : h("div", {}, description ?? "");
  const image = h("img", { src, alt: description || filename });
  const frame = h("div", { class: "picture" }, h("a", { href: src, target: "_blank" }, image));
  if (!description) return frame;
  const text = h("div", { class: "alt-text", hidden: true }, description);
  const toggle = h("button", {
    type: "button", class: "alt-badge", "aria-expanded": "false", "aria-label": "Show the picture's description",
    onclick: () => {
      text.hidden = !text.hidden;
      toggle.setAttribute("aria-expanded", String(!text.hidden));
    },
  }, "ALT");
  frame.append(toggle);
  return h("div", {}, frame, text);
}

function embedPicture(media, attachments) {
  if (!media?.url) return null;
  const file = attachmentOf(media, attachments);
  return picture(file?.url ?? media.url, file?.description ?? media.description, file?.filename);
}

function thumbnail(media, attachments) {
  const file = attachmentOf(media, attachments);
  const src = localImage(file?.url ?? media?.url);
  return src && h("img", { class: "thumb", src, alt: file?.description ?? media.description ?? "" });
}

function embedField({ name, value, inline: beside }) {
  const title = h("b", {}, inline(name ?? ""));
  return h("div", { class: beside ? "embed-field inline" : "embed-field" }, title, markdown(value ?? ""));
}

function embed(data, attachments) {
  const { title, url, description, fields, footer, author, timestamp } = data;
  const foot = [footer?.text, timestamp && format(new Date(timestamp), "f")].filter(Boolean).join(" • ");
  const node = h("div", { class: "embed" },
    h("div", { class: "embed-text" },
      author?.name && h("div", { class: "embed-author" }, author.name),
      title && h("div", { class: "embed-title" }, url ? link(url, inline(title)) : inline(title)),
      description && h("div", { class: "embed-about" }, markdown(description))),
    thumbnail(data.thumbnail, attachments),
    fields?.length && h("div", { class: "embed-fields" }, fields.map(embedField)),
    embedPicture(data.image, attachments),
    foot && h("div", { class: "embed-foot" }, foot));
  if (Number.isInteger(data.color)) node.style.setProperty("--edge", `#${data.color.toString(16).padStart(6, "0")}`);
  return node;
}

// ---- Components: buttons and selects ---------------------------------------

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary" };

function actionRow(row, messageId) {
  const parts = (row.components ?? []).map((part) => {
    if (part.type === 2) return componentButton(part, messageId);
    if (part.type === 3) return componentSelect(part, messageId);
    return h("span", { class: "note" }, "(a component the playground cannot show)");
  });
  return h("div", { class: "row", role: "group" }, parts);
}

const emojiText = (emoji) => (emoji?.id ? `:${emoji.name}:` : emoji?.name);

function componentButton(part, messageId) {
  const content = [
    part.emoji && h("span", { "aria-hidden": part.label ? "true" : null }, emojiText(part.emoji)),
    part.label && h("span", {}, part.label),
  ];
  const look = `button ${STYLES[part.style] ?? "secondary"}`;
  if (part.style === 5) {
    return h("a", { class: look, href: safeLink(part.url), target: "_blank", rel: "noopener noreferrer" }, content, " ↗");
  }
  const button = h("button", {
    type: "button", class: look, "data-custom-id": part.custom_id, disabled: Boolean(part.disabled),
    onclick: () => useComponent(button, messageId, part.custom_id),
  }, content);
  return button;
}

function componentSelect(part, messageId) {
  const many = (part.max_values ?? 1) > 1;
  const name = part.placeholder || "Make a selection";
  const options = (part.options ?? []).map((option) => {
    const text = [emojiText(option.emoji), option.description ? `${option.label} — ${option.description}` : option.label];
    return h("option", { value: option.value, selected: Boolean(option.default) }, text.filter(Boolean).join(" "));
  });
  const chosen = part.options?.some((option) => option.default);
  const first = h("option", { value: "", disabled: true, selected: !chosen }, name);
  const select = h("select", {
    "data-custom-id": part.custom_id, disabled: Boolean(part.disabled), multiple: many,
  }, many ? options : [first, ...options]);
  const send = async () => {
    await useComponent(select, messageId, part.custom_id, [...select.selectedOptions].map((option) => option.value));
    // Back to what the bot said is chosen, so that the same choice can be made again.
    for (const option of select.options) option.selected = option.defaultSelected;
  };
  const label = h("label", {}, h("span", { class: "unseen" }, name), select);
  if (many) return [label, h("button", { type: "button", class: "button primary", onclick: send }, "Done")];
  select.addEventListener("change", send);
  select.addEventListener("keydown", openByArrows);
  return label;
}

/** A choice is sent at once, so arrows open the list, rather than choose blindly one by one. */
function openByArrows(event) {
  const arrow = event.key === "ArrowDown" || event.key === "ArrowUp";
  if (!arrow || event.altKey || isOpen(event.target) || !event.target.showPicker) return;
  event.preventDefault();
  event.target.showPicker();
}

async function useComponent(control, messageId, customId, values) {
  // Marked busy rather than disabled: a disabled control would lose the focus.
  if (control.classList.contains("busy")) return;
  const error = rendered.get(messageId)?.error;
  control.classList.add("busy");
  control.setAttribute("aria-busy", "true");
  showError(error, null);
  try {
    await api(`/people/${part(state.person)}/messages/${part(messageId)}/component`, { custom_id: customId, values });
  } catch (failure) {
    showError(error, failure.message);
  } finally {
    control.classList.remove("busy");
    control.removeAttribute("aria-busy");
  }
  refreshMessages();
}

// ---- Scrolling -------------------------------------------------------------

let stuck = true; // whether the view stays with the newest message

function scrollDown() {
  scroller.scrollTop = scroller.scrollHeight;
  $("jump").hidden = true;
}

let lastTop = 0;

/** Only going up lets go of the newest message: pictures that load late move the bottom away, too. */
function onScroll() {
  const atBottom = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 60;
  if (atBottom) stuck = true;
  else if (scroller.scrollTop < lastTop) stuck = false;
  lastTop = scroller.scrollTop;
  if (stuck) $("jump").hidden = true;
}

// ---- Suggestions: one list above the box, for commands, people and choices --

const suggestions = { owner: null, items: [], active: -1, choose: null };

/** Shows `items` ({title, detail, …}) for an input; `active` is the one Enter would take. */
function suggest(owner, items, { active = -1, choose = null, none = "" } = {}) {
  if (!items.length && !none) { hideSuggestions(); return; }
  if (suggestions.owner && suggestions.owner !== owner) hideSuggestions();
  Object.assign(suggestions, { owner, items, active, choose });
  const rows = items.map((item, index) => h("li", {
    class: "suggestion", role: "option", id: `suggestion-${index}`, "aria-selected": "false",
    // The press must not take the focus from the input.
    onmousedown: (event) => event.preventDefault(),
    onclick: () => chooseSuggestion(index),
  }, h("b", {}, item.title), h("span", {}, item.detail)));
  $("suggestions").replaceChildren(...(rows.length ? rows : [h("li", { class: "suggestion plain" }, none)]));
  $("suggestions").hidden = false;
  $("suggestions").scrollTop = 0;
  $("suggestions-status").textContent = items.length ? plural(items.length, "suggestion") : none;
  if (owner !== box) owner.setAttribute("aria-expanded", "true");
  markActive(active);
}

function hideSuggestions() {
  const { owner } = suggestions;
  owner?.removeAttribute("aria-activedescendant");
  if (owner && owner !== box) owner.setAttribute("aria-expanded", "false");
  Object.assign(suggestions, { owner: null, items: [], active: -1, choose: null });
  $("suggestions").hidden = true;
  $("suggestions-status").textContent = "";
}

function markActive(index) {
  suggestions.active = index;
  [...$("suggestions").children].forEach((row, at) => {
    if (row.role === "option" || row.id) row.setAttribute("aria-selected", String(at === index));
    if (at === index) row.scrollIntoView({ block: "nearest" });
  });
  if (index >= 0) suggestions.owner.setAttribute("aria-activedescendant", `suggestion-${index}`);
  else suggestions.owner.removeAttribute("aria-activedescendant");
}

function chooseSuggestion(index) {
  const { items, choose } = suggestions;
  hideSuggestions();
  choose(items[index]);
}

/** Handles a key for the open list; true if the key was the list's. */
function suggestionKey(event) {
  const { owner, items, active } = suggestions;
  if (owner !== event.target || event.isComposing) return false;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && items.length) markActive(active < 0 && step < 0 ? items.length - 1 : (active + step + items.length) % items.length);
  else if (event.key === "Escape") hideSuggestions();
  else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && active >= 0) chooseSuggestion(active);
  else return false;
  event.preventDefault();
  return true;
}

// ---- The message box -------------------------------------------------------

function fitBox() {
  box.style.height = "auto";
  box.style.height = `${box.scrollHeight}px`;
}

function onBoxInput() {
  fitBox();
  const command = /^\/(\S*)(\s[\s\S]*)?$/.exec(box.value);
  const at = /(?:^|\s)@([^\s@]*)$/.exec(box.value.slice(0, box.selectionStart));
  if (command && command[2] === undefined) suggestCommands(command[1]);
  else if (command && findCommand(command[1])) openCommand(findCommand(command[1]), command[2].trim());
  else if (at) suggestPeople(at[1]);
  else hideSuggestions();
}

const findCommand = (name) => state.world.commands.find((command) => command.name === name.toLowerCase());

function suggestCommands(typed) {
  const low = typed.toLowerCase();
  // Slash commands only (type 1): menus on people and messages are not typed.
  const all = state.world.commands.filter((command) => (command.type ?? 1) === 1);
  const starts = all.filter((command) => command.name.startsWith(low));
  const has = all.filter((command) => !command.name.startsWith(low) && command.name.includes(low));
  const items = [...starts, ...has].map((command) => ({ title: `/${command.name}`, detail: command.description, command }));
  suggest(box, items, {
    active: items.length ? 0 : -1,
    choose: (item) => openCommand(item.command),
    none: all.length ? "No such command." : "No commands yet: the bot has not connected.",
  });
}

function suggestPeople(typed) {
  const found = state.world.people.filter((person) => person.name.toLowerCase().startsWith(typed.toLowerCase()));
  suggest(box, found.map((person) => ({ title: `@${person.name}`, detail: person.bot ? "app" : "" })), {
    active: 0,
    choose: (item) => {
      const end = box.selectionStart;
      box.setRangeText(`${item.title} `, end - typed.length - 1, end, "end");
      fitBox();
    },
  });
}

/** Turns `@Name` into the mention Discord would send; the longest name that fits wins. */
function withMentions(text) {
  const people = [...state.world.people].sort((a, b) => b.name.length - a.name.length);
  return text.replace(/(^|[^\w<])@([^\n@]+)/g, (whole, before, rest) => {
    const person = people.find(({ name }) =>
      rest.toLowerCase().startsWith(name.toLowerCase()) && !/^\w/.test(rest.slice(name.length)));
    return person ? `${before}<@${person.id}>${rest.slice(person.name.length)}` : whole;
  });
}

function onBoxKey(event) {
  if (suggestionKey(event)) return;
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    sendMessage();
  } else if (event.key === "Escape" && state.reply) {
    event.preventDefault();
    setReply(null);
  }
}

let sending = false;

async function sendMessage() {
  const text = box.value.trim();
  if (!text || sending) return;
  const from = spot();
  const body = { content: withMentions(text) };
  if (state.reply) Object.assign(body, { reply_to: state.reply.message.id, ping: state.reply.ping });
  sending = true;
  showError($("composer-error"), null);
  try {
    await api(here("messages"), body);
    drafts.delete(from);
    if (from === spot()) afterSending();
  } catch (error) {
    if (from === spot()) showError($("composer-error"), error.message);
  } finally {
    sending = false;
  }
}

function afterSending() {
  box.value = "";
  fitBox();
  hideSuggestions();
  setReply(null);
  stuck = true;
  refreshMessages();
}

function setReply(reply) {
  state.reply = reply;
  $("reply-bar").hidden = !reply;
  if (!reply) return;
  $("reply-to").replaceChildren("Replying to ", h("strong", {}, reply.message.author.name));
  $("reply-ping").setAttribute("aria-pressed", String(reply.ping));
  $("reply-ping").setAttribute("aria-label", `Ping ${reply.message.author.name} with the reply`);
  $("reply-ping").textContent = reply.ping ? "@ ON" : "@ OFF";
  if (document.activeElement !== $("reply-ping")) { closeCommand(); box.focus(); }
}

// ---- Slash commands --------------------------------------------------------

const TYPES = { integer: 4, boolean: 5, user: 6, number: 10 };

/** Starts a command from a mention or a link: with its options if it is known, else as text. */
function startCommand(name) {
  const command = findCommand(name.split(" ")[0]);
  if (command) { openCommand(command); return; }
  tryText(`/${name}`);
}

function tryText(text) {
  closeCommand();
  box.value = text;
  box.focus();
  onBoxInput();
}

function openCommand(command, rest = "") {
  const options = [...(command.options ?? [])].sort((a, b) => Number(Boolean(b.required)) - Number(Boolean(a.required)));
  state.command = command;
  hideSuggestions();
  setReply(null);
  showError($("composer-error"), null);
  box.value = "";
  $("command-form").dataset.command = command.name;
  $("command-name").textContent = `/${command.name}`;
  $("command-about").textContent = command.description;
  $("command-fields").replaceChildren(...options.map(optionField));
  $("message-form").hidden = true;
  $("command-form").hidden = false;
  const first = optionInputs()[0];
  (first ?? $("command-send")).focus();
  if (first && rest) fillOption(first, rest);
}

/** What was pasted after the command's name goes into its first option. */
function fillOption(input, text) {
  if (input.tagName !== "SELECT") input.value = text;
  else input.value = [...input.options].find((option) => [option.value, option.text].includes(text))?.value ?? "";
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function closeCommand() {
  if (!state.command) return;
  const focused = $("command-form").contains(document.activeElement);
  state.command = null;
  hideSuggestions();
  $("command-form").hidden = true;
  $("message-form").hidden = false;
  fitBox();
  if (focused) box.focus();
}

const optionInputs = () => [...$("command-fields").querySelectorAll("[data-option]")];

function optionField(option) {
  const id = `option-${option.name}`;
  const control = optionControl(option, { id, "data-option": option.name, "aria-describedby": `${id}-about composer-error`,
    "aria-required": String(Boolean(option.required)) });
  return h("div", { class: "field" },
    h("label", { for: id }, option.name, !option.required && h("i", {}, " (optional)")),
    control, h("small", { id: `${id}-about` }, option.description));
}

function optionControl(option, props) {
  const select = (choices) => h("select", props, h("option", { value: "" }, option.required ? "Choose…" : "—"),
    choices.map(({ name, value }) => h("option", { value }, name)));
  if (option.choices?.length) return select(option.choices);
  if (option.type === TYPES.boolean) return select([{ name: "True", value: "true" }, { name: "False", value: "false" }]);
  if (option.type === TYPES.user) {
    return select(state.world.people.map((person) => ({ name: person.bot ? `${person.name} (app)` : person.name, value: person.id })));
  }
  const mode = { [TYPES.integer]: "numeric", [TYPES.number]: "decimal" }[option.type];
  const input = h("input", { ...props, type: "text", inputmode: mode, maxlength: option.max_length });
  if (option.autocomplete) addAutocomplete(input, option);
  return input;
}

function addAutocomplete(input, option) {
  const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-controls": "suggestions", "aria-expanded": "false" };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  const ask = debounce(() => askChoices(input, option), 150);
  input.addEventListener("input", () => {
    // What was chosen before is no longer what stands there.
    delete input.dataset.value;
    ask();
  });
  input.addEventListener("focus", ask);
  input.addEventListener("blur", hideSuggestions);
}

async function askChoices(input, option) {
  const command = state.command;
  const typed = input.value;
  const body = { name: command?.name, options: optionValues(), focused: option.name };
  try {
    if (!command) return;
    const { choices } = await api(here("autocomplete"), body);
    // An answer that comes late is for a text that no longer stands there.
    if (document.activeElement !== input || input.value !== typed || input.dataset.value !== undefined) return;
    const items = (choices ?? []).map(({ name, value }) => ({
      title: name, detail: String(value) === name ? "" : String(value), value: String(value),
    }));
    suggest(input, items, {
      active: typed && items.length ? 0 : -1,
      choose: (item) => { input.value = item.title; input.dataset.value = item.value; },
      none: typed ? "Nothing fits. Enter sends it as typed." : "",
    });
  } catch (error) {
    if (document.activeElement === input) showError($("composer-error"), error.message);
  }
}

/** The options as the server takes them: text by name, empty ones left out. */
function optionValues() {
  const entries = optionInputs().map((input) => [input.dataset.option, input.dataset.value ?? input.value.trim()]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}

/** The first thing wrong with the options as filled in, or null. */
function optionFault(values) {
  for (const input of optionInputs()) {
    const { name, required, type } = state.command.options.find((option) => option.name === input.dataset.option);
    const value = values[name];
    const numeric = { [TYPES.integer]: /^[+-]?\d+$/, [TYPES.number]: /^[+-]?\d+(\.\d+)?$/ }[type];
    const fault = value === undefined ? required && `Please fill in “${name}”.`
      : numeric && !numeric.test(value) && `“${name}” must be a ${type === TYPES.integer ? "whole number" : "number"}.`;
    input.setAttribute("aria-invalid", String(Boolean(fault)));
    if (fault) return { input, fault };
  }
  return null;
}

async function sendCommand() {
  if (sending || !state.command) return;
  const values = optionValues();
  const wrong = optionFault(values);
  showError($("composer-error"), wrong?.fault);
  if (wrong) { wrong.input.focus(); return; }
  const command = state.command;
  sending = true;
  hideSuggestions();
  $("command-send").classList.add("busy");
  try {
    await api(here("command"), { name: command.name, options: values });
    if (state.command === command) closeCommand();
    afterSending();
  } catch (error) {
    if (state.command === command) showError($("composer-error"), error.message);
  } finally {
    sending = false;
    $("command-send").classList.remove("busy");
  }
}

function onCommandKey(event) {
  const { target } = event;
  const typedOut = suggestions.owner === target && event.key === "Enter" &&
    [suggestions.items[suggestions.active]].some((item) => item && [item.title, item.value].includes(target.value.trim()));
  // A choice typed out in full needs no second Enter.
  if (typedOut) chooseSuggestion(suggestions.active);
  else if (suggestionKey(event)) return;
  if (event.key === "Escape") { event.preventDefault(); showError($("composer-error"), null); closeCommand(); }
  else if (event.key === "Enter" && !event.isComposing && (target.tagName === "INPUT" || (target.tagName === "SELECT" && !isOpen(target)))) {
    event.preventDefault();
    sendCommand();
  }
}

// ---- Start -----------------------------------------------------------------

function wireComposer() {
  box.addEventListener("input", onBoxInput);
  box.addEventListener("keydown", onBoxKey);
  box.addEventListener("blur", hideSuggestions);
  $("message-form").addEventListener("submit", (event) => { event.preventDefault(); sendMessage(); box.focus(); });
  $("command-form").addEventListener("submit", (event) => { event.preventDefault(); sendCommand(); });
  $("command-form").addEventListener("keydown", onCommandKey);
  $("command-cancel").addEventListener("click", () => { showError($("composer-error"), null); closeCommand(); });
  $("reply-cancel").addEventListener("click", () => { setReply(null); box.focus(); });
  $("reply-ping").addEventListener("click", () => setReply({ ...state.reply, ping: !state.reply.ping }));
  $("reply-bar").addEventListener("keydown", (event) => {
    if (event.key === "Escape") { setReply(null); box.focus(); }
  });
}

function wireWelcome() {
  $("welcome").hidden = recall("parlor-welcome") === "hidden";
  $("welcome-close").addEventListener("click", () => {
    $("welcome").hidden = true;
    store("parlor-welcome", "hidden");
    box.focus();
  });
  for (const button of document.querySelectorAll("[data-try]")) {
    button.addEventListener("click", () => tryText(button.dataset.try));
  }
  // A plain #message-box would overwrite who and where we are in the hash.
  $("skip-link").addEventListener("click", (event) => { event.preventDefault(); box.focus(); });
}

function wireWindow() {
  scroller.addEventListener("scroll", onScroll);
  $("jump").addEventListener("click", () => { stuck = true; scrollDown(); box.focus(); });
  // Pictures that load and windows that shrink must not push the newest message out of sight.
  const resized = new ResizeObserver(() => { if (stuck) scrollDown(); });
  resized.observe(log);
  resized.observe(scroller);
  window.addEventListener("hashchange", enterFromHash);
  window.addEventListener("storage", () => refreshUnread(null));
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") onChange(null); });
  setInterval(tickMoments, 1000);
  // The events are one person's: a DM to another may go unreported, so their marks are also counted by the clock.
  setInterval(() => { if (connected && document.visibilityState === "visible") refreshUnread(null); }, 5000);
}

async function start() {
  try {
    await loadWorld();
  } catch (error) {
    showEmpty(error.message);
    setTimeout(start, 1500);
    return;
  }
  showEmpty(null);
  wireComposer();
  wireWelcome();
  wireWindow();
  enterFromHash();
  box.focus();
}

start();
