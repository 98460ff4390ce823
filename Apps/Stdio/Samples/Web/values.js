// Names and values for people, by the schema alone.
import { make } from "./page.js";

const LANGUAGE = document.documentElement.lang;
const NOTHING = "–";
const MOST_ITEMS = 100;
const more = items => items.length > MOST_ITEMS ? [`and ${formatNumber(items.length - MOST_ITEMS)} more`] : [];
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
  return name && hint ? `${label ?? readable(name)}: ${hint}.` : message;
}

/** What people call a property: as described (`x-label`), or words made of its name. */
export const labelOf = (schemas, schema, name) => schemas.resolve(schema)["x-label"] ?? readable(name);

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

/** A count with its noun. */
export const counted = (count, noun) => `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;

/** A value in one line. */
export function inline(schemas, schema, value) {
  if (value === null || value === undefined) return NOTHING;
  const { shape } = schemas.shape(schema, value);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (shape.enum) return label(shape, value);
  if (isMoney(shape, value)) return formatMoney(value);
  if (shape["x-decimal"]) return formatNumber(value);
  if (typeof value === "number") return formatNumber(value);
  if (shape.format === "date-time" || shape.format === "date") return formatDate(value, shape.format);
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST_ITEMS).map(item => inline(schemas, shape.items, item));
    return [...items, ...more(value)].join(", ") || NOTHING;
  }
  if (typeof value === "object") {
    return members(schemas, shape, value).map(([name, member, memberSchema]) =>
      `${labelOf(schemas, memberSchema, name)}: ${isolated(inline(schemas, memberSchema, member))}`).join(" · ") || NOTHING;
  }
  return String(value);
}

/** A value as an element: nested values are lists of their members. */
export function element(schemas, schema, value) {
  const { shape } = schemas.shape(schema, value);
  if (value === null || value === undefined) {
    return make("span", { className: "muted" }, make("span", { ariaHidden: "true" }, NOTHING), make("span", { className: "spoken" }, "nothing"));
  }
  if (Array.isArray(value)) {
    if (!value.length) return element(schemas, schema, null);
    const items = value.slice(0, MOST_ITEMS).map(item => element(schemas, shape.items, item));
    return make("ul", { className: "plain" }, ...[...items, ...more(value)].map(item => make("li", {}, item)));
  }
  if (typeof value === "object" && !isMoney(shape, value)) {
    return make("dl", { className: "facts nested" }, ...members(schemas, shape, value).map(([name, member, memberSchema]) =>
      make("div", {}, make("dt", { dir: "auto" }, labelOf(schemas, memberSchema, name)), make("dd", {}, element(schemas, memberSchema, member)))));
  }
  const text = inline(schemas, schema, value);
  if (shape.format === "date-time" || shape.format === "date") return make("time", { dateTime: value }, text);
  return make("span", { dir: "auto" }, text);
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
  return shape["x-labels"]?.[shape.enum.indexOf(value)] ?? (typeof value === "string" ? readable(value) : String(value));
}

export const isMoney = (shape, value) =>
  Object.keys(value ?? shape.properties ?? {}).sort().join() === "amount,currency" && Boolean(shape.properties?.amount?.["x-decimal"]);

function formatMoney({ amount, currency }) {
  try {
    // NB: the amount stays a text: as a number it would lose digits.
    return new Intl.NumberFormat(LANGUAGE, { style: "currency", currency, minimumFractionDigits: Math.max(digits(amount), 2) }).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}

function formatNumber(number) {
  try {
    const count = typeof number === "string" ? digits(number) : 0;
    return new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: count, maximumFractionDigits: Math.max(count, 20) }).format(number);
  } catch {
    return String(number);
  }
}

const digits = decimal => decimal.split(".")[1]?.length ?? 0;

function formatDate(text, format) {
  const date = new Date(text);
  if (Number.isNaN(date.valueOf())) return text;
  const options = format === "date" ? { dateStyle: "medium", timeZone: "UTC" } : { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(LANGUAGE, options).format(date);
}
