// `@Name` in the message box.

import { state } from "./state.js";
import { suggest } from "./suggestions.js";

/** What is typed of a name where the cursor stands, or null. */
export function nameAtCursor(box) {
  return /(?:^|\s)@([^\s@]*)$/.exec(box.value.slice(0, box.selectionStart))?.[1] ?? null;
}

export function suggestPeople(box, typed, afterward) {
  const low = typed.toLowerCase();
  const found = state.world.people.filter((person) => person.name.toLowerCase().startsWith(low));
  const items = found.map((person) => ({ title: `@${person.name}`, detail: person.bot ? "app" : "" }));
  const choose = (item) => {
    const end = box.selectionStart;
    box.setRangeText(`${item.title} `, end - typed.length - 1, end, "end");
    afterward();
  };
  suggest(box, items, { active: 0, choose });
}

/** Turns `@Name` into the mention Discord would send; the longest name that fits wins. */
export function withMentions(text) {
  const people = [...state.world.people].sort((a, b) => b.name.length - a.name.length);
  return text.replace(/(^|[^\w<])@([^\n@]+)/g, (whole, before, rest) => {
    const person = people.find(({ name }) =>
      rest.toLowerCase().startsWith(name.toLowerCase()) && !/^\w/.test(rest.slice(name.length)));
    return person ? `${before}<@${person.id}>${rest.slice(person.name.length)}` : whole;
  });
}
