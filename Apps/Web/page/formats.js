// Numbers, money and dates as people write them in the locale of the app. The app alone reads what is typed.
import { words } from "./words.js";

const digits = decimal => decimal.split(".")[1]?.length ?? 0;

export function formatMoney({ amount, currency }) {
  try {
    const { maximumFractionDigits: least } = new Intl.NumberFormat(words.locale, { style: "currency", currency }).resolvedOptions();
    const count = Math.max(digits(amount.replace(/(\.\d*?)0+$/, "$1")), least);
    // NB: the amount stays a text: as a number it would lose digits.
    return new Intl.NumberFormat(words.locale, { style: "currency", currency, minimumFractionDigits: count, maximumFractionDigits: count }).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}

export function formatNumber(number) {
  try {
    const count = typeof number === "string" ? digits(number) : 0;
    return new Intl.NumberFormat(words.locale, { minimumFractionDigits: count, maximumFractionDigits: Math.max(count, 20) }).format(number);
  } catch {
    return String(number);
  }
}

/** A decimal with as many decimals as a text of the locale has, at least: a decimal does not keep zeros at its end. */
export function withZerosOf(text, decimal) {
  const point = new Intl.NumberFormat(words.locale).formatToParts(0.5).find(({ type }) => type === "decimal").value;
  const [whole, fraction = ""] = decimal.split(".");
  const all = fraction.padEnd(text.split(point)[1]?.length ?? 0, "0");
  return all ? `${whole}.${all}` : whole;
}

/** A part of one as a part of a hundred: "25%". */
export const formatPercent = part => new Intl.NumberFormat(words.locale, { style: "percent", maximumFractionDigits: 0 }).format(part);

/** A part of one with all its digits: "12.5%". */
export const formatExactPercent = part => new Intl.NumberFormat(words.locale, { style: "percent", maximumFractionDigits: 20 }).format(part);

/** A number of bytes in the largest unit that it fills: "100 MB". */
export function formatBytes(count) {
  const power = count < 1024 ? 0 : Math.min(Math.floor(Math.log2(count) / 10), 4);
  const unit = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"][power];
  return new Intl.NumberFormat(words.locale, { style: "unit", unit, unitDisplay: power ? "short" : "long", maximumFractionDigits: 1 }).format(count / 1024 ** power);
}

const UNITS = [["hour", 3600], ["minute", 60], ["second", 1]];

/** Seconds in the largest units that there are: "1 hr 5 min". */
export function formatDuration(seconds, mostUnits = 2) {
  const whole = Math.round(Math.abs(seconds));
  const parts = UNITS.map(([unit, size], index) => [unit, Math.floor(index ? whole % UNITS[index - 1][1] / size : whole / size)]).filter(([, count]) => count);
  const text = (parts.length ? parts : [["second", 0]]).slice(0, mostUnits)
    .map(([unit, count]) => new Intl.NumberFormat(words.locale, { style: "unit", unit, unitDisplay: "short" }).format(count)).join(" ");
  return seconds < 0 ? `-${text}` : text;
}

const STYLES = {
  date: { dateStyle: "medium", timeZone: "UTC" },
  "time-of-day": { timeStyle: "short", timeZone: "UTC" },
  // A local date and time has no zone: it is written as it is, wherever the reader is.
  "local-date-time": { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" },
  "date-time": { dateStyle: "medium", timeStyle: "short" },
};

/** Whether a format of a schema is one of a date or a time. */
export const isTime = format => Object.hasOwn(STYLES, format ?? "");

/** A date or a time in a format of a schema. */
export function formatDate(text, format) {
  const date = new Date(format === "time-of-day" ? `1970-01-01T${text}Z` : format === "local-date-time" ? `${text}Z` : text);
  return Number.isNaN(date.valueOf()) ? text : new Intl.DateTimeFormat(words.locale, STYLES[format]).format(date);
}

/** The time of an instant, where its day is said elsewhere. */
export const formatTime = text => new Intl.DateTimeFormat(words.locale, { timeStyle: "short" }).format(new Date(text));

/** The day of an instant: "Sunday, November 29, 2026". */
export const formatDay = text => new Intl.DateTimeFormat(words.locale, { dateStyle: "full" }).format(new Date(text));

const SPANS = [["year", 31_557_600], ["month", 2_629_800], ["week", 604_800], ["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** An instant as people say it now: "3 minutes ago". */
export function formatRelative(text, now = Date.now()) {
  const seconds = (new Date(text) - now) / 1000;
  if (Number.isNaN(seconds)) return text;
  const [unit, size] = SPANS.find(([, size]) => Math.abs(seconds) >= size) ?? SPANS.at(-1);
  return new Intl.RelativeTimeFormat(words.locale, { numeric: "auto" }).format(Math.trunc(seconds / size), unit);
}
