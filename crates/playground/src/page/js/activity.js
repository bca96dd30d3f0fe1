// The Activity of the bot's application in its frame, and what Discord's client says to it: the messages of the Embedded App
// SDK, as pairs of an opcode and data.
//
// The frame has no origin, as on iOS, where Discord's frames have none that a policy could name.

import { api, mine } from "./api.js";
import { $, h } from "./dom.js";
import { hear } from "./signals.js";
import { state } from "./state.js";

const HANDSHAKE = 0;
const FRAME = 1;
const CLOSE = 2;

const dialog = $("activity");
let open = null; // the instance, and its frame

/** Opens the Activity as the server tells of it. */
export function openActivity({ instance, channel }) {
  const query = new URLSearchParams({
    instance_id: instance, frame_id: crypto.randomUUID(), platform: "desktop", channel_id: channel,
    location_id: `gc-${channel}`, launch_id: instance,
  });
  const frame = h("iframe", { sandbox: "allow-scripts allow-forms", title: "Activity", src: `/activity/?${query}` });
  open = { instance, frame };
  $("activity-frame").replaceChildren(frame);
  if (!dialog.open) dialog.showModal();
}

const send = (message) => open?.frame.contentWindow.postMessage([FRAME, message], "*");

async function answer({ cmd, args, nonce }) {
  try {
    if (cmd !== "AUTHORIZE") throw new Error(`The playground's client doesn't know the command ${cmd}.`);
    if (args.response_type !== "code") throw new Error("Only a code is given.");
    const { code } = await api(mine("activities", open.instance), { scope: args.scope });
    send({ cmd, nonce, evt: null, data: { code } });
  } catch (failure) {
    send({ cmd, nonce, evt: "ERROR", data: { code: 4002, message: failure.message } });
  }
}

function onMessage({ source, data }) {
  if (!open || source !== open.frame.contentWindow || !Array.isArray(data)) return;
  const [opcode, message] = data;
  if (opcode === HANDSHAKE) {
    const config = { cdn_host: location.host, api_endpoint: "/api", environment: "production" };
    const user = { id: state.person, username: "", discriminator: "0" };
    send({ cmd: "DISPATCH", evt: "READY", nonce: null, data: { v: 1, config, user } });
  }
  if (opcode === FRAME) answer(message);
  if (opcode === CLOSE) dialog.close();
}

export function startActivities() {
  window.addEventListener("message", onMessage);
  $("activity-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => { open = null; $("activity-frame").replaceChildren(); });
  hear("leaving", () => dialog.close());
}
