// What the elements of a page need: the store, what the app describes, its questions. The front is a host with addresses and tabs.
import { Card } from "./card.js";
import { openStore } from "./connection.js";
import { allowSchemes } from "./links.js";
import { nameCards } from "./names.js";
import { redrawParts } from "./parts.js";
import { Questions } from "./questions.js";
import { Schemas } from "./schemas.js";
import { WHOLE_APP } from "./store.js";
import { templatesFor } from "./templates.js";
import { readable } from "./values.js";
import { words } from "./words.js";

export class Host {
  cards = new Map();
  screens = new Map();
  templates = new Map();
  /** The texts of the notices, and these with the texts of the app as a whole, which no card repeats. */
  said = { notices: new Set(), above: new Set() };
  places = { current: undefined, visit() {}, arrive() {} };
  /** The cards of elements that name their screen, by the screen and its parameters. */
  shared = new Map();
  /** Resolves with the first description of the app. */
  firstDescription = new Promise(resolve => { this.wasDescribed = resolve; });

  constructor() {
    this.questions = new Questions(this);
    this.store = openStore(this);
    this.store.waitsFor.subscribe(() => this.waitsChanged());
  }

  /** There is a connection again. */
  begin() { for (const card of this.cards.values()) card.connect(); }

  /** A start of the app says what it is, or says it in another language. */
  described(description, isNew) {
    if (!isNew) return;
    this.learn(description);
    for (const card of this.cards.values()) card.redraw();
    redrawParts();
    this.wasDescribed(description);
  }

  learn({ screens, linkSchemes, document }) {
    this.schemas = new Schemas(document);
    this.schemas.loadPicture = address => this.store.request("picture/get", { address });
    if (linkSchemes) allowSchemes(linkSchemes);
    this.screens = screens;
    this.templates = templatesFor(document?.info?.title, screens);
  }

  /** What waits for a person is others now. */
  waitsChanged() { for (const card of this.cards.values()) if (card.state) card.render(); }

  /** What an instance waits for, in words: the title of the screen where a person does it. */
  gateOf(instance) {
    const wait = this.store.waitsFor.getSnapshot().find(({ waiting }) => waiting.includes(instance));
    return wait && this.title(this.store.instances.getSnapshot().find(open => open.instance === wait.instance)?.screen ?? wait.reason);
  }

  /** What is wrong is said once: by a notice that waits, else by what belongs to the app as a whole, else by a card. */
  sayOnce() {
    const whole = this.cards.get(WHOLE_APP);
    const notices = this.said.notices = new Set(this.questions.texts());
    whole?.sayOnce();
    const above = this.said.above = new Set([...notices, ...whole?.view.texts() ?? []]);
    for (const card of this.cards.values()) if (card !== whole && card.state) card.sayOnce();
    if (whole?.state) this.showWhole(whole);
  }

  showWhole() {}

  title(screen) { return this.templates.get(screen)?.dataset.title ?? this.screens.get(screen)?.["x-label"] ?? words.said(readable(screen)); }

  /** The card of a screen with its parameters, which all elements share that name it. The first one opens it. */
  card(name, params) {
    const key = JSON.stringify([name, params]);
    if (!this.shared.has(key)) this.shared.set(key, this.follow(name, name === WHOLE_APP ? this.store.instance(name) : this.store.screen(name, params)));
    return this.shared.get(key);
  }

  async follow(name, screen) {
    await this.firstDescription;
    let card;
    return new Promise(resolve => {
      const show = () => {
        const { instance, rev, state } = screen.getSnapshot();
        if (state === undefined) return;
        card ??= new Card(this, name, instance);
        if (card.instance !== instance) {
          this.cards.delete(card.instance);
          card.move(instance);
        }
        this.cards.set(instance, card);
        card.receive({ rev, state });
        nameCards([...this.cards.values()], screen => this.title(screen));
        resolve(card);
      };
      screen.subscribe(show);
      show();
    });
  }

  /** Brings a row into view; false if it is not on this page. */
  showRow(instance, { list: name, row }) {
    const list = this.cards.get(instance)?.view.lists?.find(list => list.name === name);
    return list?.bring(list.order.findIndex(entry => String(entry.row.id) === row)) ?? false;
  }

  /** The user has signed out: what was entered goes. */
  signedOut() {
    this.questions.forget();
    for (const card of this.cards.values()) card.forget();
  }

  // What the app asks

  asked(question) { this.questions.ask(question); }
  acted(deed) { this.questions.acted(deed); }
  refused(question) { this.questions.refused(question); }
  saved(file) { this.questions.saved(file); }
  given(file) { this.questions.given(file); }
  ended(question, outcome) { this.questions.ended(question, outcome); }
  coreEnded() { this.questions.forget(); }
}
