// Discord's message text: blocks of code, headings, lists, quotes, and the lines between them.

import { h } from "./dom.js";
import { inline } from "./markdown.js";

const FENCE = /```(?:([\w+#-]*)\n)?\n*([\s\S]+?)\n*```\n?/g;
const HEADING = /^(#{1,3}) +(.+)$/;
const SUBTEXT = /^-# +(.+)$/;
const QUOTE = /^(>>>|>) /;
const LIST_ITEM = /^( *)(?:([-*])|(\d{1,9})\.) +(.+)$/;

/** A message's text as an element. */
export function markdown(text) {
  const node = h("div", { class: "md" });
  let last = 0;
  for (const match of text.matchAll(FENCE)) {
    addLines(node, text.slice(last, match.index).replace(/\n$/, ""), false);
    node.append(h("pre", { tabindex: "0" }, h("code", {}, match[2])));
    last = match.index + match[0].length;
  }
  addLines(node, text.slice(last), false);
  return node;
}

function addLines(target, text, quoted) {
  if (!text) return;
  const lines = text.split("\n");
  let plain = [];
  const flush = () => {
    if (plain.length) target.append(h("div", {}, inline(plain.join("\n"))));
    plain = [];
  };
  let at = 0;
  while (at < lines.length) {
    const block = blockAt(lines, at, quoted);
    if (!block) { plain.push(lines[at]); at += 1; continue; }
    flush();
    target.append(block.node);
    at = block.end;
  }
  flush();
}

/** The block that begins at a line, and where it ends; null where none does. */
function blockAt(lines, at, quoted) {
  const line = lines[at];
  const heading = HEADING.exec(line);
  if (heading) return { node: h(`h${heading[1].length + 2}`, {}, inline(heading[2])), end: at + 1 };
  const small = SUBTEXT.exec(line);
  if (small) return { node: h("div", { class: "subtext" }, inline(small[1])), end: at + 1 };
  if (!quoted && QUOTE.test(line)) return quote(lines, at);
  return LIST_ITEM.test(line) ? list(lines, at) : null;
}

/** Where the run of lines from `at` on that fit ends. */
function runEnd(lines, at, fits) {
  let end = at;
  while (end < lines.length && fits(lines[end])) end += 1;
  return end;
}

function quote(lines, at) {
  const toTheEnd = lines[at].startsWith(">>>");
  const end = toTheEnd ? lines.length : runEnd(lines, at, (line) => /^> /.test(line));
  const node = h("blockquote");
  addLines(node, lines.slice(at, end).map((line) => line.replace(QUOTE, "")).join("\n"), true);
  return { node, end };
}

function list(lines, at) {
  // Bullets and numbers at the outer level make lists of their own.
  const other = /^ /.test(lines[at]) ? /^$/ : LIST_ITEM.exec(lines[at])[3] ? /^[-*] / : /^\d+\. /;
  const end = runEnd(lines, at, (line) => LIST_ITEM.test(line) && !other.test(line));
  return { node: nested(lines.slice(at, end).map((line) => LIST_ITEM.exec(line))), end };
}

function nested(items) {
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
