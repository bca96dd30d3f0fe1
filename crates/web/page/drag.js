// Moves by touch: pieces are dragged, or tapped and sent; dominoes are laid. Mouse, finger, pen, and keyboard alike.

import { $, say } from "./dom.js";
import { current, fade, glideBack, hold, mark, markLaid, pieceOn, put, slide, spotOf, walk } from "./picture.js";

const board = $("board");
const STILL = 6; // CSS pixels by which a pointer may move and still tap
// How a piece is held: larger, and so many squares above the pointer. A finger would cover it.
const LIFT = { mouse: { scale: 1.12, up: 0 }, pen: { scale: 1.15, up: 0 }, touch: { scale: 1.4, up: 0.95 } };

let desk = null; // who says what may be played, and plays it
let picked = null; // the square whose piece is picked
let laid = null; // the move that is shown where pieces are laid
let press = null; // the pointer that is down

const legal = () => current().legal;
const lays = () => legal().some((move) => move.lays);
const from = (square) => legal().filter((move) => move.from === square && !move.lays);
const covers = (move, square) => move !== null && [move.from, move.to].includes(square);
const between = (one, other) => legal().find((move) => move.from === one && move.to === other);

/** Whether a piece is held now, so that the picture had better stay. */
export const isHolding = () => press !== null && press.piece !== null;

/** Puts everything back. */
export function letGo() {
  if (press?.piece && press.moved) put(press.piece, press.from);
  press = picked = laid = null;
  mark({});
}

function pick(square) {
  picked = square;
  mark({ picked, moves: from(square) });
  const targets = from(square).map(({ to }) => to).join(", ");
  desk.tell(targets ? say("picked", { square, targets }) : say("picked-none", { square }));
}

// Pointers

/** Whether a press on a square is where the picked piece shall go, rather than another piece to pick. */
const isTarget = (square) =>
  picked !== null && square !== picked && (Boolean(between(picked, square)) || from(square).length === 0);

function down(event) {
  if (press || event.button !== 0 || !desk.begin()) return;
  const spot = spotOf(event);
  if (!spot.square) return letGo();
  if (!lays() && !isTarget(spot.square) && !pieceOn(spot.square)) return letGo();
  board.setPointerCapture(event.pointerId);
  const at = { x: event.clientX, y: event.clientY };
  press = { id: event.pointerId, type: event.pointerType, at, from: spot.square, moved: false, piece: null, laid };
  if (lays()) return covers(laid, spot.square) && press.type !== "mouse" ? undefined : aimLaid(spot);
  if (isTarget(spot.square)) return;
  press.again = picked === spot.square;
  press.piece = pieceOn(spot.square);
  pick(spot.square);
}

function move(event) {
  if (!press) {
    if (event.pointerType === "mouse" && lays() && desk.ready()) aimLaid(spotOf(event));
    return;
  }
  if (event.pointerId !== press.id) return;
  press.moved ||= Math.hypot(event.clientX - press.at.x, event.clientY - press.at.y) > STILL;
  if (!press.moved) return;
  const spot = spotOf(event);
  if (lays()) return aimLaid(spot);
  if (!press.piece) return;
  if (press.over !== spot.square) {
    mark({ picked, moves: from(picked), over: spot.square, path: between(picked, spot.square)?.path });
  }
  press.over = spot.square;
  hold(press.piece, spot, LIFT[press.type] ?? LIFT.mouse);
}

function up(event) {
  if (event.pointerId !== press?.id) return;
  const { piece, moved, again, from: start, laid: before } = press;
  const { square } = spotOf(event);
  press = null;
  if (lays()) return moved || !laid || laid === before ? lay(square) : undefined;
  if (!piece) return square === start ? drop(square) : letGo();
  if (!moved) return again ? letGo() : undefined;
  if (square && square !== start) return drop(square, piece);
  glideBack(piece, start);
  letGo();
}

function cancel(event) {
  if (event.pointerId !== press?.id) return;
  letGo();
}

// What a drop does

/** The picked piece goes to a square, `held` if it's there already under the pointer. */
async function drop(square, held = null) {
  const start = picked;
  const piece = held ?? pieceOn(start);
  const chosen = between(start, square);
  picked = null;
  mark({});
  if (!chosen) {
    if (held) glideBack(held, start);
    await desk.play({ from: start, to: square });
    return;
  }
  fade(chosen.takes);
  if (held) put(piece, square);
  const arrived = held ? Promise.resolve() : slide(piece, chosen);
  if (await desk.play(chosen, arrived)) return;
  if (!piece.isConnected) return;
  fade(chosen.takes, true);
  glideBack(piece, start);
}

/** Shows the domino that covers the square under the pointer and whose middle is nearest to it. */
function aimLaid({ x, y, square }) {
  const { cell, squares } = current();
  const place = (name) => squares.find((each) => each.square === name);
  const distance = (each) => {
    const [one, other] = [place(each.from), place(each.to)];
    return Math.hypot((one.x + other.x + cell) / 2 - x, (one.y + other.y + cell) / 2 - y);
  };
  const fitting = legal().filter((each) => square && covers(each, square));
  const next = fitting.sort((one, other) => distance(one) - distance(other))[0] ?? null;
  if (next !== laid) markLaid(next, desk.mover());
  laid = next;
}

async function lay(square) {
  const chosen = laid;
  if (!chosen && !square) return;
  const accepted = await desk.play(chosen ?? { text: square });
  if (laid === chosen) laid = null;
  if (!accepted) markLaid(null);
}

// Keys

/** What Enter does on a square: picks, sends, or lays. */
function tap(square) {
  if (!desk.begin()) return;
  if (lays()) {
    const chosen = legal().find((each) => each.from === square) ?? legal().find((each) => covers(each, square));
    if (covers(laid, square) || !chosen) return void lay(square);
    laid = chosen;
    markLaid(laid, desk.mover());
    desk.tell(say("laid", { move: laid.move }));
  } else if (isTarget(square)) drop(square);
  else if (picked === square || !pieceOn(square)) letGo();
  else pick(square);
}

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") letGo();
  else if (walk(event.key)) event.preventDefault();
}

/** Lets the board be touched. The desk says whether it may (`ready()`; `begin()` where a touch does begin),
 *  whose pieces are to move (`mover()`), plays (`play(move, arrived)`), and tells what happens (`tell(text)`). */
export function startTouch(theDesk) {
  desk = theDesk;
  board.addEventListener("pointerdown", down);
  board.addEventListener("pointermove", move);
  board.addEventListener("pointerup", up);
  board.addEventListener("pointercancel", cancel);
  board.addEventListener("lostpointercapture", cancel);
  board.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse" && !press && laid) letGo(); });
  // A mouse leaves the focus where it is: the arrow keys go on to page through the record.
  board.addEventListener("mousedown", (event) => event.preventDefault());
  board.addEventListener("contextmenu", (event) => { if (press) event.preventDefault(); });
  // Enter and Space click too, and so do screen readers: without a pointer.
  board.addEventListener("click", (event) => {
    const square = event.target.closest("[data-square]")?.dataset.square;
    if (square && event.detail === 0) tap(square);
  });
  board.addEventListener("keydown", onKey);
}
