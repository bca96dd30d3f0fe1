// What the page knows: the people, channels and commands, and who plays where.

export const state = {
  world: { people: [], app: {}, guild: {}, channels: [], commands: [] },
  person: null,
  channel: null,
  unread: new Map(), // "person/channel" → { all, pings }
};

/** The key of a person in a channel. */
export const spot = (person = state.person, channel = state.channel) => `${person}/${channel}`;

export const players = () => state.world.people.filter((person) => !person.bot);
export const findPerson = (id) => state.world.people.find((person) => person.id === id);
export const findChannel = (id) => state.world.channels.find((channel) => channel.id === id);
const SLASH = 1; // the kind of commands that are typed; menus on people and messages are not
export const slashCommands = () => state.world.commands.filter((command) => (command.type ?? SLASH) === SLASH);
export const findCommand = (name) => slashCommands().find((command) => command.name === name.toLowerCase());

export const isDirect = (channel) => channel?.kind === "dm";
export const isGroup = (channel) => channel?.kind === "group";
export const isPrivate = (channel) => isDirect(channel) || isGroup(channel);
export const isThread = (channel) => channel?.kind === "thread";
export const isForum = (channel) => channel?.kind === "forum";
export const channelsOf = (person) =>
  state.world.channels.filter((channel) => !isDirect(channel) || channel.person === person);
export const channelName = (channel) => (isDirect(channel) ? state.world.app.name || channel.name : channel.name);
const MARKS = { dm: "@", group: "&", thread: "↳", forum: "❏" };
export const channelMark = (channel) => MARKS[channel?.kind] ?? "#";

export function nameOf(id) {
  if (id === state.world.app.id) return state.world.app.name;
  return findPerson(id)?.name ?? "unknown-user";
}
