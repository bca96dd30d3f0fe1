// The server's events, and what is read again because of them.

import { openActivity } from "./activity.js";
import { loadWorld, personPath } from "./api.js";
import { $, debounce } from "./dom.js";
import { openModal } from "./modal.js";
import { hear, tell } from "./signals.js";
import { state } from "./state.js";
import { countAgain } from "./unread.js";

const RETRY_MS = 2000;
const COUNT_MS = 5000;

let source = null;
let person = null;
let connected = true;

function listen() {
  source?.close();
  person = state.person;
  const line = new EventSource(personPath(person, "events"));
  source = line;
  line.onopen = () => {
    setConnected(true);
    // Whatever happened while the line was down has gone by: read everything again.
    tell("changed");
  };
  line.onmessage = (event) => take(JSON.parse(event.data));
  line.onerror = () => {
    setConnected(false);
    refreshWorld();
    // The browser tries again by itself, unless it took the answer for final.
    if (line.readyState === EventSource.CLOSED) setTimeout(() => line === source && listen(), RETRY_MS);
  };
}

function take(event) {
  if (event.type === "change") tell("changed", event.channel);
  if (event.type === "channels") refreshWorld();
  if (event.type === "modal") openModal(event);
  if (event.type === "activity") openActivity(event);
}

function setConnected(now) {
  connected = now;
  $("connection").textContent = connected ? "" : "Connection lost. Trying again…";
}

/** The server has been started anew, with another key. */
function giveUp() {
  source?.close();
  source = null;
  connected = false;
  $("connection").textContent = "The playground was restarted. Open the address it printed.";
}

const refreshWorld = debounce(async () => {
  const before = JSON.stringify(state.world);
  await loadWorld().catch(() => {});
  if (JSON.stringify(state.world) === before) return;
  tell("world");
  tell("commands");
}, 300);

export function startEvents() {
  hear("entered", () => { if (state.person !== person) listen(); });
  hear("changed", refreshWorld);
  hear("locked", giveUp);
  const isSeen = () => document.visibilityState === "visible";
  document.addEventListener("visibilitychange", () => { if (isSeen()) tell("changed"); });
  // The events are one person's: a DM to another may go unreported, so their marks are also counted by the clock.
  setInterval(() => { if (connected && isSeen()) countAgain(); }, COUNT_MS);
}
