// Calls to the playground's server.

import { tell } from "./signals.js";
import { state } from "./state.js";

const part = encodeURIComponent;
const LOCKED = 401;

/** Calls the server; what it refuses becomes an Error that says why in a sentence. */
export async function api(path, body, method = body ? "POST" : "GET") {
  const request = { method };
  if (body) Object.assign(request, { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  let response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new Error("The playground's server does not answer. Is it still running?");
  }
  if (response.status === LOCKED) {
    tell("locked");
    throw new Error("This page has no key, or an old one. Open the address that the playground printed.");
  }
  const data = await response.json().catch(() => null);
  if (!response.ok) throw new Error(data?.error ?? `The server answered with an error (${response.status}).`);
  return data;
}

export const personPath = (person, what) => `/people/${part(person)}/${what}`;
export const channelPath = (person, channel, what) => personPath(person, `channels/${part(channel)}/${what}`);

/** A path of the channel that is open. */
export const here = (what) => channelPath(state.person, state.channel, what);

/** A path of whoever plays now. */
export const mine = (what, id) => personPath(state.person, `${what}/${part(id)}`);

/** People, channels and commands. */
export async function loadWorld() {
  const world = await api("/people/world");
  if (!world.people?.some((person) => !person.bot)) throw new Error("The playground has no people yet.");
  state.world = { ...world, commands: world.commands ?? [] };
}
