// Where the board is: at the newest position of the match, or elsewhere: looking back, preparing, exploring.

import { letGo } from "./drag.js";
import { fetchLine, look } from "./server.js";
import { animate, current, hurry, show } from "./picture.js";
import { begins, plain, shared } from "./tree.js";

const MOST_KEPT = 400;

/** `mode`: play, look, prepare, or explore. `path`: the moves from the start of the match to what is shown; `goal`: to
 *  what will be shown once it has arrived. */
export const place = { mode: "play", path: [], goal: [], toMove: null, outcome: null };

const kept = new Map(); // positions that were shown before
let asked = 0;

/** Goes to a position; a refusal of the server is returned, and nothing changes. `arrived`: the board shows the last
 *  move already, or will when this promise is kept. */
export async function goTo(mode, path, record, arrived) {
  hurry();
  const ask = (asked += 1);
  place.goal = path;
  const answer = await positionAfter(path, record);
  if (ask !== asked) return null;
  if (answer.refusal) place.goal = place.path;
  if (answer.refusal) return answer;
  const step = path.length === place.path.length + 1 && begins(path, place.path) && answer.path.at(-1);
  const move = !arrived && step && current().legal.find((each) => each.move === step);
  const land = () => {
    letGo();
    show(answer.picture);
    Object.assign(place, { mode, path: answer.path, goal: answer.path, toMove: answer.to_move, outcome: answer.outcome });
  };
  await arrived;
  if (ask !== asked) return null;
  if (move) await animate([move], land);
  else land();
  return null;
}

/** Goes to the newest position; what was on the way elsewhere no longer arrives. */
export function goToNewest(record, toMove) {
  asked += 1;
  Object.assign(place, { mode: "play", path: record, goal: record, toMove, outcome: null });
}

async function positionAfter(path, record) {
  const key = JSON.stringify([look, path]);
  if (kept.has(key)) return kept.get(key);
  const known = shared(path, record);
  const answer = await fetchLine(known, path.slice(known));
  if (answer.refusal) return answer;
  // A move that was typed is written here as everywhere.
  answer.path = [...path.slice(0, known), ...answer.moves.map(plain)];
  if (kept.size > MOST_KEPT) kept.clear();
  kept.set(key, answer);
  return answer;
}
