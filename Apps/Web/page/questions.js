// What the app asks of the person: choices, files, links and the clipboard in a dialog, and notices.
import { readableControls } from "./described.js";
import { give, misfit } from "./files.js";
import { formatBytes } from "./formats.js";
import { byID, freshID, make, setText } from "./page.js";
import { words } from "./words.js";

const NOTICE_TIME = 8000; // milliseconds that a notice without an action stays
/** Schemes that no page may follow, whatever the app allows. */
const FORBIDDEN = ["javascript:", "data:", "blob:", "file:", "vbscript:"];

const isForbidden = link => FORBIDDEN.some(scheme => link.trim().toLowerCase().startsWith(scheme));

/** What this page shows of the questions that are open: for each its element. */
export class Questions {
  shown = new Map();
  /** Notices whose action is not possible any more, which the person has not put away. */
  past = [];

  constructor(front) { this.front = front; }

  get store() { return this.front.store; }

  ask(asked, isPressed = navigator.userActivation?.isActive) {
    const { question, name, instance, input, waits, by } = asked;
    const answer = outcome => this.store.answer(question, outcome);
    const fill = { confirm, pickFile, saveFile, openLink, copy }[name];
    if (name === "openLink" && isForbidden(input.link)) return answer({ cannot: words.text("A page does not open such an address.") });
    if (name === "copy" && isPressed && !by) return this.copyAtOnce(asked, answer);
    if (name === "show") return answer(this.front.showRow(instance, input) ? {} : { cannot: words.text("The row is not on this page.") });
    const entry = { instance: instance ?? undefined, waits: waits && name === "notify" };
    if (name !== "notify" || waits) this.shown.set(question, entry);
    if (name === "notify") {
      entry.element = notice({ ...input, text: isAssistant(by) ? words.text("The assistant: {0}", input.text) : input.text }, answer);
      this.place(entry);
      if (!waits) answer({ answer: "shown" });
    } else if (fill) {
      entry.giving = name === "pickFile" && !by ? this.fileFor(instance)?.answer(question, input, answer) : undefined;
      if (entry.giving) return;
      entry.element = dialog(input, answer, fill, { store: this.store, question, entry, by });
    } else {
      this.askOwn(question, name, input, entry, answer, by);
    }
  }

  /** What the person has just pressed for is copied without a question. Where the browser does not allow that, it asks. */
  async copyAtOnce(asked, answer) {
    try {
      await navigator.clipboard.writeText(asked.input.text);
    } catch {
      return this.store.question(asked.question) && this.ask(asked, false);
    }
    answer({});
    this.place({ element: notice({ text: words.text("Copied."), tone: "positive" }) });
  }

  /** What has a file for a question of a screen. */
  fileFor(instance) { return this.front.cards.get(instance)?.view.pickers?.find(({ hasFile }) => hasFile); }

  /** The core has so much of a file. */
  given({ question, count }) { this.shown.get(question)?.giving?.picker.receive(count); }

  /**
   * A notice that waits for the person stands in the card where it happened, and in no other: where that is out of sight, or was closed, it
   * stands above the cards as long as one can act. One of no card belongs to that where the person was.
   */
  place(entry) {
    const { cards, places } = this.front;
    const { element, waits, isPast } = entry;
    entry.instance ??= places.current?.instance;
    const card = waits ? cards.get(entry.instance) : undefined;
    const place = card && (isPast || card.element.checkVisibility()) ? card.part(".messages") : byID(waits ? "messages" : "toasts") ?? document.querySelector("tributary-notice:not(.card *)") ?? document.body;
    if (element.parentElement !== place) place.append(element);
    this.markNewest();
  }

  get waiting() { return [...this.past, ...this.shown.values()].filter(({ waits, element }) => waits && element); }

  texts() { return this.waiting.map(({ element }) => element.querySelector("p").textContent); }

  /** The newest one stays in sight as one scrolls, and the others do not. */
  markNewest() {
    const { waiting } = this;
    for (const entry of waiting) entry.element.classList.toggle("newest", entry === waiting.at(-1));
    this.front.sayOnce();
  }

  /** The person is elsewhere, or a card was closed: what was said there goes with it, unless one can act. */
  arrange() {
    for (const entry of this.past) if (this.isHomeless(entry)) entry.element.remove();
    this.past = this.past.filter(entry => !this.isHomeless(entry));
    for (const entry of [...this.past, ...this.shown.values()]) if (entry.waits) this.place(entry);
  }

  isHomeless({ instance }) { return instance !== undefined && !this.front.cards.has(instance); }

  /** A question of the app's own, as the core describes it. */
  async askOwn(question, name, input, entry, answer, by) {
    await this.store.described;
    const description = this.front.schemas?.question(name);
    if (!this.shown.has(question)) return;
    if (!description) return answer({ cannot: words.text("This page does not know the question {0}.", name) });
    entry.element = dialog(input, answer, own(this.front.schemas, name, description), { by });
  }

  /** An assistant has done something at this app. That is said until the person puts it away, or the next one comes. */
  acted({ instance, label }) {
    const title = this.front.title(this.front.cards.get(instance)?.kind ?? instance);
    const entry = { instance, waits: true, element: notice({ text: words.text("The assistant at {0}: {1}", title, label), tone: "neutral", action: { label: "" } }) };
    this.place(entry);
    this.outlive(entry);
  }

  /** The app does not take the answer. */
  refused({ question, refusal }) {
    const { element, giving } = this.shown.get(question) ?? {};
    giving?.picker.fail(refusal);
    const problem = element?.querySelector("[role=alert]");
    if (problem) setText(problem, refusal);
  }

  /** A file that the person saves has come, or a part of it. */
  saved({ question, ...outcome }) { this.shown.get(question)?.saved?.(outcome); }

  ended({ question, isAnswered }, outcome) {
    const entry = this.shown.get(question);
    this.shown.delete(question);
    if (entry?.giving?.picker.giving === entry?.giving) entry?.giving?.picker.end();
    if (outcome === "cancelled" && entry?.waits && !isAnswered && !entry.isForgotten && !this.isHomeless(entry)) this.outlive(entry);
    else if (entry?.element) this.remove(entry.element);
    this.markNewest();
  }

  /** Removes what was asked. The focus returns to where it was before a dialog, or goes on in the card. */
  remove(element) {
    const { activeElement, body } = document;
    // NB: a button of a dialog that is disabled meanwhile has lost the focus.
    const hadFocus = element.contains(activeElement) || element.open && activeElement === body;
    const card = (element.returnTo ?? element).closest(".card");
    const { parentElement } = element;
    (parentElement.isOwn ? parentElement : element).remove();
    if (!hadFocus) return;
    for (const place of [element.returnTo, card?.querySelector("h2"), this.front.places.current?.title, byID("cards")]) {
      place?.focus({ preventScroll: true });
      if (document.activeElement !== body) return;
    }
  }

  /** The focus comes to a card after what is asked about it. */
  returnTo({ instance, field, title }) {
    for (const { instance: other, element } of this.shown.values()) if (other === instance && element) element.returnTo = field ?? title;
  }

  /** The app takes no answer any more, such as an *Undo* in time. What it said stays until the person puts it away, or the next one comes. */
  outlive(entry) {
    const { element } = entry;
    const hadFocus = element.contains(document.activeElement);
    for (const other of this.past.splice(0)) other.element.remove();
    this.past = [entry];
    entry.isPast = true;
    element.querySelector(".offered").remove();
    const dismiss = element.querySelector("button");
    dismiss.onclick = () => {
      this.past = this.past.filter(other => other !== entry);
      this.remove(element);
      this.markNewest();
    };
    if (hadFocus) dismiss.focus();
  }

  /** The user has signed out, or the app has ended: what it said is said no more when it asks no more. */
  forget() {
    for (const entry of this.shown.values()) entry.isForgotten = true;
    for (const { element } of this.past.splice(0)) element.remove();
  }
}

/** Whether a front is an assistant's, by its name. */
const isAssistant = by => /^assistant\b/.test(by ?? "");

/** A dialog in the manner of its question. Escape gives no answer. */
function dialog(input, answer, fill, asked = {}) {
  const title = make("h2", { id: freshID(), dir: "auto" });
  const problem = make("p", { className: "refusal", dir: "auto" });
  problem.setAttribute("role", "alert");
  const actions = make("div", { className: "actions" });
  const body = make("div", { className: "asked" });
  const element = make("dialog", { className: "question", returnTo: document.activeElement }, title, body, problem, actions);
  element.setAttribute("aria-labelledby", title.id);
  element.oncancel = event => {
    event.preventDefault();
    answer({ cancelled: true });
  };
  const parts = {
    title, body, input, answer, ...asked,
    button(label, properties, onclick) {
      const button = make("button", { type: "button", ...properties, onclick }, label);
      actions.append(button);
      return button;
    },
    cancel() { return this.button(words.text("Cancel"), {}, () => answer({ cancelled: true })); },
    refuse(reason) { setText(problem, reason); },
  };
  const focused = fill(parts);
  const { textContent } = title;
  if (asked.by) title.textContent = isAssistant(asked.by) ? words.text("The assistant asks: {0}", textContent) : words.text("{0} asks: {1}", asked.by, textContent);
  const place = document.querySelector("tributary-question:empty") ?? document.body.appendChild(make("tributary-question", { isOwn: true }));
  place.append(element);
  element.showModal();
  focused?.focus();
  return element;
}

function confirm({ title, body, input, answer, button }) {
  title.textContent = input.title;
  if (input.message) body.append(make("p", { dir: "auto" }, input.message));
  const looks = { destructive: "danger", normal: "primary", cancel: "" };
  const buttons = input.choices.map(({ name, label, role }) =>
    [role, button(label, { className: looks[role] ?? "", dir: "auto" }, () => answer({ answer: name }))]);
  // What takes something away is not what Return does.
  return (buttons.find(([role]) => role === "cancel") ?? buttons[0])[1];
}

/** A file for a question that comes without one, such as another front's. */
function pickFile(parts) {
  const { title, body, input, answer, store, question } = parts;
  title.textContent = words.text("Choose a file");
  const field = make("input", { type: "file", accept: input.types.join(","), ariaLabel: words.text("File") });
  body.append(make("p", { className: "muted" }, words.text("At most {0}.", formatBytes(input.limit))), field);
  parts.cancel();
  const use = parts.button(words.text("Use it"), { className: "primary" }, async () => {
    const [file] = field.files;
    parts.refuse("");
    const problem = file ? misfit(file, input) : words.text("No file is chosen.");
    if (problem) return parts.refuse(problem);
    use.disabled = field.disabled = true;
    try {
      await give(store, question, file, answer);
    } catch (error) {
      parts.refuse(error.message);
    }
    use.disabled = field.disabled = false;
  });
  return field;
}

/** A file in memory is in the question; the browser gets another one from the bridge, by an address that is good once. */
function saveFile(parts) {
  const { title, input, answer, store, question, entry } = parts;
  title.textContent = words.text("Save {0}", input.name);
  if (input.base64 === undefined) {
    entry.saved = ({ isWhole, reason }) => isWhole ? answer({}) : parts.refuse(reason);
    parts.cancel();
    return parts.button(words.text("Save"), { className: "primary" }, async () => {
      parts.refuse("");
      try {
        make("a", { href: await store.save(question), download: input.name }).click();
      } catch (error) {
        parts.refuse(error.message);
      }
    });
  }
  const bytes = Uint8Array.from(atob(input.base64), letter => letter.charCodeAt(0));
  parts.cancel();
  return parts.button(words.text("Save"), { className: "primary" }, () => {
    // NB: as bytes without a type, so that the browser saves them and shows nothing.
    const address = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
    make("a", { href: address, download: input.name }).click();
    URL.revokeObjectURL(address);
    answer({});
  });
}

function openLink(parts) {
  const { title, body, input, answer } = parts;
  title.textContent = input.host ? words.text("Open {0}?", input.host) : words.text("Open this address?");
  body.append(make("p", { className: "address", dir: "ltr" }, input.link));
  parts.cancel();
  return parts.button(words.text("Open"), { className: "primary" }, () => {
    make("a", { href: input.link, target: "_blank", rel: "noopener noreferrer" }).click();
    answer({});
  });
}

function copy(parts) {
  const { title, body, input, answer } = parts;
  title.textContent = words.text("Copy to the clipboard?");
  body.append(make("p", { className: "address", dir: "auto" }, input.text));
  parts.cancel();
  return parts.button(words.text("Copy"), { className: "primary" }, async () => {
    try {
      await navigator.clipboard.writeText(input.text);
      answer({});
    } catch {
      answer({ cannot: words.text("The browser does not give this page its clipboard.") });
    }
  });
}

/** A question of the app's own: a form for the answer that its description asks for. */
function own(schemas, name, { answer: schema }) {
  return parts => {
    const { title, body, input, answer } = parts;
    title.textContent = name;
    if (input !== null) body.append(make("p", { dir: "auto" }, typeof input === "string" ? input : JSON.stringify(input)));
    const { element, inputs, read } = readableControls(schemas).control(schema, "answer");
    body.append(element);
    parts.cancel();
    parts.button(words.text("Answer"), { className: "primary" }, () => {
      try {
        answer({ answer: read() });
      } catch (error) {
        parts.refuse(error.message);
      }
    });
    return inputs[0];
  };
}

/** A notice. One with an action stays until the person has chosen it, or put it away. */
function notice({ text, tone, action }, answer) {
  const problem = make("span", { className: "refusal" });
  problem.setAttribute("role", "alert");
  const element = make("div", { className: "toast" }, make("p", { dir: "auto" }, text), problem);
  element.dataset.tone = tone;
  if (action) {
    element.append(make("div", { className: "choices" },
      make("button", { className: "offered", dir: "auto", onclick: () => answer({ answer: "action" }) }, action.label),
      make("button", { onclick: () => answer({ answer: "dismissed" }) }, words.text("Dismiss"))));
  } else {
    setTimeout(() => element.remove(), NOTICE_TIME);
  }
  return element;
}
