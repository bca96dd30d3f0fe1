// A person's round picture: the first letter on a color of their own.

import { h } from "./dom.js";

const APP = "#5865f2";
const TINTS = ["#c2410c", "#0f766e", "#a21caf", "#b91c4c", "#4d7c0f", "#0369a1", "#7c3aed"];

export function avatar(person, size = "") {
  const sum = [...String(person.id)].reduce((total, letter) => (total * 31 + letter.codePointAt(0)) >>> 0, 7);
  const initial = [...(person.name || "?")][0].toUpperCase();
  const node = h("span", { class: `avatar ${size}`, "aria-hidden": "true" }, initial);
  node.style.setProperty("--tint", person.bot ? APP : TINTS[sum % TINTS.length]);
  return node;
}
