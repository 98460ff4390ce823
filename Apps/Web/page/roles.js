// What a value means beyond its type (`x-role`), and how that looks. A role that is not known here changes nothing.
import { formatDate, formatDuration, formatNumber, formatPercent, formatRelative } from "./formats.js";
import { linked } from "./links.js";
import { make } from "./page.js";

const TEXTS = { percent: formatPercent, progress: formatPercent, duration: formatDuration };

/** What a role says of a value in a line; undefined if it says nothing about it. */
export function roleText(role, value) {
  if (role === "relativeTime" && typeof value === "string") return formatRelative(value);
  const number = typeof value === "string" ? Number(value) : value;
  return Object.hasOwn(TEXTS, role ?? "") && Number.isFinite(number) ? TEXTS[role](number) : undefined;
}

/** How an input is filled in by a browser or a password manager, and what keyboard it gets. */
export const INPUTS = {
  existingSecret: { autocomplete: "current-password" },
  newSecret: { autocomplete: "new-password" },
  userName: { autocomplete: "username", autocapitalize: "none" },
  emailAddress: { type: "email", autocomplete: "email" },
  oneTimeCode: { autocomplete: "one-time-code", inputMode: "numeric" },
  search: { type: "search", autocomplete: "off" },
};

/** Roles whose value needs no name beside it. */
export const SPEAKS_FOR_ITSELF = new Set(["title", "subtitle", "note", "failure", "success"]);

/** A value as its role asks for; undefined if the role asks for nothing but a text. `tone` is that of a status. */
export function roleElement(role, value, tone) {
  switch (role) {
    case "title": return make("p", { className: "title", dir: "auto" }, value);
    case "subtitle": return make("p", { className: "subtitle", dir: "auto" }, value);
    case "note": return make("p", { className: "note", dir: "auto" }, value);
    case "failure": return make("p", { className: "failure", dir: "auto" }, value);
    case "success": return make("p", { className: "success", dir: "auto" }, value);
    case "longText": return make("p", { className: "long", dir: "auto" }, ...linked(value));
    case "code": return make("pre", { className: "code", tabIndex: 0 }, make("code", {}, value));
    case "badge": return make("span", { className: "badge" }, formatNumber(value));
    case "progress": return progress(value);
    case "status": return status(value, tone);
    case "emailAddress": return undefined;
    case "relativeTime": return make("time", { dateTime: value, title: formatDate(value, "date-time") }, formatRelative(value));
    default: return undefined;
  }
}

const SIGNS = { positive: "✓", caution: "!", negative: "✕" };

/** A status says its tone by a sign and a colour; the words are the app's. */
function status(value, tone) {
  const element = make("span", { className: "status" });
  element.dataset.tone = tone ?? "neutral";
  if (SIGNS[tone]) element.append(make("span", { className: "sign", ariaHidden: "true" }, SIGNS[tone]));
  element.append(make("span", { dir: "auto" }, value));
  return element;
}

function progress(value) {
  const part = Math.min(Math.max(Number(value), 0), 1);
  const bar = make("progress", { max: 1 });
  if (!Number.isNaN(part)) bar.value = part;
  return make("tributary-progress", { className: "progress" }, bar, make("span", {}, Number.isNaN(part) ? "" : formatPercent(part)));
}
