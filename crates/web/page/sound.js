// The knock of a piece on wood, if wanted.

import { recall, say, store } from "./dom.js";

const KEY = "parlor-sound";
let context = null;
let on = recall(KEY) === "on";

/** Lets a button turn it on and off, and say which it is. */
export function startSound(button) {
  const tell = () => { button.textContent = say(on ? "sound-on" : "sound-off"); };
  tell();
  button.addEventListener("click", () => {
    on = !on;
    store(KEY, on ? "on" : "off");
    tell();
    knock();
  });
}

export function knock() {
  if (!on) return;
  context ??= new AudioContext();
  context.resume();
  const [tone, level, now] = [context.createOscillator(), context.createGain(), context.currentTime];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(320, now);
  tone.frequency.exponentialRampToValueAtTime(90, now + 0.07);
  level.gain.setValueAtTime(0.35, now);
  level.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(level).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}
