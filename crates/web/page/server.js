// Calls to the server, and what it tells by itself.

import { say } from "./dom.js";

const FINAL = [401, 403, 404]; // who is refused so isn't let in later either
const PAUSE_MS = 5000; // before a stream that was refused is asked for again
const AGAIN_MS = 2000; // before one that broke is
const SILENT_MS = 35000; // a stream that lives says so more often
const LIMIT_MS = 8000; // what isn't answered by then is lost: after a sleep, or in a network that says nothing
const THOUGHT_LIMIT_MS = 90000; // the same where the engine thinks first
const THOUGHT_ABOUT = ["hint", "review"];

let base = location.pathname.replace(/\/$/, "");
let pass = null;

/** Inside Discord: where the board is, and the pass to it, which takes the place of a cookie. */
export function enterBy(seat) {
  ({ base, pass } = seat);
}

/** Headers, with the pass. */
const said = (headers) => (pass ? { ...headers, Authorization: `Bearer ${pass}` } : headers);

/** How the person wants to see the board, where that differs from their settings. */
export const look = { theme: null, flip: null };

function address(what, more = {}) {
  const query = new URLSearchParams(more);
  for (const [key, value] of Object.entries(look)) if (value !== null) query.set(key, value);
  return `${base}/${what}?${query}`;
}

/** Asks for something; what can't be had becomes `{ refusal }`, `isFinal` where it can't be had later either, `lost`
 *  where nobody knows whether it was done. */
async function call(path, options, limit = LIMIT_MS) {
  if (!navigator.onLine) return { refusal: say("offline-refusal") };
  try {
    const signal = AbortSignal.timeout(limit);
    const response = await fetch(path, { ...options, signal, headers: said(options?.headers) });
    const answer = await response.json();
    return FINAL.includes(response.status) ? { ...answer, isFinal: true } : answer;
  } catch {
    return { refusal: say("no-answer"), lost: true };
  }
}

export const fetchState = () => call(address("state"));
export const fetchExplored = () => call(address("explored"));

/** The position after the match's first `ply` moves, and then these. */
export const fetchLine = (ply, moves) => call(address("line", { ply, moves: moves.join(".") }));

export const post = (path, body, limit) => call(path, {
  method: "POST", keepalive: true, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
}, limit);

/** Does something in the match. */
export const act = (body) =>
  post(address("act"), body, THOUGHT_ABOUT.includes(body.do) ? THOUGHT_LIMIT_MS : LIMIT_MS);

/** Hears what happens in the match by server-sent events, whatever happens to the connection. (An `EventSource` couldn't
 *  say who one is inside Discord.) */
export class Stream {
  /** Listeners: `state(state)`, `gone(sentence)`, `connected(bool)`, `refused()`: the stream is. */
  constructor(listeners) {
    this.listeners = listeners;
  }

  /** Hears everything anew. */
  open() {
    this.last = null;
    this.connect();
  }

  /** Hears what is new, by a connection that is new, too. */
  connect() {
    this.close();
    const { signal } = this.connection = new AbortController();
    this.hear(signal).catch((error) => signal.aborted || console.warn(error)).then((pause) => {
      if (signal.aborted) return;
      this.listeners.connected(false);
      this.connectIn(pause ?? AGAIN_MS);
    });
  }

  /** Connects again after a while, unless something is heard before. */
  connectIn(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.listeners.connected(false);
      this.connect();
    }, pause);
  }

  async hear(signal) {
    this.connectIn(LIMIT_MS);
    const since = this.last ? { "Last-Event-ID": this.last } : {};
    const response = await fetch(address("events"), { signal, headers: said(since) });
    if (!response.ok) {
      this.listeners.refused();
      return PAUSE_MS;
    }
    this.listeners.connected(true);
    this.connectIn(SILENT_MS);
    const parts = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = "", part; !(part = await parts.read()).done;) {
      if (signal.aborted) break;
      this.connectIn(SILENT_MS);
      const events = (text + part.value).split("\n\n");
      text = events.pop();
      for (const event of events) if (!signal.aborted) this.tell(event);
    }
    return AGAIN_MS;
  }

  tell(event) {
    const { id, event: kind, data } = Object.fromEntries(event.split("\n").map((line) => line.split(/: ?(.*)/s)));
    if (id) this.last = id;
    if (kind === "state") this.listeners.state(JSON.parse(data));
    if (kind !== "gone") return;
    this.close();
    this.listeners.gone(data);
  }

  close() {
    clearTimeout(this.timer);
    this.connection?.abort();
  }
}
