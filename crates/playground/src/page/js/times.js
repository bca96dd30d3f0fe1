// Times as Discord shows them.

import { h } from "./dom.js";

const MOMENTS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [["year", 31557600], ["month", 2629800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const DAY_MS = 86_400_000;

export const format = (date, style) => new Intl.DateTimeFormat("en-US", MOMENTS[style]).format(date);

function relative(seconds) {
  const away = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat("en-US", { numeric: "auto" }).format(Math.round(away / size), unit);
}

/** What `<t:seconds:style>` shows. */
export function moment(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${seconds}>`;
  const text = style === "R" ? relative(seconds) : format(date, style);
  return h("time", {
    class: "moment", datetime: date.toISOString(), title: format(date, "F"), "data-relative": style === "R" && seconds,
  }, text);
}

function tickMoments() {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(node.dataset.relative));
    if (node.textContent !== text) node.textContent = text;
  }
}

/** Lets the relative times of the page go on. */
export const startClock = () => setInterval(tickMoments, 1000);

const midnight = (date) => new Date(date).setHours(0, 0, 0, 0);

function dated(date) {
  const days = Math.round((midnight(new Date()) - midnight(date)) / DAY_MS);
  const time = format(date, "t");
  if (days === 0) return `Today at ${time}`;
  return days === 1 ? `Yesterday at ${time}` : `${format(date, "d")} ${time}`;
}

/** When a message was written. */
export function stamp(iso) {
  const date = new Date(iso);
  return h("time", { class: "stamp", datetime: iso, title: format(date, "F") }, dated(date));
}

/** The day of a message, to be compared. */
export const dayOf = (message) => new Date(message.timestamp).toDateString();
