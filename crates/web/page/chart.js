// How a match went: the first player's chance to win after each move, as a chart that leads to the positions.

import { $, h, rebuild, s, say } from "./dom.js";

const [WIDTH, HEIGHT] = [400, 120];

let now = null; // the line at the position that is shown
let first = 0;
let count = 1;

/** Shows chances, the first of them after so many moves, with the moves marked that lost much; a touch goes to
 *  the position (`jump(ply)`). */
export function showChart({ from: begun, chances, side }, points, jump) {
  [first, count] = [begun, Math.max(1, chances.length - 1)];
  const x = (ply) => ((ply - first) / count) * WIDTH;
  const y = (ply) => HEIGHT * (1 - chances[ply - first]);
  const corners = chances.map((_, n) => `L${x(first + n)} ${y(first + n)}`).join("");
  now = s("line", { class: "now", y1: 0, y2: HEIGHT, "stroke-width": 2 });
  const chart = s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img",
    "aria-label": say("chart", { side }) },
  s("path", { class: "chances", d: `M0 ${HEIGHT}${corners}L${WIDTH} ${HEIGHT}Z` }),
  s("line", { class: "even", x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, "stroke-dasharray": "4 4" }),
  points.map(({ ply }) => s("circle", { cx: x(ply), cy: y(ply), r: 4 })), now);
  chart.addEventListener("click", (event) => {
    const { left, width } = chart.getBoundingClientRect();
    jump(first + Math.round(((event.clientX - left) / width) * count));
  });
  rebuild($("review-chart"), h("figcaption", {}, say("chart", { side })), chart);
}

/** Marks the position after so many moves in the chart, if there is one. */
export function markInChart(ply) {
  now?.setAttribute("transform", `translate(${((ply - first) / count) * WIDTH} 0)`);
}
