// The knock of a piece on wood, and the chord of a win, if wanted.

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

export const knock = () => play("triangle", 320, 90, 0, 0.13);

/** Three notes for a win. */
export function chord() {
  for (const [n, tone] of [523, 659, 784].entries()) play("sine", tone, tone, n * 0.12, 0.6);
}

/** Plays a tone that glides to another one and fades, after so many seconds and for so many. */
function play(type, from, to, after, lasts) {
  if (!on) return;
  context ??= new AudioContext();
  context.resume();
  const [tone, level, begins] = [context.createOscillator(), context.createGain(), context.currentTime + after];
  tone.type = type;
  tone.frequency.setValueAtTime(from, begins);
  tone.frequency.exponentialRampToValueAtTime(to, begins + lasts / 2);
  level.gain.setValueAtTime(0.35, begins);
  level.gain.exponentialRampToValueAtTime(0.001, begins + lasts);
  tone.connect(level).connect(context.destination);
  tone.start(begins);
  tone.stop(begins + lasts);
}
