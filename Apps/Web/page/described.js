// A view of any screen, made of its description alone.
import { arrange } from "./blocks.js";
import { Controls, InputProblem } from "./controls.js";
import { FilePicker } from "./files.js";
import { ListView, TITLES } from "./list.js";
import { afterPress, describeBy, freshID, make, setText } from "./page.js";
import { isPicture } from "./pictures.js";
import { isEqual } from "./store.js";
import { SPEAKS_FOR_ITSELF } from "./roles.js";
import { element, explain, inline, isMoney, isNothing, label, labelOf, labelOfEvent, roleOf, toneOf } from "./values.js";
import { words } from "./words.js";

/** The roles of what says that something is wrong. */
const HUSHED = new Set(["failure", "note"]);

/** Controls with labels for people. */
export const readableControls = (schemas, options) => new Controls(schemas, {
  name: (name, schema) => labelOf(schemas, schema, name), choice: label, ...options });

/** What a part has, by its name among what its owner has: `filterText` for the text of the part `filter`. */
const inPart = (part, name) => name && part + name[0].toUpperCase() + name.slice(1);

/** The events of a part, as events of its owner. Those of a part in a list are about rows. */
function partEvents(schemas, type, variant, fields) {
  const { "x-part": part, "x-rows": list, properties } = variant;
  const { shape } = schemas.shape(fields[part]);
  const state = list === undefined ? shape : schemas.shape(shape.items).shape;
  return describedEvents(schemas, properties.event, state.properties ?? {}).map(event => {
    const base = `/event${event.base}`;
    if (list === undefined) {
      return {
        ...event, base, type: inPart(type, event.type), subject: inPart(part, event.subject), field: inPart(part, event.field),
        list: inPart(part, event.list), reason: inPart(part, event.reason), hidden: inPart(part, event.hidden), make: values => ({ type, event: event.make(values) }),
        isThere: state => state?.[part] != null && event.isThere(state[part]),
      };
    }
    const id = inPart(type, "id");
    const members = [id, ...event.members];
    return {
      ...event, base, members, list, subject: undefined, field: undefined, reason: undefined, rowReason: event.reason, hidden: undefined, rowHidden: event.hidden, isAboutSeveral: false, isChoice: false, isThere: () => true,
      variant: { ...event.variant, properties: { [id]: properties.id, ...event.variant.properties }, "x-order": members },
      make: ({ [id]: identity, ...values }) => ({ type, id: identity, event: event.make(values) }),
    };
  });
}

/** The fields of a state, with those of its parts in their places; parts in lists stay rows. */
function describedFields(schemas, schema, events) {
  const parts = new Map(schemas.variants(events).filter(variant => variant["x-part"] && !variant["x-rows"])
    .map(variant => [variant["x-part"], variant.properties.event]));
  const { shape } = schemas.shape(schema);
  return schemas.names(shape).flatMap(name => {
    const property = shape.properties[name];
    const { "x-tone": tone, "x-ordered-by": order, "x-counted-by": count, "x-section": section, "x-for-people": isForPeople = true } = schemas.resolve(property);
    if (!parts.has(name)) return [{ name, schema: property, tone, order, count, section, isForPeople, read: state => state?.[name] ?? null, isThere: state => state != null }];
    return describedFields(schemas, property, parts.get(name)).map(field => ({
      ...field, name: inPart(name, field.name), tone: inPart(name, field.tone), order: inPart(name, field.order), count: inPart(name, field.count), read: state => field.read(state?.[name]), isThere: state => field.isThere(state?.[name]),
    }));
  });
}

/** The events of a screen: which values each has, which field of the state shows what was entered, which list it is about. */
function describedEvents(schemas, events, fields) {
  return schemas.variants(events).flatMap(variant => {
    const { type } = schemas.constants(variant);
    // The core reports the appearance itself.
    if (typeof type !== "string" || variant["x-appearance"] === true) return [];
    if (variant["x-part"]) return partEvents(schemas, type, variant, fields);
    const members = schemas.names(variant).filter(name => name !== "type");
    const [, subject] = /^(.+?)(?:Was)?Changed$/.exec(type) ?? [];
    const field = variant["x-field"] ?? subject;
    const list = variant["x-rows"];
    return {
      type, variant, members, about: words.language === "en" ? variant.description : undefined, label: variant["x-label"], reason: variant["x-disabled-reason"], rowReason: variant["x-row-disabled-reason"],
      hidden: variant["x-hidden"], rowHidden: variant["x-row-hidden"], isAboutSeveral: variant["x-several"] === true, isChoice: variant["x-choice"] === true, purpose: variant["x-purpose"], file: variant["x-file"], isDestructive: variant["x-destructive"] === true,
      subject: subject ?? field, field: Object.hasOwn(fields, field ?? "") ? field : undefined,
      list: members.length && Object.hasOwn(fields, list ?? "") ? list : undefined,
      base: "/event", make: values => ({ type, ...values }), isThere: () => true,
    };
  });
}

export class DescribedView {
  /** What takes files, by the buttons that ask for them. */
  pickers = [];
  /** Places of a button each, which take no room while it is hidden. */
  besides = [];

  constructor(card, schemas, { state, events }) {
    Object.assign(this, { card, schemas, controls: readableControls(schemas) });
    this.fields = describedFields(schemas, state, events);
    const fields = Object.fromEntries(this.fields.map(field => [field.name, field.schema]));
    const names = Object.keys(fields);
    const described = this.events = describedEvents(schemas, events, schemas.shape(state).shape.properties ?? {});
    const isLive = event => (!event.list || event.isChoice) && event.members.length === 1 && event.subject !== undefined && this.isSimple(this.value(event));
    const live = described.filter(isLive);
    const isList = name => schemas.shape(fields[name]).shape["x-identity"] !== undefined;

    this.awaitAppearance(events);
    // What one chooses from is shown where one chooses.
    const choices = new Set(described.filter(({ isChoice }) => isChoice).map(({ list }) => list));
    for (const { isChoice, list } of described) if (!isChoice) choices.delete(list);
    this.lists = names.filter(name => isList(name) && !choices.has(name))
      .map(name => this.list(name, fields[name], described.filter(event => event.list === name && !event.isChoice)));
    // What a card is called is not said again.
    for (const { title, label } of this.lists) title.classList.toggle("spoken", label === card.front.title(card.kind));
    const listed = new Set(this.lists.map(list => list.name));
    const rest = described.filter(event => !live.includes(event) && !listed.has(event.list));
    this.live = live.map(event => new LiveField(this, event, fields));
    this.forms = rest.filter(event => event.members.length).map(event => new EventForm(this, event));
    this.buttons = rest.filter(event => !event.members.length).map(event => this.button(event));

    for (const list of this.lists) list.countName = this.fields.find(({ name }) => name === list.name).count;
    const isShown = new Set([...listed, ...choices, ...this.lists.map(({ countName }) => countName), ...this.fields.map(({ tone }) => tone), ...live.flatMap(event => [event.field, `${event.subject}Entered`]),
      ...described.flatMap(event => [event.reason, event.hidden]), ...this.fields.filter(({ isForPeople }) => !isForPeople).map(({ name }) => name)]);
    const activities = names.filter(name => name === "isBusy" || roleOf(schemas, fields[name]) === "activity");
    [this.busy] = activities;
    this.facts = this.fields.filter(({ name }) => !isShown.has(name) && !activities.includes(name)).map(field => this.fact(field));
    this.heading = this.facts.find(({ schema }) => roleOf(schemas, schema) === "title");

    const orders = new Map(this.fields.map(({ name, order }) => [name, order]));
    const ordering = new Map(this.lists.map(list => [orders.get(list.name), list]).filter(([name]) => name !== undefined));
    for (const field of this.live) ordering.get(field.event.field)?.heading.append(field.element);
    for (const { isTalk, heading } of this.lists) heading.classList.toggle("bare", isTalk && !heading.querySelector("tributary-field"));
    this.placeLoading();
    const entries = this.live.filter(field => !ordering.has(field.event.field));
    // What one writes to a list that grows at its end stands where it grows.
    const isAtEnd = this.lists.some(list => list.isAnchoredAtEnd);
    const press = event => this.press(event);
    // The total stands below its goods, and what one does with it there; and what is sent to a list with what one writes to it.
    const last = names.findLastIndex(isList);
    const isBelow = ({ name, schema }) => last >= 0 && names.indexOf(name) > last && (isAtEnd || isMoney(schemas.shape(schema).shape));
    const sums = this.facts.filter(isBelow);
    const others = this.facts.filter(fact => !sums.includes(fact));
    const above = arrange(this.fields, { facts: others, entries: isAtEnd ? [] : entries }, press);
    const below = arrange(this.fields, { facts: sums, entries: isAtEnd ? entries : [] }, press);
    this.factGroups = [...above.groups, ...below.groups];
    // NB: what is in nothing has nothing behind it.
    const [upper, lower] = [above, below].map(({ elements }) => make("div", {}, ...elements));
    this.placePickers(isAtEnd);
    this.placeRetry();
    const actions = this.actions = make("div", { className: "actions" },
      ...this.buttons.map(button => this.pickers.find(picker => picker.button === button)?.element ?? button).filter(({ parentElement }) => !parentElement));
    const place = actions.childElementCount ? [make("div", {}, actions)] : [];
    // NB: what one can do stands before a list, which may be long; not before one that grows towards it.
    const isBeforeLists = this.lists.length > 0 && !isAtEnd && (!sums.length || others.some(({ name, speaks }) => !speaks && names.indexOf(name) < last));
    this.element = make("div", { className: "described" }, ...upper.childNodes, ...(isBeforeLists ? place : []), ...this.lists.map(list => list.element),
      ...lower.childNodes, ...this.forms.map(form => form.element), ...(isBeforeLists ? [] : place));
    this.element.classList.toggle("talks", this.lists.some(({ isTalk }) => isTalk));
    this.element.classList.toggle("signs-in", !this.lists.length && this.live.some(({ input }) => input.autocomplete === "current-password"));
    this.nodes = [this.element];
    // The button that begins to choose messages stands in the heading of the card.
    this.tools = this.lists.map(({ selection }) => selection?.select).filter(Boolean);
    for (const list of this.lists) this.compose(list);
    for (const field of this.live) field.prepare();
    for (const button of this.buttons) card.prepare(button, button.closest(".actions") ?? button.closest(".picks") ?? undefined);
  }

  /** What a screen loads as it appears, the core begins to load once it has answered that the screen is open: a later answer says so. */
  async awaitAppearance(events) {
    this.hasAppeared = !this.schemas.variants(events).some(variant => variant["x-appearance"] === true);
    if (this.hasAppeared) return;
    try {
      await this.card.front.store.request("ping", {}, true);
    } catch {
      // The connection was cut: what the page shows is old then.
    }
    this.hasAppeared = true;
    if (this.element) this.card.render();
  }

  /** The buttons that load more rows stand at the edge where these come, if there is one list. */
  placeLoading() {
    if (this.lists.length !== 1) return;
    const [list] = this.lists;
    for (const button of this.buttons) {
      const { purpose } = button.dataset;
      if (purpose !== "loadEarlier" && purpose !== "loadMore") continue;
      const place = make("div", { className: "loads" }, button);
      if (purpose === "loadEarlier") list.rows.before(place);
      else list.rows.after(place);
      list.watch(place, purpose);
      this.besides.push([place, button]);
    }
    const button = purpose => this.buttons.find(button => button.dataset.purpose === purpose && !button.hidden && button.getAttribute("aria-disabled") !== "true");
    list.hasMore = () => button("loadMore") !== undefined;
    // Rows come as one scrolls; the button stays for those who do not.
    list.onEdge = purpose => {
      const loading = button(purpose);
      if (!loading || this.card.pending.has(loading)) return false;
      loading.click();
      return true;
    };
  }

  /** The buttons that ask for a file stand behind what shows it, and what becomes of it; those of a message beside what sends it, which stands there. */
  placePickers(isTalk) {
    for (const { button, event, element } of this.pickers) {
      element.prepend(button);
      const isShown = ({ name }) => name === event.field || name.startsWith(event.field) && /[A-Z]/.test(name[event.field.length]);
      const fact = !isTalk && event.field && this.facts.findLast(isShown);
      if (fact) fact.row.closest(".group").after(element);
    }
  }

  /** What tries again stands below what went wrong. */
  placeRetry() {
    const failure = this.facts.find(({ schema }) => roleOf(this.schemas, schema) === "failure");
    const button = this.buttons.find(({ dataset, parentElement }) => dataset.purpose === "refresh" && dataset.hiddenBy && !parentElement);
    if (!failure || !button) return;
    const place = make("div", {}, make("div", { className: "actions" }, button));
    failure.row.closest(".group").after(place);
    this.besides.push([place, button]);
  }

  /** A list that grows at its end leaves room for the field in which one writes. */
  compose(list) {
    if (!list.isAnchoredAtEnd) return;
    list.composer = this.live.find(({ input }) => input.matches("input:not([type=checkbox]), textarea"))?.input;
    list.fit(this.card.element, { whenFilled: () => this.showComposer() });
  }

  /** Enter in a field sends the event that submits, or the primary one, or the only one that there is, and Escape the one that cancels. */
  press(event) {
    if (event.isComposing) return;
    const isEnter = event.key === "Enter" && event.target.tagName === "INPUT";
    const purposes = isEnter ? ["submit", "primary"] : event.key === "Escape" ? ["cancel"] : [];
    const shown = this.buttons.filter(button => !button.hidden);
    const named = purposes.map(purpose => shown.find(button => button.dataset.purpose === purpose)).find(Boolean);
    // Where there is one thing to do, there is no doubt.
    const isOnly = isEnter && shown.length === 1 && !this.forms.length && !shown[0].classList.contains("destructive");
    const button = named ?? (isOnly ? shown[0] : undefined);
    if (!button) return;
    event.preventDefault();
    // NB: the browser reports what was typed only once the field is left.
    if (isEnter && this.live.find(({ input }) => input === event.target)?.check() === false) return;
    button.click();
  }

  /** Forgets what the state does not show. */
  forget() {
    this.rowForm?.close();
    for (const field of this.live) field.forget();
    for (const form of this.forms) form.forget();
    for (const { selection } of this.lists) selection?.chooseAll(false);
  }

  /** Brings what one writes to a list that grows at its end into view, with what sends it, where the person is. */
  showComposer() {
    if (!this.card.element.contains(document.activeElement)) return;
    const sends = this.buttons.find(button => button.classList.contains("primary") && !button.hidden);
    (sends ?? this.element.querySelector(".entries"))?.scrollIntoView({ block: "nearest" });
  }

  /** Whether what names this screen is the heading of its card. */
  get isHeaded() { return this.heading !== undefined; }

  /** What the heading of the card says is not said again. */
  headed(text) {
    this.heading?.row.classList.toggle("said", this.heading.value.textContent === text);
    if (this.heading) for (const group of this.factGroups) group.render();
  }

  /** What is wrong, and stands elsewhere, is not said here. */
  hush(said) {
    const others = this.facts.filter(fact => fact !== this.heading && HUSHED.has(roleOf(this.schemas, fact.schema)));
    for (const { row, value } of others) row.classList.toggle("said", said.has(value.textContent));
    for (const group of this.factGroups) group.render();
  }

  /** What tells this card from others of its kind: its title, or a text that names it. */
  ownName(state) {
    const flat = this.flat(state);
    if (this.heading) return flat[this.heading.name] == null ? "" : inline(this.schemas, this.heading.schema, flat[this.heading.name]);
    return TITLES.map(name => flat[name]).find(value => typeof value === "string" && value) ?? "";
  }

  value({ variant, members }) { return variant.properties[members[0]]; }

  isSimple(schema) {
    const { shape, isOne } = this.schemas.shape(schema);
    return isOne && !["object", "array"].includes([shape.type].flat()[0]);
  }

  /** A property of the state with its name; nothing of it is derived. */
  fact({ name, schema, section, tone }) {
    const speaks = SPEAKS_FOR_ITSELF.has(roleOf(this.schemas, schema)) || isPicture(this.schemas, this.schemas.shape(schema).shape);
    const title = labelOf(this.schemas, schema, name);
    const value = make(speaks ? "div" : "dd");
    const row = speaks ? value : make("div", {}, make("dt", { dir: "auto" }, title), value);
    // NB: a change is read out with its name.
    row.setAttribute("aria-atomic", "true");
    const role = roleOf(this.schemas, schema);
    if (role === "failure" || role === "success") row.setAttribute("role", role === "failure" ? "alert" : "status");
    row.dataset.field = name;
    return { name, schema, section, tone, title, speaks, row, value };
  }

  button(event) {
    const button = make("button", { type: "button", title: event.about ?? "" }, labelOfEvent(event));
    Object.assign(button.dataset, { event: event.type, ...(event.reason && { reason: event.reason }), ...(event.hidden && { hiddenBy: event.hidden }),
      ...(event.purpose && { purpose: event.purpose }) });
    if (event.purpose === "primary" || event.purpose === "submit") button.className = "primary";
    if (event.isDestructive) button.className = "destructive";
    const picker = this.picker(button, event);
    button.onclick = () => picker ? picker.open() : this.fire(button, event, {});
    button.isThere = event.isThere;
    return button;
  }

  /** What takes a file where a button asks for one. */
  picker(button, event) {
    if (!event.file || event.members.length) return undefined;
    const picker = new FilePicker(this, button, event);
    this.pickers.push(picker);
    return picker;
  }

  /** Sends the event of a button, and answers whether it was accepted. */
  async fire(button, event, values) {
    // NB: what was typed is read by the app; until it is, the app has an older value.
    if (this.isReading) await this.read();
    const isHeld = button.classList.contains("primary") && (this.showsProblem() || this.showsUnsent());
    return !isHeld && this.card.send(button, event.make(values));
  }

  get isReading() { return this.live.some(({ reading }) => reading); }

  /** The app has read what is in the fields. */
  async read() { while (this.isReading) await Promise.all(this.live.map(({ reading }) => reading)); }

  /** Whether a field has a text that cannot be read, so that the app has an older value. The field then says why, and gets the focus. */
  showsProblem() {
    for (const field of this.live) {
      const { input } = field;
      if (input === document.activeElement || field.isUnchecked) field.check();
      if (input.closest("[hidden]") || !(this.card.refused.get(input) instanceof InputProblem)) continue;
      input.focus();
      return true;
    }
    return false;
  }

  /** Whether a small form beside a form of the screen has a text that was not sent, such as a tag: the person is told once. */
  showsUnsent() {
    const form = this.live.length ? this.forms.find(form => form.hasUnsent) : undefined;
    form?.tellUnsent();
    return form !== undefined;
  }

  list(name, schema, events, List = ListView) {
    const { shape } = this.schemas.shape(schema);
    const actions = events.map(event => ({ ...event, member: this.rowMember(event, shape) }));
    const list = new List(this.schemas, name, schema, actions, {
      isBusy: state => state[this.busy] === true,
      hasFailed: state => this.fields.some(({ name, schema }) => roleOf(this.schemas, schema) === "failure" && state[name]),
      hasAppeared: () => this.hasAppeared, reason: () => this.card.reason(), address: id => this.card.front.rowAddress?.(this.card.kind, id),
      tap: (button, action, id) => this.tapRow(list, button, action, id),
    });
    return list;
  }

  /** What a row leads to is opened once: a second click goes to it. */
  tapRow(list, button, action, id) {
    const { front, kind } = this.card;
    const open = action === list.opening ? front.cardOfRow?.(kind, id) : undefined;
    if (open) front.places.visit(open);
    else if (action.members.length > 1 && !action.isAboutSeveral) this.askInRow(list, button, action, id);
    else this.tap(list, button, action.make({ [action.member]: id }));
  }

  async tap(list, button, event) {
    await this.card.send(button, event, { refuse: error => list.refuse(button, error.message) });
  }

  /** The value of an event that names its row: the first one, or where their order is not known, the likeliest. */
  rowMember({ members, variant }, { items, "x-identity": identity }) {
    if (variant["x-members"] || variant["x-order"]) return members[0];
    const type = schema => this.schemas.shape(schema).shape.type;
    const fits = name => type(variant.properties[name]) === type(this.schemas.shape(items).shape.properties?.[identity]);
    return members.find(name => name === identity) ?? members.find(name => /(Id|ID)$/.test(name)) ?? members.find(fits) ?? members[0];
  }

  /** What a list has at the moment, as the choices of an event. */
  choices({ list, rowReason, rowHidden }, state) {
    const { schemas } = this;
    const { items, "x-identity": identity } = schemas.shape(this.fields.find(({ name }) => name === list).schema).shape;
    if (identity === undefined) return (state[list] ?? []).map(text => ({ value: text, text }));
    const { shape } = schemas.shape(items);
    const members = schemas.names(shape).map(name => ({ name, schema: shape.properties[name] }));
    const tones = members.map(({ schema }) => schemas.resolve(schema)["x-tone"]);
    const shown = members.filter(({ name, schema }) => ![identity, rowReason, rowHidden, ...tones].includes(name) && schemas.resolve(schema)["x-for-people"] !== false);
    const isTitle = ({ schema }) => roleOf(schemas, schema) === "title";
    const ordered = [...shown.filter(isTitle), ...shown.filter(member => !isTitle(member))];
    const text = ({ name, schema }, value) => typeof value === "number" ? `${labelOf(schemas, schema, name)} ${inline(schemas, schema, value)}` : inline(schemas, schema, value);
    return (state[list] ?? []).filter(row => row[rowHidden] !== true).map(row => {
      const texts = ordered.filter(({ name, schema }) => typeof row[name] !== "boolean" && !isNothing(schemas, schema, row[name])).map(member => text(member, row[member.name]));
      const reason = row[rowReason];
      return { value: row[identity], text: (texts.join(", ") || String(row[identity])) + (reason ? ` (${reason})` : ""), isDisabled: Boolean(reason) };
    });
  }

  /** Opens, or closes, the form of an event about a row that has more values. */
  askInRow(list, button, action, id) {
    const wasOpen = button.getAttribute("aria-expanded") === "true";
    this.rowForm?.close();
    if (wasOpen) return;
    const { [action.member]: _, ...properties } = action.variant.properties;
    const form = new EventForm(this, { ...action, variant: { ...action.variant, properties } }, values => ({ ...values, [action.member]: id }));
    form.close = () => {
      this.rowForm = null;
      list.retract(form.element);
      button.setAttribute("aria-expanded", "false");
      if (button.isConnected && (document.activeElement === document.body)) button.focus();
    };
    Object.assign(form, { list: list.name, type: action.type, id, onAccepted: form.close });
    form.element.onkeydown = event => { if (event.key === "Escape") form.close(); };
    this.rowForm = form;
    button.setAttribute("aria-expanded", "true");
    list.extend(button.closest(".row"), form.element);
    form.element.querySelector("input, select, textarea, button").focus();
  }

  /** What is chosen in the lists of an earlier view is chosen in this one. */
  goOn({ lists, pickers }) {
    this.hasAppeared = true;
    for (const [index, picker] of this.pickers.entries()) picker.goOn(pickers[index]);
    for (const [index, { selection }] of this.lists.entries()) if (selection) selection.chosen = lists[index]?.selection?.chosen ?? selection.chosen;
  }

  /** Opens the form that is open at a row of an earlier view, and scrolls to where that is. */
  reopen({ rowForm }, scrolled) {
    for (const [index, { rows }] of this.lists.entries()) rows.scrollTop = scrolled[index] ?? 0;
    const list = this.lists.find(({ name }) => name === rowForm?.list);
    const action = list?.actions.find(({ type }) => type === rowForm.type);
    const button = [...list?.entries.values() ?? []].find(({ row }) => row[list.identity] === rowForm.id)?.element?.querySelector(`[data-row-event="${CSS.escape(rowForm.type)}"]`);
    if (action && button) this.askInRow(list, button, action, rowForm.id);
  }

  /** Whether an input has what a state says; undefined where a state does not say it, as of a secret. */
  shows(input, state) { return this.live.find(field => field.input === input)?.shows(this.flat(state)); }

  /** A state with the fields of its parts beside its own. */
  flat(state) { return { ...state, ...Object.fromEntries(this.fields.map(({ name, read }) => [name, read(state)])) }; }

  render(bare) {
    const state = this.flat(bare);
    const missing = new Set(this.fields.filter(field => !field.isThere(bare)).map(({ name }) => name));
    for (const fact of this.facts) this.renderFact(fact, state, missing.has(fact.name));
    for (const group of this.factGroups) group.render();
    for (const button of this.buttons) {
      button.hidden = !button.isThere(bare) || state[button.dataset.hiddenBy] === true;
      this.card.disable(button, button.hidden ? "" : this.reasonOf(button, state));
    }
    // What cannot be done takes no room.
    for (const [place, { hidden }] of this.besides) place.hidden = hidden;
    const { parentElement: place } = this.actions;
    if (place) place.hidden = [...this.actions.children, ...place.querySelectorAll(".refusal")].every(({ hidden, textContent }) => hidden || textContent === "");
    for (const list of this.lists) list.render(state[list.name] ?? [], state);
    for (const field of this.live) field.render(state, bare);
    for (const form of this.forms) form.render(state, bare);
    this.rowForm?.render(state, bare);
    this.headed(this.card.title.textContent);
  }

  /** Why a button is disabled. The app does not know what it could not read, and would say that it is missing. */
  reasonOf(button, state) {
    const reason = state[button.dataset.reason];
    const isUnread = reason && button.classList.contains("primary") && this.live.some(field => field.isUnread);
    return isUnread ? words.text("Correct what is marked.") : reason;
  }

  renderFact({ name, schema, tone, title, value, row }, state, isMissing) {
    const toned = toneOf(this.schemas, schema, state[tone]);
    const shown = [state[name], toned, isMissing];
    if (value.isFilled && isEqual(value.shown, shown)) return;
    row.hidden = isMissing || isNothing(this.schemas, schema, state[name]);
    value.replaceChildren(...(row.hidden ? [] : [element(this.schemas, schema, state[name], { name: title, tone: toned })]));
    Object.assign(value, { isFilled: true, shown });
  }

  /** What the view says of the state. */
  texts() {
    return [...this.facts.filter(({ row }) => !row.hidden).map(({ value }) => value.textContent),
      ...this.lists.filter(({ empty }) => !empty.hidden).map(({ empty }) => empty.textContent)];
  }
}

/** What the state says of a value, and goes for what is entered, too. */
const SAID_OF_BOTH = ["x-role", "x-prompt", "x-section", "minimum", "maximum", "x-minimum", "x-maximum", "x-step"];

/** An input that sends each change, and shows the property of the state that it is about. */
class LiveField {
  constructor(view, event, fields) {
    const shown = view.schemas.resolve(fields[event.field]);
    const words = Object.fromEntries(Object.entries(shown).filter(([word]) => SAID_OF_BOTH.includes(word)));
    const { "x-section": section, ...schema } = { ...words, ...view.schemas.resolve(view.value(event)) };
    const place = event.field ?? (Object.hasOwn(fields, `${event.subject}Entered`) ? `${event.subject}Entered` : undefined);
    Object.assign(this, { view, event, section: section ?? view.schemas.resolve(fields[place])["x-section"], place, member: event.members[0], schema });
    this.control = event.isChoice ? view.controls.offered(this.schema, this.label(fields)) : view.controls.control(this.schema, this.label(fields));
    this.element = make("tributary-field", {}, this.control.element);
    [this.input] = this.control.inputs;
    this.element.classList.toggle("wide", this.input.tagName === "TEXTAREA");
    if (this.input.type === "checkbox") {
      this.control.element.className = "toggle";
      this.input.setAttribute("role", "switch");
    }
    this.input.dataset.event = event.type;
    this.element.classList.toggle("text", this.input.matches("[type=text]:not([inputmode]), [type=search], textarea"));
    // What an input reports is said for those who write programs.
    if (view.card.front.store.inspects) this.input.title = event.about ?? "";
    this.isSecret = view.schemas.isSecret(this.schema);
    this.entered = `${event.subject}Entered`;
    this.showsEntered = this.isSecret && Object.hasOwn(fields, this.entered);
    const { input } = this;
    input.addEventListener("compositionstart", () => { input.isComposing = true; });
    input.addEventListener("compositionend", () => { input.isComposing = false; view.card.render(); });
    input.addEventListener("input", () => this.send());
    // What was typed is written as people write it once they are done.
    if (this.control.isTyped) input.addEventListener("blur", () => view.card.render());
    // What is typed may still become a value; once the user is done, it is said that it is none.
    input.addEventListener("change", () => {
      this.isUnchecked = this.isDone = true;
      afterPress(() => this.check());
    });
  }

  /** What the state calls what is entered, or else the event. */
  label(fields) {
    const { event: { field, subject }, schema, view: { schemas } } = this;
    const name = field ?? subject;
    return labelOf(schemas, schemas.resolve(fields[name])["x-label"] ? fields[name] : schema, name);
  }

  prepare() { this.view.card.prepare(this.input, this.control.element); }

  send() {
    const { card } = this.view;
    let value;
    try {
      value = this.control.read();
    } catch (problem) {
      if (problem.isCertain) this.refuse(problem);
      return;
    }
    card.accept(this.input);
    const event = this.event.make({ [this.member]: value });
    if (!this.control.isTyped) return card.send(this.input, event);
    this.unread = undefined;
    this.isDone = false;
    const text = this.input.value;
    const reading = this.reading = card.send(this.input, event, { refuse: error => this.refuseTyped(error, text) }).finally(() => {
      if (this.reading === reading) this.reading = undefined;
    });
  }

  /** The app could not read what was typed. It may still become a value; once the person is done, it is said that it is none. */
  refuseTyped(error, text) {
    // A later keystroke is on its way.
    if (this.input.value !== text) return;
    if (error.pointer === undefined) return this.view.card.refuse(this.input, error);
    const name = this.input.labels?.[0]?.firstChild?.textContent;
    this.unread = new InputProblem(this.input, explain(error, name));
    if (this.isDone || this.input !== document.activeElement) this.refuse(this.unread);
  }

  forget() {
    if (this.input.type === "checkbox") this.input.checked = false;
    else this.input.value = "";
  }

  shows(state) {
    // What was typed is compared by nobody but the app.
    if (this.isSecret || !this.event.field || this.control.isTyped) return undefined;
    try {
      return isEqual(this.control.read(), state[this.event.field]);
    } catch {
      return false;
    }
  }

  /** Says why what is typed is no value; `false` if it is none. */
  check() {
    const problem = this.problem();
    this.isUnchecked = false;
    if (problem) this.refuse(problem);
    return !problem;
  }

  refuse(problem) {
    this.view.card.refuse(this.input, problem);
    this.view.card.render();
  }

  /** Whether the app does not have what is typed, since it is no value. */
  get isUnread() { return !this.element.hidden && this.view.card.refused.get(this.input) instanceof InputProblem; }

  /** Why what is typed is no value; undefined if it is one. */
  problem() {
    if (this.unread) return this.unread;
    try {
      this.control.read();
    } catch (error) {
      return error;
    }
  }

  render(state, bare) {
    const { input } = this;
    this.element.hidden = !this.event.isThere(bare) || state[this.event.hidden] === true;
    this.view.card.disable(input, state[this.event.reason]);
    if (this.event.isChoice) this.control.offer(this.view.choices(this.event, state));
    // What is typed, and is no value yet, stays as other states come.
    if (this.view.card.isHeld(input) || input === document.activeElement && this.problem()) return;
    if (this.showsEntered) {
      if (!state[this.entered]) input.value = "";
      input.placeholder = state[this.entered] && !input.value ? words.text("Entered, and not shown") : "";
    } else if (this.event.field) {
      this.control.write(state[this.event.field]);
    }
  }
}

/**
 * A small form for an event with several values, or with one that the state does not show. What is in it, apart from secrets, is kept as a
 * draft unless it is about a row.
 */
class EventForm {
  constructor(view, event, complete) {
    Object.assign(this, { view, event, isKept: complete === undefined });
    const { card, schemas } = view;
    const title = labelOfEvent(event);
    const body = view.controls.control(event.variant, "");
    this.button = make("button", { title: event.about ?? "" }, title);
    this.problem = make("p", { className: "refusal", id: freshID(), dir: "auto" });
    this.problem.setAttribute("role", "alert");
    // One value has a label, and the button says what becomes of it.
    const isSmall = this.isSmall = body.inputs.length === 1;
    this.element = make("form", { className: "event-form", noValidate: true }, ...(isSmall ? [] : [make("h3", { dir: "auto" }, title)]), body.element,
      make("div", { className: "actions" }, this.button), this.problem);
    this.element.classList.toggle("small", isSmall);
    this.element.setAttribute("aria-label", title);
    this.element.dataset.event = event.type;
    for (const input of body.inputs) {
      if (input.type !== "checkbox") continue;
      input.setAttribute("role", "switch");
      input.closest("label").className = "toggle";
    }
    if (event.reason) this.button.dataset.reason = event.reason;
    card.prepare(this.button, this.problem);
    this.element.onsubmit = async submission => {
      submission.preventDefault();
      acceptForm(body.inputs, this.problem);
      let value;
      try {
        const { type, ...values } = body.read();
        value = event.make(complete ? complete(values) : values);
      } catch (error) {
        return this.refuse(error);
      }
      if (await card.send(this.button, value, { refuse: error => this.refuse(error) })) {
        this.element.reset();
        this.keep();
        this.onAccepted?.();
      } else {
        // NB: a secret does not stay on the page to be read later.
        for (const input of body.inputs) if (input.type === "password") input.value = "";
      }
    };
    this.inputs = body.inputs;
    if (this.isKept) {
      this.show(card.front.store.draft(card.instance, event.type));
      this.element.addEventListener("input", () => this.keep());
    }
  }

  /** What is no secret. */
  get open() { return this.inputs.filter(({ type, dataset }) => type !== "password" && !dataset.isJson); }

  show(draft) {
    for (const input of this.open) {
      const value = draft[input.dataset.pointer];
      if (typeof value === "boolean") input.checked = value;
      else if (typeof value === "string") input.value = value;
    }
  }

  /** Keeps what is entered, so that a page that is loaded again shows it. */
  keep() {
    if (!this.isKept) return;
    const entered = this.open.map(({ type, checked, value, dataset }) => [dataset.pointer, type === "checkbox" ? checked : value]);
    const values = entered.some(([, value]) => value) ? Object.fromEntries(entered) : null;
    const { front, instance } = this.view.card;
    front.store.keepDraft(instance, this.event.type, values);
  }

  forget() {
    acceptForm(this.inputs, this.problem);
    this.element.reset();
    this.keep();
  }

  /** Whether there is a text in it of which the person was not told that it is not sent. */
  get hasUnsent() {
    const { inputs: [input] } = this;
    return this.isSmall && !this.element.hidden && input.type === "text" && input.value !== "" && input.value !== this.told;
  }

  tellUnsent() {
    const { inputs: [input] } = this;
    this.told = input.value;
    this.refuse(new InputProblem(input, words.text("This is not there yet. {0} takes it over; without that it is left out.", this.button.textContent)));
  }

  refuse(error) {
    refuseInForm(this.inputs, this.problem, error, this.event.base);
  }

  render(state, bare) {
    this.element.hidden = !this.event.isThere(bare) || state[this.event.hidden] === true;
    this.view.card.disable(this.button, state[this.event.reason]);
  }
}

/** Shows why a form was refused, at the input at fault, and moves the focus there; at the end of the form if none is. */
export function refuseInForm(inputs, problem, error, base, say = explain) {
  const input = error instanceof InputProblem ? error.input
    : inputs.find(({ dataset }) => dataset.pointer && `${base}${dataset.pointer}` === error.pointer);
  (input ? input.closest("label") : problem.closest("form").querySelector(".actions, :scope > .members"))?.after(problem);
  setText(problem, say(error, input?.labels?.[0]?.firstChild?.textContent));
  if (!input) return;
  input.setAttribute("aria-invalid", "true");
  describeBy(input, problem, true);
  input.focus();
}

/** Takes back what was said about a form. */
export function acceptForm(inputs, problem) {
  setText(problem, "");
  for (const input of inputs) {
    input.removeAttribute("aria-invalid");
    describeBy(input, problem, false);
  }
}
