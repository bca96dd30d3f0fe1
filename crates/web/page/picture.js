// The board as it is seen: the server's drawing, and above it a grid of squares to touch, to walk through, and to read.

import { $, h, mayMove, parseSvg, s, say } from "./dom.js";

const board = $("board");
const art = $("art");
const grid = $("grid");

const STEPS = 32; // points of a route between which a piece goes straight
const STEP_MS = 90; // how long a piece takes for one square
const SHORTEST_MS = 220;
const LONGEST_MS = 1100;
const BACK_MS = 220;
const FADE_MS = 180;

let picture = null; // as the server sent it
let drawing = null; // the SVG in the document
let isInstead = false; // whether it is another one than the picture's, for a while
let landing = null; // shows where the moves lead that are under way
let below = null; // what is marked below the pieces
let above = null; // and above them
let ahead = null; // the mark of the move that waits for its turn
let waiting = null; // that move
let cells = new Map(); // square → its button
let places = new Map(); // square → its left upper corner

export const current = () => picture;

/** Shows a picture. */
export function show(next) {
  const moved = !picture || ["files", "ranks", "flipped"].some((key) => picture[key] !== next[key]);
  picture = next;
  landing = null;
  places = new Map(next.squares.map(({ square, x, y }) => [square, { x, y }]));
  draw(next.svg);
  if (moved) layOut();
  for (const [square, cell] of cells) cell.classList.toggle("grip", Boolean(pieceOn(square)) || mayLay(square));
  $("in-words").textContent = next.words;
  mark({});
}

/** Whether a piece may be laid on a square. */
const mayLay = (square) => picture.legal.some(({ lays, from, to }) => lays && [from, to].includes(square));

function draw(svg) {
  isInstead = false;
  drawing = parseSvg(svg);
  art.replaceChildren(drawing);
  below = s("g");
  above = s("g", { class: "marks" });
  ahead = s("g", { class: "ahead" });
  drawing.querySelector(".pieces").before(below);
  drawing.append(ahead, above);
  if (waiting) markAhead(waiting);
}

/** Shows another drawing of the same squares until `endInstead`; the picture stays what it was. */
export function showInstead(svg) {
  draw(svg);
  isInstead = true;
}

export function endInstead() {
  if (isInstead) draw(picture.svg);
}

// Squares

function layOut() {
  const { files, ranks, cell, margin, width, height } = picture;
  const focused = document.activeElement?.dataset.square;
  const inOrder = [...picture.squares].sort((one, other) => one.y - other.y || one.x - other.x);
  cells = new Map(inOrder.map(({ square }) =>
    [square, h("button", { type: "button", role: "gridcell", tabindex: -1, "data-square": square })]));
  const row = (n) => h("div", { role: "row" }, [...cells.values()].slice(n * files, (n + 1) * files));
  grid.replaceChildren(...Array.from({ length: ranks }, (_, n) => row(n)));
  const share = (part, whole) => `${(100 * part) / whole}%`;
  Object.assign(grid.style, {
    left: share(margin, width), top: share(margin, height),
    width: share(files * cell, width), height: share(ranks * cell, height),
  });
  board.style.setProperty("--files", files);
  document.body.style.setProperty("--ratio", width / height);
  (cells.get(focused) ?? cells.values().next().value).tabIndex = 0;
  if (focused) cells.get(focused)?.focus();
}

/** Where a pointer is, in the picture's units, and on which square, if any. */
export function spotOf(event) {
  const area = art.getBoundingClientRect();
  const x = ((event.clientX - area.left) / area.width) * picture.width;
  const y = ((event.clientY - area.top) / area.height) * picture.height;
  const covers = (start, at) => at >= start && at < start + picture.cell;
  const within = ([, place]) => covers(place.x, x) && covers(place.y, y);
  return { x, y, square: [...places].find(within)?.[0] ?? null };
}

const STEPS_BY_KEY = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-99, 0], End: [99, 0],
};

/** Moves the focus over the grid; returns whether the key was one for that. */
export function walk(key) {
  const from = document.activeElement?.closest("[data-square]");
  if (!STEPS_BY_KEY[key] || !from) return false;
  const rows = [...grid.children].map((row) => [...row.children]);
  const row = rows.findIndex((each) => each.includes(from));
  const [right, down] = STEPS_BY_KEY[key];
  const clamp = (at, length) => Math.max(0, Math.min(length - 1, at));
  rows[clamp(row + down, rows.length)][clamp(rows[row].indexOf(from) + right, rows[row].length)].focus();
  return true;
}

export const focusBoard = () => grid.querySelector('[tabindex="0"]').focus();

grid.addEventListener("focusin", (event) => {
  for (const each of cells.values()) each.tabIndex = each === event.target ? 0 : -1;
});

// Pieces

export const pieceOn = (square) =>
  drawing.querySelector(`.piece[data-square="${square}"], .piece[data-far="${square}"]`);

/** Puts a piece down on a square. */
export function put(piece, square) {
  const { x, y } = places.get(square);
  piece.classList.remove("held");
  piece.setAttribute("transform", `translate(${x} ${y})`);
  above.before(piece);
}

/** Holds a piece that has grown over a pointer, or so many squares above it. */
export function hold(piece, { x, y }, { scale, up }) {
  const half = (picture.cell * scale) / 2;
  const top = Math.max(0, y - half - picture.cell * up);
  piece.classList.add("held");
  piece.setAttribute("transform", `translate(${x - half} ${top}) scale(${scale})`);
  if (piece.parentNode !== drawing || piece.nextSibling) drawing.append(piece);
}

/** Lets a piece glide back to its square. */
export async function glideBack(piece, square) {
  const from = piece.transform.baseVal.consolidate().matrix;
  const { x, y } = places.get(square);
  put(piece, square);
  await run(piece, { transform: [`translate(${from.e}px, ${from.f}px)`, `translate(${x}px, ${y}px)`] }, BACK_MS);
}

/** What stands where a piece lands fades; `true` brings it back. */
export function fade(squares, back = false) {
  for (const square of squares ?? []) pieceOn(square)?.classList.toggle("taken", !back);
}

/** Plays moves on the position before them. `land()` shows where they lead, once they're played, or sooner if somebody
 *  is in a hurry; unless another picture is shown before. */
export async function animate(plies, land) {
  landing = land;
  drawing.classList.add("moving");
  for (const { from, to, path } of plies) {
    const piece = from && pieceOn(from);
    if (!piece) continue; // a pass, or a piece that is only laid now
    const taken = to !== from && pieceOn(to);
    await slide(piece, { to, path });
    if (taken) await run(taken, { opacity: [1, 0] }, FADE_MS);
    if (landing !== land) return;
    if (taken) taken.remove();
    piece.dataset.square = to;
  }
  hurry();
}

/** Shows at once where the moves lead that are under way. */
export function hurry() {
  const land = landing;
  landing = null;
  if (!land) return;
  for (const each of drawing.getAnimations({ subtree: true })) each.finish();
  land();
}

/** Lets a piece appear that was laid just now. */
export function appear(square) {
  const piece = pieceOn(square);
  if (piece) run(piece, { opacity: [0, 1] }, SHORTEST_MS);
}

/** Lets a piece go its way. */
export async function slide(piece, { to, path }) {
  const route = s("path", { d: path });
  const length = route.getTotalLength();
  const half = picture.cell / 2;
  const points = Array.from({ length: STEPS + 1 }, (_, n) => route.getPointAtLength((length * n) / STEPS));
  drawing.append(piece);
  const time = Math.max(SHORTEST_MS, Math.min(LONGEST_MS, (length / picture.cell) * STEP_MS + SHORTEST_MS / 2));
  await run(piece, { transform: points.map(({ x, y }) => `translate(${x - half}px, ${y - half}px)`) }, time);
  if (piece.isConnected) put(piece, to);
}

async function run(node, frames, duration) {
  if (!mayMove() || document.hidden) return;
  // Cancelled where the picture is replaced meanwhile.
  await node.animate(frames, { duration, easing: "ease-in-out" }).finished.catch(() => {});
}

// Marks

/** Marks the square whose piece is picked, where it may go, the square that it is held over, and the way there. Without
 *  anything: nothing is marked. */
export function mark({ picked = null, moves = [], over = null, path = null }) {
  const { cell } = picture;
  const size = { width: cell, height: cell, rx: cell / 8 };
  const middle = (square) => { const { x, y } = places.get(square); return { cx: x + cell / 2, cy: y + cell / 2 }; };
  below.replaceChildren();
  above.replaceChildren();
  for (const square of new Set([picked, over])) {
    if (square) below.append(s("rect", { class: "picked", ...places.get(square), ...size }));
  }
  if (path) {
    const line = { d: path, fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
    above.append(s("path", { ...line, class: "way-edge", "stroke-width": cell * 0.15 }));
    above.append(s("path", { ...line, class: "way", "stroke-width": cell * 0.09 }));
  }
  for (const { to } of moves) {
    const shape = pieceOn(to)
      ? { class: "target ring", r: cell * 0.43, "stroke-width": cell * 0.08 }
      : { class: "target", r: cell * 0.15, "stroke-width": cell * 0.03 };
    above.append(s("circle", { ...middle(to), ...shape }));
  }
  label(picked, new Set(moves.map(({ to }) => to)));
}

/** Marks the move that waits for its turn, or none. */
export function markAhead(move) {
  waiting = move;
  const { cell } = picture;
  const corners = move ? [places.get(move.from), places.get(move.to)] : [];
  const middle = ({ x, y }) => `${x + cell / 2} ${y + cell / 2}`;
  ahead.replaceChildren(
    ...corners.map((corner) => s("rect", { ...corner, width: cell, height: cell, rx: cell / 8 })),
    ...(move ? [s("path", { d: `M${middle(corners[0])}L${middle(corners[1])}`, "stroke-width": cell * 0.08,
      "stroke-dasharray": `${cell * 0.16} ${cell * 0.1}` })] : []),
  );
}

/** Shows where a side's piece would be laid. */
export function markLaid(move, side) {
  mark({});
  if (!move) return;
  const { cell } = picture;
  const [one, other] = [places.get(move.from), places.get(move.to)];
  const corner = { x: Math.min(one.x, other.x), y: Math.min(one.y, other.y) };
  const size = { width: Math.abs(one.x - other.x) + cell, height: Math.abs(one.y - other.y) + cell };
  below.append(s("rect", { class: "picked", ...corner, ...size, rx: cell / 8 }));
  above.append(s("use", { href: `#piece-${side}`, class: "ghost", transform: `translate(${corner.x} ${corner.y})` }));
  label(null, new Set([move.from, move.to]));
}

function label(picked, targets) {
  for (const { square, name } of picture.squares) {
    const cell = cells.get(square);
    cell.setAttribute("aria-label", targets.has(square) ? say("square-target", { square: name }) : name);
    if (square === picked) cell.setAttribute("aria-selected", "true");
    else cell.removeAttribute("aria-selected");
  }
}
