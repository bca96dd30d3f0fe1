// What a person explored: a tree of moves from the start of the match, the match's own record one of its paths.

import { recall, store } from "./dom.js";

const KEY = `parlor-explored-${location.pathname}`;
const MOST_LINES = 30;
const LONGEST_LINE = 400;

let lines = load();

// The server will keep them; until then the browser does.
function load() {
  try { return JSON.parse(recall(KEY)) ?? []; } catch { return []; }
}

function save() {
  store(KEY, JSON.stringify(lines));
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

/** Keeps a line. */
export function keep(line) {
  if (line.length > LONGEST_LINE || lines.some((other) => begins(other, line))) return;
  lines = [...lines.filter((other) => !begins(line, other)), line].slice(-MOST_LINES);
  save();
}

export function forget(line) {
  lines = lines.filter((other) => other !== line);
  save();
}

/** The move that was tried last after these. */
export function following(moves) {
  return lines.findLast((line) => line.length > moves.length && begins(line, moves))?.[moves.length];
}
