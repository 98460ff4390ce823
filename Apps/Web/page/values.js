// Names and values for people, by the schema alone.
import { chart, isSeries } from "./chart.js";
import { formatDate, formatMoney, formatNumber, isTime } from "./formats.js";
import { link, linked } from "./links.js";
import { make } from "./page.js";
import { isPicture, picture } from "./pictures.js";
import { richText } from "./richtext.js";
import { roleElement, roleText } from "./roles.js";
import { words } from "./words.js";

const NOTHING = "–";
const MOST_ITEMS = 100;
const more = items => items.length > MOST_ITEMS ? [words.text("and {0} more", formatNumber(items.length - MOST_ITEMS))] : [];
// NB: U+2068 and U+2069 keep a text of the other direction from changing the order of those beside it.
const isolated = text => `\u2068${text}\u2069`;

/** `lastUpdate` becomes "Last update", `ISBN_code` "ISBN code", `isRead` "Read". */
export function readable(name) {
  const words = name.replace(/^(is|has)(?=[A-Z])/, "").replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2").split(/[\s_.-]+/).filter(Boolean);
  const text = words.map(word => /^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase()).join(" ").replace(/\bid\b/g, "ID");
  return text ? text[0].toUpperCase() + text.slice(1) : name;
}

/** What an error says to people: the app's reason, or what the app accepts for a value, which may have a label. */
export function explain({ message, pointer, hint }, label) {
  // An element of a list has no name of its own.
  const name = pointer?.split("/").findLast(part => !/^[0-9]*$/.test(part));
  return name && hint ? `${label ?? words.said(readable(name))}: ${hint}.` : message;
}

/** What people call a property: as described (`x-label`), or words made of its name. */
export const labelOf = (schemas, schema, name) => words.said(schemas.resolve(schema)["x-label"] ?? readable(name));

const VERBS = {
  Added: "Add", Bought: "Buy", Closed: "Close", Deleted: "Delete", Donated: "Donate", Moved: "Move", Opened: "Open",
  Removed: "Remove", Renamed: "Rename", Saved: "Save", Sent: "Send", Written: "Write",
};

/** What the user does: `refreshButtonWasTapped` becomes "Refresh", `rowWasTapped` "Open", `reviewWasWritten` "Write review". */
export function readableEvent(name) {
  const [, subject, participle] = /^(.+)Was([A-Z][a-z]+)$/.exec(name) ?? [];
  if (Object.hasOwn(VERBS, participle ?? "")) return readable(`${VERBS[participle]} ${subject}`);
  const action = name.replace(/(Button)?(Was)?(Tapped|Clicked|Pressed)$/, "");
  if (action !== name && /^(row|item|entry|cell)?$/.test(action)) return "Open";
  return readable(action.replace(/(.)(Was)?(Changed|Entered|Chosen|Selected)$/, "$1"));
}

/** What stands on an event's button: as described (`x-label`), or words made of its name. */
export const labelOfEvent = ({ label, type }) => words.said(label ?? readableEvent(type));

/** The tone of a status, by a member beside it whose words may stand for tones (`x-tones`). */
export function toneOf(schemas, schema, word) {
  const { "x-tones": tones } = schemas.resolve(schema);
  return tones ? tones[word] : word;
}

/** A value in one line. */
export function inline(schemas, schema, value) {
  if (value === null || value === undefined) return NOTHING;
  const { shape } = schemas.shape(schema, value);
  if (typeof value === "boolean") return value ? words.text("Yes") : words.text("No");
  if (shape.enum) return label(shape, value);
  if (isMoney(shape, value)) return formatMoney(value);
  const said = roleText(roleOf(schemas, schema), value);
  if (said !== undefined) return said;
  if (shape["x-decimal"]) return formatNumber(value);
  if (typeof value === "number") return formatNumber(value);
  if (isTime(formatOf(shape))) return formatDate(value, formatOf(shape));
  if (isPicture(schemas, shape)) return value.words;
  if (isSeries(shape)) return words.text("{0} numbers", value.lines.flatMap(({ points }) => points).length);
  if (formatOf(shape) === "markdown") return richText(value).textContent;
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST_ITEMS).map(item => inline(schemas, shape.items, item));
    return [...items, ...more(value)].join(", ") || NOTHING;
  }
  if (typeof value === "object") {
    return members(schemas, shape, value).filter(([, member, memberSchema]) => !isNothing(schemas, memberSchema, member)).map(([name, member, memberSchema]) =>
      `${labelOf(schemas, memberSchema, name)}: ${isolated(inline(schemas, memberSchema, member))}`).join(" · ") || NOTHING;
  }
  return String(value);
}

/** What a value means beyond its type; undefined if nothing is said about it. */
export const roleOf = (schemas, schema) => schemas.resolve(schema)["x-role"];

/** The format of a text; JSON Schema has no name for each. */
export const formatOf = shape => shape.format ?? shape["x-format"];

/** Whether there is nothing to show: a description says where that says something (`x-shown-when-empty`). */
export const isNothing = (schemas, schema, value) =>
  (value === null || value === undefined || value === "" || Array.isArray(value) && !value.length || roleOf(schemas, schema) === "badge" && value === 0)
  && schemas.resolve(schema)["x-shown-when-empty"] !== true;

/** A value as an element: nested values are lists of their members. It has a name, and a status has a tone. */
export function element(schemas, schema, value, { name = "", tone } = {}) {
  const { shape } = schemas.shape(schema, value);
  if (value === null || value === undefined) {
    return make("span", { className: "muted" }, make("span", { ariaHidden: "true" }, NOTHING), make("span", { className: "spoken" }, words.text("nothing")));
  }
  if (Array.isArray(value)) {
    if (!value.length) return element(schemas, schema, null);
    const items = value.slice(0, MOST_ITEMS).map(item => element(schemas, shape.items, item));
    return make("ul", { className: "plain" }, ...[...items, ...more(value)].map(item => make("li", {}, item)));
  }
  if (isPicture(schemas, shape)) return picture(schemas, value);
  if (isSeries(shape)) return chart(name, value);
  if (typeof value === "object" && !isMoney(shape, value)) {
    const shown = members(schemas, shape, value).filter(([, member, memberSchema]) => !isNothing(schemas, memberSchema, member)
      && schemas.resolve(memberSchema)["x-for-people"] !== false);
    return make("dl", { className: "facts nested" }, ...shown.map(([name, member, memberSchema]) => {
      const label = labelOf(schemas, memberSchema, name);
      const tone = toneOf(schemas, memberSchema, value[schemas.resolve(memberSchema)["x-tone"]]);
      return make("div", {}, make("dt", { dir: "auto" }, label), make("dd", {}, element(schemas, memberSchema, member, { name: label, tone })));
    }));
  }
  const text = inline(schemas, schema, value);
  const meant = roleElement(roleOf(schemas, schema), shape.enum ? text : value, tone);
  if (meant) return meant;
  if (shape.format === "uri") return link(value);
  if (formatOf(shape) === "markdown") return richText(value);
  if (isTime(formatOf(shape))) return make("time", { dateTime: value }, text);
  return make(isMoney(shape, value) ? "tributary-money" : "span", { dir: "auto" }, ...linked(text));
}

/** The members of an object in the order of their description; the type of a variant is its name, for people. */
function members(schemas, shape, value) {
  const order = schemas.names(shape);
  const place = name => order.includes(name) ? order.indexOf(name) : order.length;
  const constants = schemas.constants(shape);
  return Object.entries(value).sort(([one], [two]) => place(one) - place(two)).map(([name, member]) =>
    [name, name in constants && typeof member === "string" ? readable(member) : member, shape.properties?.[name]]);
}

/** The label of a choice. */
export function label(shape, value) {
  return shape["x-labels"]?.[shape.enum.indexOf(value)] ?? (typeof value === "string" ? words.said(readable(value)) : String(value));
}

export const isMoney = (shape, value) =>
  Object.keys(value ?? shape.properties ?? {}).sort().join() === "amount,currency" && Boolean(shape.properties?.amount?.["x-decimal"]);
