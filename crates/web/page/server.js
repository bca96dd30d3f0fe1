// Calls to the server, and what it tells by itself.

import { say } from "./dom.js";

const BASE = location.pathname.replace(/\/$/, "");
const FINAL = [401, 403, 404]; // who is refused so isn't let in later either
const PAUSE_MS = 5000; // before a stream that was refused is asked for again

/** How the person wants to see the board, where that differs from their settings. */
export const look = { theme: null, flip: null };

function address(what, more = {}) {
  const query = new URLSearchParams(more);
  for (const [key, value] of Object.entries(look)) if (value !== null) query.set(key, value);
  return `${BASE}/${what}${query.size ? `?${query}` : ""}`;
}

/** Asks for something; what can't be had becomes `{ refusal }`, `isFinal` where it can't be had later either, `lost`
 *  where nobody knows whether it was done. */
async function call(path, options) {
  if (!navigator.onLine) return { refusal: say("offline-refusal") };
  try {
    const response = await fetch(path, options);
    const answer = await response.json().catch(() => ({ refusal: say("no-answer") }));
    return FINAL.includes(response.status) ? { ...answer, isFinal: true } : answer;
  } catch {
    return { refusal: say("no-answer"), lost: true };
  }
}

export const fetchState = () => call(address("state"));
export const fetchExplored = () => call(address("explored"));

/** The position after the match's first `ply` moves, and then these. */
export const fetchLine = (ply, moves) => call(address("line", { ply, moves: moves.join(".") }));

/** Does something in the match. */
export const act = (body) => call(address("act"), {
  method: "POST", keepalive: true, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
});

/** Hears what happens in the match, whatever happens to the connection. */
export class Stream {
  /** Listeners: `state(state)`, `gone(sentence)`, `connected(bool)`, `refused()`: the stream is. */
  constructor(listeners) {
    this.listeners = listeners;
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.source?.close();
    const source = this.source = new EventSource(address("events"));
    source.onopen = () => this.listeners.connected(true);
    source.onerror = () => {
      this.listeners.connected(false);
      // The browser connects again by itself, unless the server refused.
      if (source.readyState !== EventSource.CLOSED) return;
      this.timer = setTimeout(() => this.open(), PAUSE_MS);
      this.listeners.refused();
    };
    source.addEventListener("state", (event) => this.listeners.state(JSON.parse(event.data)));
    source.addEventListener("gone", (event) => {
      this.close();
      this.listeners.gone(event.data);
    });
  }

  /** Connects at once where there is no connection: the device woke up, or is online again. */
  wake() {
    if (!this.closed && this.source.readyState !== EventSource.OPEN) this.open();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.source.close();
  }
}
