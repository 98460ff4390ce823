// The inspector: forms, states and frames of whatever screens the core names. It is made of the core's schemas alone.
import { openStore } from "./connection.js";
import { Controls } from "./controls.js";
import { acceptForm, refuseInForm } from "./described.js";
import { showApp, titleOf } from "./names.js";
import { byID, freshID, make, setText, stamp } from "./page.js";
import { defineElements } from "./parts.js";
import { SECRET, Schemas } from "./schemas.js";
import { words } from "./words.js";

const MOST_FRAMES = 500;
const ACTIONS = ["screen/open", "screen/send", "screen/close", "app/send"];

class Inspector {
  views = new Map();
  screens = new Map();
  script = [];
  // What was typed beside the screens of a core that has ended, for the same screens of the next one.
  typed = [];

  constructor() {
    byID("describe").onchange = event => document.body.classList.toggle("describe", event.target.checked);
    byID("clear").onclick = () => byID("frames").replaceChildren();
    byID("copy").onclick = () => this.copy();
    for (const id of ["filter", "sent", "received"]) {
      byID(id).oninput = () => { for (const entry of byID("frames").children) this.sift(entry); };
    }
    document.onvisibilitychange = () => this.reportVisibility();
    this.store = openStore(this);
    defineElements(this);
  }

  /** Out of sight is inactive, as of any page. */
  reportVisibility() { this.store?.notify("bridge/visible", { isVisible: !document.hidden, isInspector: true }); }

  /** There is a connection again, perhaps with another start of the app. */
  begin() {
    this.reportVisibility();
    if (this.run !== this.store.run) this.script = [];
    this.run = this.store.run;
  }

  /** A start of the app says what it is. What is typed in these forms stays where it has the same ones as the last one. */
  described({ screens, app, title, document: discovered }, isNew) {
    if (!isNew) return;
    const { name, ...shown } = titleOf(title, discovered.info?.title);
    if (name) showApp({ name, ...shown });
    document.title = [words.text("Inspector"), name].filter(Boolean).join(" – ");
    this.schemas = new Schemas(discovered);
    this.screens = screens;
    byID("screens").replaceChildren(...[...screens.values()].filter(screen => screen !== app).map(screen => this.opener(screen)));
    const params = discovered.methods?.find(({ name }) => name === "app/send")?.params ?? [];
    const schema = params.find(({ name }) => name === "event")?.schema;
    byID("app-events").replaceChildren(...this.eventForms(schema, event => this.store.request("app/send", { event })));
  }

  /** The core was started again. */
  replace(instances) {
    // A core that ends before its screens are shown again takes nothing with it.
    if (this.views.size) {
      this.typed = [...this.views.values()].map(view => ({ screen: view.screen.screen, values: view.typed }));
    }
    for (const instance of [...this.views.keys()]) this.closed({ instance });
    this.list(instances);
  }

  /** The user has signed out: what was typed goes, also on screens that stay open. */
  signedOut() {
    this.typed = [];
    for (const form of document.querySelectorAll("main form")) form.reset();
  }

  /** What the user did, in words. */
  describe(method, { instance, screen, event }) {
    return [event?.type ?? method, instance ?? screen].filter(Boolean).join(" ");
  }

  opener({ screen, about, params }) {
    const form = stamp("screen").firstElementChild;
    form.dataset.opens = screen;
    form.querySelector("h3").textContent = screen;
    form.querySelector("button").ariaLabel = words.text("Open {0}", screen);
    form.querySelector("p").textContent = about ?? "";
    return this.fillForm(form, params, async params => (await this.open(screen, params)).element.focus(), "/params");
  }

  async open(screen, params) {
    return this.show(screen, await this.store.request("screen/open", { screen, params }));
  }

  /** A form for each variant of an event. */
  eventForms(schema, send) {
    return this.schemas.variants(schema).map(variant => {
      const form = stamp("event").firstElementChild;
      const name = this.schemas.constants(variant).type ?? variant.title ?? "event";
      form.dataset.event = name;
      form.querySelector("code").textContent = name;
      form.querySelector("button").ariaLabel = words.text("Send {0}", name);
      form.querySelector(".about").textContent = variant.description ?? "";
      return this.fillForm(form, variant, send, "/event");
    });
  }

  /** Adds a schema's controls to a form, and sends what they hold. A secret's field is cleared when it was sent. */
  fillForm(form, schema, send, base) {
    form.querySelector(".problem").id = freshID();
    const control = new Controls(this.schemas).control(schema ?? {}, "");
    form.querySelector(".members").append(control.element);
    form.onsubmit = async event => {
      event.preventDefault();
      const problem = form.querySelector(".problem");
      acceptForm(control.inputs, problem);
      try {
        const sent = send(control.read());
        for (const secret of form.querySelectorAll("[type=password]")) secret.value = "";
        await sent;
      } catch (error) {
        refuseInForm(control.inputs, problem, error, base, ({ message }) => message);
      }
    };
    return form;
  }

  show(screen, snapshot) {
    if (!this.views.has(snapshot.instance)) {
      const view = new InstanceView(this, this.screens.get(screen) ?? {}, snapshot.instance);
      this.views.set(snapshot.instance, view);
      byID("instances").append(view.element);
      const index = this.typed.findIndex(typed => typed.screen === screen);
      if (index >= 0) [{ values: view.typed }] = this.typed.splice(index, 1);
      byID("no-instances").hidden = true;
    }
    this.update(this.store.snapshots.get(snapshot.instance));
    return this.views.get(snapshot.instance);
  }

  update(snapshot) { this.views.get(snapshot.instance)?.receive(snapshot); }

  /** The app opened a screen. */
  async opened({ instance, screen }) {
    await this.store.described;
    if (this.store.snapshots.has(instance)) this.show(screen, { instance });
  }

  /** The app closed a screen. */
  closed({ instance }) {
    const view = this.views.get(instance);
    if (!view) return;
    const hadFocus = view.element.contains(document.activeElement);
    this.views.delete(instance);
    view.element.remove();
    if (hadFocus) byID("instances").focus();
    byID("no-instances").hidden = this.views.size > 0;
  }

  list(instances) {
    for (const instance of [...this.views.keys()]) {
      if (!instances.some(open => open.instance === instance)) this.closed({ instance });
    }
    byID("no-instances").hidden = instances.length > 0;
    for (const { instance, screen } of instances) {
      if (this.views.has(instance)) continue;
      this.store.described.then(() => this.store.get(instance)).then(() => {
        if (this.store.snapshots.has(instance)) this.show(screen, { instance });
      }).catch(() => {});
    }
  }

  // Frames

  frame(direction, message, request) {
    const shown = this.masked(message);
    const name = message.method ?? (request ? `${request.method} reply` : "reply");
    this.note(direction, shown);
    const gist = JSON.stringify(shown.params ?? shown.result ?? shown.error ?? {});
    const cells = { time: new Date().toTimeString().slice(0, 8), way: direction, name, gist: gist.slice(0, 300) };
    const summary = make("summary", {}, ...Object.entries(cells).map(([className, text]) => make("span", { className }, text)));
    const details = make("details", {}, summary);
    details.ontoggle = () => { if (details.open && summary === details.lastChild) details.append(make("pre", {}, JSON.stringify(shown, null, 2))); };
    const entry = make("li", { className: direction, text: `${name} ${JSON.stringify(shown)}`.toLowerCase() }, details);
    this.sift(entry);
    const list = byID("frames");
    const isAtEnd = list.scrollTop + list.clientHeight > list.scrollHeight - 40;
    list.append(entry);
    if (list.children.length > MOST_FRAMES) list.firstElementChild.remove();
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  }

  sift(entry) {
    entry.hidden = !byID(entry.className).checked || !entry.text.includes(byID("filter").value.toLowerCase());
  }

  /** A message without its secrets, by the schemas. Where there is no schema, every text may be one. */
  masked({ params, ...message }) {
    const mask = (value, schema) =>
      Object.keys(value ?? {}).length ? this.schemas?.mask(value, schema ?? { writeOnly: true }) ?? SECRET : value;
    const opening = ({ params, ...opening }) =>
      params ? { ...opening, params: mask(params, this.screens.get(opening.screen)?.params) } : opening;
    if (message.method === "screen/open") params = opening(params);
    if (message.method === "bridge/session") params = { ...params, instances: params.instances.map(opening) };
    if (message.method === "screen/send") {
      params = { ...params, event: mask(params.event, this.views.get(params.instance)?.screen.events) };
    }
    return params ? { ...message, params } : message;
  }

  // Script

  /** Keeps what this page did to the app, unless the core refuses it. */
  note(direction, { id, method, params, result, error }) {
    if (direction === "sent" && ACTIONS.includes(method)) this.script.push({ id, method, params });
    if (method === "screen/opened") this.script.push({ method, params: { screen: params.screen }, opened: params.instance });
    if (error) this.script = this.script.filter(action => action.id !== id);
    const opening = result?.instance && this.script.find(action => action.id === id);
    if (opening?.method === "screen/open") opening.opened = result.instance;
  }

  /** What a new core is to be sent for the same session, line by line, each followed by a wait until it is idle. */
  lines() {
    const opened = new Set(this.script.flatMap(({ opened }) => opened ?? []));
    const before = this.store.instances.getSnapshot().filter(({ instance, opener }) => !opened.has(instance) && !opener).map(
      ({ instance, screen, params }) =>
        ({ ...this.masked({ method: "screen/open", params: { screen, params } }), opened: instance }));
    const names = new Map();
    const lines = [];
    for (const { method, params, opened } of [...before, ...this.script]) {
      // NB: a new core counts its instances from 1, over all screens.
      if (opened) names.set(opened, `${params.screen}-${names.size + 1}`);
      const instance = names.get(params.instance);
      if (params.instance && !instance || method === "screen/opened") continue;
      lines.push({ method, params: params.instance ? { ...params, instance } : params }, { method: "sync" });
    }
    return lines.map((line, index) => JSON.stringify({ jsonrpc: "2.0", id: index + 1, ...line }));
  }

  async copy() {
    const lines = this.lines();
    const text = lines.join("\n") + "\n";
    await navigator.clipboard.writeText(text);
    const secrets = text.includes(SECRET) ? " " + words.text("Replace {0} by a secret.", SECRET) : "";
    setText(byID("copied"), words.text("Copied {0} lines.", lines.length) + secrets);
  }
}

/** An open screen: its state as a table, and its events. */
class InstanceView {
  rev = 0;
  rows = new Map();

  constructor(inspector, screen, instance) {
    Object.assign(this, { inspector, screen });
    const { store, schemas } = inspector;
    this.element = stamp("instance").firstElementChild;
    this.element.dataset.instance = instance;
    this.part = selector => this.element.querySelector(selector);
    this.part("h3").textContent = instance;
    this.part("h3").id = `${instance}-title`;
    this.element.setAttribute("aria-labelledby", `${instance}-title`);
    this.part(".close").ariaLabel = words.text("Close {0}", instance);
    this.part(".close").onclick = () => store.request("screen/close", { instance }).catch(() => {});
    this.fields = schemas.resolve(screen.state ?? {}).properties ?? {};
    this.part(".events").append(...inspector.eventForms(screen.events, event =>
      store.request("screen/send", { instance, event })));
  }

  /** What is typed in the forms, but for secrets. */
  get typed() { return this.inputs.map(({ checked, value }) => ({ checked, value })); }

  set typed(values) {
    // Another core may have other forms.
    if (values.length === this.inputs.length) this.inputs.forEach((input, index) => Object.assign(input, values[index]));
  }

  get inputs() { return [...this.part(".events").querySelectorAll("input:not([type=password]), select, textarea")]; }

  receive({ rev, state }) {
    if (rev < this.rev) return;
    const changed = Object.keys(state).filter(name => this.write(name, state[name]));
    if (this.rev && changed.length) {
      for (const [name, row] of this.rows) row.classList.toggle("changed", changed.includes(name));
      setText(this.part(".changes"), words.text("Changed: {0}.", changed.join(", ")));
    }
    this.rev = rev;
    setText(this.part(".rev"), `rev ${rev}`);
  }

  /** Writes a property of the state, and returns whether it differs. */
  write(name, value) {
    const text = typeof value === "object" && value ? JSON.stringify(value, null, 1) : JSON.stringify(value);
    let row = this.rows.get(name);
    if (!row) {
      const about = make("small", {}, this.fields[name]?.description ?? "");
      row = make("tr", {}, make("th", { scope: "row" }, name, about), make("td", { className: "value", dir: "auto" }));
      row.dataset.field = name;
      this.part("tbody").append(row);
      this.rows.set(name, row);
    }
    const cell = row.cells[1];
    if (cell.textContent === text) return false;
    cell.textContent = text;
    cell.dataset.kind = value === null ? "null" : typeof value;
    return true;
  }
}

new Inspector();
