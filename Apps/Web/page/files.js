// A file where the app asks for it: chosen, taken by a camera, dropped or pasted at the button of its event, with its progress beside it.
import { formatBytes, formatPercent } from "./formats.js";
import { make, setText } from "./page.js";
import { words } from "./words.js";

const isPictured = ({ types }) => types.some(type => /^image\/|^\.(?:png|jpe?g|webp|heic)$/i.test(type));

const fits = ({ name, type }, wanted) => wanted.startsWith(".") ? name.toLowerCase().endsWith(wanted.toLowerCase())
  : wanted.endsWith("/*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

/** Why a file is not what is wished for; undefined if it is. */
export function misfit(file, { types, limit }) {
  if (types.length && !types.some(type => fits(file, type))) return words.text("{0} is no file of these kinds: {1}.", file.name, types.join(", "));
  if (file.size > limit) return words.text("The file has more than {0}.", formatBytes(limit));
}

/** Gives a file in answer to a question; it goes to the bridge by a POST, and so into no address and no message. */
export async function give(store, question, file, answer) {
  try {
    const attachment = await store.give(question, file);
    answer({ answer: { attachment, mediaType: file.type || null, name: file.name, size: file.size } });
  } catch (error) {
    // NB: the browser gives no reason why it cannot read a file, or send one.
    throw error instanceof TypeError ? new Error(words.text("The file cannot be read or sent.")) : error;
  }
}

/** What stands beside the button of an event that asks for a file. The file is there before the event is sent, and answers its question. */
export class FilePicker {
  /** The file that the person has given: `answer` and `question` once the app has asked for it. */
  giving = undefined;

  constructor(view, button, event) {
    Object.assign(this, { view, button, event, wish: event.file });
    this.input = make("input", { type: "file", accept: this.wish.types.join(","), hidden: true });
    this.input.onchange = () => this.take([...this.input.files]);
    this.camera = make("button", { type: "button", className: "camera" }, words.text("Take a photo"));
    this.camera.onclick = () => this.open("environment");
    this.hint = make("span", { className: "drops" }, words.text("or drop it here, or paste it"));
    this.name = make("span", { dir: "auto" });
    this.bar = make("progress", { max: 1 });
    this.part = make("span");
    this.stop = make("button", { type: "button" }, words.text("Cancel"));
    this.stop.onclick = () => this.cancel();
    this.status = make("div", { className: "giving progress" }, this.name, this.bar, this.part, this.stop);
    this.element = make("div", { className: "picks" }, this.camera, this.hint, this.input, this.status);
    this.render();
  }

  /** Whether a file can be given here now. */
  get isOpen() { return !this.giving && this.button.checkVisibility() && this.button.getAttribute("aria-disabled") !== "true"; }

  contains(element) { return this.button.contains(element) || this.element.contains(element); }

  /** The browser asks for a file, or the camera takes one. An event that the app refuses is sent as it is, so that it says why. */
  open(camera) {
    if (this.giving) return;
    if (!this.isOpen) return this.view.fire(this.button, this.event, {});
    if (camera) this.input.setAttribute("capture", camera);
    else this.input.removeAttribute("capture");
    // NB: the same file may be chosen again.
    this.input.value = "";
    this.input.click();
  }

  async take(files) {
    if (!files.length || this.giving) return;
    const [file] = files;
    const problem = files.length > 1 ? words.text("One file at a time.") : misfit(file, this.wish);
    if (problem) return this.refuse(problem);
    const giving = this.giving = { file, picker: this, sent: undefined };
    this.render();
    if (!await this.view.fire(this.button, this.event, {})) giving.picker.end();
  }

  /** Whether it has a file for a question of the app's. */
  get hasFile() { return this.giving !== undefined && this.giving.question === undefined; }

  /** Answers a question with the file; and answers what it is for. */
  answer(question, input, answer) {
    const { giving } = this;
    Object.assign(giving, { question, answer });
    const problem = misfit(giving.file, input);
    if (problem) this.fail(problem);
    else give(this.view.card.front.store, question, giving.file, answer).catch(error => { if (giving.picker.giving === giving) giving.picker.fail(error.message); });
    return giving;
  }

  /** The core has so many bytes of it. */
  receive(count) {
    const { file } = this.giving;
    this.giving.sent = file.size ? count / file.size : 1;
    this.render();
  }

  cancel() {
    if (this.giving.answer) this.giving.answer({ cancelled: true });
    else this.end();
  }

  fail(reason) {
    this.cancel();
    this.end();
    this.refuse(reason);
  }

  /** The question has ended, or there is none. */
  end() {
    this.focusLeaves(this.status);
    this.giving = undefined;
    this.render();
  }

  focusLeaves(element) { if (element.contains(document.activeElement)) this.button.focus(); }

  refuse(reason) { this.view.card.refuse(this.button, new Error(reason)); }

  /** The view was made anew. */
  goOn({ giving }) {
    this.giving = giving;
    if (giving) giving.picker = this;
    this.render();
  }

  render() {
    const { giving, button, camera, hint, status, bar } = this;
    this.element.hidden = button.hidden;
    hint.hidden = giving !== undefined || button.getAttribute("aria-disabled") === "true";
    camera.hidden = hint.hidden || !isPictured(this.wish);
    status.hidden = giving === undefined;
    if (!giving) return;
    setText(this.name, giving.file.name);
    bar.ariaLabel = giving.file.name;
    if (giving.sent === undefined) bar.removeAttribute("value");
    else bar.value = giving.sent;
    setText(this.part, giving.sent === undefined ? "" : formatPercent(giving.sent));
  }
}

/** Takes what is dropped and pasted in a card: for the only button that asks for a file, or the one at which it is. */
export function takeFiles(element, pickers) {
  const at = target => {
    const open = pickers().filter(picker => picker.isOpen);
    return open.length === 1 ? open[0] : open.find(picker => picker.contains(target));
  };
  const mark = picker => { for (const other of pickers()) other.element.classList.toggle("dropping", other === picker); };
  element.addEventListener("dragover", event => {
    const picker = event.dataTransfer?.types.includes("Files") ? at(event.target) : undefined;
    mark(picker);
    if (!picker) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  });
  element.addEventListener("dragleave", event => { if (!element.contains(event.relatedTarget)) mark(); });
  element.addEventListener("drop", event => {
    mark();
    const files = [...event.dataTransfer?.files ?? []];
    const picker = files.length ? at(event.target) : undefined;
    if (!picker) return;
    event.preventDefault();
    picker.take(files);
  });
  element.addEventListener("paste", event => {
    const { files, types } = event.clipboardData ?? {};
    // NB: an office's text is on the clipboard as a picture, too.
    const picker = files?.length && !types.includes("text/plain") ? at(event.target) : undefined;
    if (!picker) return;
    event.preventDefault();
    picker.take([...files]);
  });
}
