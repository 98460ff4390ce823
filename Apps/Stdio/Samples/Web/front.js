// The front: a card for each open screen, from a template of the page or from the screen's description alone.
import { InputProblem } from "./controls.js";
import { DescribedView, readableControls, refuseInForm } from "./described.js";
import { byID, describeBy, freshID, make, setText, stamp } from "./page.js";
import { Schemas } from "./schemas.js";
import { Session } from "./session.js";
import { readable } from "./values.js";

class Front {
  cards = new Map();
  screens = new Map();
  templates = new Map([...document.querySelectorAll("template[data-screen]")].map(template => [template.dataset.screen, template]));

  constructor() {
    byID("open-all").onclick = () => this.openAll();
    document.onvisibilitychange = () => this.reportVisibility();
    this.session = new Session(this);
  }

  /** Asks a core that was just met what there is. */
  begin() {
    this.reportVisibility();
    const { session } = this;
    // NB: schemas may refer to the document of `rpc.discover`, and a core may have none.
    const document = session.request("rpc.discover").catch(() => ({}));
    this.described = Promise.all([session.request("screen/list"), document]).then(([{ screens }, document]) => {
      this.schemas = new Schemas(document);
      this.screens = new Map(screens.map(screen => [screen.screen, screen]));
      byID("opener").replaceChildren(...screens.map(screen => this.chip(screen)));
      byID("parameters").replaceChildren();
    });
    this.described.catch(error => { if (session.isOpen) session.notice(error.message, false); });
  }

  end() { byID("parameters").replaceChildren(); }

  /** Out of sight is inactive: the bridge reports it to the core when it is true of all pages. */
  reportVisibility() { this.session?.notify("bridge/visible", { isVisible: !document.hidden }); }

  title(screen) { return this.templates.get(screen)?.dataset.title ?? readable(screen); }

  /** The button that opens a screen. One parameter stands beside it; several are asked for below. */
  chip({ screen, params, about }) {
    const chip = make("form");
    const button = make("button", { title: about ?? "" }, this.title(screen));
    chip.dataset.opens = screen;
    button.setAttribute("aria-label", `Open ${this.title(screen)}`);
    chip.append(button);
    const names = this.schemas.names(params);
    const isInline = names.length === 1 && this.isText(this.schemas.resolve(params).properties[names[0]]);
    let read = () => ({});
    if (isInline) {
      const [name] = names;
      const label = this.templates.get(screen)?.dataset.parameterLabel ?? readable(name);
      const required = this.isRequired(params);
      const field = make("input", { placeholder: label, ariaLabel: label, autocomplete: "off", dir: "auto", required });
      chip.append(field);
      read = () => field.value ? { [name]: field.value } : {};
    }
    chip.onsubmit = async event => {
      event.preventDefault();
      if (names.length && !isInline) return this.askFor(screen, params, button);
      this.focus(await this.open(screen, read()));
    };
    if (names.length && !isInline) button.setAttribute("aria-expanded", "false");
    return chip;
  }

  isRequired(params) { return (this.schemas.resolve(params).required ?? []).length > 0; }

  /** Moves the focus to a card that the user has opened, or to the one that it opened meanwhile. */
  focus(card) {
    if (!card) return;
    card.wasUsed = true;
    const [opened] = this.openedBy(card.instance);
    (opened?.title ?? card.element).focus();
  }

  openedBy(instance) { return [...this.cards.values()].filter(({ opener }) => opener === instance); }

  isText(schema) {
    const { shape } = this.schemas.shape(schema);
    return shape.type === "string" && !shape.enum && !shape.format && !shape["x-decimal"] && !this.schemas.isSecret(schema);
  }

  /** Shows, or hides, the form of a screen's parameters. */
  askFor(screen, params, button) {
    const place = byID("parameters");
    const wasOpen = button.getAttribute("aria-expanded") === "true";
    for (const other of byID("opener").querySelectorAll("[aria-expanded]")) other.setAttribute("aria-expanded", "false");
    place.replaceChildren();
    if (wasOpen) return;
    button.setAttribute("aria-expanded", "true");
    const { element, inputs, read } = readableControls(this.schemas, { needsText: true }).control(params, "");
    const problem = make("p", { className: "refusal" });
    problem.setAttribute("role", "alert");
    const actions = make("div", { className: "actions" }, make("button", { className: "primary" }, `Open ${this.title(screen)}`));
    const form = make("form", { className: "event-form" }, make("h2", {}, this.title(screen)), element, actions, problem);
    form.setAttribute("aria-label", `Parameters of ${this.title(screen)}`);
    form.onsubmit = async event => {
      event.preventDefault();
      setText(problem, "");
      for (const input of inputs) input.removeAttribute("aria-invalid");
      try {
        const snapshot = await this.session.request("screen/open", { screen, params: read() });
        this.askFor(screen, params, button);
        this.focus(this.show(screen, snapshot));
      } catch (error) {
        refuseInForm(inputs, problem, error, "/params");
      }
    };
    form.onkeydown = event => {
      if (event.key !== "Escape") return;
      this.askFor(screen, params, button);
      button.focus();
    };
    place.append(form);
    inputs[0]?.focus();
  }

  /** Opens every screen that needs no parameters. */
  async openAll() {
    await this.described;
    const screens = [...this.screens.values()].filter(({ params }) => !this.isRequired(params));
    await Promise.all(screens.map(({ screen }) => this.open(screen)));
  }

  /** Opens screens: those that are wanted, or else all that this page has a template for. */
  async fill(wanted) {
    await this.described;
    const screens = wanted.length ? wanted : [...this.templates.keys()].filter(screen => this.screens.has(screen)).map(screen => ({ screen }));
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

  /** Shows a screen: beside its opener, or at the end. */
  show(screen, { instance }, opener, before) {
    if (!this.cards.has(instance)) {
      const card = new Card(this, screen, instance, opener);
      this.cards.set(instance, card);
      const beside = this.cards.get(opener);
      const [opened] = this.openedBy(instance);
      if (before) before.before(card.element);
      else if (beside) beside.element.after(card.element);
      else if (opened) opened.element.before(card.element);
      else byID("cards").append(card.element);
    }
    byID("empty").hidden = true;
    this.update(this.session.snapshots.get(instance));
    return this.cards.get(instance);
  }

  update(snapshot) { this.cards.get(snapshot.instance)?.receive(snapshot); }

  /** The app opened a screen. The focus follows on the page whose user is at the opener, and on no other. */
  async opened({ instance, screen, opener }) {
    const left = this.left?.opener === (opener ?? undefined) ? this.left : undefined;
    this.left = undefined;
    await this.described;
    if (!this.session.snapshots.has(instance)) return;
    const from = this.cards.get(opener);
    const focused = document.activeElement;
    const [, here] = [...this.cards].find(([, card]) => card.element.contains(focused)) ?? [];
    const isHere = here ? here === from || opener && here.opener === opener : focused === document.body || focused === byID("cards");
    const wasUsed = here?.wasUsed || !here && from?.wasUsed;
    const card = this.show(screen, { instance }, opener, left?.next?.isConnected ? left.next : undefined);
    if (!left?.hadFocus && !(isHere && wasUsed)) return;
    card.wasUsed = true;
    card.returnTo = left ? left.returnTo : here === from ? focused : here?.returnTo;
    card.title.focus();
  }

  /** The app closed a screen. One that it replaces leaves its place and the focus to its successor, which follows. */
  closed({ instance, reason }) {
    const card = this.cards.get(instance);
    if (card && reason === "replaced") {
      const hadFocus = card.element.contains(document.activeElement);
      this.left = { opener: card.opener, hadFocus, returnTo: card.returnTo, next: card.element.nextElementSibling };
    }
    if (card) this.remove(instance, card);
    byID("empty").hidden = this.cards.size > 0;
  }

  /** Shows what is open in the session, whichever page opened it. */
  async list(open) {
    for (const [instance, card] of this.cards) {
      if (!open.some(other => other.instance === instance)) this.remove(instance, card);
    }
    byID("opener").hidden = !this.session?.isOpen;
    byID("empty").hidden = !this.session?.isOpen || open.length > 0;
    for (const { instance, screen, opener } of open) {
      if (this.cards.has(instance)) continue;
      const asked = this.session.snapshots.has(instance) ? Promise.resolve({ instance }) : this.session.request("screen/get", { instance });
      Promise.all([asked, this.described]).then(([snapshot]) => {
        if (this.session.snapshots.has(instance)) this.show(screen, snapshot, opener);
      }, () => {});
    }
  }

  /** Removes a card. If it had the focus, that goes back to where the card was opened from, or to a neighbour. */
  remove(instance, card) {
    const hadFocus = card.element.contains(document.activeElement);
    const opener = this.cards.get(card.opener);
    const next = card.element.nextElementSibling ?? card.element.previousElementSibling ?? byID("cards");
    this.cards.delete(instance);
    card.element.remove();
    if (!hadFocus) return;
    if (!opener) return next.focus();
    if (isUsable(card.returnTo)) card.returnTo.focus();
    else opener.title.focus();
  }
}

const isUsable = element => Boolean(element?.isConnected) && !element.disabled && !element.closest("[hidden]");

/** A screen's card: its frame, and what a view in it needs: events, why they were refused, and why they would be. */
class Card {
  rev = 0;
  pending = new Map();
  refused = new Map();
  sites = new Map();

  constructor(front, screen, instance, opener) {
    Object.assign(this, { front, instance, opener: opener ?? undefined });
    const title = front.title(screen);
    this.element = stamp("frame").firstElementChild;
    this.element.dataset.instance = instance;
    this.element.dataset.kind = screen;
    if (opener) this.element.dataset.opener = opener;
    this.part = selector => this.element.querySelector(selector);
    this.title = this.part("h2");
    this.title.textContent = title;
    this.title.id = `${instance}-title`;
    this.element.setAttribute("aria-labelledby", this.title.id);
    this.part(".instance").textContent = opener ? `${instance}, from ${opener}` : instance;
    this.part(".close").ariaLabel = `Close ${title} ${instance}`;
    this.part(".close").onclick = () => this.close();
    const template = front.templates.get(screen);
    this.view = template ? new TemplateView(this, template) : new DescribedView(this, front.schemas, front.screens.get(screen) ?? {});
    this.part(".problem").before(...(template ? this.view.nodes : [this.view.element]));
    if (template) this.view.listen();
    for (const form of this.element.querySelectorAll("form")) form.onsubmit ??= event => event.preventDefault();
  }

  async close() {
    try {
      await this.front.session.request("screen/close", { instance: this.instance });
    } catch (error) {
      setText(this.part(".problem"), error.message);
    }
  }

  /** Makes room, below an element or what it is part of, for why it is disabled and why its event was refused. */
  prepare(element, anchor = element.closest(".actions, label") ?? element) {
    const refusal = make("p", { className: "refusal", id: freshID() });
    refusal.setAttribute("role", "alert");
    const reason = this.reason();
    anchor.after(refusal, reason);
    this.sites.set(element, { refusal, reason });
  }

  reason() { return make("p", { className: "reason", id: freshID() }); }

  /**
   * Sends an event, and returns whether it was accepted. While an event of a field is on its way, the field keeps what the
   * user sees; then the state has the last word, unless the event was refused: what is wrong stays, to be corrected.
   */
  async send(element, event, { refuse } = {}) {
    this.wasUsed = true;
    this.pending.set(element, (this.pending.get(element) ?? 0) + 1);
    let error;
    try {
      await this.front.session.request("screen/send", { instance: this.instance, event });
    } catch (failure) {
      error = failure;
    }
    const left = this.pending.get(element) - 1;
    if (left) this.pending.set(element, left);
    else this.pending.delete(element);
    // NB: a later keystroke may be on its way, or be no value at all; then this reply is old news.
    const isOld = isInput(element) && (left > 0 || this.refused.get(element) instanceof InputProblem);
    if (refuse && error) refuse(error);
    else if (error && !isOld) this.refuse(element, error);
    else if (!error) this.accept(isOld ? null : element);
    this.render();
    return !error;
  }

  /** Shows why an event was refused: at the element that sent it if it is about it, else at the end of the card. */
  refuse(element, error) {
    const site = this.sites.get(element);
    if (!site || error.isAboutInput === false) return setText(this.part(".problem"), error.message);
    setText(site.refusal, error.message);
    describeBy(element, site.refusal, true);
    if (!isInput(element)) return;
    element.setAttribute("aria-invalid", "true");
    this.refused.set(element, error);
  }

  /** Takes back what was said about an input, and about all buttons: what refused them may have changed. */
  accept(element) {
    setText(this.part(".problem"), "");
    for (const [other, { refusal }] of this.sites) {
      if (other !== element && isInput(other)) continue;
      setText(refusal, "");
      describeBy(other, refusal, false);
    }
    element?.removeAttribute("aria-invalid");
    this.refused.delete(element);
  }

  /** Says why an element is disabled. It stays within reach of the keyboard, so that the reason can be read. */
  disable(element, reason) {
    const site = this.sites.get(element);
    const text = typeof reason === "string" ? reason : "";
    if (text === site.text) return;
    site.text = text;
    setText(site.reason, text);
    if (text) element.setAttribute("aria-disabled", "true");
    else element.removeAttribute("aria-disabled");
    describeBy(element, site.reason, Boolean(text));
    if (isInput(element)) return;
    setText(site.refusal, "");
    describeBy(element, site.refusal, false);
  }

  /** Whether an input shows what the user does rather than the state. */
  isHeld(input) { return this.pending.has(input) || input.isComposing || this.refused.has(input); }

  receive({ rev, state }) {
    if (rev < this.rev) return;
    Object.assign(this, { rev, state });
    this.render();
  }

  render() {
    const { state, view } = this;
    const focused = this.element.contains(document.activeElement) ? document.activeElement : null;
    if (view.busy) this.part(".activity").hidden = !state[view.busy];
    this.element.classList.toggle("busy", Boolean(view.busy && state[view.busy]));
    view.render(state);
    this.keepFocus(focused);
  }

  /** A focused button that goes away leaves the focus to its card, and gets it back when it returns. */
  keepFocus(focused) {
    if (focused && focused !== this.element && focused.isConnected && !isUsable(focused)) {
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

const isInput = element => element.matches("input, select, textarea");

/** A template of the page: elements bound to properties of the state, and events that they send. */
class TemplateView {
  constructor(card, template) {
    const content = template.content.cloneNode(true);
    Object.assign(this, { card, busy: template.dataset.busy, nodes: [...content.childNodes] });
    this.bound = [...content.querySelectorAll("*")].filter(element => Object.keys(element.dataset).length);
    for (const element of this.bound) if (element.dataset.text || element.dataset.value) element.dir = "auto";
  }

  listen() {
    for (const element of this.bound) {
      if (!element.dataset.event) continue;
      this.card.prepare(element);
      this.send(element, element.dataset);
    }
  }

  send(element, { event, member }) {
    const { card } = this;
    if (!member) return element.addEventListener("click", () => card.send(element, { type: event }));
    element.addEventListener("compositionstart", () => { element.isComposing = true; });
    element.addEventListener("compositionend", () => { element.isComposing = false; card.render(); });
    element.addEventListener("input", () => {
      card.accept(element);
      card.send(element, { type: event, [member]: element.type === "checkbox" ? element.checked : element.value });
    });
    element.autocomplete ||= "off";
  }

  render(state) {
    for (const element of this.bound) this.bind(element, element.dataset, state);
  }

  bind(element, { text, tone, hidden, shown, enabled, reason, value, checked, entered, clear }, state) {
    if (text) setText(element, state[text] === null ? "" : String(state[text]));
    if (tone) element.dataset.look = state[tone];
    if (hidden) element.hidden = state[hidden];
    if (shown) element.hidden = !state[shown];
    // NB: a disabled button cannot be reached by keyboard, so its reason would not be read.
    if (enabled) element.disabled = !state[enabled] && !state[reason];
    if (reason) this.card.disable(element, state[reason]);
    if (this.card.isHeld(element)) return;
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
}

new Front();
