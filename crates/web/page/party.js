// A win is celebrated: pieces of the winner fly up from the board, where things may move; and there's a chord, if sound is wanted.

import { $, h, mayMove, s } from "./dom.js";
import { chord } from "./sound.js";

const PIECES = 18;
const FLIGHT_MS = 1800;

/** Celebrates the win of a side. */
export function celebrate(side) {
  chord();
  if (!mayMove() || document.hidden) return;
  const party = h("div", { class: "party", "aria-hidden": "true" });
  $("board").append(party);
  const flights = Array.from({ length: PIECES }, (_, n) => fly(party, side, (n + 0.5) / PIECES - 0.5));
  Promise.allSettled(flights).then(() => party.remove());
}

/** Lets a piece fly, more or less far to a side (from -0.5 to 0.5). */
function fly(party, side, aside) {
  const piece = s("svg", {}, s("use", { href: `#piece-${side}` }));
  party.append(piece);
  const { x, y, width, height } = piece.firstChild.getBBox();
  piece.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  const { offsetWidth: wide, offsetHeight: high } = party;
  const at = (share, up, turn) => `translate(${wide * (share - 0.06)}px, ${-high * up}px) rotate(${turn}deg)`;
  const top = 0.55 + 0.4 * Math.random();
  const frames = {
    transform: [at(0, -0.1, 0), at(aside * 0.8, top, aside * 300), at(aside * 1.1, -0.15, aside * 700)],
    opacity: [1, 1, 0.6],
    easing: ["cubic-bezier(.2, .7, .4, 1)", "cubic-bezier(.6, 0, .9, .5)"],
  };
  return piece.animate(frames, { duration: FLIGHT_MS * (0.8 + 0.4 * Math.random()), delay: 250 * Math.random() }).finished;
}
