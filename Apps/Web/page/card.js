// A card of an open screen, around the view that a template or its description makes.
import { InputProblem } from "./controls.js";
import { DescribedView } from "./described.js";
import { takeFiles } from "./files.js";
import { describeBy, freshID, make, setText } from "./page.js";
import { Unanswered, Unsent, WHOLE_APP } from "./store.js";
import { TemplateView } from "./templates.js";
import { words } from "./words.js";

export const isUsable = element => Boolean(element?.isConnected) && !element.disabled && !element.closest("[hidden]");

const isInput = element => element.matches("input, select, textarea");

/** The fields of a form that is a screen, or part of one. */
const FIELDS = ":is(.entries, .event-form) :is(input, select, textarea)";
const isText = element => element.matches("input:not([type=checkbox]), textarea");

/** A frame around a view: its name, what closes it, and what has to be said of it. */
function makeFrame() {
  const close = make("button", { className: "close", part: "close" });
  close.innerHTML = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8"/></svg>';
  const activity = make("span", { className: "activity", role: "img", hidden: true, part: "activity" });
  return make("tributary-screen", { className: "card", tabIndex: -1, role: "region" },
    make("header", { part: "header" }, make("h2", { tabIndex: -1, dir: "auto", part: "title" }), activity, make("code", { className: "instance" }), close),
    make("div", { className: "messages", role: "status" }), make("p", { className: "waits muted", role: "status", dir: "auto", part: "waits" }), make("p", { className: "problem", role: "alert", dir: "auto", part: "problem" }));
}

/** A screen's card: its frame, and what a view in it needs: events, why they were refused, and why they would be. */
export class Card {
  rev = 0;
  pending = new Map();
  refused = new Map();
  sites = new Map();
  // Inputs whose value the app may not have, and where the page says so.
  drafts = new Map();
  // Buttons whose event was not sent, which they say until there is a connection again.
  unsent = new Set();

  constructor(front, screen, instance, opener) {
    Object.assign(this, { front, kind: screen });
    this.element = makeFrame();
    this.element.dataset.kind = screen;
    this.part = selector => this.element.querySelector(selector);
    this.title = this.part("h2");
    this.name(instance, opener);
    this.part(".close").onclick = () => this.close();
    takeFiles(this.element, () => this.view.pickers ?? []);
    this.draw();
  }

  /** Makes the view of the screen, in the language of the app. */
  draw() {
    const { front, kind } = this;
    const close = this.part(".close");
    if (close) close.title = words.text("Close");
    this.part(".activity").ariaLabel = words.text("Working");
    for (const what of [this.pending, this.refused, this.sites, this.drafts, this.unsent]) what.clear();
    this.view = this.makeView();
    this.rename(front.title(kind));
    const template = front.templates.get(kind);
    this.part(".waits").after(...this.view.nodes);
    this.part(".activity").after(...this.view.tools ?? []);
    // NB: with `:has` in place of these classes, each change would have the browser look at the styles of all rows.
    this.element.classList.toggle("is-described", !template);
    this.hasRows = !template && this.view.lists.length > 0;
    this.element.classList.toggle("has-rows", this.hasRows);
    for (const form of this.element.querySelectorAll("form")) form.onsubmit ??= event => event.preventDefault();
  }

  makeView() {
    const { front, kind } = this;
    const description = front.screens.get(kind) ?? {};
    const template = front.templates.get(kind);
    if (template) {
      const view = new TemplateView(this, front.schemas, description, template);
      if (!view.misfits.length) return view;
      for (const misfit of view.misfits) console.warn(misfit);
      front.templates.delete(kind);
      this.sites.clear();
    }
    return new DescribedView(this, front.schemas, description);
  }

  get controls() { return [...this.element.querySelectorAll("input:not(.row-box), select, textarea, button, a, [tabindex]")]; }

  /** Makes the view anew, since the app has another language. What was typed stays, and what has the focus. */
  redraw() {
    const { view, controls } = this;
    const { activeElement, body } = document;
    const focused = controls.indexOf(activeElement);
    const scrolled = view.lists?.map(({ rows }) => rows.scrollTop);
    // What the state does not have, or has otherwise.
    const typed = controls.map(control => ({
      control, isDraft: this.drafts.has(control), isRefused: this.refused.has(control),
      isKept: isInput(control) && (!this.sites.has(control) || this.drafts.has(control) || this.refused.has(control) || control.type === "password"),
    }));
    for (const node of [...view.nodes, ...view.tools ?? []]) node.remove();
    this.draw();
    if (!this.state) return;
    this.view.goOn?.(view);
    this.render();
    this.view.reopen?.(view, scrolled);
    for (const [index, input] of this.controls.entries()) {
      const { control, isKept, isDraft, isRefused } = typed[index] ?? {};
      if (!isKept || control.type !== input.type) continue;
      Object.assign(input, { value: control.value, checked: control.checked });
      if (isDraft) this.holdDraft(input);
      // The app says in its language what is wrong with it.
      if (isRefused) input.dispatchEvent(new Event("input"));
    }
    if (document.activeElement === body) this.controls[focused]?.focus({ preventScroll: true });
  }

  name(instance, opener) {
    Object.assign(this, { instance, opener: opener ?? undefined });
    this.element.dataset.instance = instance;
    if (opener) this.element.dataset.opener = opener;
    this.title.id = `${instance}-title`;
    this.element.setAttribute("aria-labelledby", this.title.id);
    this.part(".instance").textContent = opener ? words.text("{0}, from {1}", instance, opener) : instance;
  }

  /** The name for people: that of its screen, or one of its own beside others of its kind. */
  rename(text) {
    setText(this.title, text);
    const close = this.part(".close");
    if (close) close.ariaLabel = words.text("Close {0}", text);
    this.view.headed(text);
  }

  /** Shows an instance of the same screen in the next core. What was typed stays, where that core has something else. */
  move(instance, opener) {
    this.name(instance, opener);
    this.rev = 0;
    for (const element of this.sites.keys()) if (isInput(element) && this.view.shows(element, {}) !== undefined) this.holdDraft(element);
    for (const form of this.view.forms ?? []) form.keep();
  }

  /** Keeps what is in an input, which the app may not have, until it is sent or the state has the same. */
  holdDraft(input) {
    if (this.drafts.has(input)) return;
    const button = make("button", { type: "button" }, words.text("Send it"));
    const text = make("span", {}, words.text("The app may not have this."));
    const note = make("p", { className: "draft", id: freshID() }, text, " ", button);
    button.setAttribute("aria-label", words.text("Send it: {0}", (input.labels?.[0]?.textContent ?? "").trim()));
    button.onclick = () => input.dispatchEvent(new Event("input"));
    text.id = freshID();
    this.sites.get(input).reason.after(note);
    this.drafts.set(input, { note, text });
    describeBy(input, text, true);
  }

  releaseDraft(input) {
    const draft = this.drafts.get(input);
    if (!draft) return;
    this.drafts.delete(input);
    describeBy(input, draft.text, false);
    if (draft.note.contains(document.activeElement)) input.focus();
    draft.note.remove();
  }

  /** Forgets what was entered and not taken by the app. */
  forget() {
    for (const input of [...this.sites.keys()].filter(isInput)) {
      this.releaseDraft(input);
      this.accept(input);
    }
    this.view.forget();
    this.render();
  }

  /** There is a connection again. */
  connect() {
    for (const element of this.unsent) {
      const { refusal } = this.sites.get(element) ?? {};
      if (!refusal) continue;
      setText(refusal, "");
      describeBy(element, refusal, false);
    }
    this.unsent.clear();
  }

  /** Where one signs in; undefined on other screens. */
  get signInForm() { return this.hasRows ? undefined : this.element.querySelector(".entries:has(input[autocomplete=current-password])") ?? undefined; }

  /** Where one goes on in a form: in its first empty field, or else in the first one. Undefined where a card is no form. */
  get field() {
    // NB: also what is hidden comes first, such as a title that is being loaded: then it is no form.
    const first = this.hasRows ? null : this.element.querySelector(`${FIELDS}, [data-field]`);
    const form = this.signInForm ?? (first?.matches("[data-field]") ? undefined : first?.form);
    const fields = [...form?.querySelectorAll(FIELDS) ?? []].filter(isUsable);
    return fields.find(field => isText(field) && field.value === "") ?? fields[0];
  }

  /** The focus comes here: to the field of a form in which one goes on, or to a place such as the title. */
  focus(place = this.title) {
    const { field } = this;
    (field ?? place).focus();
    if (field && isText(field)) field.select();
    this.rise();
  }

  /** The person comes back here. What begins in sight stays where it is. */
  come() {
    const { top, bottom } = this.title.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) this.bringUp();
    (this.field ?? this.title).focus();
  }

  /** What begins in the lower half of the window comes up: most of it would be out of sight. */
  rise() {
    if (this.element.getBoundingClientRect().top > window.innerHeight / 2) this.bringUp();
  }

  /**
   * Scrolls the card to the top. While it is being loaded, the page may be too short for that: what it has then brings it up further,
   * unless the person has moved on.
   */
  bringUp() {
    this.element.scrollIntoView();
    const growth = new ResizeObserver(() => {
      if (this.element.isConnected) this.element.scrollIntoView();
      if (window.scrollY + window.innerHeight < document.documentElement.scrollHeight - 1) stop.abort();
    });
    const stop = new AbortController();
    const { signal } = stop;
    signal.onabort = () => growth.disconnect();
    for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) window.addEventListener(type, () => stop.abort(), { capture: true, passive: true, signal });
    growth.observe(this.element);
  }

  async close() {
    try {
      const { store, places, questions } = this.front;
      if (await store.leave(this.instance) || places.current === this) return;
      // What is held stays until the app has an answer: after the browser's Back the person is there again.
      places.arrive(this);
      questions.returnTo(this);
    } catch (error) {
      setText(this.part(".problem"), error.message);
    }
  }

  /** Makes room, below an element or what it is part of, for why it is disabled and why its event was refused. */
  prepare(element, anchor = element.closest(".actions, label") ?? element) {
    const refusal = make("p", { className: "refusal", id: freshID(), dir: "auto" });
    refusal.setAttribute("role", "alert");
    const reason = this.reason();
    anchor.after(refusal, reason);
    this.sites.set(element, { refusal, reason });
  }

  reason() { return make("p", { className: "reason", id: freshID(), dir: "auto" }); }

  /**
   * Sends an event, and returns whether it was accepted. While an event of a field is on its way, the field keeps what the
   * user sees; then the state has the last word, unless the event was refused: what is wrong stays, to be corrected.
   */
  async send(element, event, { refuse } = {}) {
    this.wasUsed = true;
    this.pending.set(element, (this.pending.get(element) ?? 0) + 1);
    // It shows at once that it was pressed, also if nothing answers.
    if (!isInput(element)) element.setAttribute("aria-busy", "true");
    let error;
    try {
      await this.front.store.request("screen/send", { instance: this.instance, event });
    } catch (failure) {
      error = failure;
    }
    const left = this.pending.get(element) - 1;
    if (left) this.pending.set(element, left);
    else this.pending.delete(element);
    if (!left) element.removeAttribute("aria-busy");
    // NB: a later keystroke may be on its way, or be no value at all; then this reply is old news.
    const isOld = isInput(element) && (left > 0 || this.refused.get(element) instanceof InputProblem);
    const isCut = error instanceof Unsent || error instanceof Unanswered;
    if (isCut && isInput(element)) this.holdDraft(element);
    else if (!error && !left) this.releaseDraft(element);
    if (error instanceof Unsent) this.unsent.add(element);
    if (isCut && isInput(element)) setText(this.part(".problem"), "");
    else if (refuse && error) refuse(error);
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
  isHeld(input) { return this.pending.has(input) || input.isComposing || this.refused.has(input) || this.drafts.has(input); }

  receive({ rev, state }) {
    if (rev < this.rev) return;
    Object.assign(this, { rev, state });
    this.render();
  }

  render() {
    const { state, view } = this;
    const focused = this.element.contains(document.activeElement) ? document.activeElement : null;
    const gate = this.front.gateOf(this.instance);
    setText(this.part(".waits"), gate ? words.text("It goes on after this: {0}.", gate) : "");
    const isBusy = Boolean(view.busy && state[view.busy] && !gate);
    if (view.busy) this.part(".activity").hidden = !isBusy;
    this.element.classList.toggle("busy", isBusy);
    for (const input of this.drafts.keys()) if (view.shows(input, state)) this.releaseDraft(input);
    view.render(state);
    for (const picker of view.pickers ?? []) picker.render();
    this.sayOnce();
    if (this.instance === WHOLE_APP) this.front.sayOnce();
    this.keepFocus(focused);
  }

  /** Says a reason once: where buttons share it, or where the card, or what stands above it, says it already, it is not said again. */
  sayOnce() {
    const { front: { said }, instance, view } = this;
    view.hush?.(instance === WHOLE_APP ? said.notices : said.above);
    this.sayReasonsOnce(new Set([...said.above, ...view.texts()]));
  }

  sayReasonsOnce(said) {
    for (const { reason } of this.sites.values()) {
      reason.hidden = said.has(reason.textContent);
      said.add(reason.textContent);
    }
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
