// The page of one match: hears what happens, shows it, and sends what its person does.

import { follow } from "./activity.js";
import { markInChart } from "./chart.js";
import { isHolding, letGo, startTouch } from "./drag.js";
import { $, fillWords, h, recall, say, showBanner, store } from "./dom.js";
import { goTo, goToNewest, place } from "./line.js";
import { closeMenu, showActions, showLines, showModeButtons, showPlayers, showRecord, showReview, startPanel } from "./panel.js";
import { animate, appear, current, endInstead, focusBoard, hurry, markAhead, pieceOn, show, showInstead } from "./picture.js";
import { celebrate } from "./party.js";
import { act, fetchState, look, Stream } from "./server.js";
import { knock, startSound } from "./sound.js";
import { all, begins, following, forget, keep, load, plain, shared } from "./tree.js";

const NOTE_MS = 6000;
const UNSEEN_MS = 60000; // how often a page asks what is new that nobody looks at
const OFFERS = ["draw", "takeback", "pause"];
const ENDS = ["abort", "resign"]; // are asked about before they're done

let state = JSON.parse($("state").textContent); // the newest that the server told
let stateCount = 0; // how many it told
let drawn = state.plies; // how many moves of the match the board shows, a move that was just dropped included
let busy = false; // whether an answer is awaited
let isWon = false; // whether the person has won just now, which is still to be celebrated
let gone = null; // why the server tells no more, if so
let arriving; // kept when a move that was tapped has arrived on the board
let showing = Promise.resolve();
const title = document.title;

const can = (what) => state.can.includes(what);
const record = () => state.record.map(plain);
const isPremoving = () => can("premove");
const isPreparing = () => can("prepare") && !can("move");
const hasWon = () => state.winner !== null && state.winner === state.you;
const mayTouch = () => can("move") || can("vote") || isPremoving() || isPreparing();

// What the server tells

function receive(next) {
  const before = state;
  state = next;
  stateCount += 1;
  banner();
  const fresh = next.plies - before.plies;
  if (fresh > 0) announce(next, fresh);
  isWon ||= !before.over && hasWon();
  if (place.mode === "prepare" && (fresh !== 0 || !isPreparing())) leave();
  render();
  // One after the other: a move is still on its way while the next one comes.
  showing = showing.then(showNewest).catch(console.error);
}

async function showNewest() {
  if (place.mode !== "play") return;
  await arriving;
  const { last, picture, plies, to_move: toMove } = state;
  if (isHolding() && plies === drawn && picture.svg === current().svg) return;
  endReason();
  letGo();
  const fresh = Math.max(0, plies - drawn);
  const moves = fresh ? last.plies.slice(-fresh) : [];
  const land = () => {
    letGo();
    show(picture);
    if (fresh) knock();
    if (moves.at(-1)?.lays) appear(moves.at(-1).from);
    drawn = plies;
    goToNewest(record(), toMove);
    render();
  };
  if (moves.length === fresh && picture.flipped === current().flipped) await animate(moves, land);
  else land();
  if (isWon) celebrate(state.winner);
  isWon = false;
}

function announce({ record: moves, sides, begins, plies }, count) {
  const sentences = moves.slice(-count).map((move, n) =>
    say("announce", { player: sides[(begins + plies - count + n) % 2].player, move }));
  tell([...sentences, state.status, state.premove?.text].filter(Boolean).join(" "));
}

async function refresh() {
  const count = stateCount;
  const answer = await fetchState();
  if (answer.isFinal) end(answer.refusal);
  else if (answer.refusal) return;
  else if (count === stateCount) receive(answer);
  else await refresh(); // what has been told meanwhile may be newer than the answer
}

/** Nothing more comes, for a reason. */
function end(sentence) {
  gone = sentence;
  state = { ...state, can: [] };
  stream.close();
  banner();
  render();
}

const banner = (text) => showBanner(gone ?? text);

// What the person does

/** Sends what is done in the match; returns whether it was accepted. */
async function send(body, arrived) {
  if (busy) return false;
  busy = true;
  arriving = arrived;
  render();
  const count = stateCount;
  const answer = await act({ version: state.version, ...body });
  await arrived;
  busy = false;
  arriving = undefined;
  if (answer.refusal) drawn = Math.min(drawn, state.plies);
  const isNews = answer.state && answer.state.id_of_state !== state.id_of_state;
  // What came by the stream meanwhile may be newer than the answer, or older.
  if (isNews && count !== stateCount) await refresh();
  else if (isNews) receive(answer.state);
  else render();
  if (answer.opens) follow(answer.opens);
  if (answer.refusal) refuse(answer);
  else note(answer.said, answer.picture);
  if (answer.review) {
    showReview(answer.review, jump, exploreBetter);
    markInChart(place.path.length);
  }
  return !answer.refusal;
}

/** The board's desk: whether it may be touched, and what a touch does. */
const desk = {
  ready() {
    if (busy || place.mode === "look") return false;
    return place.mode !== "play" || (drawn === state.plies && mayTouch());
  },
  begin() {
    hurry();
    endReason();
    if (place.mode === "look") note(say("looking-touch"));
    return desk.ready();
  },
  mover: () => (place.mode === "play" && isPremoving() ? state.you : place.toMove),
  tell,
  async play(move, arrived) {
    if (move.move) knock();
    if (place.mode === "play" && can("vote")) return vote(move, arrived);
    if (place.mode === "play" && isPremoving()) return premove(move, arrived);
    if (place.mode !== "play" || !can("move")) return goOn(move, arrived);
    if (arrived) drawn += 1;
    return send(wanted(move), arrived);
  },
};

const wanted = (move) => (move.text
  ? { do: "move-text", text: move.text }
  : { do: "move", move: move.move ?? `${move.from}-${move.to}` });

/** Votes for a move. Nothing stays moved: it's played once the vote is over, if at all. */
async function vote(move, arrived) {
  await send(wanted(move), arrived);
  return false;
}

/** Chooses a move for when it's one's turn. Nothing stays moved: the board shows where it will go. */
async function premove(move, arrived) {
  await send({ do: "premove", move: move.text ?? `${move.from}-${move.to}` }, arrived);
  return false;
}

/** Plays a move on a board of one's own: prepares, or explores. */
async function goOn(move, arrived) {
  const mode = place.mode === "play" ? "prepare" : place.mode;
  const mover = state.sides[place.toMove];
  if (mover && !move.move && move.from && pieceOn(move.from).dataset.side !== mover.letter) {
    const how = place.mode === "play" ? say("prepare-how") : "";
    note(`${say("whose-move", { side: mover.name })} ${how}`, null, true);
    return false;
  }
  const text = move.move ?? move.text ?? `${move.from}-${move.to}`;
  if (!await go(mode, [...place.path, text], arrived)) return false;
  const { path } = place;
  if (mode === "explore" && !begins(record(), path)) keep(path, record()).then(noteRefusal);
  const line = path.slice(state.plies);
  if (place.mode === "prepare" && line.length % 2 === 0) await send({ do: "prepare", line });
  render();
  return true;
}

/** Shows another position; a refusal is told, and nothing changes. */
async function go(mode, path, arrived) {
  endReason();
  const refused = await goTo(mode, path, record(), arrived);
  if (refused) refuse(refused);
  else render();
  return !refused;
}

/** Looks at the position after so many moves of the match. */
function jump(ply) {
  const path = record().slice(0, ply);
  if (place.mode === "explore") go("explore", path);
  else if (ply < state.plies) go("look", path);
  else leave();
}

/** Back to the match as it is. */
function leave() {
  letGo();
  endReason();
  drawn = state.plies;
  show(state.picture);
  goToNewest(record(), state.to_move);
  render();
}

// Sentences

let noteTimer = 0;

/** Tells something to who doesn't see the board. */
function tell(text) {
  $("live").textContent = text;
}

/** Shows a sentence below the board, and on the board what it's about, until the next touch or for a while. */
function note(text, picture, wrong = false) {
  if (!text) return;
  clearTimeout(noteTimer);
  $("caption").textContent = text;
  $("caption").classList.remove("won");
  $("caption").classList.toggle("wrong", wrong);
  tell(text);
  if (picture) showInstead(picture.svg);
  noteTimer = setTimeout(endReason, NOTE_MS);
}

/** Tells why something isn't kept, if so. */
function noteRefusal({ refusal }) {
  note(refusal, null, true);
}

async function refuse({ refusal, picture, lost }) {
  if (lost) connected(false);
  if (lost) listen();
  // What was refused glides back first.
  await new Promise((resolve) => setTimeout(resolve, picture ? 240 : 0));
  note(refusal, picture, true);
}

function endReason() {
  if (!noteTimer) return;
  clearTimeout(noteTimer);
  noteTimer = 0;
  endInstead();
  caption();
}

function caption() {
  if (noteTimer) return;
  const line = place.path.slice(state.plies);
  const texts = {
    play: state.status,
    look: say("looking", { move: place.path.length, moves: state.plies }),
    prepare: say(line.length % 2 ? "preparing-reply" : "preparing-more"),
    explore: place.outcome ?? say("exploring"),
  };
  $("caption").replaceChildren(texts[place.mode]);
  const more = place.mode === "play" && (state.premove?.text ?? howToGoOn());
  if (more) $("caption").append(h("small", {}, more));
  $("caption").classList.remove("wrong");
  $("caption").classList.toggle("won", place.mode === "play" && hasWon());
}

/** What can be done while the other side thinks. */
function howToGoOn() {
  if (isPremoving()) return say("premove-how");
  return isPreparing() && say("prepare-how");
}

// Everything beside the board

function render() {
  const { path, mode } = place;
  const focused = document.activeElement.matches(":focus-visible") && document.activeElement;
  document.body.dataset.mode = mode;
  document.documentElement.dataset.theme = state.appearance.theme;
  document.title = can("move") ? `● ${title}` : title;
  markAhead(mode === "play" && state.premove?.waits ? state.premove : null);
  $("board").classList.toggle("ready", desk.ready());
  $("board").classList.toggle("busy", busy);
  $("typed").hidden = mode === "play" ? !mayTouch() : mode === "look";
  $("theme").value = state.appearance.theme;
  $("grid").setAttribute("aria-label", say(`grid-${mode}`, { game: state.game }));
  showPlayers(state);
  showActions(state, busy, (kind, accepts) => send(answerTo(kind, accepts)));
  $("actions").querySelector("[data-do=explore]").hidden ||= mode === "explore";
  showRecord(state, path, jump);
  markInChart(path.length);
  showModeButtons(modeButtons());
  renderLines();
  caption();
  // What had the focus may be gone.
  if (focused && (!focused.isConnected || focused.hidden) && !document.activeElement.dataset.key) focusBoard();
}

function answerTo(kind, accepts) {
  if (kind === "begun") return { do: "open-rematch" };
  if (kind === "rematch") return { do: accepts ? "rematch" : "drop-rematch" };
  return { do: "answer", kind, accepts };
}

function modeButtons() {
  const { mode, path } = place;
  const moves = record();
  const back = path.length > 0 && (() => go(mode, place.goal.slice(0, -1)));
  const pass = desk.ready() && current().legal.find(({ move }) => move === "pass");
  const passes = pass && !isPremoving() ? [["do-pass", () => desk.play(pass), current().legal.length === 1]] : [];
  if (mode === "look") return [["leave-look", leave, true]];
  if (mode === "prepare") {
    const first = path.length === moves.length + 1;
    return [...passes, ["back", first ? leave : back], ["leave-prepare", leave, true]];
  }
  if (mode === "play" && state.premove?.waits) return [dropPremove()];
  if (mode !== "explore") return passes;
  const ahead = begins(path, moves) ? path.slice(moves.length) : [];
  const buttons = [...passes, ["back", back], ["forward", nextMove() && (() => jumpBy("forward"))]];
  if (can("move")) buttons.push(["explore-play", ahead.length > 0 && (() => playExplored(ahead[0])), true]);
  if (isPreparing()) buttons.push(["explore-prepare", ahead.length > 1 && (() => prepareExplored(ahead)), true]);
  return [...buttons, ["leave-explore", leave]];
}

function dropPremove() {
  const { from, to } = state.premove;
  return ["premove-drop", () => send({ do: "drop-premove" }), false, say("line-drop", { line: `${from}-${to}` })];
}

/** What follows on the way that is explored: the move tried last, or the match's own. */
const nextMove = () => following(place.goal) ?? (begins(record(), place.goal) ? record()[place.goal.length] : null);

/** Explores what the engine would have played instead of a move: that move is shown, and *Forward* leads on. */
function exploreBetter({ ply, better }) {
  const path = [...record().slice(0, ply - 1), ...better];
  keep(path, record()).then(noteRefusal);
  go("explore", path.slice(0, ply));
}

function playExplored(move) {
  leave();
  send({ do: "move", move });
}

/** Prepares a line up to its last own move. */
function prepareExplored(line) {
  leave();
  send({ do: "prepare", line: line.slice(0, line.length - (line.length % 2)) });
}

function renderLines() {
  if (place.mode === "explore") {
    const lines = all().map((path) => {
      const start = shared(path, record());
      const at = begins(path, place.path) ? place.path.length - start : null;
      return { path, start, moves: path.slice(start), at };
    }).filter(({ moves }) => moves.length > 0);
    showLines(say("lines-explored"), lines, {
      open: ({ path, start }, n) => go("explore", path.slice(0, start + n)),
      drop: ({ path }) => { forget(path, record()).then(noteRefusal); render(); },
    });
    return;
  }
  const lines = state.prepared.map((moves) => ({ start: state.plies, moves }));
  showLines(say("lines-prepared"), lines, {
    drop: ({ moves }) => send({ do: "drop-prepared", line: moves }),
    dropAll: () => send({ do: "drop-all-prepared" }),
  });
}

// Buttons and keys

function press(what) {
  closeMenu();
  if (busy) return;
  if (ENDS.includes(what)) ask(what);
  else if (what === "explore") go("explore", place.path);
  else if (OFFERS.includes(what)) send({ do: "offer", kind: what });
  else send({ do: what });
}

function ask(what) {
  $("question").dataset.about = what;
  $("question-text").textContent = say(`${what}-question`);
  $("question-yes").textContent = say(`do-${what}`);
  $("question").returnValue = "";
  $("question").showModal();
}

function answered() {
  const { returnValue, dataset } = $("question");
  // Meanwhile the match may have gone on, so that it could only be lost now.
  if (returnValue === "yes" && can(dataset.about)) send({ do: "resign" });
}

function jumpBy(what) {
  const { goal, mode } = place;
  if (what === "first") jump(0);
  else if (what === "last") jump(state.plies);
  else if (what === "back" && mode === "prepare") leave();
  else if (what === "back") { if (goal.length) go(mode === "play" ? "look" : mode, goal.slice(0, -1)); }
  else if (mode === "look") jump(goal.length + 1);
  else if (mode === "explore" && nextMove()) go(mode, [...goal, nextMove()]);
}

const JUMP_KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

function onKey(event) {
  const { target, key } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || target.closest("#board, input, select, dialog")) return;
  if (JUMP_KEYS[key]) {
    event.preventDefault();
    jumpBy(JUMP_KEYS[key]);
  } else if (key === "Escape") {
    if (isHolding() || place.mode === "play") letGo();
    else leave();
  }
}

function flip() {
  look.flip = state.appearance.flipped ? 0 : 1;
  lookAnew();
}

/** Asks for everything in the colors, and from the side, that are wanted now. */
async function lookAnew() {
  stream.open();
  await refresh();
  if (place.mode !== "play") await go(place.mode, place.path);
}

function startButtons() {
  for (const node of $("actions").querySelectorAll("[data-do]")) {
    node.addEventListener("click", () => press(node.dataset.do));
  }
  for (const node of document.querySelectorAll("[data-jump]")) {
    node.addEventListener("click", () => jumpBy(node.dataset.jump));
  }
  $("flip").addEventListener("click", flip);
  $("theme").addEventListener("change", (event) => {
    look.theme = event.target.value;
    store("parlor-theme", look.theme);
    lookAnew();
  });
  $("question").addEventListener("close", answered);
  $("typed").addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = $("typed-move").value.trim();
    const isPlayed = text && desk.begin() && await desk.play({ text });
    if (isPlayed || can("vote")) $("typed-move").value = "";
  });
  document.addEventListener("keydown", onKey);
}

// Start

fillWords();
$("page").hidden = false;
look.theme = recall("parlor-theme");
startPanel(state);
show(state.picture);
goToNewest(record(), state.to_move);
startTouch(desk);
startButtons();
startSound($("sound"));
render();
if (can("explore")) load().then(render);

const connected = (is) => banner(is ? null : say(navigator.onLine ? "not-connected" : "offline"));
const stream = new Stream({ state: receive, gone: end, connected, refused: refresh });

/** Hears what happens, by a new connection, while the page is seen. An open stream says that somebody is there, and a
 *  browser has only six connections to a server for all of its tabs: a page that nobody looks at asks now and then. */
function listen() {
  if (document.hidden || gone) stream.close();
  else stream.connect();
}

function askUnseen() {
  if (document.hidden && !gone) refresh();
}

listen();
setInterval(askUnseen, UNSEEN_MS);
document.addEventListener("visibilitychange", listen);
window.addEventListener("online", listen);
window.addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
window.addEventListener("offline", () => connected(false));
