// A chart of lines over numbers or days, and the same numbers as a table.
import { formatDate, formatNumber } from "./formats.js";
import { freshID, make } from "./page.js";
import { words } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, EDGE] = [320, 120, 4];

export const isSeries = shape => Object.keys(shape.properties ?? {}).sort().join() === "lines,unit,unitOfX";

const place = x => typeof x === "string" ? Date.parse(x) : x;
const named = x => typeof x === "string" ? formatDate(x, "date") : formatNumber(x);

function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Where a value stands between the least and the greatest. */
const scale = (values, from, to) => {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  return value => greatest === least ? (from + to) / 2 : from + (value - least) / (greatest - least) * (to - from);
};

/** A picture for those who see it, and a table for everyone. */
export function chart(name, { unit, unitOfX, lines }) {
  const points = lines.flatMap(({ points }) => points);
  if (!points.length) return make("span", { className: "muted" }, words.text("No numbers yet."));
  const horizontal = scale(points.map(({ x }) => place(x)), EDGE, WIDTH - EDGE);
  // 0 is part of the picture, so that a height says how much.
  const vertical = scale([0, ...points.map(({ y }) => y)], HEIGHT - EDGE, EDGE);
  const picture = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": `${name}: ${unit}` });
  picture.append(shape("line", { x1: 0, x2: WIDTH, y1: vertical(0), y2: vertical(0), class: "axis" }));
  for (const [index, { points }] of lines.entries()) {
    const places = points.map(({ x, y }) => `${horizontal(place(x)).toFixed(1)},${vertical(y).toFixed(1)}`);
    // NB: a line of one point would not be seen.
    if (places.length === 1) picture.append(shape("circle", { cx: places[0].split(",")[0], cy: places[0].split(",")[1], r: 3, class: "line", "data-line": index % 4 }));
    else picture.append(shape("polyline", { points: places.join(" "), class: "line", "data-line": index % 4 }));
  }
  const summary = make("summary", {}, words.text("Show the numbers"));
  return make("figure", { className: "series" }, picture, legend(lines), make("details", {}, summary, table(name, unit, unitOfX, lines)));
}

function legend(lines) {
  if (lines.length < 2 && !lines[0]?.name) return "";
  return make("p", { className: "legend" }, ...lines.map(({ name }, index) => {
    const entry = make("span", { dir: "auto" }, name);
    entry.dataset.line = index % 4;
    return entry;
  }));
}

function table(name, unit, unitOfX, lines) {
  const places = [...new Map(lines.flatMap(({ points }) => points.map(({ x }) => [String(x), x]))).values()].sort((one, other) => place(one) - place(other));
  const heading = text => Object.assign(make("th", { dir: "auto" }, text), { scope: "col" });
  const rows = places.map(x => make("tr", {}, Object.assign(make("th", {}, named(x)), { scope: "row" }),
    ...lines.map(({ points }) => {
      const point = points.find(point => point.x === x);
      return make("td", {}, point ? formatNumber(point.y) : "");
    })));
  const caption = make("caption", { className: "spoken", id: freshID() }, `${name} (${unit})`);
  return make("table", {}, caption, make("thead", {}, make("tr", {}, heading(unitOfX || words.text("Day")), ...lines.map(line => heading(line.name || unit)))), make("tbody", {}, ...rows));
}
