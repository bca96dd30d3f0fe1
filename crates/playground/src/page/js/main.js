// The playground's page: a local stand-in for Discord's web client.

import { startActivities } from "./activity.js";
import { loadWorld } from "./api.js";
import { startCommands } from "./commands.js";
import { startComposer, write } from "./composer.js";
import { startContextMenus } from "./context_menu.js";
import { $, recall, store } from "./dom.js";
import { startEvents } from "./events.js";
import { showEmpty, startMessages } from "./messages.js";
import { startModals } from "./modal.js";
import { enterFromHash, startNavigation } from "./navigation.js";
import { startReplies } from "./reply.js";
import { scrollDown, startScrolling } from "./scrolling.js";
import { startClock } from "./times.js";
import { startCounting } from "./unread.js";

const RETRY_MS = 1500;
const WELCOME = "playground-welcome";

function startWelcome() {
  const box = $("message-box");
  $("welcome").hidden = recall(WELCOME) === "hidden";
  $("welcome-close").addEventListener("click", () => {
    $("welcome").hidden = true;
    store(WELCOME, "hidden");
    box.focus();
  });
  for (const button of document.querySelectorAll("[data-try]")) {
    button.addEventListener("click", () => write(button.dataset.try));
  }
  // A plain #message-box would overwrite who and where we are in the hash.
  $("skip-link").addEventListener("click", (event) => { event.preventDefault(); box.focus(); });
  $("jump").addEventListener("click", () => { scrollDown(); box.focus(); });
}

async function start() {
  try {
    await loadWorld();
  } catch (error) {
    showEmpty(error.message);
    setTimeout(start, RETRY_MS);
    return;
  }
  showEmpty(null);
  for (const each of [
    startActivities, startClock, startCommands, startComposer, startContextMenus, startCounting, startEvents,
    startMessages, startModals, startNavigation, startReplies, startScrolling, startWelcome,
  ]) each();
  enterFromHash();
  // On a phone, the keyboard stays away until it is asked for.
  if (!matchMedia("(pointer: coarse)").matches) $("message-box").focus();
}

start();
