// Where the properties and the entries of a described view stand: in the order of the description.
import { freshID, make } from "./page.js";

/** Neighbours that have the same key, with that key. */
function grouped(items, key) {
  const groups = [];
  for (const item of items) {
    if (groups.length && groups.at(-1)[0] === key(item)) groups.at(-1)[1].push(item);
    else groups.push([key(item), [item]]);
  }
  return groups;
}

/**
 * The elements of a view, and the groups of properties, which are hidden while they have nothing to show. `fields` are those of the state in
 * their order; `facts` have the names of fields, `entries` the `place` of one. `press` hears of keys in entries.
 */
export function arrange(fields, { facts, entries }, press) {
  const placed = fields.flatMap(({ name }) => [
    ...facts.filter(fact => fact.name === name).map(fact => ({ fact, section: fact.section })),
    ...entries.filter(({ place }) => place === name).map(entry => ({ entry, section: entry.section })),
  ]);
  // What no property shows stands behind the last entry that one does.
  const last = placed.findLastIndex(({ entry }) => entry);
  placed.splice(last + 1 || placed.length, 0, ...entries.filter(({ place }) => place === undefined).map(entry => ({ entry, section: entry.section })));
  const groups = [];
  const elements = grouped(placed, ({ section }) => section).flatMap(([heading, items]) => {
    const runs = grouped(items, ({ entry }) => Boolean(entry)).map(([areEntries, items]) => areEntries
      ? make("div", { className: "fields" }, ...items.map(({ entry }) => entry.element)) : factGroup(items.map(({ fact }) => fact), groups));
    return heading ? [section(heading, runs, items, groups)] : runs;
  });
  // Entries are in one form, so that a browser knows which belong together.
  const whole = entries.length ? [make("form", { className: "entries" }, ...elements)] : elements;
  if (entries.length) whole[0].onkeydown = press;
  return { elements: whole, groups };
}

function section(heading, runs, items, groups) {
  if (items.some(({ entry }) => entry)) return make("fieldset", { className: "group" }, make("legend", { dir: "auto" }, heading), ...runs);
  const title = make("h3", { id: freshID(), dir: "auto" }, heading);
  const element = make("section", { className: "group" }, title, ...runs);
  element.setAttribute("role", "group");
  element.setAttribute("aria-labelledby", title.id);
  groups.push(whileShown(element, items.map(({ fact }) => fact)));
  return element;
}

/** Properties that follow each other. */
function factGroup(facts, groups) {
  const parts = grouped(facts, ({ speaks }) => speaks).flatMap(([speaks, facts]) => {
    const rows = facts.map(({ row }) => row);
    if (speaks) return rows;
    const list = make("dl", { className: "facts" }, ...rows);
    groups.push(whileShown(list, facts));
    return [list];
  });
  const element = make("div", { className: "group" }, ...parts);
  element.setAttribute("aria-live", "polite");
  groups.push(whileShown(element, facts));
  return element;
}

const whileShown = (element, facts) => ({ render() { element.hidden = facts.every(({ row }) => row.hidden || row.classList.contains("said")); } });
