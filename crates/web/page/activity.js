// Inside Discord: says who one is, and gets the board that the Activity was launched for. Elsewhere, the board is there.

import { $, say, showBanner } from "./dom.js";
import { enterBy, post } from "./server.js";

const ENTER_LIMIT_MS = 60000; // Discord is asked several things first

const { client } = $("state").dataset;

/** Has Discord say who this is; a refusal says why nobody is let in. */
async function arrive() {
  let sdk;
  try {
    sdk = new globalThis.Discord.DiscordSDK(client, { disableConsoleLogOverride: true });
  } catch {
    return { refusal: say("activity-outside") };
  }
  await sdk.ready();
  const asked = { client_id: client, response_type: "code", state: "", prompt: "none", scope: ["identify"] };
  try {
    const { code } = await sdk.commands.authorize(asked);
    return await post("activity/enter", { code, instance: sdk.instanceId }, ENTER_LIMIT_MS);
  } catch {
    return { refusal: say("activity-unknown") };
  }
}

async function enter() {
  showBanner(say("connecting"));
  const seat = await arrive();
  showBanner(seat.refusal);
  if (seat.refusal) throw new Error(seat.refusal);
  enterBy(seat);
  document.title = seat.title;
  $("state").textContent = JSON.stringify(seat.state);
}

/** Goes on to a rematch. The server knows it as what the Activity shows now. */
export const follow = (address) => (client ? location.reload() : location.assign(address));

if (client) await enter();
