// Pictures at addresses that may come from strangers. The page loads none of them: the core does, from the origins that the app allows.
import { make } from "./page.js";

/** The types of a picture that an element for pictures shows, and that hold no script. */
const TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Whether values of a schema are addresses of pictures with their words. */
export const isPicture = (schemas, shape) => schemas.resolve(shape.properties?.address)["x-role"] === "image";

/** A picture, or its words until it is there and where it cannot be loaded. */
export function picture(schemas, { address, words }) {
  const text = make("span", { className: "muted", dir: "auto" }, words);
  const element = make("tributary-picture", { className: "picture" }, text);
  element.dataset.state = "waiting";
  load(schemas, address).then(source => {
    const image = make("img", { alt: words, src: source, decoding: "async" });
    image.onload = () => {
      element.dataset.state = "shown";
      element.replaceChildren(image);
    };
    image.onerror = () => { element.dataset.state = "missing"; };
  }, () => { element.dataset.state = "missing"; });
  return element;
}

/**
 * The pictures at the beginning of a list's rows. One is loaded when its row comes near. Words that the row's title says already are not
 * said a second time.
 */
export class RowPictures {
  constructor(schemas, rows) {
    this.schemas = schemas;
    this.nearness = new IntersectionObserver(entries => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) this.load(target);
    }, { root: rows, rootMargin: "50%" });
  }

  /** Shows a picture in the room that a row has for it; `null` is none. Its words are there before it is, and where it cannot be loaded. */
  show(room, picture, title) {
    const { address = "", words = "" } = picture ?? {};
    const isOther = room.dataset.address !== address;
    if (isOther) room.replaceChildren(make("img", { decoding: "async" }));
    room.firstChild.alt = words === title ? "" : words;
    if (!isOther) return;
    room.dataset.address = address;
    this.nearness.unobserve(room);
    if (address) this.nearness.observe(room);
  }

  load(room) {
    const { dataset: { address }, firstChild: image } = room;
    this.nearness.unobserve(room);
    image.onerror = () => image.removeAttribute("src");
    load(this.schemas, address).then(source => { image.src = source; }, () => {});
  }
}

/** The address of a picture's bytes within the page. A picture is loaded once, and again if that failed. */
function load(schemas, address) {
  const known = schemas.pictures ??= new Map();
  if (!known.has(address)) {
    const loading = schemas.loadPicture?.(address).then(({ type, data }) => {
      if (!TYPES.includes(type)) throw new Error(`${type} is not a picture`);
      return `data:${type};base64,${data}`;
    }) ?? Promise.reject(new Error("There is nothing that loads pictures."));
    loading.catch(() => known.delete(address));
    known.set(address, loading);
  }
  return known.get(address);
}
