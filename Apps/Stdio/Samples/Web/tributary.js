"use strict";
// The session, which the inspector has as well, and the front.

const byID = id => document.getElementById(id);
const stamp = id => byID(id).content.cloneNode(true);

/** Changes a text only when it differs: a screen reader announces each change of a live region. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** JSON-RPC with the core, over the bridge's WebSocket, which keeps messages in order. It connects again when it is cut. */
class Session {
  requests = new Map();
  count = 0;
  delay = 250;
  instances = [];

  constructor(page) {
    this.page = page;
    // A tab that had a session before this load is told when that session has ended.
    this.isReturning = sessionStorage.getItem("session") !== null;
    if (!this.isReturning) {
      const random = crypto.getRandomValues(new Uint8Array(16));
      sessionStorage.setItem("session", Array.from(random, byte => byte.toString(16).padStart(2, "0")).join(""));
    }
    byID("start").onclick = () => this.start();
    this.connect();
  }

  connect() {
    const socket = this.socket = new WebSocket(`ws://${location.host}/session?key=${sessionStorage.getItem("session")}`);
    socket.onopen = () => { this.delay = 250; };
    socket.onmessage = message => this.receive(JSON.parse(message.data));
    socket.onclose = () => {
      this.end(new Error("The bridge does not answer."));
      byID("connection").dataset.is = "off";
      this.notice("The bridge does not answer. Is it running? The page connects again as soon as it does.", false);
      setTimeout(() => this.connect(), this.delay);
      this.delay = Math.min(this.delay * 2, 4000);
    };
  }

  /** Sends a request; the promise fails with an `Error` that has the core's hint. */
  request(method, params = {}) {
    return new Promise((resolve, reject) => {
      const message = { jsonrpc: "2.0", id: ++this.count, method, params };
      this.requests.set(message.id, { method, params, resolve, reject });
      this.write(message);
    });
  }

  notify(method, params) { this.write({ jsonrpc: "2.0", method, params }); }

  write(message) {
    if (this.socket.readyState !== WebSocket.OPEN) {
      if (message.id) this.take(message.id).reject(new Error("The bridge does not answer."));
      return;
    }
    this.page.frame?.("sent", message);
    this.socket.send(JSON.stringify(message));
  }

  take(id) {
    const request = this.requests.get(id);
    this.requests.delete(id);
    return request;
  }

  receive(message) {
    const request = this.requests.get(message.id);
    if (request) this.requests.delete(message.id);
    this.page.frame?.("received", message, request);
    if (message.method === "bridge/session") this.adopt(message.params);
    else if (message.method === "screen/update") this.page.update(message.params);
    else if (request && message.error) request.reject(new Error(describe(message.error)));
    else if (request) request.resolve(message.result);
  }

  /** The bridge describes the session whenever it changes. */
  adopt({ mode, isRunning, endText, instances }) {
    if (!isRunning) this.end(new Error(endText ?? "The core does not run."));
    if (instances.length || isRunning) this.instances = instances;
    setText(byID("connection"), mode === "shared" ? "Shared session" : "Session of this page");
    byID("connection").dataset.is = isRunning ? "on" : "off";
    const knew = this.isReturning;
    this.isReturning = true;
    if (isRunning) {
      byID("notice").hidden = true;
      if (!this.isOpen) this.page.begin();
      this.isOpen = true;
      this.page.list(instances);
    } else if (endText || knew) {
      this.notice(endText ?? "The session of this page has ended: the bridge was started again.", true);
    } else {
      this.start();
    }
  }

  /** Starts the core. Of the pages that share it, one opens the screens. */
  async start() {
    byID("start").disabled = true;
    try {
      const wanted = this.instances;
      if ((await this.request("bridge/start")).isStarted) await this.page.fill?.(wanted);
    } catch (error) {
      if (!this.isOpen) this.notice(error.message, true);
    }
    byID("start").disabled = false;
  }

  end(error) {
    this.isOpen = false;
    for (const id of [...this.requests.keys()]) this.take(id).reject(error);
    this.page.list([]);
    this.page.end?.();
  }

  notice(text, canStart) {
    byID("notice").hidden = false;
    setText(byID("notice-text"), text);
    byID("start").hidden = !canStart;
  }
}

/** A reply's error for people. */
function describe({ code, message, data }) {
  return [message, data?.pointer, data?.hint].filter(Boolean).join(": ") + ` (${code})`;
}

// ---------------------------------------------------------------- the front

/** The cards of the open screens. What they show is in the states; how, is in the attributes of the templates. */
class Front {
  cards = new Map();
  templates = [...document.querySelectorAll("template[data-screen]")];

  constructor() {
    for (const template of this.templates) byID("opener").append(this.chip(template));
    byID("open-all").onclick = () => this.fill([]);
    document.onvisibilitychange = () => this.reportVisibility();
    this.session = new Session(this);
  }

  /** The button that opens a screen, and the field of its parameter. */
  chip({ dataset: { screen, title, parameter, parameterLabel } }) {
    const chip = document.createElement("form");
    const button = chip.appendChild(document.createElement("button"));
    chip.dataset.opens = screen;
    button.append(title);
    button.setAttribute("aria-label", `Open ${title}`);
    const field = parameter && chip.appendChild(document.createElement("input"));
    if (field) Object.assign(field, { placeholder: parameterLabel, ariaLabel: parameterLabel, autocomplete: "off" });
    chip.onsubmit = async event => {
      event.preventDefault();
      const card = await this.open(screen, field?.value ? { [parameter]: field.value } : {});
      card?.element.focus();
    };
    return chip;
  }

  begin() { this.reportVisibility(); }

  /** Out of sight is inactive: the bridge reports it to the core when it is true of all pages. */
  reportVisibility() { this.session?.notify("bridge/visible", { isVisible: !document.hidden }); }

  async fill(wanted) {
    const screens = wanted.length ? wanted : this.templates.map(template => ({ screen: template.dataset.screen }));
    await Promise.all(screens.map(({ screen, params }) => this.open(screen, params)));
  }

  async open(screen, params = {}) {
    try {
      const snapshot = await this.session.request("screen/open", { screen, params });
      byID("notice").hidden = true;
      return this.show(screen, snapshot);
    } catch (error) {
      if (this.session.isOpen) this.session.notice(error.message, false);
    }
  }

  show(screen, snapshot) {
    const template = this.template(screen);
    if (!this.cards.has(snapshot.instance)) {
      const card = new Card(this.session, template, snapshot);
      this.cards.set(snapshot.instance, card);
      byID("cards").append(card.element);
    }
    byID("empty").hidden = true;
    this.update(snapshot);
    return this.cards.get(snapshot.instance);
  }

  update(snapshot) { this.cards.get(snapshot.instance)?.receive(snapshot); }

  template(screen) { return this.templates.find(({ dataset }) => dataset.screen === screen); }

  /** Shows what is open in the session, whichever page opened it. A screen without a template is for the inspector. */
  list(open) {
    const instances = open.filter(({ screen }) => this.template(screen));
    for (const [instance, card] of this.cards) {
      if (!instances.some(open => open.instance === instance)) this.remove(instance, card);
    }
    byID("opener").hidden = !this.session?.isOpen;
    byID("empty").hidden = !this.session?.isOpen || instances.length > 0;
    for (const { instance, screen } of instances) {
      if (this.cards.has(instance)) continue;
      this.session.request("screen/get", { instance }).then(snapshot => this.show(screen, snapshot), () => {});
    }
  }

  /** Removes a card. The focus moves on to a neighbour if the card had it. */
  remove(instance, card) {
    const next = card.element.nextElementSibling ?? card.element.previousElementSibling ?? byID("cards");
    const hadFocus = card.element.contains(document.activeElement);
    this.cards.delete(instance);
    card.element.remove();
    if (hadFocus) next.focus();
  }
}

/** A screen's card: elements bound to properties of the state, and events that they send. */
class Card {
  rev = 0;
  pending = new Map();

  constructor(session, template, { instance }) {
    Object.assign(this, { session, instance, busy: template.dataset.busy });
    this.element = stamp("frame").firstElementChild;
    this.element.dataset.instance = instance;
    this.element.dataset.kind = template.dataset.screen;
    this.part = selector => this.element.querySelector(selector);
    const title = this.part("h2");
    title.textContent = template.dataset.title;
    title.id = `${instance}-title`;
    this.element.setAttribute("aria-labelledby", title.id);
    this.part(".instance").textContent = instance;
    this.part(".close").ariaLabel = `Close ${template.dataset.title} ${instance}`;
    this.part(".close").onclick = () => this.request("screen/close", {});
    this.part(".problem").before(template.content.cloneNode(true));
    this.bound = [...this.element.querySelectorAll("*")].filter(element => Object.keys(element.dataset).length);
    for (const element of this.bound) if (element.dataset.event) this.listen(element);
    for (const form of this.element.querySelectorAll("form")) form.onsubmit = event => event.preventDefault();
  }

  listen(element) {
    const { event, member } = element.dataset;
    if (!member) return element.addEventListener("click", () => this.send(element, { type: event }));
    element.addEventListener("compositionstart", () => { element.isComposing = true; });
    element.addEventListener("compositionend", () => { element.isComposing = false; this.render(); });
    element.addEventListener("input", () =>
      this.send(element, { type: event, [member]: element.type === "checkbox" ? element.checked : element.value }));
    element.autocomplete ||= "off";
  }

  /** While an event of a field is on its way, the field keeps what the user sees; then the state has the last word. */
  async send(element, event) {
    this.pending.set(element, (this.pending.get(element) ?? 0) + 1);
    await this.request("screen/send", { event });
    this.pending.set(element, this.pending.get(element) - 1);
    this.render();
  }

  async request(method, params) {
    try {
      await this.session.request(method, { instance: this.instance, ...params });
      setText(this.part(".problem"), "");
    } catch (error) {
      setText(this.part(".problem"), error.message);
    }
  }

  receive({ rev, state }) {
    if (rev < this.rev) return;
    Object.assign(this, { rev, state });
    this.render();
  }

  render() {
    const { state } = this;
    const focused = this.element.contains(document.activeElement) ? document.activeElement : null;
    if (this.busy) this.part(".activity").hidden = !state[this.busy];
    this.element.classList.toggle("busy", Boolean(this.busy && state[this.busy]));
    for (const element of this.bound) this.bind(element, element.dataset, state);
    this.keepFocus(focused);
  }

  bind(element, { text, tone, hidden, shown, enabled, value, checked, entered, clear }, state) {
    if (text) setText(element, state[text] === null ? "" : String(state[text]));
    if (tone) element.dataset.look = state[tone];
    if (hidden) element.hidden = state[hidden];
    if (shown) element.hidden = !state[shown];
    if (enabled) element.disabled = !state[enabled];
    if (this.pending.get(element) || element.isComposing) return;
    if (checked) element.checked = state[checked];
    if (value && element.value !== state[value]) {
      const { selectionStart, selectionEnd } = element;
      element.value = state[value];
      if (element === document.activeElement) element.setSelectionRange(selectionStart, selectionEnd);
    }
    if (clear && state[clear]) element.value = "";
    if (entered) {
      if (!state[entered]) element.value = "";
      element.placeholder = state[entered] && !element.value ? "Entered, and not shown" : "";
    }
  }

  /** A focused button that goes away leaves the focus to its card, and gets it back when it returns. */
  keepFocus(focused) {
    const isUsable = element => !element.disabled && !element.closest("[hidden]");
    if (focused && focused !== this.element && !isUsable(focused)) {
      this.lostFocus = focused;
      this.element.focus({ preventScroll: true });
    } else if (this.lostFocus && document.activeElement !== this.element) {
      this.lostFocus = null;
    } else if (this.lostFocus && isUsable(this.lostFocus)) {
      this.lostFocus.focus({ preventScroll: true });
      this.lostFocus = null;
    }
  }
}

if (document.body.dataset.page === "front") new Front();
