// A chart of lines over numbers or days, and the same numbers as a table.
import { formatDate, formatNumber } from "./formats.js";
import { freshID, make } from "./page.js";
import { words } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, EDGE] = [320, 120, 4];
const MOST_DOTS = 62;

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
  const heights = [0, ...points.map(({ y }) => y)];
  const vertical = scale(heights, HEIGHT - EDGE, EDGE);
  const picture = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": `${name}: ${unit}` });
  picture.append(shape("line", { x1: 0, x2: WIDTH, y1: vertical(0), y2: vertical(0), class: "axis" }));
  for (const [index, { points }] of lines.entries()) {
    const places = points.map(({ x, y }) => `${horizontal(place(x)).toFixed(1)},${vertical(y).toFixed(1)}`);
    if (places.length > 1) picture.append(shape("polyline", { points: places.join(" "), class: "line", "data-line": index % 4 }));
    // NB: a line of one point would not be seen. Those of many would hide the line.
    if (places.length <= MOST_DOTS) picture.append(...points.map(point => dot(point, horizontal(place(point.x)), vertical(point.y), unit, index)));
  }
  const summary = make("summary", {}, words.text("Show the numbers"));
  const plot = make("div", { className: "plot" }, heightsOf(heights, vertical), picture, placesOf(points));
  return make("tributary-chart", {}, make("figure", { className: "series" }, plot, legend(lines), make("details", {}, summary, table(name, unit, unitOfX, lines))));
}

/** A point, which says its value under the pointer. */
function dot({ x, y }, cx, cy, unit, index) {
  const element = shape("circle", { cx: cx.toFixed(1), cy: cy.toFixed(1), r: 2.5, class: "line", "data-line": index % 4 });
  const title = shape("title", {});
  title.textContent = `${named(x)}: ${formatNumber(y)} ${unit}`;
  element.append(title);
  return element;
}

/** Zero, the greatest height and the least one, each where it is, if it has room there. The table has the same for a screen reader. */
function heightsOf(heights, vertical) {
  const isApart = (height, index, all) => all.slice(0, index).every(other => Math.abs(vertical(other) - vertical(height)) > HEIGHT / 8);
  const shown = [0, Math.max(...heights), Math.min(...heights)].filter(isApart);
  const element = make("div", { className: "heights", ariaHidden: "true" }, ...shown.map(height => make("span", {}, formatNumber(height))));
  shown.forEach((height, index) => { element.children[index].style.top = `calc(${vertical(height) / HEIGHT * 100}% - .5rem)`; });
  return element;
}

/** The first place and the last one. */
function placesOf(points) {
  const places = points.map(({ x }) => x).sort((one, other) => place(one) - place(other));
  const shown = [...new Set([places[0], places.at(-1)])];
  return make("div", { className: "places", ariaHidden: "true" }, ...shown.map(x => make("span", {}, named(x))));
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
