// The views that the templates of an app make of its screens: HTML that names what a state has.
import { DescribedView } from "./described.js";
import { formatTime } from "./formats.js";
import { ListView } from "./list.js";
import { nameOfProgram } from "./names.js";
import { describeBy, freshID, make, setText } from "./page.js";
import { isPicture } from "./pictures.js";
import { inline, labelOf, labelOfEvent } from "./values.js";
import { words } from "./words.js";

/** The attributes that name a property of the state, of a part, or of a row. */
const NAMES = ["text", "tone", "shown", "hidden", "enabled", "reason", "value", "checked", "entered", "clear"];
/** The attributes that a template may set. NB: a state has texts of strangers, which are to be no address, no style and no script. */
const SETTABLE = /^(?:(?:aria|data)-[a-z-]+|title|alt|lang|dir|datetime|value|min|max|low|high|optimum)$/;
const isSpoken = name => ["title", "alt", "aria-label", "aria-description", "aria-valuetext"].includes(name);
/** The elements that show a value. */
const VALUES = ["tributary-value", "tributary-money", "tributary-picture", "tributary-chart", "tributary-progress"];

/** The templates for the screens of an app, by their names. One that belongs to another app is left. */
export function templatesFor(program, screens) {
  const found = new Map();
  for (const template of document.querySelectorAll("template[for]")) {
    const { app } = template.dataset;
    if (app !== undefined && app !== nameOfProgram(program)) continue;
    const screen = template.getAttribute("for");
    if (screens.has(screen)) found.set(screen, template);
    else console.warn(`${place(template)}: the app has no screen "${screen}"`);
  }
  return found;
}

/** The file and the line of an attribute of a template. */
function place(template, attribute = "") {
  const [, file, first] = /^(.*):(\d+)$/.exec(template.dataset.source ?? "") ?? [undefined, "index.html", 1];
  const { outerHTML } = template;
  return `${file}:${Number(first) + outerHTML.slice(0, outerHTML.indexOf(attribute)).split("\n").length - 1}`;
}

/** Whether a condition holds for a value. */
const isSomething = value => Array.isArray(value) ? value.length > 0 : Boolean(value);

const isInput = element => element.matches("input, select, textarea");

/** What the names in a template, in a part of it, or in the template of a row are about. `inner` makes the name of a property or an event that of the whole state. */
class Scope {
  constructor(template, about, schema, read, inner = name => name, list = undefined) {
    Object.assign(this, { template, about, schema, read, inner, list });
  }
}

const upper = name => name[0].toUpperCase() + name.slice(1);

/** The view of a screen that a template makes: its elements show the state, and have the fields, the buttons and the lists of the description. */
export class TemplateView extends DescribedView {
  /** What of the template the app does not have, each with file and line. */
  misfits = [];
  updates = [];
  texted = [];
  /** The fields, buttons and lists that have a place in the template. */
  placed = new Set();

  constructor(card, schemas, description, template) {
    super(card, schemas, description);
    const { screen, state } = description;
    const { busy, name, heading } = template.dataset;
    const scope = new Scope(template, `the state of "${screen}"`, schemas.shape(state).shape, state => state);
    for (const [attribute, named] of Object.entries({ busy, name, heading })) if (named) this.property(scope, named, `data-${attribute}`);
    this.busy = busy ?? this.busy;
    this.nameField = heading ?? name;
    this.hasHeading = heading !== undefined;
    const content = template.content.cloneNode(true);
    this.bindAll(content, scope, this.updates);
    // What has no place in the template is not there.
    for (const element of card.sites.keys()) if (!content.contains(element)) card.sites.delete(element);
    this.pickers = this.pickers.filter(({ button }) => content.contains(button));
    for (const kind of ["lists", "live", "forms", "buttons"]) this[kind] = this[kind].filter(piece => this.placed.has(piece));
    [this.facts, this.factGroups, this.tools, this.heading] = [[], [], [], undefined];
    for (const form of content.querySelectorAll("form")) form.onkeydown ??= event => this.press(event);
    this.nodes = [...content.childNodes];
  }

  get isHeaded() { return this.hasHeading; }

  /** What tells this card from others of its kind. */
  ownName(state) { return String(state[this.nameField] ?? ""); }

  texts() {
    return [...super.texts(), ...this.texted.filter(element => element.isConnected && !element.closest("[hidden]")).map(element => element.textContent)];
  }

  render(bare) {
    super.render(bare);
    for (const update of this.updates) update(bare);
  }

  forget() {
    super.forget();
    for (const { element, isShown } of this.inputs ?? []) if (!isShown) element.value = "";
  }

  /** Whether an input has what a state says; undefined where a state does not say it, as of a secret. */
  shows(input, state) {
    const own = this.inputs?.find(({ element }) => element === input);
    return own ? own.shows(state) : super.shows(input, state);
  }

  // Names

  misfit(scope, attribute, text) { this.misfits.push(`${place(scope.template, attribute)}: ${attribute} ${text}`); }

  /** The schema of a property. */
  property(scope, name, attribute) {
    const { properties = {} } = scope.schema;
    if (Object.hasOwn(properties, name)) return properties[name];
    this.misfit(scope, `${attribute}="${name}"`, `is not in ${scope.about}`);
  }

  /** The event that a name means; in the template of a row an event about rows. */
  event(scope, name) {
    const type = scope.inner(name);
    return scope.list ? scope.list.actions.find(action => action.type === type) : this.events.find(event => event.type === type && !event.list);
  }

  said(schema, value) { return value === null || value === undefined ? "" : inline(this.schemas, schema, value); }

  // Elements

  bindAll(parent, scope, updates) {
    const children = [...parent.children];
    const languages = new Set(children.map(({ lang }) => lang).filter(Boolean));
    const [first] = languages;
    const language = [...languages].find(lang => words.language === lang || words.language.startsWith(`${lang}-`)) ?? first;
    for (const element of children) {
      if (element.lang && element.lang !== language) element.remove();
      else this.bind(element, scope, updates);
    }
  }

  bind(element, scope, updates) {
    const { part } = element.dataset;
    const name = element.getAttribute("name");
    const isPlaced = name && element.localName.startsWith("tributary-") && !element.hasAttribute("screen");
    for (const attribute of NAMES) {
      const named = element.dataset[attribute];
      const schema = named && this.property(scope, named, `data-${attribute}`);
      if (schema) this.show(element, attribute, this.writer(scope.list, named, schema), root => scope.read(root)?.[named], updates);
    }
    this.bindAttributes(element, scope, updates);
    if (element.dataset.label) this.label(element, scope);
    if (element.dataset.event) this.listen(element, scope, updates);
    if (isPlaced) this.place(element, name, scope, updates);
    else if (part) this.enter(element, part, scope, updates);
    else this.bindAll(element, scope, updates);
  }

  /** Binds what is in a part: the element's own, or else the template of the part. */
  enter(element, part, scope, updates) {
    const schema = this.property(scope, part, "data-part");
    if (!schema) return;
    const template = element.childElementCount ? scope.template : document.querySelector(`template[data-part="${CSS.escape(part)}"]`);
    if (!template) return this.misfit(scope, `data-part="${part}"`, "is empty, and has no template");
    if (!element.childElementCount) element.append(template.content.cloneNode(true));
    this.bindAll(element, new Scope(template, `the part "${part}"`, this.schemas.shape(schema).shape,
      root => scope.read(root)?.[part], name => scope.inner(part + upper(name))), updates);
  }

  bindAttributes(element, scope, updates) {
    for (const { name: attribute, value: named } of [...element.attributes]) {
      const [, name] = /^data-attribute-(.+)$/.exec(attribute) ?? [];
      if (!name) continue;
      if (!SETTABLE.test(name)) {
        this.misfit(scope, `${attribute}="${named}"`, "is no attribute that a template sets");
        continue;
      }
      const schema = this.property(scope, named, attribute);
      if (!schema) continue;
      updates.push(root => {
        const value = scope.read(root)?.[named] ?? false;
        if (value === false) return element.removeAttribute(name);
        element.setAttribute(name, value === true ? "" : typeof value === "object" || isSpoken(name) ? this.said(schema, value) : value);
      });
    }
  }

  /** Shows what a property, an event or a list is called. */
  label(element, scope) {
    const { label: name } = element.dataset;
    const event = this.event(scope, name);
    const schema = event ? undefined : this.property(scope, name, "data-label");
    if (event || schema) element.textContent = event ? labelOfEvent(event) : labelOf(this.schemas, schema, name);
  }

  /** What writes a value. Of a message it is the time, below its day, and the text with its links. */
  writer(list, name, schema) {
    const text = value => name === list?.timeName && value ? formatTime(value) : this.said(schema, value);
    return list && name === list.titleName ? (element, value) => list.fillTitle(element, text(value)) : (element, value) => setText(element, text(value));
  }

  show(element, attribute, write, read, updates) {
    const { card } = this;
    const isFree = () => !card.isHeld(element);
    if (attribute === "text" || attribute === "value") element.dir ||= "auto";
    if (attribute === "text") this.texted.push(element);
    const update = {
      text: value => write(element, value),
      tone: value => { element.dataset.look = value; },
      shown: value => { element.hidden = !isSomething(value); },
      hidden: value => { element.hidden = isSomething(value); },
      // NB: a disabled button cannot be reached by keyboard, so its reason would not be read.
      enabled: (value, root) => { element.disabled = !value && !root[element.dataset.reason]; },
      reason: value => card.disable(element, value),
      checked: value => { if (isFree()) element.checked = value; },
      value: value => { if (isFree()) enter(element, value ?? ""); },
      clear: value => { if (value && isFree()) element.value = ""; },
      entered: value => {
        if (!isFree()) return;
        if (!value) element.value = "";
        element.placeholder = value && !element.value ? words.text("Entered, and not shown") : "";
      },
    }[attribute];
    updates.push(root => update(read(root), root));
  }

  listen(element, scope, updates) {
    const { event: name, member, with: given } = element.dataset;
    const event = this.event(scope, name);
    if (!event) return this.misfit(scope, `data-event="${name}"`, `is no event of ${scope.list ? `the rows of "${scope.list.name}"` : `"${this.card.kind}"`}`);
    const values = given ? JSON.parse(given) : {};
    for (const value of [member, ...Object.keys(values)]) {
      const isKnown = value === undefined || event.members.includes(value);
      if (!isKnown) return this.misfit(scope, given && value !== member ? "data-with" : `data-member="${value}"`, `is no value of the event "${name}" of "${this.card.kind}"`);
    }
    if (!element.childNodes.length && !isInput(element)) element.textContent = labelOfEvent(event);
    if (scope.list) return scope.list.bindEvent(element, event);
    if (element.localName === "button" && !element.hasAttribute("type") && !element.closest("form")) element.type = "button";
    this.card.prepare(element);
    if (member) this.input(element, event, member, scope);
    else this.onPress(element, event, values);
    const { reason, hidden, enabled, shown } = element.dataset;
    if (event.reason && !reason && !enabled) updates.push(root => this.card.disable(element, this.flat(root)[event.reason]));
    if (event.hidden && !hidden && !shown) updates.push(root => { element.hidden = this.flat(root)[event.hidden] === true; });
  }

  onPress(element, event, values) {
    const picker = this.picker(element, event);
    if (picker) element.after(picker.element);
    element.addEventListener("click", () => picker ? picker.open() : this.fire(element, event, values));
  }

  /** An input that sends what is in it. */
  input(element, event, member, scope) {
    const { card } = this;
    const { value, checked } = element.dataset;
    const read = name => state => scope.read(state)?.[name];
    const shows = value ? state => element.value === read(value)(state) : checked ? state => element.checked === read(checked)(state) : () => undefined;
    (this.inputs ??= []).push({ element, shows, isShown: Boolean(value || checked) });
    element.addEventListener("compositionstart", () => { element.isComposing = true; });
    element.addEventListener("compositionend", () => { element.isComposing = false; card.render(); });
    element.addEventListener("input", () => {
      card.accept(element);
      card.send(element, event.make({ [member]: element.type === "checkbox" ? element.checked : element.value }));
    });
    element.autocomplete ||= "off";
  }

  /** Puts a value, a field, a button or a list of the description where the template has an element for it. */
  place(element, name, scope, updates) {
    const attribute = `name="${name}"`;
    if (VALUES.includes(element.localName)) return this.placeValue(element, name, scope, updates);
    const inner = scope.inner(name);
    if (element.localName === "tributary-list") {
      const list = this.lists.find(list => list.name === inner);
      if (!list) return this.misfit(scope, attribute, `is no list of ${scope.about}`);
      const row = element.querySelector(":scope > template");
      return this.put(element, row ? this.ownList(list, row, scope) : list);
    }
    if (element.localName !== "tributary-field") return this.misfit(scope, attribute, `goes with no ${element.localName}`);
    const piece = this.live.find(({ event }) => event.field === inner || event.type === inner) ?? this.forms.find(({ event }) => event.type === inner);
    const button = this.buttons.find(({ dataset }) => dataset.event === inner);
    if (piece) this.put(element, piece);
    else if (button) this.putButton(element, button);
    else this.misfit(scope, attribute, `is no field and no event of ${scope.about}`);
  }

  put(element, piece) {
    this.placed.add(piece);
    element.append(piece.element);
  }

  putButton(element, button) {
    const { refusal, reason } = this.card.sites.get(button);
    this.placed.add(button);
    element.append(button.closest(".picks") ?? button, refusal, reason);
  }

  placeValue(element, name, scope, updates) {
    const schema = this.property(scope, name, "name");
    if (!schema) return;
    const { list } = scope;
    if (list && isPicture(this.schemas, this.schemas.shape(schema).shape)) {
      return updates.push(row => list.pictures.show(element, row[name], list.titleOf(row)));
    }
    const { "x-tone": tone } = this.schemas.resolve(schema);
    const fact = { name, schema, tone, title: labelOf(this.schemas, schema, name), value: element, row: element };
    updates.push(root => this.renderFact(fact, scope.read(root) ?? {}, false));
  }

  /** A list whose rows a template makes, in place of that of the description. */
  ownList(described, template, scope) {
    const { name } = described;
    const list = this.list(name, this.fields.find(field => field.name === name).schema, this.events.filter(event => event.list === name), TemplateList);
    this.lists[this.lists.indexOf(described)] = list;
    this.compose(list);
    const rows = new Scope(scope.template, `the rows of "${name}"`, list.item, row => row, scope.inner, list);
    list.stamp = () => {
      const stamped = { content: template.content.cloneNode(true), updates: [], events: [] };
      list.stamped = stamped;
      this.bindAll(stamped.content, rows, stamped.updates);
      return stamped;
    };
    // What is wrong with it is found without a row.
    list.stamp();
    return list;
  }
}

/** A list whose rows a template makes. The page scrolls it, unless it shows its end. */
class TemplateList extends ListView {
  get hasOwnRows() { return true; }

  titleOf(row) { return inline(this.schemas, this.item.properties?.[this.titleName], row?.[this.titleName]); }

  makePrototype() {
    const row = make("tributary-row", { className: "row", part: "row" });
    row.setAttribute("role", "listitem");
    if (this.isConversation) row.tabIndex = -1;
    return row;
  }

  /** An element of the template of a row that sends an event. */
  bindEvent(element, action) {
    element.dataset.rowEvent = action.type;
    if (element.localName === "button") element.type = "button";
    element.tabIndex = -1;
    // A sign, such as +, has the name of what it does; what has values of the row is its own name.
    const isNamed = element.querySelector("[data-text], [name]") || element.hasAttribute("aria-label");
    const text = /\p{L}/u.test(element.textContent) ? element.textContent.trim() : labelOfEvent(action);
    this.stamped.events.push({ element, action, label: isNamed ? undefined : text });
  }

  makeRow(entry) {
    const { content, updates, events } = this.stamp();
    const element = this.prototype.cloneNode(true);
    const reason = make("span", { className: "spoken", id: freshID() });
    element.append(content, reason);
    Object.assign(entry, { element, updates, events, reason, title: this.stopIn(events)?.element });
    element.entry = entry;
    this.fill(entry);
    this.disable(entry);
    this.mark(entry);
  }

  /** What of a row has the focus first: what opens it, or else its first event; of a message the row. */
  stopIn(events) { return events.find(({ action }) => action === this.opening) ?? (this.isConversation ? undefined : events[0]); }

  fill({ row, updates, events }) {
    for (const update of updates) update(row);
    for (const { element, label } of events) if (label) element.setAttribute("aria-label", `${label}: ${this.titleOf(row)}`);
  }

  disable({ row, events, reason }) {
    const why = ({ rowReason }) => row?.[rowReason] || "";
    setText(reason, [...new Set(events.map(({ action }) => why(action)))].join(" ").trim());
    for (const { element, action } of events) {
      const isHidden = action.isHidden || row?.[action.rowHidden] === true;
      if (action === this.opening) this.showOpening(element, row, isHidden);
      else element.hidden = isHidden;
      const text = why(action);
      const ofList = this.reasons.get(action);
      if (ofList) describeBy(element, ofList, true);
      describeBy(element, reason, Boolean(text));
      element.title = text;
      if (text || ofList?.textContent) element.setAttribute("aria-disabled", "true");
      else element.removeAttribute("aria-disabled");
    }
  }
}

/** Writes into an input, and leaves the place where one types. */
function enter(element, value) {
  if (element.value === value) return;
  const { selectionStart, selectionEnd } = element;
  element.value = value;
  if (element === document.activeElement && selectionStart !== null) element.setSelectionRange(selectionStart, selectionEnd);
}
