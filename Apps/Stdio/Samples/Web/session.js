import { applyPatch } from "./patch.js";
import { byID, setText } from "./page.js";

/**
 * JSON-RPC with the core, over the bridge's WebSocket, which keeps messages in order. It connects again when it is cut.
 * It keeps the newest state of each instance and applies patches to it, so the page only sees whole states.
 */
export class Session {
  requests = new Map();
  snapshots = new Map();
  renewals = new Set();
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

  /** Sends a request; the promise fails with a `Refusal`, or an `Error` if there is no core. */
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
    const { id, method, params, result, error } = message;
    const request = this.requests.get(id);
    if (request) this.requests.delete(id);
    this.page.frame?.("received", message, request);
    switch (method) {
      case "bridge/session": return this.adopt(params);
      case "screen/update": return this.update(params);
      case "screen/opened":
        this.keep(params);
        return this.page.opened(params);
      case "screen/closed":
        this.snapshots.delete(params.instance);
        return this.page.closed(params);
    }
    if (request && error) return request.reject(new Refusal(error));
    if (request && ["screen/open", "screen/get"].includes(request.method)) this.keep(result);
    request?.resolve(result);
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
      // It was closed meanwhile, or the core has ended.
    }
    this.renewals.delete(instance);
  }

  /** The bridge describes the session whenever it changes. */
  adopt({ mode, isRunning, endText, instances }) {
    if (!isRunning) this.end(new Error(endText ?? "The core does not run."));
    if (instances.length || isRunning) this.instances = instances;
    for (const instance of this.snapshots.keys()) {
      if (!instances.some(open => open.instance === instance)) this.snapshots.delete(instance);
    }
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

  /** Starts the core. Of the pages that share it, one opens the screens; the app opens those that have an opener. */
  async start() {
    byID("start").disabled = true;
    try {
      const wanted = this.instances.filter(({ opener }) => !opener).map(instance => instance.origin ?? instance);
      if ((await this.request("bridge/start")).isStarted) await this.page.fill?.(wanted);
    } catch (error) {
      if (!this.isOpen) this.notice(error.message, true);
    }
    byID("start").disabled = false;
  }

  end(error) {
    this.isOpen = false;
    this.snapshots.clear();
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

/** An event that the state does not allow. */
const EVENT_REJECTED = 1004;

/** A reply's error. Its message is for people: the app's own reason where it has one, else what the protocol says. */
export class Refusal extends Error {
  constructor({ code, message, data }) {
    const reason = code === EVENT_REJECTED && data?.reason;
    super(reason || [message, data?.pointer, data?.hint].filter(Boolean).join(": ") + ` (${code})`);
    this.pointer = data?.pointer;
    this.isAboutInput = Boolean(reason) || this.pointer !== undefined;
  }
}
