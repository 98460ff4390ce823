// The elements of which the page is made. Each also stands alone in a page of one's own, where its attribute `screen` names what it shows.
import { make, setText } from "./page.js";
import { WHOLE_APP } from "./store.js";

/** Whether an element is not hidden, apart from all that it is in. */
const isShown = element => !element.closest(".card > .described [hidden]");
const isSaid = element => element.closest(".said") !== null;

/** What belongs to the app as a whole is there while it has something to say. */
export function showWhole({ element, signInForm }) {
  const shown = [...element.querySelectorAll(".described :is([data-field], button, input, select, textarea)")].filter(isShown);
  const texts = [...element.querySelectorAll(".described [data-field]")].filter(({ hidden }) => !hidden);
  element.hidden = shown.length === 0 || texts.length > 0 && texts.every(isSaid);
  const isClosed = !element.hidden && signInForm?.checkVisibility() === true;
  element.closest("tributary-gate")?.classList.toggle("closed", isClosed);
}

/** The host of the page's elements. */
let host;

const follow = ({ getSnapshot, subscribe }, show) => {
  subscribe(() => show(getSnapshot()));
  show(getSnapshot());
};

/** The elements that stand alone. */
const alone = new Set();

/** The app has another language. A card that stands alone is drawn anew where it is. */
export function redrawParts() {
  for (const part of alone) {
    if (!part.isConnected || part.querySelector(":scope > .card")) continue;
    part.replaceChildren(...part.own);
    part.draw();
  }
}

/** An element that fills itself once it is in a page, if it is to stand alone. */
class Part extends HTMLElement {
  get isAlone() { return this.hasAttribute("screen"); }

  async connectedCallback() {
    if (this.own || !this.isAlone) return;
    this.own = [...this.children];
    await this.draw();
    alone.add(this);
  }

  async draw() {
    const { own } = this;
    await this.fill();
    // Children with a slot of their own stand before, after, or in place of what is empty.
    for (const child of own) {
      if (child.slot === "before") this.prepend(child);
      else if (child.slot === "empty") this.querySelector(".empty-list")?.replaceChildren(child);
      else if (child.slot) this.append(child);
    }
  }

  card() { return host.card(this.getAttribute("screen"), JSON.parse(this.getAttribute("params") ?? "{}")); }

  async fill() {
    const { view, element, sites } = await this.card();
    const name = this.getAttribute("name");
    if (!name) return this.append(element);
    const field = view.live.find(({ event }) => name === event.field || name === event.type) ?? view.forms.find(({ event }) => event.type === name)
      ?? view.lists.find(list => list.name === name);
    const button = view.buttons.find(({ dataset }) => dataset.event === name);
    if (field) this.append(...[field.selection?.select].filter(Boolean), field.element);
    else if (button) this.append(button, sites.get(button).refusal, sites.get(button).reason);
    else throw new Error(`"${this.getAttribute("screen")}" has no "${name}"`);
  }
}

/** A value of a state, which stands where its element is. */
class Value extends Part {
  async fill() {
    const card = await this.card();
    const fact = card.view.facts.find(({ name }) => name === this.getAttribute("name"));
    if (!fact) throw new Error(`"${this.getAttribute("screen")}" has no "${this.getAttribute("name")}"`);
    this.isFilled = false;
    card.view.facts.push({ ...fact, value: this, row: this });
    card.render();
  }
}

/** A row of a list, by its identity. */
class Row extends Part {
  async fill() {
    const { front, view, instance } = await this.card();
    const list = view.lists.find(({ name }) => name === this.getAttribute("name"));
    const entry = {};
    this.onclick = event => list.click(event);
    follow(front.store.instance(instance), ({ state }) => {
      const row = state?.[list.name].find(row => String(row[list.identity]) === this.getAttribute("row"));
      this.hidden = row === undefined;
      if (!row) return;
      entry.row = row;
      if (entry.element) {
        list.fill(entry);
        list.disable(entry);
      } else {
        list.makeRow(entry);
        // NB: arrows go from row to row of a list, and this one is alone.
        for (const control of entry.element.querySelectorAll("[tabindex]")) control.removeAttribute("tabindex");
        this.setAttribute("role", list.columns.length ? "table" : "list");
        this.append(entry.element);
      }
    });
  }
}

/** The app as a whole: what it has to say, and where one signs in, in front of all else. */
class Gate extends Part {
  get isAlone() { return this.id !== "whole"; }

  async fill() {
    const card = await host.card(WHOLE_APP, {});
    this.append(card.element);
    card.part(".close").remove();
    follow(host.store.instance(WHOLE_APP), () => showWhole(card));
  }
}

/** The tabs of an app. Alone, it has the screen of the current one below them. */
class Tabs extends Part {
  get isAlone() { return this.id !== "tabs"; }

  async fill() {
    await host.firstDescription;
    const { layout } = host.store.description.getSnapshot();
    const panel = make("div");
    const buttons = (layout?.tabs ?? []).map(tab => make("button", { type: "button", onclick: () => select(tab) }, tab.label));
    const select = async ({ screen, tab }) => {
      layout.tabs.forEach((other, index) => { buttons[index].ariaCurrent = other.tab === tab ? "page" : null; });
      const card = await host.card(screen, {});
      card.part(".close").hidden = true;
      panel.replaceChildren(card.element);
    };
    this.append(make("nav", { className: "tabs" }, ...buttons), panel);
    if (buttons.length) await select(layout.tabs.find(({ screen }) => screen === layout.start) ?? layout.tabs[0]);
  }
}

/** How the connection is. */
class Connection extends Part {
  get isAlone() { return true; }

  fill() {
    this.setAttribute("role", "status");
    follow(host.store.connection, ({ state, text }) => {
      this.dataset.is = state;
      setText(this, text);
    });
  }
}

const ELEMENTS = {
  screen: class extends Part {}, field: class extends Part {}, list: class extends Part {}, row: Row,
  value: class extends Value {}, money: class extends Value {}, picture: class extends Value {}, chart: class extends Value {}, progress: class extends Value {},
  question: class extends Part {}, notice: class extends Part {}, gate: Gate, tabs: Tabs, connection: Connection,
};

/** Defines the elements of a page. */
export function defineElements(around) {
  host = around;
  for (const [name, type] of Object.entries(ELEMENTS)) customElements.define(`tributary-${name}`, type);
}
