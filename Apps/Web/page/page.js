// What every part of the pages uses.

export const byID = id => document.getElementById(id);
export const stamp = id => byID(id).content.cloneNode(true);

/** An element with properties (`className`, `ariaLabel`, `textContent`) and children. */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Changes a text only when it differs: a screen reader announces each change of a live region. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// What the style of the whole page depends on. NB: with `:has` in place of these, each change would have the browser look at the styles of
// all rows.
const { dataset } = document.documentElement;

/** Shows the notice about the connection, or hides it. */
export function showNotice(isShown) {
  byID("notice").hidden = !isShown;
  dataset.notice = isShown ? "shown" : "hidden";
}

/** How the connection is: `on`, `off` or `hung`. */
export function showConnection(state) {
  dataset.connection = state;
}

/** The first list of what is open has come. */
export function showLoaded() {
  byID("loading").hidden = true;
  dataset.loaded = "";
}

// In which half of the window the field with the focus is: notices do not stand over it.
document.addEventListener("focusin", ({ target }) => {
  if (!target.matches("input:not([type=checkbox]), textarea, select")) return;
  const { top, bottom } = target.getBoundingClientRect();
  dataset.typing = top + bottom > window.innerHeight ? "below" : "above";
});
document.addEventListener("focusout", () => { delete dataset.typing; });

let isPressed = false;
const afterThePress = [];
document.addEventListener("pointerdown", () => { isPressed = true; }, true);
for (const type of ["pointerup", "pointercancel"]) {
  document.addEventListener(type, () => {
    isPressed = false;
    for (const body of afterThePress.splice(0)) setTimeout(body);
  }, true);
}

/** Does something that moves the buttons of the page: at once or, while one is pressed, after the press, which would miss it. */
export function afterPress(body) {
  if (isPressed) afterThePress.push(body);
  else body();
}

let count = 0;

/** An id that no other element has. */
export const freshID = () => `part-${++count}`;

/** Adds an element to what describes another one, or takes it out. */
export function describeBy(element, { id }, isDescribed) {
  const ids = new Set((element.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean));
  if (ids.has(id) === isDescribed) return;
  if (isDescribed) ids.add(id);
  else ids.delete(id);
  if (ids.size) element.setAttribute("aria-describedby", [...ids].join(" "));
  else element.removeAttribute("aria-describedby");
}
