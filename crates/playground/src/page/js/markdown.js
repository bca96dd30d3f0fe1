// Discord's message text: what stands within a line.

import { h, safeLink } from "./dom.js";
import { tell } from "./signals.js";
import { nameOf } from "./state.js";
import { channelLink } from "./threads.js";
import { moment } from "./times.js";

// Each rule: a sticky pattern and what it makes. The first that matches wins.
const RULES = [
  [/\\([^\w\s])/y, (m) => m[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (m) => h("code", {}, m[2].replace(/^ (.*) $/, "$1"))],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)/y, (m) => link(m[2], inline(m[1]))],
  [/<(https?:\/\/[^\s>]+)>/y, (m) => link(m[1], m[1])],
  [/https?:\/\/[^\s<]*[^\s<.,:;"'\])]/y, (m) => link(m[0], m[0])],
  [/<@!?([\w-]+)>/y, (m) => mention(m[1])],
  [/<#([\w-]+)>/y, (m) => channelLink(m[1])],
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

/** The pieces of a text: strings and elements. */
export function inline(text) {
  const out = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const hit = /[\\`[<h*_~|]/.test(text[at]) && match(text, at);
    if (!hit) { plain += text[at]; at += 1; continue; }
    out.push(plain, hit.node);
    plain = "";
    at += hit.length;
  }
  out.push(plain);
  return out.filter((piece) => piece !== "");
}

function match(text, at) {
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return { node: make(found), length: found[0].length };
  }
  return null;
}

export function link(url, content) {
  const href = safeLink(url);
  return href ? h("a", { href, target: "_blank", rel: "noopener noreferrer" }, content) : h("span", {}, content);
}

function mention(id) {
  return h("span", { class: "mention", "data-mention": id }, `@${nameOf(id)}`);
}

function commandMention(name) {
  return h("button", { type: "button", class: "mention", onclick: () => tell("command", name) }, `/${name}`);
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
