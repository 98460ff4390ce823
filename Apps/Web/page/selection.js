// Several rows that are chosen for one event.
import { freshID, make, setText } from "./page.js";
import { labelOfEvent } from "./values.js";
import { words } from "./words.js";

/** The rows of a list that are selected, with a box for each, one for all, and the buttons of the events about them. */
export class Selection {
  chosen = new Set();

  /** `actions` are events about several rows; `tap(button, action, identities)` sends one. */
  constructor(list, actions, tap) {
    this.list = list;
    this.all = make("input", { type: "checkbox" });
    this.all.onchange = () => this.chooseAll(this.all.checked);
    this.note = make("span", { className: "muted", id: freshID() });
    this.note.setAttribute("role", "status");
    this.buttons = actions.map(action => {
      const button = make("button", { type: "button", title: action.about ?? "", className: action.isDestructive ? "destructive" : "" }, labelOfEvent(action));
      button.dataset.event = action.type;
      button.setAttribute("aria-describedby", this.note.id);
      button.onclick = () => { if (this.chosen.size) tap(button, action, this.identities()); };
      return button;
    });
    // Messages are read more often than chosen.
    if (list.isTalk) this.select = make("button", { type: "button", className: "select", onclick: () => this.begin(this.select.ariaPressed !== "true") }, words.text("Select"));
    this.element = make("div", { className: "selection" }, make("label", { className: "check" }, this.all, words.text("All")), this.note, make("div", { className: "row-actions" }, ...this.buttons));
    this.begin(!list.isTalk);
    this.render();
  }

  /** Shows the boxes, or hides them and chooses nothing. */
  begin(isSelecting) {
    if (this.select) this.select.ariaPressed = String(isSelecting);
    this.list.isSelecting = isSelecting;
    this.list.element?.classList.toggle("selecting", isSelecting);
    if (!isSelecting && this.chosen.size) this.chooseAll(false);
  }

  /** In the order of the rows. */
  identities() { return this.list.order.map(({ row }) => row[this.list.identity]).filter(identity => this.chosen.has(identity)); }

  choose(box, identity) {
    if (box.checked) this.chosen.add(identity);
    else this.chosen.delete(identity);
    this.render();
  }

  chooseAll(isChosen) {
    this.chosen = new Set(isChosen ? this.list.order.map(({ row }) => row[this.list.identity]) : []);
    for (const { element, row } of this.list.order) if (element) this.show(element, row);
    this.render();
  }

  /** Shows in a row whether it is chosen. */
  show(element, row) { element.querySelector(".row-box").checked = this.chosen.has(row[this.list.identity]); }

  /** The rows are others now: what is gone is chosen no more. */
  update() {
    const there = new Set(this.list.order.map(({ row }) => row[this.list.identity]));
    this.chosen = new Set([...this.chosen].filter(identity => there.has(identity)));
    this.render();
  }

  render() {
    const count = this.list.order.length;
    this.element.hidden = count === 0;
    if (this.select) this.select.hidden = count === 0;
    this.all.checked = count > 0 && this.chosen.size === count;
    this.all.indeterminate = this.chosen.size > 0 && this.chosen.size < count;
    setText(this.note, this.chosen.size ? words.text("{0} rows selected", this.chosen.size) : words.text("Select rows first."));
    for (const button of this.buttons) {
      if (this.chosen.size) button.removeAttribute("aria-disabled");
      else button.setAttribute("aria-disabled", "true");
    }
  }
}
