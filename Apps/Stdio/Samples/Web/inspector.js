"use strict";
// The inspector: forms, states and frames of whatever screens the core names. It is made of the core's schemas alone.

const SECRET = "<secret>";
const MOST_FRAMES = 500;
const ACTIONS = ["screen/open", "screen/send", "screen/close", "app/send"];

class Inspector {
  views = new Map();
  screens = new Map();
  script = [];

  constructor() {
    byID("describe").onchange = event => document.body.classList.toggle("describe", event.target.checked);
    byID("clear").onclick = () => byID("frames").replaceChildren();
    byID("copy").onclick = () => this.copy();
    for (const id of ["filter", "sent", "received"]) {
      byID(id).oninput = () => { for (const entry of byID("frames").children) this.sift(entry); };
    }
    this.session = new Session(this);
  }

  /** Asks a core that was just met what there is. */
  begin() {
    this.script = [];
    this.described = Promise.all([this.session.request("rpc.discover"), this.session.request("screen/list")]).then(
      ([discovered, { screens }]) => {
        this.schemas = new Schemas(discovered);
        this.screens = new Map(screens.map(screen => [screen.screen, screen]));
        byID("screens").replaceChildren(...screens.map(screen => this.opener(screen)));
        const params = discovered.methods?.find(({ name }) => name === "app/send")?.params ?? [];
        const schema = params.find(({ name }) => name === "event")?.schema;
        const forms = this.eventForms(schema, event => this.session.request("app/send", { event }));
        byID("app-events").replaceChildren(...forms);
      });
    this.described.catch(() => {});
  }

  end() {
    for (const id of ["screens", "app-events"]) byID(id).replaceChildren();
  }

  opener({ screen, about, params }) {
    const form = stamp("screen").firstElementChild;
    form.dataset.opens = screen;
    form.querySelector("h3").textContent = screen;
    form.querySelector("button").ariaLabel = `Open ${screen}`;
    form.querySelector("p").textContent = about ?? "";
    return this.fillForm(form, params, async params => (await this.open(screen, params)).element.focus());
  }

  async open(screen, params) {
    return this.show(screen, await this.session.request("screen/open", { screen, params }));
  }

  /** Opens the screens of the core that ended. */
  async fill(wanted) {
    await this.described;
    await Promise.all(wanted.map(({ screen, params }) => this.open(screen, params)));
  }

  /** A form for each variant of an event. */
  eventForms(schema, send) {
    return this.schemas.variants(schema).map(variant => {
      const form = stamp("event").firstElementChild;
      const name = this.schemas.constants(variant).type ?? variant.title ?? "event";
      form.dataset.event = name;
      form.querySelector("code").textContent = name;
      form.querySelector("button").ariaLabel = `Send ${name}`;
      form.querySelector(".about").textContent = variant.description ?? "";
      return this.fillForm(form, variant, send);
    });
  }

  /** Adds a schema's controls to a form, and sends what they hold. A secret's field is cleared when it was sent. */
  fillForm(form, schema, send) {
    const control = this.schemas.control(schema ?? {}, "");
    form.querySelector(".members").append(control.element);
    form.onsubmit = async event => {
      event.preventDefault();
      let text = "";
      try {
        const sent = send(control.read());
        for (const secret of form.querySelectorAll("[type=password]")) secret.value = "";
        await sent;
      } catch (error) {
        text = error.message;
      }
      setText(form.querySelector(".problem"), text);
    };
    return form;
  }

  show(screen, snapshot) {
    if (!this.views.has(snapshot.instance)) {
      const view = new InstanceView(this, this.screens.get(screen) ?? {}, snapshot.instance);
      this.views.set(snapshot.instance, view);
      byID("instances").append(view.element);
      byID("no-instances").hidden = true;
    }
    this.update(snapshot);
    return this.views.get(snapshot.instance);
  }

  update(snapshot) { this.views.get(snapshot.instance)?.receive(snapshot); }

  list(instances) {
    byID("no-instances").hidden = instances.length > 0;
    for (const [instance, view] of this.views) {
      if (instances.some(open => open.instance === instance)) continue;
      const hadFocus = view.element.contains(document.activeElement);
      this.views.delete(instance);
      view.element.remove();
      if (hadFocus) byID("instances").focus();
    }
    for (const { instance, screen } of instances) {
      if (this.views.has(instance)) continue;
      this.described.then(() => this.session.request("screen/get", { instance }))
        .then(snapshot => this.show(screen, snapshot), () => {});
    }
  }

  // Frames

  frame(direction, message, request) {
    const shown = this.masked(message);
    const name = message.method ?? (request ? `${request.method} reply` : "reply");
    this.note(direction, shown);
    const entry = document.createElement("li");
    const details = entry.appendChild(document.createElement("details"));
    const summary = details.appendChild(document.createElement("summary"));
    const text = JSON.stringify(shown);
    const gist = JSON.stringify(shown.params ?? shown.result ?? shown.error ?? {});
    entry.className = direction;
    entry.text = `${name} ${text}`.toLowerCase();
    summary.append(this.cell("time", new Date().toTimeString().slice(0, 8)), this.cell("way", direction),
      this.cell("name", name), this.cell("gist", gist.slice(0, 300)));
    details.ontoggle = () => {
      if (details.open && !details.querySelector("pre")) {
        details.appendChild(document.createElement("pre")).textContent = JSON.stringify(shown, null, 2);
      }
    };
    this.sift(entry);
    const list = byID("frames");
    const isAtEnd = list.scrollTop + list.clientHeight > list.scrollHeight - 40;
    list.append(entry);
    if (list.children.length > MOST_FRAMES) list.firstElementChild.remove();
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  }

  cell(kind, text) {
    const cell = document.createElement("span");
    cell.className = kind;
    cell.textContent = text;
    return cell;
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
    if (error) this.script = this.script.filter(action => action.id !== id);
    const opening = result?.instance && this.script.find(action => action.id === id);
    if (opening?.method === "screen/open") opening.opened = result.instance;
  }

  /** What a new core is to be sent for the same session, line by line, each followed by a wait until it is idle. */
  lines() {
    const opened = new Set(this.script.flatMap(({ opened }) => opened ?? []));
    const before = this.session.instances.filter(({ instance }) => !opened.has(instance)).map(
      ({ instance, screen, params }) =>
        ({ ...this.masked({ method: "screen/open", params: { screen, params } }), opened: instance }));
    const names = new Map();
    const lines = [];
    for (const { method, params, opened } of [...before, ...this.script]) {
      // NB: a new core counts its instances from 1, over all screens.
      if (opened) names.set(opened, `${params.screen}-${names.size + 1}`);
      const instance = names.get(params.instance);
      if (params.instance && !instance) continue;
      lines.push({ method, params: params.instance ? { ...params, instance } : params }, { method: "sync" });
    }
    return lines.map((line, index) => JSON.stringify({ jsonrpc: "2.0", id: index + 1, ...line }));
  }

  async copy() {
    const lines = this.lines();
    const text = lines.join("\n") + "\n";
    await navigator.clipboard.writeText(text);
    const secrets = text.includes(SECRET) ? ` Replace ${SECRET} by a secret.` : "";
    setText(byID("copied"), `Copied ${lines.length} lines.${secrets}`);
  }
}

/** An open screen: its state as a table, and its events. */
class InstanceView {
  rev = 0;
  rows = new Map();

  constructor(inspector, screen, instance) {
    Object.assign(this, { inspector, screen });
    const { session, schemas } = inspector;
    this.element = stamp("instance").firstElementChild;
    this.element.dataset.instance = instance;
    this.part = selector => this.element.querySelector(selector);
    this.part("h3").textContent = instance;
    this.part("h3").id = `${instance}-title`;
    this.element.setAttribute("aria-labelledby", `${instance}-title`);
    this.part(".close").ariaLabel = `Close ${instance}`;
    this.part(".close").onclick = () => session.request("screen/close", { instance }).catch(() => {});
    this.fields = schemas.resolve(screen.state ?? {}).properties ?? {};
    this.part(".events").append(...inspector.eventForms(screen.events, event =>
      session.request("screen/send", { instance, event })));
  }

  receive({ rev, state }) {
    if (rev < this.rev) return;
    const changed = Object.keys(state).filter(name => this.write(name, state[name]));
    if (this.rev && changed.length) {
      for (const [name, row] of this.rows) row.classList.toggle("changed", changed.includes(name));
      setText(this.part(".changes"), `Changed: ${changed.join(", ")}.`);
    }
    this.rev = rev;
    setText(this.part(".rev"), `rev ${rev}`);
  }

  /** Writes a property of the state, and returns whether it differs. */
  write(name, value) {
    const text = typeof value === "object" && value ? JSON.stringify(value, null, 1) : JSON.stringify(value);
    let row = this.rows.get(name);
    if (!row) {
      row = this.part("tbody").insertRow();
      row.dataset.field = name;
      const head = row.appendChild(document.createElement("th"));
      head.scope = "row";
      head.append(name);
      const about = head.appendChild(document.createElement("small"));
      about.textContent = this.fields[name]?.description ?? "";
      row.insertCell().className = "value";
      this.rows.set(name, row);
    }
    const cell = row.cells[1];
    if (cell.textContent === text) return false;
    cell.textContent = text;
    cell.dataset.kind = value === null ? "null" : typeof value;
    return true;
  }
}

/** JSON Schema as far as the core's descriptions go: forms, and where secrets are. */
class Schemas {
  constructor(root) { this.root = root; }

  /** The schema that a reference names; the members beside the reference, such as a description, stay. */
  resolve(schema, depth = 0) {
    if (typeof schema?.$ref !== "string" || depth > 16) return schema ?? {};
    const { $ref, ...beside } = schema;
    const path = $ref.replace(/^#\/?/, "").split("/").filter(Boolean);
    const target = path.reduce(
      (value, key) => value?.[decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~")], this.root);
    return { ...this.resolve(target, depth + 1), ...beside };
  }

  variants(schema) {
    const resolved = this.resolve(schema);
    const choices = resolved.oneOf ?? resolved.anyOf;
    return choices ? choices.flatMap(choice => this.variants(choice)) : schema ? [resolved] : [];
  }

  /** The properties that tell a variant from the others. */
  constants(schema) {
    const fixed = Object.entries(this.resolve(schema).properties ?? {}).map(([name, property]) => {
      const { const: value, enum: values } = this.resolve(property);
      return [name, values?.length === 1 ? values[0] : value];
    });
    return Object.fromEntries(fixed.filter(([, value]) => value !== undefined));
  }

  mask(value, schema) {
    const resolved = this.resolve(schema);
    if (resolved["x-secret"] || resolved.writeOnly) return value === "" || value === null ? value : SECRET;
    for (const choice of [...resolved.oneOf ?? [], ...resolved.anyOf ?? [], ...resolved.allOf ?? []]) {
      const constants = Object.entries(this.constants(choice));
      if (constants.every(([name, constant]) => value?.[name] === constant)) value = this.mask(value, choice);
    }
    if (Array.isArray(value)) return value.map(item => this.mask(item, resolved.items));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) =>
      [name, this.mask(member, resolved.properties?.[name])]));
  }

  /** An element for a value of a schema, and what it holds; `undefined` is a value that is left out. */
  control(schema, label, isRequired = true) {
    const choices = this.variants(schema);
    const [first] = choices.filter(choice => choice.type !== "null");
    const isNullable = choices.some(choice => choice.type === "null");
    if (!first || choices.length > (isNullable ? 2 : 1)) return this.anyControl(label, isRequired);
    const isOptional = !isRequired || isNullable;
    const absent = isRequired ? null : undefined;
    if ("const" in first) return { element: "", read: () => first.const };
    if (first.enum?.length === 1) return { element: "", read: () => first.enum[0] };
    if (first.enum) {
      const values = first.enum;
      const select = document.createElement("select");
      if (isOptional) select.add(new Option("", ""));
      values.forEach((value, index) => select.add(new Option(String(value), String(index))));
      return this.labelled(label, select, () => select.value === "" ? absent : values[select.value]);
    }
    switch ([first.type].flat()[0]) {
      case "object": return this.objectControl(first, label);
      case "boolean": {
        const input = Object.assign(document.createElement("input"), { type: "checkbox" });
        return this.labelled(label, input, () => input.checked);
      }
      case "integer": case "number": {
        const input = Object.assign(document.createElement("input"), { type: "number", step: "any", required: !isOptional });
        return this.labelled(label, input, () => input.value === "" ? absent : input.valueAsNumber);
      }
      case "string": {
        const isSecret = first["x-secret"] || first.writeOnly;
        const input = Object.assign(document.createElement("input"), {
          type: isSecret ? "password" : "text", autocomplete: isSecret ? "new-password" : "off",
          placeholder: first.format ?? "", spellcheck: false,
        });
        return this.labelled(label, input, () => input.value === "" && isOptional ? absent : input.value);
      }
      default: return this.anyControl(label, isRequired);
    }
  }

  objectControl({ properties = {}, required = [] }, label) {
    const parts = Object.entries(properties).map(([name, property]) =>
      [name, this.control(property, name, required.includes(name))]);
    const group = document.createElement(label ? "fieldset" : "div");
    if (label) group.appendChild(document.createElement("legend")).append(label);
    group.append(...parts.map(([, part]) => part.element));
    const read = () => Object.fromEntries(parts.map(([name, part]) => [name, part.read()]).filter(([, value]) => value !== undefined));
    return { element: group, read };
  }

  /** A value that no other control fits is written as JSON. */
  anyControl(label, isRequired) {
    const area = Object.assign(document.createElement("textarea"), { placeholder: "JSON", required: isRequired, rows: 2 });
    return this.labelled(label, area, () => {
      if (!area.value.trim()) return undefined;
      try {
        return JSON.parse(area.value);
      } catch {
        throw new Error(`${label} is not JSON.`);
      }
    });
  }

  labelled(label, input, read) {
    const element = document.createElement("label");
    if (input.type === "checkbox") element.className = "check";
    element.append(label, input);
    return { element, read };
  }
}

new Inspector();
