import { Entry } from "./entry.js";
import { applyPatch } from "./patch.js";
import { byID, setText, showConnection, showNotice } from "./page.js";
import { speak, words } from "./words.js";

const FIRST_PAUSE = 250; // milliseconds
const LONGEST_PAUSE = 4000;
const PATIENCE = 1000; // milliseconds that what a user does may go unanswered
/** The bridge closes a WebSocket with this code when it has not let the browser in. */
const NO_ENTRY = 4401;
/** The bridge answers this where no core runs. */
const CORE_ENDED = 1100;
/** An event that the state does not allow. */
const EVENT_REJECTED = 1004;
/** A file is not taken, or not given. */
const FILE_REFUSED = 1006;
/** The core could not be started, or reached. */
const NOT_STARTED = 1101;
/** The instance of what belongs to the app as a whole, which is always open. */
export const WHOLE_APP = "app";
/** What a user does. One without an answer may have arrived, and is not sent again. */
const ACTIONS = ["screen/open", "screen/send", "screen/close", "app/send"];

/**
 * JSON-RPC with the core, over the bridge's WebSocket, which keeps messages in order. It keeps the newest state of each
 * instance and applies patches to it, so the page only sees whole states.
 *
 * When the WebSocket is cut, it connects again, with growing pauses. The page keeps what it shows meanwhile, and gets the
 * newest states afterwards. Where the core was started again, `page.replace` gets the screens that are open in it.
 */
export class Session {
  requests = new Map();
  snapshots = new Map();
  renewals = new Set();
  count = 0;
  pause = FIRST_PAUSE;
  instances = [];
  lost = new Set();

  constructor(page) {
    this.page = page;
    this.entry = new Entry();
    // A tab that had a session before this load is told when that session has ended.
    this.isReturning = sessionStorage.getItem("session") !== null;
    if (!this.isReturning) {
      const random = crypto.getRandomValues(new Uint8Array(16));
      sessionStorage.setItem("session", Array.from(random, byte => byte.toString(16).padStart(2, "0")).join(""));
    }
    byID("start").onclick = () => this.start();
    byID("lost-close").onclick = () => this.forgetLost();
    this.connect();
  }

  async connect() {
    await this.entry.exchange();
    // NB: a subprotocol, unlike an address, gets into no log and no history.
    const key = sessionStorage.getItem("session");
    const socket = this.socket = new WebSocket(`ws://${location.host}/session`, ["tributary", `key.${key}`]);
    socket.onmessage = message => this.receive(JSON.parse(message.data));
    socket.onclose = ({ code }) => {
      this.isOpen = false;
      this.rest();
      this.report("off", words.text("Not connected"));
      if (code === NO_ENTRY) return this.notice(this.entry.refusal(this.run !== undefined), false);
      this.notice(words.text("The bridge does not answer. What you see stays, and may be old. The page connects again as soon as it can."), false);
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    };
  }

  /** Ends what waits for an answer: what the user did may have arrived. */
  rest() {
    clearTimeout(this.beat);
    this.renewals.clear();
    for (const id of [...this.requests.keys()]) this.lose(this.take(id));
  }

  lose(request) {
    if (ACTIONS.includes(request.method)) {
      this.lost.add(this.page.describe(request.method, request.params));
      this.showLost();
    }
    request.reject(new Unanswered());
  }

  showLost() {
    const names = [...this.lost].join(", ");
    byID("lost").hidden = this.lost.size === 0;
    setText(byID("lost-text"), this.lost.size === 0 ? ""
      : this.lost.size === 1 ? words.text("Your last action may not have arrived: {0}.", names) : words.text("Your last actions may not have arrived: {0}.", names));
  }

  forgetLost() {
    const hadFocus = byID("lost").contains(document.activeElement);
    this.lost.clear();
    this.showLost();
    if (hadFocus) document.querySelector("[tabindex='-1']:is(#cards, #instances)").focus();
  }

  /** Sends a request; the promise fails with a `Refusal`, or an `Unsent` or `Unanswered` if there is no core. */
  request(method, params = {}, isQuiet = false) {
    return new Promise((resolve, reject) => {
      const message = { jsonrpc: "2.0", id: ++this.count, method, params };
      // NB: the core answers at once, however long what was asked for takes. So silence is a sign.
      const limit = ACTIONS.includes(method) ? setTimeout(() => this.hang(), Math.min(PATIENCE, this.heartbeat * 500)) : undefined;
      this.requests.set(message.id, { method, params, resolve, reject, isQuiet, limit, wasOpen: this.isOpen });
      this.write(message, isQuiet);
    });
  }

  /** The response to a request of the core's. */
  respond(id, result) { this.write({ jsonrpc: "2.0", id, result }); }

  notify(method, params) { this.write({ jsonrpc: "2.0", method, params }); }

  write(message, isQuiet) {
    if (this.socket?.readyState !== WebSocket.OPEN) {
      if (message.method && message.id) this.take(message.id).reject(new Unsent());
      return;
    }
    if (!isQuiet) this.page.frame?.("sent", message);
    this.socket.send(JSON.stringify(message));
  }

  take(id) {
    const request = this.requests.get(id);
    this.requests.delete(id);
    clearTimeout(request?.limit);
    return request;
  }

  receive(message) {
    if (this.isLeaving) return;
    const { id, method, params, result, error } = message;
    const request = this.take(id);
    if (request) this.wake();
    if (!request?.isQuiet) this.page.frame?.("received", message, request);
    switch (method) {
      case "bridge/session": return this.adopt(params);
      case "screen/update": return this.update(params);
      case "screen/opened":
        this.keep(params);
        return this.page.opened(params);
      case "app/tab":
        return this.page.tabSelected?.(params);
      case "app/signedOut":
        this.forgetLost();
        return this.page.forget();
      case "screen/closed":
        this.snapshots.delete(params.instance);
        return this.page.closed(params);
      case "question/ask":
        return this.page.asked?.(params, result => this.respond(id, result));
      case "bridge/saved": return this.page.saved?.(params);
      case "question/refused": return this.page.refused?.(params);
      case "question/ended": return this.page.ended?.(params);
    }
    if (!request) return;
    if (error?.code === CORE_ENDED) return request.wasOpen ? this.lose(request) : request.reject(new Unsent());
    if (error) return request.reject(new Refusal(error));
    if (["screen/open", "screen/get"].includes(request.method)) this.keep(result);
    request.resolve(result);
  }

  /** Keeps a whole state, unless a newer one is known. */
  keep({ instance, rev, state }) {
    if (rev < this.snapshots.get(instance)?.rev) return false;
    this.snapshots.set(instance, { instance, rev, state });
    return true;
  }

  /**
   * A state, or the patch that makes it of an earlier one. A page that joined late, or that has asked for a state, may know
   * another one than the core has written to the bridge: then the patch does not fit, and the page asks for the state.
   */
  update({ instance, rev, from, state, patch }) {
    const known = this.snapshots.get(instance);
    if (patch) {
      if (!known || rev <= known.rev) return;
      if (from !== known.rev) return this.renew(instance);
      try {
        state = applyPatch(known.state, patch);
      } catch {
        return this.renew(instance);
      }
    }
    if (this.keep({ instance, rev, state })) this.page.update({ instance, rev, state });
  }

  async renew(instance) {
    if (this.renewals.has(instance)) return;
    this.renewals.add(instance);
    try {
      await this.request("screen/get", { instance });
      const snapshot = this.snapshots.get(instance);
      if (snapshot) this.page.update(snapshot);
    } catch {
      // It was closed meanwhile, or the connection was cut: then all states are asked for again.
    }
    this.renewals.delete(instance);
  }

  /** The bridge describes the session whenever it changes. */
  adopt({ mode, isRunning, isRemote, run, heartbeat, inspects, endText, instances, language }) {
    if (language && speak(language)) {
      // What comes until then is for the page that is loaded.
      this.isLeaving = true;
      return;
    }
    const knew = this.isReturning;
    const wasOpen = this.isOpen;
    this.isReturning = true;
    Object.assign(this, { mode, heartbeat, inspects, isRemote });
    if (!isRunning) {
      this.rest();
      this.page.questions?.clear();
      this.isOpen = false;
      this.snapshots.clear();
      if (instances.length) this.instances = instances;
      this.report("off", words.text("The app has ended"));
      if (isRemote) return endText ? this.startLater(endText) : this.start();
      // The bridge was started again under a page that stayed, and the app is, too.
      if (this.run && run === null || !endText && !knew) return this.start();
      return this.notice(this.forPeople(endText) ?? words.text("The session of this page has ended: the bridge was started again."), true);
    }
    const isOther = this.run !== undefined && run !== this.run;
    if (isOther) this.snapshots.clear();
    Object.assign(this, { run, instances, isOpen: true, pause: FIRST_PAUSE });
    for (const instance of this.snapshots.keys()) {
      if (instance !== WHOLE_APP && !instances.some(open => open.instance === instance)) this.snapshots.delete(instance);
    }
    if (!wasOpen) {
      showNotice(false);
      this.reportOpen();
      this.page.begin();
      this.resumeStart();
      for (const instance of this.snapshots.keys()) this.renew(instance);
      this.beatLater();
    }
    if (isOther) this.page.replace(instances);
    else this.page.list(instances);
  }

  /** Why the core has ended. A signal says nothing to a person; who started the core with wrong options reads what is wrong with them. */
  forPeople(endText) {
    const isSignal = !this.inspects && /: signal [A-Z0-9]+\.$/.test(endText);
    return isSignal ? words.text("The app has ended without a word. What was open can be opened again.") : endText;
  }

  /** Starts the core, with the screens that were open in the last one; the app opens those that have an opener. */
  async start() {
    byID("start").disabled = true;
    this.isStarting = true;
    const screens = this.instances.filter(({ opener }) => !opener).map(instance => instance.origin ?? instance)
      .map(({ screen, params, link }) => ({ screen, params, link }));
    // NB: the page may be loaded again before it has opened what it begins with, in the language of the app.
    if (!screens.length) sessionStorage.setItem("starts", "");
    try {
      const { isStarted } = await this.request("bridge/start", { screens });
      if (isStarted && !screens.length) await this.page.fill?.();
      sessionStorage.removeItem("starts");
    } catch (error) {
      if (!(error instanceof Unanswered)) sessionStorage.removeItem("starts");
      if (!this.isOpen && !(error instanceof Unanswered)) this.notice(error.message, true);
      if (this.isRemote && error.code === NOT_STARTED) this.startLater(words.text("The app does not run."));
    }
    this.isStarting = false;
    byID("start").disabled = false;
  }

  /** The page has started the core, and was loaded again before it has opened what it begins with. */
  async resumeStart() {
    if (this.isStarting || sessionStorage.getItem("starts") === null) return;
    this.isStarting = true;
    try {
      await this.page.fill?.();
      sessionStorage.removeItem("starts");
    } catch {
      // The connection was cut: it is tried again with the next one.
    }
    this.isStarting = false;
  }

  /** A core that listens is started by others; the page tries until it is there. */
  startLater(text) {
    this.notice(words.text("{0} The page connects again as soon as it does.", text), true);
    clearTimeout(this.starting);
    this.starting = setTimeout(() => { if (!this.isOpen && this.socket.readyState === WebSocket.OPEN) this.start(); }, this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  // Heartbeat

  /** NB: half of a heartbeat between two, and half for the answer: silence is seen within one. */
  beatLater() {
    clearTimeout(this.beat);
    this.beat = setTimeout(() => this.ping(), this.heartbeat * 500);
  }

  /** A core that does not answer in time is said to hang, until it answers. */
  async ping() {
    const { socket } = this;
    const limit = setTimeout(() => { if (socket === this.socket) this.hang(); }, this.heartbeat * 500);
    try {
      await this.request("ping", {}, true);
      this.beatLater();
    } catch {
      // The connection was cut, or the core has ended, which the page says.
    }
    clearTimeout(limit);
  }

  hang() {
    if (!this.isOpen || this.isHung) return;
    this.report("hung", words.text("The app does not answer"));
    this.notice(words.text("The app does not answer. What you see stays, and may be old."), false);
    this.isHung = true;
  }

  /** Something came from the core. */
  wake() {
    if (!this.isHung) return;
    showNotice(false);
    this.reportOpen();
  }

  // What the page says of the connection

  reportOpen() { this.report("on", this.mode === "page" ? words.text("Connected: session of this page") : words.text("Connected: shared session")); }

  /** The connection in words, for the eye and for a screen reader. */
  report(state, text) {
    this.isHung = false;
    showConnection(state);
    setText(byID("connection"), text);
  }

  /** The person goes on: what was said of an address, or of a screen, is old. What is wrong with the connection stays. */
  forgetNotice() { if (this.isOpen && !this.isHung) showNotice(false); }

  notice(text, canStart) {
    showNotice(true);
    setText(byID("notice-text"), text);
    byID("start").hidden = !canStart;
  }
}

/** There is no connection, or no core: nothing was sent. */
export class Unsent extends Error {
  constructor() { super(words.text("Not sent: there is no connection to the app.")); }
}

/** The connection was cut, or the core has ended, before an answer came. */
export class Unanswered extends Error {
  constructor() { super(words.text("This may not have arrived. Look before you do it again.")); }
}

/** A reply's error. Its message is the app's own reason where it has one, else what the protocol says. */
export class Refusal extends Error {
  constructor({ code, message, data }) {
    const reason = [EVENT_REJECTED, FILE_REFUSED].includes(code) && data?.reason;
    super(reason || [message, data?.pointer, data?.hint].filter(Boolean).join(": ") + ` (${code})`);
    this.code = code;
    this.pointer = data?.pointer;
    this.hint = data?.hint;
    this.isAboutInput = Boolean(reason) || this.pointer !== undefined;
  }
}
