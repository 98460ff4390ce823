// What the app and its screens are called.
import { byID, setText } from "./page.js";
import { readable } from "./values.js";

/** A program is called after its app and its front: `expenses-stdio` serves "Expenses". */
export const nameOfProgram = program => (program ?? "").replace(/-(stdio|console|server|core)$/, "");

/** What people call the app: what it says itself, or else a name made of its program's. */
export const titleOf = (title, program) => title ?? { name: readable(nameOfProgram(program)) };

/** Shows the app's name, its greeting, and its sign, which is the first letter of its name if it has none of its own. */
export function showApp({ name, sign = [...name][0] ?? "", greeting = "" }) {
  setText(byID("app-name"), name);
  setText(byID("greeting"), greeting);
  setText(byID("app-sign"), sign);
  const size = [...sign].length > 1 ? 14 : 20;
  const escaped = sign.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#1769aa"/>
    <text x="16" y="${16 + size * 0.35}" text-anchor="middle" font-family="system-ui, sans-serif" font-size="${size}" font-weight="700" fill="#fff">${escaped}</text></svg>`;
  document.querySelector("link[rel=icon]").href = `data:image/svg+xml,${encodeURIComponent(picture)}`;
}

/** Gives cards of one kind names that differ: by what each shows of itself, or else by a number. A heading of a template stays as it is. */
export function nameCards(cards, title) {
  for (const kind of new Set(cards.map(card => card.kind))) {
    const alike = cards.filter(card => card.kind === kind);
    const own = alike.map(card => card.view.ownName?.(card.state ?? {}) ?? "");
    alike.forEach((card, index) => {
      const isKnown = own[index] && own[index] !== title(kind) && own.filter(name => name === own[index]).length === 1;
      if (own[index] && card.view.hasHeading || isKnown && card.view.isHeaded) card.rename(own[index]);
      else card.rename(alike.length === 1 ? title(kind) : isKnown ? `${title(kind)}: ${own[index]}` : `${title(kind)} ${index + 1}`);
    });
  }
}
