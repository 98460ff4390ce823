// What the app and its screens are called.
import { byID, setText } from "./page.js";
import { readable } from "./values.js";

/** A program is called after its app and its front: `expenses-stdio` serves "Expenses". */
export const appName = program => readable((program ?? "").replace(/-(stdio|console|server|core)$/, ""));

/** Shows the app's name and its sign, which is its first letter. */
export function showApp(name) {
  setText(byID("app-name"), name);
  const letter = [...name][0] ?? "";
  setText(byID("app-sign"), letter);
  const escaped = letter.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
  const sign = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#1769aa"/>
    <text x="16" y="23" text-anchor="middle" font-family="system-ui, sans-serif" font-size="20" font-weight="700" fill="#fff">${escaped}</text></svg>`;
  document.querySelector("link[rel=icon]").href = `data:image/svg+xml,${encodeURIComponent(sign)}`;
}

/** Gives cards of one kind names that differ: by what each shows of itself, or else by a number. */
export function nameCards(cards, title) {
  const kinds = Map.groupBy ? Map.groupBy(cards, card => card.kind) : grouped(cards);
  for (const [kind, alike] of kinds) {
    const own = alike.map(card => card.view.ownName?.(card.state ?? {}) ?? "");
    alike.forEach((card, index) => {
      const isKnown = own[index] && own[index] !== title(kind) && own.filter(name => name === own[index]).length === 1;
      card.rename(alike.length === 1 ? title(kind) : isKnown ? `${title(kind)}: ${own[index]}` : `${title(kind)} ${index + 1}`);
    });
  }
}

function grouped(cards) {
  const kinds = new Map();
  for (const card of cards) kinds.set(card.kind, [...kinds.get(card.kind) ?? [], card]);
  return kinds;
}
