// Inside Discord: says who one is, and gets the board that the Activity was launched for. Elsewhere, the board is there.

import { $, say } from "./dom.js";
import { enterBy, post } from "./server.js";

const { client } = $("state").dataset;

/** The code by which the server learns from Discord who this is, and the instance. */
async function arrive() {
  const sdk = new globalThis.Discord.DiscordSDK(client, { disableConsoleLogOverride: true });
  await sdk.ready();
  const asked = { client_id: client, response_type: "code", state: "", prompt: "none", scope: ["identify"] };
  const { code } = await sdk.commands.authorize(asked);
  return { code, instance: sdk.instanceId };
}

function banner(text) {
  $("banner").textContent = text ?? "";
  $("banner").hidden = !text;
}

async function enter() {
  banner(say("reconnecting"));
  const arrival = await arrive().catch(() => null);
  const seat = arrival ? await post("activity/enter", arrival) : { refusal: say("activity-outside") };
  banner(seat.refusal);
  if (seat.refusal) throw new Error(seat.refusal);
  enterBy(seat);
  document.title = seat.title;
  $("state").textContent = JSON.stringify(seat.state);
}

/** Goes on to a rematch. The server knows it as what the Activity shows now. */
export const follow = (address) => (client ? location.reload() : location.assign(address));

if (client) await enter();
