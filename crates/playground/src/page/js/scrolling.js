// The list of messages stays with the newest one, unless somebody has gone up.

import { $ } from "./dom.js";

const NEAR = 60; // pixels from the end that still count as the end

const scroller = $("scroller");
let stuck = true;
let lastTop = 0;

/** Goes to the newest message, and stays with it. */
export function scrollDown() {
  stuck = true;
  scroller.scrollTop = scroller.scrollHeight;
  $("jump").hidden = true;
}

/** After messages came: goes along, or says that there are new ones. */
export function follow(anyNew) {
  if (stuck) scrollDown();
  else if (anyNew) $("jump").hidden = false;
}

/** Only going up lets go of the newest message: pictures that load late move the bottom away, too. */
function onScroll() {
  const atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
  if (atEnd) stuck = true;
  else if (scroller.scrollTop < lastTop) stuck = false;
  lastTop = scroller.scrollTop;
  if (stuck) $("jump").hidden = true;
}

export function startScrolling() {
  scroller.addEventListener("scroll", onScroll);
  // Pictures that load and windows that shrink must not push the newest message out of sight.
  const resized = new ResizeObserver(() => follow(false));
  resized.observe($("log"));
  resized.observe(scroller);
}
