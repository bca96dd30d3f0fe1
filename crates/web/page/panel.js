// What stands beside the board: the players and their clocks, offers, the record, lines, settings.

import { showChart } from "./chart.js";
import { $, h, rebuild, s, say } from "./dom.js";
import { begins, plain } from "./tree.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LOW = 30 * SECOND;
const TICK_MS = 200;

// Players and clocks

let clock = null;
let heardAt = 0;
let clocks = []; // the elements that show time, by side

/** Shows both players, the nearer one at the lower edge of the board. */
export function showPlayers(state) {
  if (clock !== state.clock) heardAt = Date.now();
  clock = state.clock;
  clocks = [];
  const near = state.appearance.flipped ? 1 : 0;
  $("near-player").replaceChildren(...player(state, near));
  $("far-player").replaceChildren(...player(state, 1 - near));
  $("near-player").classList.toggle("turn", state.to_move === near);
  $("far-player").classList.toggle("turn", state.to_move === 1 - near);
  for (const icon of document.querySelectorAll(".player svg")) fitIcon(icon);
  tick();
}

function player({ sides, you }, side) {
  const { name, player: who, rating } = sides[side];
  clocks[side] = clock && h("span", { class: "clock", role: "timer" });
  return [
    avatar(sides[side], side),
    h("span", { class: "who" }, h("b", {}, who), rating && rated(rating),
      h("small", {}, side === you ? say("side-you", { side: name }) : name)),
    clocks[side],
  ].filter(Boolean);
}

/** The initials of a player in a color of their own, with a piece of the side. A picture would have to come from outside. */
function avatar({ player: who, engine }, side) {
  const face = h("span", { class: engine ? "avatar engine" : "avatar", "aria-hidden": "true" }, initials(who),
    h("span", { class: "piece-icon" }, s("svg", {}, s("use", { href: `#piece-${side}` }))));
  face.style.setProperty("--hue", [...who].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 360, 7));
  return face;
}

/** The first letters of the first word of a name and of its last. */
function initials(name) {
  const letters = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean).map((word) => word.match(/.\p{M}*/u)[0]);
  return letters.length ? [...new Set([letters[0], letters.at(-1)])].join("").toUpperCase() : [...name][0];
}

function rated({ text, provisional, change }) {
  return h("span", { class: "rating", title: say(provisional ? "rating-provisional" : "rating") },
    provisional ? `${text}?` : text, change && h("span", { class: change.startsWith("+") ? "gain" : "loss" }, ` ${change}`));
}

function fitIcon(icon) {
  const { x, y, width, height } = icon.firstChild.getBBox();
  icon.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
}

function tick() {
  for (const [side, node] of clocks.entries()) {
    if (!node) continue;
    const [runs, ran] = clock.running === side ? running(clock.runs_ms, Date.now() - heardAt) : [false, 0];
    const left = clock.left_ms[side];
    const now = left === null ? null : Math.max(0, left - ran);
    const text = timeText(now);
    if (node.textContent !== text) node.textContent = text;
    node.classList.toggle("runs", runs);
    node.classList.toggle("low", runs && now !== null && now < LOW);
  }
}

/** Whether a clock runs now that runs between these times, and how much it has run: weekends and absences don't count. */
function running(times, now) {
  const ran = times.reduce((sum, [from, until]) => sum + Math.max(0, Math.min(until, now) - from), 0);
  return [times.some(([from, until]) => from <= now && now < until), ran];
}

function timeText(ms) {
  if (ms === null) return "∞";
  const two = (number) => String(number).padStart(2, "0");
  const [days, hours] = [Math.floor(ms / DAY), Math.floor((ms % DAY) / HOUR)];
  const [minutes, seconds] = [Math.floor((ms % HOUR) / MINUTE), Math.floor((ms % MINUTE) / SECOND)];
  if (days) return say("clock-days", { days, hours });
  if (hours) return `${hours}:${two(minutes)}:${two(seconds)}`;
  return ms < LOW ? `0:${two(seconds)}.${Math.floor((ms % SECOND) / 100)}` : `${minutes}:${two(seconds)}`;
}

// Offers and actions

/** Lets the menu of what is done seldom close as menus do: by Escape, or by a touch elsewhere. */
function startMenu() {
  const menu = $("more");
  document.addEventListener("pointerdown", ({ target }) => { if (!menu.contains(target)) menu.open = false; });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation();
    closeMenu();
  });
}

/** Closes it; whoever was in it is at its button then. */
export function closeMenu() {
  if (!$("more").open) return;
  $("more").open = false;
  $("more").firstElementChild.focus();
}

/** Shows what is offered, and the buttons for what may be done. */
export function showActions(state, busy, answer) {
  const { offer, you, can } = state;
  const button = (key, accepts) => h("button", {
    type: "button", class: accepts ? "strong" : "", "data-key": key, onclick: () => answer(offer.kind, accepts),
  }, say(key));
  const buttons = () => {
    if (offer.kind === "declined") return [];
    if (offer.kind === "begun") return button("offer-open", true);
    if (you === null) return null;
    if (offer.by === you) return button("offer-withdraw", false);
    return [button("offer-accept", true), button("offer-decline", false)];
  };
  $("offer").hidden = !offer;
  rebuild($("offer"), offer && h("p", {}, offer.text), offer && h("div", { class: "row" }, buttons()));
  for (const node of $("actions").querySelectorAll("[data-do]")) {
    node.hidden = !can.includes(node.dataset.do);
    node.setAttribute("aria-disabled", String(busy));
  }
  $("more").hidden = !$("more").querySelector("[data-do]:not([hidden])");
  if ($("more").hidden) $("more").open = false;
}

// The record

/** Shows the moves of the match, a column for each side; the one that led to what is shown is marked. */
export function showRecord({ record, begins: first }, path, jump) {
  const at = begins(record.map(plain), path) ? path.length : null;
  const buttons = record.map((text, n) => h("button", {
    type: "button", "data-key": n + 1, "aria-current": n + 1 === at ? "step" : null, onclick: () => jump(n + 1),
  }, numbered(n, text)));
  const cells = first ? [h("span"), ...buttons] : buttons;
  const rows = Array.from({ length: Math.ceil(cells.length / 2) }, (_, n) => h("li", {}, cells.slice(2 * n, 2 * n + 2)));
  rebuild($("record"), rows);
  const shown = $("record").querySelector("[aria-current]");
  if (shown) {
    const { clientHeight, clientWidth } = $("record");
    $("record").scrollTo(shown.offsetLeft - clientWidth / 2, shown.offsetTop - clientHeight / 2);
  }
  for (const node of document.querySelectorAll("[data-jump]")) {
    const backward = ["first", "back"].includes(node.dataset.jump);
    node.setAttribute("aria-disabled", String(backward ? path.length === 0 : at === record.length));
  }
}

// Lines: prepared ones, explored ones

/** Shows lines, each `{ start, moves, at }`: the number of moves before it, and how many of its moves are shown.
 *  `open(line, n)` goes to its nth move, if lines can be opened; `drop(line)` forgets it. */
export function showLines(title, lines, { open, drop, dropAll }) {
  $("lines").hidden = lines.length === 0;
  $("lines-title").textContent = title;
  rebuild($("lines-list"), lines.map((line, key) => h("li", {},
    h("span", { class: "line" }, line.moves.map((move, n) => {
      const text = numbered(line.start + n, move);
      return open
        ? h("button", { type: "button", "data-key": `${key}-${n}`, "aria-current": line.at === n + 1 ? "step" : null,
          onclick: () => open(line, n + 1) }, text)
        : h("span", {}, text);
    })),
    h("button", { type: "button", class: "quiet", "aria-label": say("line-drop", { line: line.moves.join(" ") }),
      "data-key": `drop-${key}`, onclick: () => drop(line) }, "×"))));
  $("lines-drop").hidden = !dropAll || lines.length < 2;
  $("lines-drop").textContent = say("lines-drop");
  $("lines-drop").onclick = dropAll;
}

/** Shows how well both played, and where it was decided: `jump(ply)` goes to the position before such a move,
 *  `better(point)` to what would have been better. */
export function showReview({ chart, lines, points }, jump, better) {
  $("review").hidden = false;
  showChart(chart, points, jump);
  $("review-lines").replaceChildren(...lines.map((line) => h("p", {}, line)));
  rebuild($("review-points"), points.map((point) => h("li", {},
    h("span", { class: "line" }, point.text),
    h("button", { type: "button", onclick: () => jump(point.ply - 1) }, say("review-show")),
    point.better.length > 0 && h("button", { type: "button", onclick: () => better(point) }, say("review-better")))));
  $("review-title").focus();
}

/** A move after so many others, with its number: each side's move has one of its own. */
const numbered = (before, move) => [h("small", {}, `${before + 1}.`), ` ${move}`];

/** Shows what can be done in the mode in which the board is; what has a label of its own is a mere cross. */
export function showModeButtons(buttons) {
  rebuild($("mode-buttons"), buttons.map(([key, run, strong, label]) => h("button", {
    type: "button", "data-key": key, class: strong ? "strong" : "", "aria-disabled": run ? null : "true",
    "aria-label": label, onclick: run || null,
  }, label ? "×" : say(key))));
}

// Settings

/** Fills in what stays. */
export function startPanel(state) {
  $("game").textContent = state.game;
  $("rules").textContent = state.rules;
  $("theme").replaceChildren(...state.themes.map(({ key, name }) => h("option", { value: key }, name)));
  startMenu();
  setInterval(tick, TICK_MS);
}
