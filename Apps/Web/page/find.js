// A search in a list that is too long to be in the page as a whole, where that of the browser does not come.
import { make, setText } from "./page.js";
import { words } from "./words.js";

export class Find {
  texts = new WeakMap();

  constructor(list) {
    this.list = list;
    this.input = make("input", { type: "search", autocomplete: "off", placeholder: words.text("Find in this list") });
    this.input.ariaLabel = words.text("Find in this list");
    this.note = make("span", { className: "muted" });
    this.note.setAttribute("role", "status");
    this.element = make("div", { className: "find", hidden: true }, this.note, this.input);
    this.input.oninput = () => this.go(0);
    this.input.onkeydown = event => {
      if (event.isComposing || event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      if (event.key === "Escape") this.input.value = "";
      this.go(event.shiftKey ? -1 : 1);
    };
  }

  update() { this.element.hidden = !this.list.isWindow; }

  text(row) {
    if (!this.texts.has(row)) {
      const said = Object.values(row).flatMap(value => typeof value === "object" && value !== null ? Object.values(value) : [value]);
      this.texts.set(row, said.filter(value => ["string", "number"].includes(typeof value)).join("\n").toLocaleLowerCase());
    }
    return this.texts.get(row);
  }

  /** Brings the next row into view that has what is typed, or the one before. */
  go(step) {
    const { list, input } = this;
    const wanted = input.value.trim().toLocaleLowerCase();
    const found = wanted ? list.order.filter(({ row }) => this.text(row).includes(wanted)) : [];
    const place = found.indexOf(this.entry);
    this.entry?.element?.classList.remove("found");
    this.entry = place < 0 ? found[0] : found[(place + step + found.length) % found.length];
    setText(this.note, !wanted ? "" : found.length ? words.text("{0} of {1}", found.indexOf(this.entry) + 1, found.length) : words.text("Nothing was found."));
    if (!this.entry) return;
    list.bring(list.order.indexOf(this.entry));
    this.entry.element.classList.add("found");
    list.keys.stopAt(this.entry);
  }
}
