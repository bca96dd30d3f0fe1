// What one part of the page tells the others, without knowing them.
//
//   changed   something happened on the server, in the channel told or anywhere (null)
//   leaving   somebody else is about to play, or in another channel
//   entered   that has happened
//   locked    the server wants another key
//   unread    the counts of unread messages are new
//   gone      the message told has been deleted
//   reply     somebody wants to reply to the message told
//   write     the message box shall have the focus
//   sent      a command has been sent
//   commands  the bot has changed its commands
//   command   somebody pressed the mention of the command told

const target = new EventTarget();

export const tell = (name, detail = null) => target.dispatchEvent(new CustomEvent(name, { detail }));
export const hear = (name, run) => target.addEventListener(name, (event) => run(event.detail));
