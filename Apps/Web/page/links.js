// Addresses come from strangers: only those of allowed schemes become links.
import { make } from "./page.js";

let schemes = ["http:", "https:", "mailto:"];

/** The schemes that the app allows, without their colons. */
export function allowSchemes(names) { schemes = names.map(name => `${name}:`); }

/** The address, if it may be followed. White space, control characters and marks of direction belong to no address. */
function allowed(text) {
  if (/[\p{Cc}\p{Cf}\p{Z}]/u.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // NB: a browser accepts `https:host` as an address of that host; the other fronts do not.
  const hasHost = !["http:", "https:"].includes(url.protocol) || /^[^:]*:\/\/[^/\\?#]/.test(text) && url.hostname;
  return schemes.includes(url.protocol) && hasHost ? url : undefined;
}

/** A link with the name of its host, or the plain text where the address may not be followed. */
export function link(address, words) {
  const url = allowed(address);
  if (!url) return make("span", { dir: "auto" }, words ? `${words} (${address})` : address);
  const anchor = make("a", { href: url.href, target: "_blank", rel: "noopener noreferrer", dir: "auto" }, words ?? address);
  // Words may say something else than where they lead.
  return words && url.hostname && !words.includes(url.hostname) ? make("span", {}, anchor, make("span", { className: "muted" }, ` (${url.hostname})`)) : anchor;
}

/** An address in a text. What ends a sentence is not part of it. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"\p{Cf}]*[^\s<>"\p{Cf}.,;:!?'’)\]}]/giu;

/** A text, with links for the addresses in it. */
export function linked(text) {
  const nodes = [];
  let end = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    nodes.push(text.slice(end, index), link(address));
    end = index + address.length;
  }
  return [...nodes, text.slice(end)].filter(node => node !== "");
}
