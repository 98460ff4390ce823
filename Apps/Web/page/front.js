// The front: a card for each open screen, from a template of the page or from the screen's description alone.
import { Card, isUsable } from "./card.js";
import { acceptForm, readableControls, refuseInForm } from "./described.js";
import { Host } from "./host.js";
import { nameCards, showApp, titleOf } from "./names.js";
import { byID, freshID, make, showLoaded } from "./page.js";
import { Places } from "./places.js";
import { defineElements, showWhole } from "./parts.js";
import { Routes } from "./routes.js";
import { WHOLE_APP } from "./store.js";
import { Tabs } from "./tabs.js";
import { explain, labelOf, readableEvent } from "./values.js";
import { words } from "./words.js";

class Front extends Host {
  // Cards of a core that has ended. Each gets the instance of its screen in the next core.
  orphans = [];
  tabs = new Tabs(this);
  places = new Places(this);

  constructor() {
    super();
    byID("open-all").onclick = () => this.openAll();
    document.onvisibilitychange = () => this.reportVisibility();
    defineElements(this);
  }

  /** There is a connection again. */
  begin() {
    this.reportVisibility();
    super.begin();
  }

  /** A start of the app says what it is. What is typed in the page stays where it has the same screens as the last one. */
  described(description, isNew) {
    super.described(description, isNew);
    if (description.app) this.followApp();
    if (!isNew) return;
    nameCards(this.openCards(), screen => this.title(screen));
    this.places.refresh();
  }

  learn(description) {
    const { screens, app, layout, title, document } = description;
    super.learn(description);
    this.routes = new Routes(this.schemas, screens, document["x-links"]);
    const own = [...screens.values()].filter(screen => screen !== app);
    this.describeApp(titleOf(title, document.info?.title), layout, own);
    this.tabs.describe(layout);
    for (const card of this.orphans) card.key = undefined;
    byID("opener").replaceChildren(...(this.store.inspects ? own.map(screen => this.chip(screen)) : []));
    byID("parameters").replaceChildren();
  }

  /** What a person does first stands in front of all else, in each tab. */
  get gate() { return this.cards.get(this.store.waitsFor.getSnapshot().at(-1)?.instance); }

  waitsChanged() {
    super.waitsChanged();
    this.places.refresh();
    const { gate } = this;
    if (gate && !gate.element.contains(document.activeElement) && !document.querySelector("dialog[open]")) gate.focus();
  }

  /** The app's name, and where it starts: as its layout says, or else at its first screen that needs no parameters, if the page has
   * no views of its own for its screens. A developer has them all. */
  describeApp(title, layout, screens) {
    const { inspects } = this.store;
    const hasTemplates = screens.some(({ screen }) => this.templates.has(screen));
    const first = hasTemplates ? undefined : screens.find(({ params }) => !this.isRequired(params))?.screen;
    this.layout = layout;
    this.start = inspects ? undefined : layout?.start ?? layout?.tabs?.[0]?.screen ?? first;
    this.appName = title.name || this.title(this.start ?? "app");
    showApp({ ...title, name: this.appName });
    this.isApart = this.start !== undefined && !layout?.tabs?.length;
    byID("pages").hidden = !inspects;
    document.body.classList.toggle("inspects", inspects);
    document.body.classList.toggle("apart", this.start !== undefined);
    if (this.start) byID("home").href = this.routes.address({ screen: this.start, params: {} });
    byID("open-all").textContent = this.start ? words.text("Open {0}", this.title(this.start)) : words.text("Open all screens");
  }

  /** Shows what belongs to the app as a whole, and follows it. */
  async followApp() {
    try {
      const snapshot = await this.store.get(WHOLE_APP);
      await this.store.described;
      this.show(WHOLE_APP, snapshot).element.querySelector(".close")?.remove();
      this.tabs.update();
    } catch {
      // The connection was cut, or the core has ended: the next one is asked.
    }
  }

  /** The user has signed out: what was entered here goes, also on screens that stay open. */
  signedOut() {
    super.signedOut();
    for (const form of document.querySelectorAll("#opener form, #parameters form")) form.reset();
    for (const card of this.orphans) card.forget();
  }

  /** The app has selected a tab. */
  async tabSelected({ tab }) {
    await this.store.described;
    const selected = this.tabs.tabs.find(other => other.tab === tab);
    if (selected) this.tabs.select(selected);
  }

  // The cards

  /** What has to be done first is in front of what else there is to say. */
  showWhole(card) {
    showWhole(card);
    if (this.gate && this.gate !== card) card.element.hidden = true;
  }

  isOpen(card) { return card !== undefined && this.cards.get(card.instance) === card; }

  openCards() { return [...this.cards.values()].filter(({ instance }) => instance !== WHOLE_APP); }

  cardOf(element) { return this.openCards().find(card => card.element.contains(element)); }

  /** The screen that opened the screen that opened this one, and so on. */
  rootOf(card) {
    const opener = this.cards.get(card?.opener);
    return opener ? this.rootOf(opener) : card;
  }

  /** What is in front, if screens stand by themselves: what was opened last. */
  lastCard() { return this.isApart ? this.openCards().at(-1) : this.tabs.shown().at(-1); }

  /** The open card of a screen with parameters, or of an instance. */
  openAt(target) {
    const address = this.routes.address(target);
    return this.cards.get(target.instance) ?? this.openCards().find(card => address !== undefined && this.places.address(card) === address);
  }

  /** The parameters in a link of the app's. */
  paramsOf(link) { return link && this.routes?.target(`#${link}`)?.params; }

  /** The parameters of a card, and so its address, are known from here on. */
  know(card, params) {
    if (card.params || !params) return;
    card.params = params;
    this.places.refresh();
  }

  /** The address that a row of a screen's list leads to, if the app says so. */
  rowAddress(screen, identity) { return this.routes?.row(this.layout, screen, identity); }

  /** The open card that a row of a screen's list leads to. */
  cardOfRow(screen, identity) {
    const address = this.rowAddress(screen, identity);
    return address === undefined ? undefined : this.openCards().find(card => this.places.address(card) === address);
  }

  /** Shows the cards of the place where the person is. */
  arrange() {
    const { current } = this.places;
    const opened = current ? this.openedBy(current.instance) : [];
    // What a screen has opened stands beside it; the last one of a chain stands beside its opener.
    const beside = opened.length ? opened : [this.cards.get(current?.opener)];
    // A tab may have been selected whose screen is not the current one yet.
    const { gate } = this;
    const front = gate ?? (current && this.tabs.shows(current) ? current : this.lastCard());
    for (const card of this.openCards()) {
      const isThere = !this.isApart || !current || card === current || beside.includes(card);
      card.element.hidden = card !== gate && (!this.tabs.shows(card) || !isThere);
      card.element.inert = gate !== undefined && card !== gate;
      card.element.classList.toggle("in-front", card === gate);
      // Where there is room for one card, it is the current one. A developer has them all.
      card.element.classList.toggle("beside", this.start !== undefined && card !== front);
      card.element.classList.toggle("start", card.kind === this.start && !card.opener);
    }
    this.questions.arrange();
  }

  /** Out of sight is inactive: the core hides what is private in this page. */
  reportVisibility() { this.store?.notify("bridge/visible", { isVisible: !document.hidden }); }

  /** What the user did, in words. */
  describe(method, { instance, screen, link, event }) {
    const card = this.cards.get(instance) ?? this.orphans.find(card => card.instance === instance);
    const title = link ?? this.title(screen ?? card?.kind ?? instance ?? "app");
    if (method === "screen/send") return `${words.said(readableEvent(event.type))} (${title})`;
    return method === "screen/open" ? words.text("Open {0}", title) : words.text("Close {0}", title);
  }

  /** The button that opens a screen. One parameter stands beside it; several are asked for below. */
  chip({ screen, params, about }) {
    const chip = make("form");
    const button = make("button", { title: about ?? "" }, this.title(screen));
    chip.dataset.opens = screen;
    button.setAttribute("aria-label", words.text("Open {0}", this.title(screen)));
    chip.append(button);
    const names = this.schemas.names(params);
    const isInline = names.length === 1 && this.isText(this.schemas.resolve(params).properties[names[0]]);
    let read = () => ({});
    if (isInline) {
      const [name] = names;
      const label = this.templates.get(screen)?.dataset.parameterLabel ?? labelOf(this.schemas, this.schemas.resolve(params).properties[name], name);
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
    this.places.arrive(opened ?? card);
    (opened ?? card).focus(opened ? opened.title : card.element);
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
    const problem = make("p", { className: "refusal", id: freshID(), dir: "auto" });
    problem.setAttribute("role", "alert");
    const actions = make("div", { className: "actions" }, make("button", { className: "primary" }, words.text("Open {0}", this.title(screen))));
    const form = make("form", { className: "event-form" }, make("h2", { dir: "auto" }, this.title(screen)), element, actions, problem);
    form.setAttribute("aria-label", words.text("Parameters of {0}", this.title(screen)));
    form.onsubmit = async event => {
      event.preventDefault();
      acceptForm(inputs, problem);
      try {
        const snapshot = await this.store.request("screen/open", { screen, params: read() });
        this.askFor(screen, params, button);
        const card = this.show(screen, snapshot);
        card.params ??= read();
        this.focus(card);
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
    await this.store.described;
    if (this.start) return this.focus(await this.open(this.start));
    const screens = [...this.screens.values()].filter(({ screen, params }) => screen !== WHOLE_APP && !this.isRequired(params));
    await Promise.all(screens.map(({ screen }) => this.open(screen)));
  }

  /** Opens the start of the app, or else all screens that this page has a template for, and that need no parameters. */
  async fill() {
    await this.store.described;
    if (this.start) {
      if (this.store.instances.getSnapshot().some(({ screen }) => screen === this.start)) return;
      const isElsewhere = this.routes.target(location.hash) !== undefined;
      const card = await this.open(this.start);
      if (card && !isElsewhere && !this.places.current) this.places.settle(card);
      return;
    }
    const opened = [...this.templates.keys()].filter(screen => screen !== WHOLE_APP && !this.isRequired(this.screens.get(screen).params));
    await Promise.all(opened.map(screen => this.open(screen)));
  }

  async open(screen, params = {}) {
    try {
      const snapshot = await this.store.request("screen/open", { screen, params });
      this.store.forgetNotice();
      const card = this.show(screen, snapshot);
      card.params ??= params;
      return card;
    } catch (error) {
      if (this.store.isOpen) this.store.say(explain(error));
    }
  }

  /** Shows a screen: beside its opener, or at the end. */
  show(screen, { instance }, opener, before, key) {
    const orphan = this.cards.has(instance) ? undefined : this.orphans.find(card => key !== undefined && card.key === key);
    if (orphan) {
      this.orphans = this.orphans.filter(card => card !== orphan);
      this.cards.set(instance, orphan);
      orphan.move(instance, opener);
    } else if (!this.cards.has(instance)) {
      const card = new Card(this, screen, instance, opener);
      this.cards.set(instance, card);
      const beside = this.cards.get(opener);
      const [opened] = this.openedBy(instance);
      // A page of one's own may have no place of its own for it.
      if (instance === WHOLE_APP) (byID("whole") ?? byID("cards")).append(card.element);
      else if (before) before.before(card.element);
      else if (beside) beside.element.after(card.element);
      else if (opened) opened.element.before(card.element);
      else byID("cards").append(card.element);
    }
    byID("empty").hidden = true;
    const card = this.cards.get(instance);
    this.tabs.add(card);
    this.update(this.store.snapshots.get(instance));
    this.places.show();
    return card;
  }

  update(snapshot) {
    this.cards.get(snapshot.instance)?.receive(snapshot);
    if (snapshot.instance === WHOLE_APP) {
      this.sayOnce();
      return this.tabs.update();
    }
    const name = this.places.current?.title.textContent;
    nameCards(this.openCards(), screen => this.title(screen));
    if (name !== this.places.current?.title.textContent) this.places.show();
  }

  /** The app opened a screen. The focus follows on the page whose user is at the opener, and on no other. */
  async opened({ instance, screen, opener, by, link }) {
    const left = this.left?.opener === (opener ?? undefined) ? this.left : undefined;
    this.left = undefined;
    await this.store.described;
    if (!this.store.snapshots.has(instance)) return;
    const from = this.cards.get(opener);
    const focused = document.activeElement;
    const [, here] = [...this.cards].find(([, card]) => card.element.contains(focused)) ?? [];
    const isHere = here ? here === from || opener && here.opener === opener : focused === document.body || focused === byID("cards");
    const wasUsed = here?.wasUsed || !here && from?.wasUsed;
    const card = this.show(screen, { instance }, opener, left?.next?.isConnected ? left.next : undefined);
    this.know(card, this.paramsOf(link));
    // A screen that the app opens by itself stands in front of the others, but not for what another person does.
    const isInFront = this.start !== undefined && !opener && !left && (by ?? this.store.front) === this.store.front && !document.hidden;
    if (left?.wasCurrent) {
      card.depth = left.depth;
      this.places.settle(card);
    }
    if (!left?.hadFocus && !(isHere && wasUsed) && !isInFront) return;
    card.wasUsed = true;
    card.returnTo = left ? left.returnTo : here === from ? focused : here?.returnTo;
    this.places.arrive(card);
    card.focus(card.title);
  }

  /** The app closed a screen. One that it replaces leaves its place and the focus to its successor, which follows. */
  closed({ instance, reason }) {
    const card = this.cards.get(instance);
    if (card && reason === "replaced") {
      const hadFocus = card.element.contains(document.activeElement);
      const wasCurrent = card === this.places.current;
      this.left = { opener: card.opener, hadFocus, wasCurrent, depth: card.depth, returnTo: card.returnTo, next: card.element.nextElementSibling };
      if (wasCurrent) this.places.current = undefined;
    }
    if (card) this.remove(instance, card);
    byID("empty").hidden = this.openCards().length > 0;
  }

  /** The core was started again, with the screens of the last one. Their cards stay, with what was typed in them. */
  replace(open) {
    for (const [instance, card] of this.cards) {
      if (instance === WHOLE_APP) continue;
      this.orphans.push(card);
      this.cards.delete(instance);
    }
    this.list(open);
  }

  /** Shows what is open in the session, whichever page opened it. */
  async list(open) {
    for (const [instance, card] of this.cards) {
      if (instance !== WHOLE_APP && !open.some(other => other.instance === instance)) this.remove(instance, card);
    }
    byID("opener").hidden = !this.store?.isOpen || !this.store.inspects;
    // What an app opens first, it has said by then.
    byID("empty").hidden = !this.store?.isOpen || !this.schemas || open.length > 0;
    showLoaded();
    const shown = open.map(async ({ instance, screen, params, opener, origin, isWhole, link }) => {
      const key = JSON.stringify([origin?.screen ?? screen, origin?.params ?? params, Boolean(opener)]);
      const asked = this.store.snapshots.has(instance) ? Promise.resolve({ instance }) : this.store.get(instance);
      const [snapshot] = await Promise.all([asked, this.store.described]);
      if (!this.store.snapshots.has(instance)) return;
      if (!this.cards.has(instance)) this.show(screen, snapshot, opener, undefined, key);
      const card = this.cards.get(instance);
      card.key = key;
      // The app alone knows the parameters of a screen that it opens, unless there are none, or it says its link.
      const isKnown = isWhole || !this.schemas.names(this.screens.get(screen)?.params).length;
      this.know(card, isKnown ? params : this.paramsOf(link));
    });
    try {
      await Promise.all(shown);
    } catch {
      return; // the connection was cut; the next list says what is open
    }
    // What no screen of this core continues is closed.
    const closed = this.orphans.splice(0);
    for (const card of closed) this.remove(card.instance, card);
    const opened = closed.filter(({ opener }) => opener).map(({ title }) => title.textContent);
    if (opened.length) {
      this.store.say(words.text("The app was started again. It has not opened these screens again: {0}.", opened.join(", ")));
    }
    await this.store.described;
    const showEmpty = () => { byID("empty").hidden = this.openCards().length > 0; };
    if (this.isPlaced || !this.start) showEmpty();
    if (this.isPlaced) return this.places.refresh();
    this.isPlaced = true;
    await this.places.begin();
    showEmpty();
    // Who has to sign in first begins to type.
    const { current } = this.places;
    if (document.activeElement === document.body && (this.gate ?? current?.signInForm)) (this.gate ?? current).focus();
  }

  /** Removes a card. If it had the focus, that goes back to where the card was opened from, or to a neighbour. */
  remove(instance, card) {
    const hadFocus = card.element.contains(document.activeElement);
    const opener = this.cards.get(card.opener);
    const next = card.element.nextElementSibling ?? card.element.previousElementSibling ?? byID("cards");
    if (this.cards.get(instance) === card) this.cards.delete(instance);
    card.element.remove();
    nameCards(this.openCards(), screen => this.title(screen));
    this.places.closed(card, opener ?? (this.start ? this.lastCard() : this.cardOf(next)));
    // NB: an entry of the history goes a little later, and what is not shown takes no focus.
    this.arrange();
    if (!hadFocus) return;
    if (!opener) return (this.start ? this.places.current?.title ?? byID("cards") : next).focus();
    if (isUsable(card.returnTo)) card.returnTo.focus();
    else opener.title.focus();
  }
}

new Front();
