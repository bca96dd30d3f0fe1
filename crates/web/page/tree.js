// What a person explored: a tree of moves from the start of the match, the match's own record one of its paths.

import { act, fetchExplored } from "./server.js";

const MOST_LINES = 30;

let lines = [];
let told = Promise.resolve();

/** Asks for what was explored before. */
export async function load() {
  const kept = await fetchExplored();
  lines = [...(kept.lines ?? []), ...lines];
}

/** Tells the server one thing after the other, of a line only what isn't the match's own; the answer says why it isn't
 *  kept, if so. */
function tell(what, line, record) {
  const ply = shared(line, record);
  told = told.then(() => act({ do: what, ply, line: line.slice(ply) }));
  return told;
}

/** The same move, however written: a record has `c4xd5` for `c4-d5`. */
export const plain = (move) => move.replace("x", "-");

/** Whether a line begins with these moves. */
export const begins = (line, moves) => moves.every((move, n) => line[n] === move);

/** How many moves two lines share. */
export function shared(one, other) {
  const n = one.findIndex((move, at) => move !== other[at]);
  return n < 0 ? one.length : n;
}

/** All lines, the newest last; none is the beginning of another. */
export const all = () => lines;

/** Keeps a line that leaves the match's record somewhere. */
export async function keep(line, record) {
  if (lines.some((other) => begins(other, line))) return {};
  lines = [...lines.filter((other) => !begins(line, other)), line].slice(-MOST_LINES);
  return tell("keep-explored", line, record);
}

export async function forget(line, record) {
  lines = lines.filter((other) => other !== line);
  return tell("forget-explored", line, record);
}

/** The move that was tried last after these. */
export function following(moves) {
  return lines.findLast((line) => line.length > moves.length && begins(line, moves))?.[moves.length];
}
