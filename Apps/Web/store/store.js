// The state of an app for a user interface: open screens, questions, the connection. It does not use the DOM, and runs in browsers and in Node.js.

/**
 * A value that views observe. `getSnapshot` returns the same object until the value changes, as React's `useSyncExternalStore` requires; `subscribe` returns
 * a function that unsubscribes. Both are bound.
 *
 * @template T
 * @typedef {{ getSnapshot: () => T, subscribe: (listener: () => void) => () => void }} Readable
 */

/** @typedef {{ id?: any, method?: string, params?: any, result?: any, error?: any, jsonrpc?: "2.0" }} Message */

/**
 * A state of an instance. `hidden` names what of it is hidden, and has a placeholder: `["amount", "rows/note"]`.
 * @typedef {{ instance: string, rev: number, state: any, hidden: readonly string[] }} Snapshot
 */

/**
 * An open screen. `opener` is the instance that opened it. `isWhole` says that `params` are complete.
 * @typedef {object} Instance
 * @property {string} instance
 * @property {string} screen
 * @property {Record<string, any>} [params]
 * @property {string} [opener]
 * @property {string} [link]
 * @property {boolean} [isWhole]
 * @property {{ screen: string, params?: Record<string, any>, link?: string }} [origin]
 */

/**
 * The state of the connection, and a text for people. `off`: there is no app; `hung`: the app does not answer.
 * @typedef {{ state: "connecting" | "on" | "hung" | "off", text: string }} Connection
 */

/** A problem to show at the top of the page. `canStart`: offer a button that restarts the app. */
/** @typedef {{ text: string, canStart: boolean }} Notice */

/**
 * A question of the app. It stays in the list until `question/ended`. `refusal` is why the app refused the last answer. `waits` is false for a notice
 * without an action, which the view answers with `{ answer: "shown" }` when it shows it.
 * @typedef {object} Question
 * @property {string} question
 * @property {string} name
 * @property {string | null} [instance]
 * @property {any} input
 * @property {boolean} waits
 * @property {boolean} isAnswered
 * @property {string | undefined} refusal
 * @property {string | undefined} by the front that has led to it, if that is another one, such as `assistant-2`
 */

/**
 * What waits for a person: `waiting` goes on after what they do at `instance`, which stands in front of all else, by `reason`: `signIn` or `presented`.
 * @typedef {{ reason: string, instance: string, waiting: readonly string[], since: string }} PersonWait
 */

/**
 * The app's description of itself: its screens by name, its layout, its title, and the document that its schemas refer to.
 * @typedef {object} Description
 * @property {Map<string, any>} screens
 * @property {any} [app]
 * @property {any} [layout]
 * @property {string[]} [linkSchemes]
 * @property {any} [title]
 * @property {any} document
 */

/**
 * Connects a store to an app. `isBridged`: the other end is a bridge, which sends `initialize` and starts the app. `closed` with a reason ends the
 * connection; without a reason the store reconnects.
 * @typedef {{ received: (message: Message) => void, closed: (reason?: string) => void }} Receiver
 * @typedef {{ isOpen: boolean, send: (text: string) => void, close: () => void }} Wire
 * @typedef {{ isBridged: boolean, connect: (receiver: Receiver) => Wire | Promise<Wire> }} Transport
 */

/**
 * Callbacks for user interfaces that follow single messages, such as to move the focus. Views do not need them.
 * @typedef {object} Observer
 * @property {(direction: "sent" | "received", message: Message, request?: Request) => void} [frame]
 * @property {() => void} [begin]
 * @property {(description: Description, isNew: boolean) => void} [described]
 * @property {(instances: readonly Instance[]) => void} [list]
 * @property {(instances: readonly Instance[]) => void} [replace]
 * @property {(params: any) => void} [opened]
 * @property {(snapshot: Snapshot) => void} [update]
 * @property {(params: any) => void} [closed]
 * @property {(params: any) => void} [tabSelected]
 * @property {(deed: { by: string, event: string, instance: string, label: string }) => void} [acted]
 * @property {() => void} [signedOut]
 * @property {(question: Question) => void} [asked]
 * @property {(question: Question) => void} [refused]
 * @property {(question: Question, outcome: string | undefined) => void} [ended]
 * @property {(file: any) => void} [saved]
 * @property {(file: { question: string, count: number }) => void} [given]
 * @property {() => void} [coreEnded]
 * @property {() => unknown} [fill]
 * @property {(method: string, params: any) => string} [describe]
 * @property {(language: string, locale?: string) => void} [speak]
 */

/**
 * The options of a store: callbacks, the translation of its sentences, and values that outlive it (`sessionStorage` of a page).
 * @typedef {object} Options
 * @property {Observer} [observer]
 * @property {{ text: (english: string, ...values: any[]) => string }} [words]
 * @property {{ get: (key: string) => string | null, set: (key: string, value: string | null) => void }} [memory]
 */

/** @typedef {{ method: string, params: any, resolve: (result: any) => void, reject: (error: Error) => void, isQuiet: boolean, limit: any, wasOpen: boolean }} Request */

/**
 * A screen as a view sees it. `state` is `undefined` until the screen is open; `error` is why it could not be opened.
 * @template State
 * @typedef {{ instance: string | undefined, rev: number, state: State | undefined, hidden: readonly string[], isOpen: boolean, error: Error | undefined }} ScreenSnapshot
 */

/**
 * The globals that the store uses. Browsers and Node.js have them.
 * @typedef {object} Host
 * @property {(body: () => void, milliseconds: number) => any} setTimeout
 * @property {(timer: any) => void} clearTimeout
 * @property {<T>(value: T) => T} structuredClone
 * @property {new (address: string, protocols: string[]) => any} WebSocket
 * @property {(address: string, request: any) => Promise<any>} fetch
 * @property {new () => { abort: () => void, signal: any }} AbortController
 */
const host = /** @type {Host} */ (/** @type {unknown} */ (globalThis));

const FIRST_PAUSE = 250; // milliseconds
const LONGEST_PAUSE = 4000;
const PATIENCE = 1000; // milliseconds that what a user does may go unanswered
const HEARTBEAT = 5; // seconds, where no bridge says another
/** The bridge closes a WebSocket with this code when it has not let the browser in. */
const NO_ENTRY = 4401;
/** The bridge answers this where no core runs. */
const CORE_ENDED = 1100;
/** An event that the state does not allow. */
const EVENT_REJECTED = 1004;
/** A file is not taken, or not given. */
const FILE_REFUSED = 1006;
/** A method that an older app does not have. */
const NO_SUCH_METHOD = -32601;
/** The core could not be started, or reached. */
const NOT_STARTED = 1101;
/** The instance of what belongs to the app as a whole, which is always open. */
export const WHOLE_APP = "app";
/** What a user does. One without an answer may have arrived, and is not sent again. */
const ACTIONS = ["screen/open", "screen/send", "screen/leave", "screen/close", "app/send"];

/**
 * The names of what is hidden, where nothing is.
 * @type {readonly string[]}
 */
const NOTHING = Object.freeze([]);

/** The sentences in English, for a store without translations. */
const ENGLISH = { text: (/** @type {string} */ english, /** @type {any[]} */ ...values) => english.replace(/\{(\d)\}/g, (_, index) => values[Number(index)]) };

/**
 * A value that views observe.
 * @template T
 */
class Source {
  /** @type {T} */ #value;
  /** @type {Set<() => void>} */ #listeners = new Set();

  /** @param {T} value */
  constructor(value) { this.#value = value; }

  getSnapshot = () => this.#value;

  /** @param {() => void} listener */
  subscribe = listener => {
    // NB: a function of its own for each call, so that one that subscribes twice is called until both have ended.
    const entry = () => listener();
    this.#listeners.add(entry);
    return () => { this.#listeners.delete(entry); };
  };

  /** @param {T} value */
  set(value) {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }
}

/**
 * The state of an app. The store connects at once, and reconnects with growing pauses; it keeps its states meanwhile, and then requests the newest ones.
 * `App` has the types of the screens by name.
 *
 * @template {Record<string, { params: any, state: any, event: any }>} [App=Record<string, { params: any, state: any, event: any }>]
 */
export class Store {
  /** @type {Map<number, Request>} */ #requests = new Map();
  /** @type {Map<string, Snapshot>} */ snapshots = new Map();
  /** @type {Set<string>} */ #renewals = new Set();
  /** @type {Map<string, Promise<Snapshot>>} the states that were asked for */ #states = new Map();
  /** @type {Map<string, Screen<any, any>>} */ #screens = new Map();
  /** @type {Map<string, any>} the ids of the requests that questions are */ #asked = new Map();
  /** @type {Map<string, any>} */ #transfers = new Map();
  /** @type {Record<string, Record<string, any>>} */ #drafts = {};
  #count = 0;
  #pause = FIRST_PAUSE;
  /** @type {Wire | undefined} */ #wire;
  /** @type {any} */ #beat;
  /** @type {any} */ #startTimer;
  #isClosed = false;
  /**
   * The app's answer, where no bridge has greeted it.
   * @type {any}
   */
  #greeting;
  #isHung = false;
  /** The language and the locale of what is shown. */
  #localization = "";
  /** @type {string | undefined} */ #describedRun;
  #descriptionText = "";

  /** Whether the app is there. */
  isOpen = false;
  /** Whether a developer looks on (`--inspect`). */
  inspects = false;
  isRemote = false;
  /** @type {string | undefined} */ mode;
  /** @type {string | undefined} the name of this start of the app */ run;
  /** @type {string | undefined} what the app calls this front */ front;
  heartbeat = HEARTBEAT;
  /**
   * Resolves when the app has described itself.
   * @type {Promise<Description>}
   */
  described = new Promise(() => {});

  /**
   * @param {Transport} transport
   * @param {Options} [options]
   */
  constructor(transport, options = {}) {
    const { observer = {}, words = ENGLISH, memory = inMemory() } = options;
    this.transport = transport;
    this.observer = observer;
    this.words = words;
    this.memory = memory;
    /**
     * How the connection is.
     * @type {Source<Connection>}
     */
    this.connection = new Source(/** @type {Connection} */ ({ state: "connecting", text: "" }));
    /**
     * What has to be said above all else.
     * @type {Source<Notice | undefined>}
     */
    this.notice = new Source(/** @type {Notice | undefined} */ (undefined));
    /** Whether the app is being started. */
    this.starting = new Source(false);
    /**
     * What is open.
     * @type {Source<readonly Instance[]>}
     */
    this.instances = new Source(/** @type {readonly Instance[]} */ ([]));
    /**
     * What the person did last, and may not have arrived.
     * @type {Source<readonly string[]>}
     */
    this.lost = new Source(/** @type {readonly string[]} */ ([]));
    /**
     * What the app asks.
     * @type {Source<readonly Question[]>}
     */
    this.questions = new Source(/** @type {readonly Question[]} */ ([]));
    /**
     * What waits for a person, oldest first.
     * @type {Source<readonly PersonWait[]>}
     */
    this.waitsFor = new Source(/** @type {readonly PersonWait[]} */ ([]));
    /**
     * The language of the app.
     * @type {Source<string | undefined>}
     */
    this.language = new Source(/** @type {string | undefined} */ (undefined));
    /**
     * What the app is.
     * @type {Source<Description | undefined>}
     */
    this.description = new Source(/** @type {Description | undefined} */ (undefined));
    // A page that had a session before it was loaded is told when that session has ended.
    this.isReturning = memory.get("returns") !== null;
    memory.set("returns", "");
    // NB: the observer is complete before it is called.
    Promise.resolve().then(() => this.#connect());
  }

  // Screens

  /**
   * A screen with its parameters. It is opened when the first view follows it, unless it is open already, and stays open until `close`.
   * @template {keyof App & string} Name
   * @param {Name} name
   * @param {App[Name]["params"]} [params]
   * @returns {Screen<App[Name]["state"], App[Name]["event"]>}
   */
  screen(name, params = {}) {
    return this.#screen(`screen ${name} ${stable(params)}`, { screen: name, params });
  }

  /**
   * A screen that is open, such as one that the app has opened.
   * @param {string} instance
   * @returns {Screen<any, any>}
   */
  instance(instance) { return this.#screen(`instance ${instance}`, { instance }); }

  /** @param {string} key @param {{ screen?: string, params?: any, instance?: string }} place @returns {Screen<any, any>} */
  #screen(key, place) {
    const known = this.#screens.get(key);
    if (known) return known;
    const screen = new Screen(this, place);
    this.#screens.set(key, screen);
    return screen;
  }

  // Requests

  /**
   * Sends a request; the promise fails with a `Refusal`, or with an `Unsent` or `Unanswered` if there is no app.
   * @param {string} method
   * @param {any} [params]
   * @param {boolean} [isQuiet] whether the observer does not see its frames
   * @returns {Promise<any>}
   */
  request(method, params = {}, isQuiet = false) {
    return new Promise((resolve, reject) => {
      const id = ++this.#count;
      // NB: the app answers at once, however long what was asked for takes. So silence is a sign.
      const limit = ACTIONS.includes(method) ? host.setTimeout(() => this.#hang(), Math.min(PATIENCE, this.heartbeat * 500)) : undefined;
      this.#requests.set(id, { method, params, resolve, reject, isQuiet, limit, wasOpen: this.isOpen });
      this.#write({ jsonrpc: "2.0", id, method, params }, isQuiet);
    });
  }

  /**
   * Leaves a screen, as a person does: the app may ask first. The promise resolves to whether it was left; if not, it stays open until the app has an answer.
   * @param {string} instance
   * @returns {Promise<boolean>}
   */
  async leave(instance) {
    try {
      return (await this.request("screen/leave", { instance })).left === true;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== NO_SUCH_METHOD) throw error;
      await this.request("screen/close", { instance });
      return true;
    }
  }

  /** @param {string} method @param {any} params */
  notify(method, params) { this.#write({ jsonrpc: "2.0", method, params }); }

  /** @param {Message} message @param {boolean} [isQuiet] */
  #write(message, isQuiet) {
    if (!this.#wire?.isOpen) {
      if (message.method && message.id) this.#take(message.id)?.reject(new Unsent(this.words.text("Not sent: there is no connection to the app.")));
      return;
    }
    if (!isQuiet) this.observer.frame?.("sent", message);
    this.#wire.send(JSON.stringify(message));
  }

  /** @param {number} id */
  #take(id) {
    const request = this.#requests.get(id);
    this.#requests.delete(id);
    host.clearTimeout(request?.limit);
    return request;
  }

  // The connection

  async #connect() {
    this.#wire = await this.transport.connect({
      received: message => this.#receive(message),
      closed: reason => this.#cut(reason),
    });
    if (this.#isClosed) return this.#wire.close();
    if (!this.transport.isBridged) this.#greet();
  }

  /** @param {string} [reason] */
  #cut(reason) {
    this.isOpen = false;
    this.#rest();
    if (this.#isClosed) return;
    this.#report("off", this.words.text("Not connected"));
    if (reason !== undefined) return this.say(reason);
    this.say(this.words.text("The bridge does not answer. What you see stays, and may be old. The page connects again as soon as it can."));
    host.setTimeout(() => { if (!this.#isClosed) this.#connect(); }, this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  /** Ends the connection for good. */
  close() {
    this.#isClosed = true;
    for (const timer of [this.#beat, this.#startTimer]) host.clearTimeout(timer);
    this.#wire?.close();
  }

  /** Ends what waits for an answer: what the user did may have arrived. */
  #rest() {
    host.clearTimeout(this.#beat);
    this.#renewals.clear();
    for (const id of [...this.#requests.keys()]) this.#lose(this.#take(id));
  }

  /** @param {Request | undefined} request */
  #lose(request) {
    if (!request) return;
    const { method, params, reject } = request;
    if (ACTIONS.includes(method)) {
      const name = this.observer.describe?.(method, params) ?? `${params?.event?.type ?? method} (${params?.instance ?? params?.screen})`;
      if (!this.lost.getSnapshot().includes(name)) this.lost.set([...this.lost.getSnapshot(), name]);
    }
    reject(new Unanswered(this.words.text("This may not have arrived. Look before you do it again.")));
  }

  /** The person knows what may not have arrived. */
  forgetLost() { this.lost.set([]); }

  /** Greets an app that no bridge has greeted. */
  async #greet() {
    try {
      this.#greeting = await this.request("initialize", {
        clientInfo: { name: "tributary-store" }, capabilities: { patches: true, shared: true, causes: true, questions: ["*"] } }, true);
    } catch (error) {
      return this.say(/** @type {Error} */ (error).message);
    }
    this.#adopt({ isRunning: true, run: "1", heartbeat: HEARTBEAT, instances: this.instances.getSnapshot(), language: this.#greeting.language, locale: this.#greeting.locale, endText: null });
  }

  /** @param {Message} message */
  #receive(message) {
    const { id, method, params, result, error } = message;
    const request = method === undefined ? this.#take(id) : undefined;
    if (request) this.#wake();
    if (!request?.isQuiet) this.observer.frame?.("received", message, request);
    switch (method) {
      case "bridge/session": return this.#adopt(params);
      case "screen/update": return this.#update(params);
      case "screen/opened":
        this.#keep(params);
        this.#note(params);
        return this.observer.opened?.(params);
      case "screen/acted": return this.observer.acted?.(params);
      case "app/tab": return this.observer.tabSelected?.(params);
      case "app/waitsFor": return this.waitsFor.set(params.waitsFor);
      case "app/localized":
        Object.assign(this.#greeting ?? {}, params);
        return this.#localize(params.language, params.locale);
      case "app/signedOut":
        this.#drafts = {};
        this.forgetLost();
        return this.observer.signedOut?.();
      case "screen/closed":
        this.#drop(params.instance);
        return this.observer.closed?.(params);
      case "question/ask": return this.#ask(id, params);
      case "bridge/saved": return this.observer.saved?.(params);
      case "bridge/given": return this.observer.given?.(params);
      case "question/refused": return this.#refuse(params);
      case "question/ended": return this.#end(params.question, params.outcome);
    }
    if (!request) return;
    if (error?.code === CORE_ENDED) {
      return request.wasOpen ? this.#lose(request) : request.reject(new Unsent(this.words.text("Not sent: there is no connection to the app.")));
    }
    if (error) return request.reject(new Refusal(error));
    if (["screen/open", "screen/get"].includes(request.method)) this.#keep(result);
    if (request.method === "screen/open") this.#note({ screen: result.screen, params: {}, ...request.params, instance: result.instance, isWhole: !request.params.link });
    if (request.method === "screen/close" || request.method === "screen/leave" && result.left) this.#drop(request.params.instance);
    request.resolve(result);
  }

  /**
   * Notes what is open, where no bridge does.
   * @param {Instance & { rev?: number, state?: any }} opened
   */
  #note({ instance, screen, params, opener, link, isWhole }) {
    if (this.transport.isBridged || this.instances.getSnapshot().some(other => other.instance === instance)) return;
    this.instances.set([...this.instances.getSnapshot(), { instance, screen, params, opener, link, isWhole }]);
  }

  // States

  /**
   * Keeps a whole state, unless a newer one is known.
   * @param {{ instance: string, rev: number, state: any, hidden?: readonly string[] }} snapshot
   */
  #keep({ instance, rev, state, hidden = NOTHING }) {
    const known = this.snapshots.get(instance);
    if (known && rev < known.rev) return false;
    const snapshot = { instance, rev, state, hidden };
    this.snapshots.set(instance, snapshot);
    for (const screen of this.#screens.values()) screen.receive(snapshot);
    return true;
  }

  /**
   * A screen was closed.
   * @param {string} instance
   */
  #drop(instance) {
    this.snapshots.delete(instance);
    delete this.#drafts[instance];
    if (!this.transport.isBridged) this.instances.set(this.instances.getSnapshot().filter(other => other.instance !== instance));
    for (const screen of this.#screens.values()) screen.drop(instance);
  }

  /**
   * A state, or the patch that makes it of an earlier one. A page that joined late, or that has asked for a state, may know
   * another one than the core has written to the bridge: then the patch does not fit, and the page asks for the state.
   * @param {{ instance: string, rev: number, from?: number, state?: any, patch?: Operation[], hidden?: readonly string[] }} update
   */
  #update({ instance, rev, from, state, patch, hidden = NOTHING }) {
    const known = this.snapshots.get(instance);
    if (patch) {
      if (!known || rev <= known.rev) return;
      if (from !== known.rev) return this.#renew(instance);
      try {
        state = applyPatch(known.state, patch);
      } catch {
        return this.#renew(instance);
      }
    }
    const snapshot = { instance, rev, state, hidden };
    if (this.#keep(snapshot)) this.observer.update?.(snapshot);
  }

  /**
   * The newest state of an instance. It is asked for once, however many wait for it.
   * @param {string} instance
   * @returns {Promise<Snapshot>}
   */
  get(instance) {
    const asked = this.#states.get(instance);
    if (asked) return asked;
    const state = this.request("screen/get", { instance }).finally(() => this.#states.delete(instance));
    this.#states.set(instance, state);
    return state;
  }

  /** @param {string} instance */
  async #renew(instance) {
    if (this.#renewals.has(instance)) return;
    this.#renewals.add(instance);
    try {
      await this.get(instance);
      const snapshot = this.snapshots.get(instance);
      if (snapshot) this.observer.update?.(snapshot);
    } catch {
      // It was closed meanwhile, or the connection was cut: then all states are asked for again.
    }
    this.#renewals.delete(instance);
  }

  // The app

  /**
   * The bridge describes the session whenever it changes.
   * @param {any} session
   */
  #adopt({ mode = "page", isRunning, isRemote = false, run, heartbeat, inspects = false, endText, instances, language, locale }) {
    if (language) this.#localize(language, locale);
    const knew = this.isReturning;
    const wasOpen = this.isOpen;
    this.isReturning = true;
    Object.assign(this, { mode, heartbeat, inspects, isRemote });
    if (!isRunning) {
      this.#rest();
      this.#endQuestions();
      this.isOpen = false;
      this.snapshots.clear();
      if (instances.length) this.instances.set(instances);
      this.#report("off", this.words.text("The app has ended"));
      if (isRemote) return void (endText ? this.#startLater(endText) : this.start());
      // The bridge was started again under a page that stayed, and the app is, too.
      if (this.run && run === null || !endText && !knew) return void this.start();
      return this.say(this.#forPeople(endText) ?? this.words.text("The session of this page has ended: the bridge was started again."), true);
    }
    const isOther = this.run !== undefined && run !== this.run;
    if (isOther) this.snapshots.clear();
    Object.assign(this, { run, isOpen: true });
    this.#pause = FIRST_PAUSE;
    this.instances.set(instances);
    this.waitsFor.set(isOther ? [] : this.waitsFor.getSnapshot().filter(({ instance }) => this.#isThere(instance)));
    for (const instance of this.snapshots.keys()) {
      if (instance !== WHOLE_APP && !this.#isThere(instance)) this.snapshots.delete(instance);
    }
    if (!wasOpen) {
      this.notice.set(undefined);
      this.#reportOpen();
      this.observer.begin?.();
      this.#describe();
      for (const instance of this.snapshots.keys()) this.#renew(instance);
      this.#beatLater();
    }
    if (isOther) this.observer.replace?.(instances);
    else this.observer.list?.(instances);
    for (const screen of this.#screens.values()) screen.follow(instances, isOther);
  }

  /**
   * The app has another language, or another locale: it describes itself in it.
   * @param {string} language
   * @param {string} [locale]
   */
  #localize(language, locale) {
    if (this.#localization === `${language} ${locale}`) return;
    this.#localization = `${language} ${locale}`;
    this.observer.speak?.(language, locale);
    this.language.set(language);
    this.#describedRun = undefined;
    if (!this.isOpen) return;
    this.#reportOpen();
    this.#describe();
  }

  /** @param {string} instance */
  #isThere(instance) { return this.instances.getSnapshot().some(open => open.instance === instance); }

  /** Asks a start of the app that was just met what it is. */
  #describe() {
    if (this.#describedRun === this.run) return;
    this.described = this.#askDescription();
    this.described.catch(error => { if (this.isOpen) this.say(error.message); });
  }

  async #askDescription() {
    const { run, transport: { isBridged } } = this;
    /** @type {(method: string, otherwise: any) => Promise<any>} */
    const quietly = (method, otherwise) => this.request(method, {}, true).catch(() => otherwise);
    // NB: schemas may refer to the document of `rpc.discover`, and an app may have none.
    const [list, document, greeting, { drafts }] = await Promise.all([
      this.request("screen/list"), this.request("rpc.discover").catch(() => ({})),
      isBridged ? quietly("initialize", {}) : this.#greeting, isBridged ? quietly("bridge/drafts", {}) : { drafts: this.#drafts }]);
    const { screens, app, layout, linkSchemes } = list;
    this.#describedRun = run;
    this.front = greeting.front?.id;
    this.#drafts = drafts ?? {};
    const title = greeting.title ?? list.title;
    const text = JSON.stringify([list, document, title, this.#localization]);
    const isNew = text !== this.#descriptionText;
    this.#descriptionText = text;
    if (isNew) {
      const named = /** @type {[string, any][]} */ ([...screens, ...(app ? [app] : [])].map(screen => [screen.screen, screen]));
      this.description.set({ screens: new Map(named), app, layout, linkSchemes, title, document });
    }
    const description = /** @type {Description} */ (this.description.getSnapshot());
    this.observer.described?.(description, isNew);
    return description;
  }

  /**
   * Why the app has ended. A signal says nothing to a person; who started the app with wrong options reads what is wrong with them.
   * @param {string | null} endText
   */
  #forPeople(endText) {
    const isSignal = !this.inspects && endText && /: signal [A-Z0-9]+\.$/.test(endText);
    return isSignal ? this.words.text("The app has ended without a word. What was open can be opened again.") : endText;
  }

  /** Starts the app, with the screens that were open in the last one; it opens those that have an opener itself. */
  async start() {
    this.starting.set(true);
    const screens = this.instances.getSnapshot().filter(({ opener }) => !opener).map(instance => instance.origin ?? instance)
      .map(({ screen, params, link }) => ({ screen, params, link }));
    try {
      const { isStarted } = await this.request("bridge/start", { screens });
      if (isStarted && !screens.length) await this.observer.fill?.();
    } catch (failure) {
      const error = /** @type {Error & { code?: number }} */ (failure);
      if (!this.isOpen && !(error instanceof Unanswered)) this.say(error.message, true);
      if (this.isRemote && error.code === NOT_STARTED) this.#startLater(this.words.text("The app does not run."));
    }
    this.starting.set(false);
  }

  /**
   * An app that listens is started by others; the store tries until it is there.
   * @param {string} text
   */
  #startLater(text) {
    this.say(this.words.text("{0} The page connects again as soon as it does.", text), true);
    host.clearTimeout(this.#startTimer);
    this.#startTimer = host.setTimeout(() => { if (!this.isOpen && this.#wire?.isOpen) this.start(); }, this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  // The heartbeat

  /** NB: half of a heartbeat between two, and half for the answer: silence is seen within one. */
  #beatLater() {
    host.clearTimeout(this.#beat);
    this.#beat = host.setTimeout(() => this.#ping(), this.heartbeat * 500);
  }

  /** An app that does not answer in time is said to hang, until it answers. */
  async #ping() {
    const wire = this.#wire;
    const limit = host.setTimeout(() => { if (wire === this.#wire) this.#hang(); }, this.heartbeat * 500);
    try {
      await this.request("ping", {}, true);
      this.#beatLater();
    } catch {
      // The connection was cut, or the app has ended, which the store says.
    }
    host.clearTimeout(limit);
  }

  #hang() {
    if (!this.isOpen || this.#isHung) return;
    this.#report("hung", this.words.text("The app does not answer"));
    this.say(this.words.text("The app does not answer. What you see stays, and may be old."));
    this.#isHung = true;
  }

  /** Something came from the app. */
  #wake() {
    if (!this.#isHung) return;
    this.notice.set(undefined);
    this.#reportOpen();
  }

  // What is said of the connection

  #reportOpen() {
    this.#report("on", this.mode === "page" ? this.words.text("Connected: session of this page") : this.words.text("Connected: shared session"));
  }

  /**
   * The connection in words, for the eye and for a screen reader.
   * @param {Connection["state"]} state
   * @param {string} text
   */
  #report(state, text) {
    this.#isHung = false;
    this.connection.set({ state, text });
  }

  /**
   * Says something above all else.
   * @param {string} text
   * @param {boolean} [canStart]
   */
  say(text, canStart = false) { this.notice.set({ text, canStart }); }

  /** The person goes on: what was said of an address, or of a screen, is old. What is wrong with the connection stays. */
  forgetNotice() { if (this.isOpen && !this.#isHung) this.notice.set(undefined); }

  // What the app asks

  /** @param {any} id @param {any} asked */
  #ask(id, { question, name, instance, input, by }) {
    if (this.question(question)) return;
    /** @type {Question} */
    const entry = { question, name, instance, input, by, waits: name !== "notify" || Boolean(input.action), isAnswered: false, refusal: undefined };
    this.#asked.set(question, id);
    this.questions.set([...this.questions.getSnapshot(), entry]);
    this.observer.asked?.(entry);
  }

  /** @param {string} question */
  question(question) { return this.questions.getSnapshot().find(other => other.question === question); }

  /** @param {string} question @param {Partial<Question>} change */
  #change(question, change) {
    this.questions.set(this.questions.getSnapshot().map(other => other.question === question ? { ...other, ...change } : other));
  }

  /**
   * Answers a question: `{ answer }`, `{ cancelled: true }`, or `{ cannot: REASON }`. What the app does not take can be answered again.
   * @param {string} question
   * @param {{ answer?: any, cancelled?: true, cannot?: string }} outcome
   */
  async answer(question, outcome) {
    const entry = this.question(question);
    if (!entry) return;
    if (!entry.isAnswered) {
      this.#change(question, { isAnswered: true });
      return this.#write({ jsonrpc: "2.0", id: this.#asked.get(question), result: outcome });
    }
    try {
      await this.request("question/answer", { question, ...outcome });
    } catch (error) {
      this.#refuse({ question, reason: /** @type {Error} */ (error).message });
    }
  }

  /**
   * The app does not take the answer.
   * @param {{ question: string, reason: string }} refused
   */
  #refuse({ question, reason }) {
    this.#change(question, { refusal: reason });
    const entry = this.question(question);
    if (entry) this.observer.refused?.(entry);
  }

  /** @param {string} question @param {string} [outcome] */
  #end(question, outcome) {
    const entry = this.question(question);
    this.#asked.delete(question);
    this.#transfers.get(question)?.abort();
    this.#transfers.delete(question);
    if (!entry) return;
    this.questions.set(this.questions.getSnapshot().filter(other => other !== entry));
    this.observer.ended?.(entry, outcome);
  }

  /** The app has ended, and what it asked. */
  #endQuestions() {
    for (const { question } of this.questions.getSnapshot()) this.#end(question);
    this.observer.coreEnded?.();
  }

  // Files, over a bridge

  /**
   * Gives a file in answer to a question, and answers what the app knows it by. The bytes go to the bridge by a POST, and so into no address and no message.
   * @param {string} question
   * @param {{ size: number }} file
   * @returns {Promise<string>}
   */
  async give(question, file) {
    const { ticket } = await this.request("bridge/give", { question, size: file.size });
    const transfer = new host.AbortController();
    this.#transfers.set(question, transfer);
    const reply = await host.fetch("/file", { method: "POST", headers: { "X-Tributary-Ticket": ticket }, body: file, signal: transfer.signal });
    if (!reply.ok) throw new Error((await reply.text()).trim());
    return (await reply.json()).file;
  }

  /**
   * The address, good for one GET, of a file that a question offers.
   * @param {string} question
   * @returns {Promise<string>}
   */
  async save(question) { return (await this.request("bridge/save", { question })).address; }

  // Drafts

  /**
   * What was entered in a form before the page was loaded again. It is given once.
   * @param {string} instance
   * @param {string} form
   * @returns {Record<string, any>}
   */
  draft(instance, form) {
    const { [form]: draft = {} } = this.#drafts[instance] ?? {};
    delete this.#drafts[instance]?.[form];
    return draft;
  }

  /**
   * Keeps what is in a form, apart from secrets; `null` once it was sent.
   * @param {string} instance
   * @param {string} form
   * @param {Record<string, any> | null} values
   */
  keepDraft(instance, form, values) {
    if (this.transport.isBridged) return this.notify("bridge/draft", { instance, form, values });
    const { [form]: old, ...others } = this.#drafts[instance] ?? {};
    this.#drafts[instance] = values ? { ...others, [form]: values } : others;
  }
}

/**
 * A screen of a store, which views observe.
 * @template State
 * @template Event
 */
export class Screen {
  #store;
  #place;
  /** @type {Source<ScreenSnapshot<State>>} */ #source;
  /** Whether it is to be open. */
  #isWanted = false;
  #isOpening = false;

  /** @param {Store<any>} store @param {{ screen?: string, params?: any, instance?: string }} place */
  constructor(store, place) {
    this.#store = store;
    this.#place = place;
    this.#source = new Source(/** @type {ScreenSnapshot<State>} */ (CLOSED));
  }

  getSnapshot = () => this.#source.getSnapshot();

  /** @param {() => void} listener */
  subscribe = listener => {
    const end = this.#source.subscribe(listener);
    if (!this.#isWanted) {
      this.#isWanted = true;
      this.open();
    }
    return end;
  };

  /**
   * The part of the state that a function chooses; equal parts are the same value.
   * @template Part
   * @param {(state: State | undefined) => Part} choose
   * @returns {Readable<Part>}
   */
  select(choose) {
    /** @type {Part | undefined} */ let part;
    return {
      getSnapshot: () => {
        const next = choose(this.getSnapshot().state);
        if (part === undefined || !isEqual(part, next)) part = next;
        return /** @type {Part} */ (part);
      },
      subscribe: this.subscribe,
    };
  }

  /** Opens the screen again, after it was closed or could not be opened. */
  async open() {
    this.#isWanted = true;
    const { instance } = this.#place;
    const store = this.#store;
    if (this.#isOpening || this.getSnapshot().isOpen || !store.isOpen) return;
    this.#isOpening = true;
    try {
      const known = instance ?? this.#known(store.instances.getSnapshot());
      const { instance: name } = known === undefined ? await store.request("screen/open", this.#place) : await store.get(known);
      this.#show(store.snapshots.get(name));
    } catch (error) {
      // NB: a screen that was not asked for is asked for when there is a connection again.
      const isCut = error instanceof Unsent || error instanceof Unanswered;
      if (!isCut) this.#source.set({ ...this.getSnapshot(), error: /** @type {Error} */ (error) });
    }
    this.#isOpening = false;
  }

  /**
   * Sends an event. The promise fails with a `Refusal` that has the app's reason.
   * @param {Event} event
   * @returns {Promise<any>}
   */
  async send(event) {
    return this.#store.request("screen/send", { instance: this.getSnapshot().instance, event });
  }

  /**
   * Leaves the screen, as a person does: the app may ask first. The promise resolves to whether it was left.
   * @returns {Promise<boolean>}
   */
  async leave() {
    const { instance, isOpen } = this.getSnapshot();
    const isLeft = !isOpen || instance === undefined || await this.#store.leave(instance);
    if (isLeft) this.#isWanted = false;
    return isLeft;
  }

  /** Closes the screen, and asks nothing. */
  async close() {
    this.#isWanted = false;
    const { instance, isOpen } = this.getSnapshot();
    if (isOpen) await this.#store.request("screen/close", { instance });
  }

  /** @param {readonly Instance[]} instances */
  #known(instances) {
    const { screen, params, instance } = this.#place;
    if (instance !== undefined) return instances.find(open => open.instance === instance)?.instance;
    return instances.find(open => open.screen === screen && !open.opener && isEqual(open.params ?? {}, params))?.instance;
  }

  /** @param {Snapshot | undefined} snapshot */
  #show(snapshot) {
    if (snapshot) this.#source.set({ ...snapshot, isOpen: true, error: undefined });
  }

  /**
   * A state has come.
   * @param {Snapshot} snapshot
   */
  receive(snapshot) {
    const { instance, isOpen } = this.getSnapshot();
    if (isOpen ? snapshot.instance === instance : snapshot.instance === this.#place.instance) this.#show(snapshot);
  }

  /**
   * A screen was closed.
   * @param {string} instance
   */
  drop(instance) {
    if (this.getSnapshot().instance !== instance) return;
    this.#isWanted = false;
    this.#source.set({ ...this.getSnapshot(), isOpen: false });
  }

  /**
   * The store has a connection again, or another start of the app.
   * @param {readonly Instance[]} instances
   * @param {boolean} isOther
   */
  follow(instances, isOther) {
    const { instance, isOpen } = this.getSnapshot();
    const isThere = instance === WHOLE_APP || instances.some(open => open.instance === instance);
    if (isOpen && (isOther || !isThere)) {
      // NB: it keeps its state until that of the next instance comes, so that a view does not flicker.
      this.#source.set({ ...this.getSnapshot(), isOpen: false });
      // A screen that others have closed stays closed.
      if (!isOther) this.#isWanted = false;
    }
    if (this.#isWanted) this.open();
  }
}

/** @type {ScreenSnapshot<any>} */
const CLOSED = Object.freeze({ instance: undefined, rev: 0, state: undefined, hidden: NOTHING, isOpen: false, error: undefined });

// Transports

/**
 * The WebSocket of a bridge. `key` is a name of this page that cannot be guessed; `enter` is awaited before each connection, and `refusal` says why the
 * bridge has not let the browser in.
 * @param {string} address
 * @param {{ key: string, enter?: () => Promise<unknown>, refusal?: (wasIn: boolean) => string }} options
 * @returns {Transport}
 */
export function webSocket(address, { key, enter, refusal = () => "The bridge does not know this browser." }) {
  let wasIn = false;
  return {
    isBridged: true,
    async connect(receiver) {
      await enter?.();
      // NB: a subprotocol, unlike an address, gets into no log and no history.
      const socket = new host.WebSocket(address, ["tributary", `key.${key}`]);
      socket.onmessage = (/** @type {{ data: string }} */ { data }) => {
        wasIn = true;
        receiver.received(JSON.parse(data));
      };
      socket.onclose = (/** @type {{ code: number }} */ { code }) => receiver.closed(code === NO_ENTRY ? refusal(wasIn) : undefined);
      return {
        get isOpen() { return socket.readyState === 1; },
        send: text => socket.send(text),
        close: () => socket.close(),
      };
    },
  };
}

/**
 * The standard streams of a child process of Node.js, which is the app itself: `childProcess(spawn("my-app-stdio"))`.
 * @param {{ stdin: { write: (text: string) => any, end: () => any }, stdout: { setEncoding: (name: any) => any, on: (event: "data", body: (text: string) => void) => any }, on: (event: "close", body: (code: number | null) => void) => any }} process
 * @returns {Transport}
 */
export function childProcess(process) {
  const { stdin, stdout } = process;
  return {
    isBridged: false,
    connect(receiver) {
      const wire = { isOpen: true, send: (/** @type {string} */ text) => { stdin.write(`${text}\n`); }, close: () => { stdin.end(); } };
      let rest = "";
      stdout.setEncoding("utf8");
      stdout.on("data", text => {
        const lines = (rest + text).split("\n");
        rest = /** @type {string} */ (lines.pop());
        for (const line of lines) if (line) receiver.received(JSON.parse(line));
      });
      process.on("close", code => {
        wire.isOpen = false;
        receiver.closed(`The app has ended: exit code ${code}.`);
      });
      return wire;
    },
  };
}

// Errors

/** There is no connection, or no app: nothing was sent. */
export class Unsent extends Error {}

/** The connection was cut, or the app has ended, before an answer came. */
export class Unanswered extends Error {}

/** A reply's error. Its message is the app's own reason where it has one, else what the protocol says. */
export class Refusal extends Error {
  /** @param {{ code: number, message: string, data?: any }} error */
  constructor({ code, message, data }) {
    const reason = [EVENT_REJECTED, FILE_REFUSED].includes(code) && data?.reason;
    super(reason || [message, data?.pointer, data?.hint].filter(Boolean).join(": ") + ` (${code})`);
    this.code = code;
    /** @type {string | undefined} */ this.pointer = data?.pointer;
    /** @type {string | undefined} */ this.hint = data?.hint;
    this.isAboutInput = Boolean(reason) || this.pointer !== undefined;
  }
}

/** Values that do not outlive the store. */
function inMemory() {
  const values = new Map();
  return {
    get: (/** @type {string} */ key) => values.get(key) ?? null,
    set: (/** @type {string} */ key, /** @type {string | null} */ value) => { if (value === null) values.delete(key); else values.set(key, value); },
  };
}

/**
 * A value of JSON as text, whatever the order of its members.
 * @param {any} value
 * @returns {string}
 */
function stable(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(stable).join(",")}]`;
  return `{${Object.keys(value).sort().map(name => `${JSON.stringify(name)}:${stable(value[name])}`).join(",")}}`;
}

// JSON Patch (RFC 6902)

/** @typedef {{ op: string, path: string, from?: string, value?: any }} Operation */

/**
 * The value that a patch makes of another one, which it does not change. Parts that no operation touches are shared with
 * the old value, so `===` tells what is the same. A patch that does not fit throws an `Error`.
 * @param {any} value
 * @param {Operation[]} operations
 */
export function applyPatch(value, operations) {
  const patch = new Patch(value);
  for (const operation of operations) patch.apply(operation);
  return patch.root;
}

class Patch {
  /**
   * Copies that this patch has made. It may change these.
   * @type {Set<any>}
   */
  copies = new Set();

  /** @param {any} root */
  constructor(root) { this.root = root; }

  /** @param {Operation} operation @returns {unknown} */
  apply({ op, path, from = "", value }) {
    switch (op) {
      case "add": return this.add(path, value);
      case "remove": return this.remove(path);
      case "replace": return this.replace(path, value);
      case "move":
        if (path.startsWith(`${from}/`)) throw new Error(`${from} cannot be moved into itself`);
        return this.add(path, this.remove(from));
      // NB: without its own copy, a later operation at one of the two would change the other as well.
      case "copy": return this.add(path, host.structuredClone(this.get(from)));
      case "test":
        if (!isEqual(this.get(path), value)) throw new Error(`${path} has another value`);
        return undefined;
      default: throw new Error(`there is no operation ${op}`);
    }
  }

  /** @param {string} path @returns {any} */
  get(path) { return keys(path).reduce((value, key) => value[this.member(value, key)], this.root); }

  /** @param {string} path @param {any} value */
  add(path, value) {
    const [container, key] = this.container(path);
    if (container === undefined) this.root = value;
    else if (Array.isArray(container)) container.splice(key === "-" ? container.length : this.index(key, container.length + 1), 0, value);
    else this.define(container, key, value);
  }

  /** @param {string} path */
  remove(path) {
    const [container, key] = this.container(path);
    if (container === undefined) throw new Error("the whole value cannot be removed");
    const member = this.member(container, key);
    const removed = container[member];
    if (Array.isArray(container)) container.splice(member, 1);
    else delete container[member];
    return removed;
  }

  /** @param {string} path @param {any} value */
  replace(path, value) {
    const [container, key] = this.container(path);
    if (container === undefined) this.root = value;
    else this.define(container, this.member(container, key), value);
  }

  /**
   * The array or object that a path ends in, made ready to be changed, and its last key. The root is in none.
   * @param {string} path
   * @returns {any[]}
   */
  container(path) {
    const parts = keys(path);
    if (!parts.length) return [];
    let container = this.root = this.copy(this.root);
    for (const part of parts.slice(0, -1)) {
      const member = this.member(container, part);
      const inner = this.copy(container[member]);
      this.define(container, member, inner);
      container = inner;
    }
    return [container, parts[parts.length - 1]];
  }

  /** @param {any} value */
  copy(value) {
    if (value === null || typeof value !== "object") throw new Error("a path leads into a value that has no members");
    if (this.copies.has(value)) return value;
    const copy = Array.isArray(value) ? value.slice() : { ...value };
    this.copies.add(copy);
    return copy;
  }

  /**
   * NB: an assignment to `__proto__` would set the prototype.
   * @param {any} container
   * @param {any} key
   * @param {any} value
   */
  define(container, key, value) {
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
  }

  /**
   * A key that the container has.
   * @param {any} container
   * @param {string} key
   * @returns {any}
   */
  member(container, key) {
    if (Array.isArray(container)) return this.index(key, container.length);
    if (container === null || typeof container !== "object" || !Object.hasOwn(container, key)) throw new Error(`there is no ${key}`);
    return key;
  }

  /** @param {string} key @param {number} count */
  index(key, count) {
    if (!/^(0|[1-9][0-9]*)$/.test(key) || Number(key) >= count) throw new Error(`there is no ${key}`);
    return Number(key);
  }
}

/**
 * The keys of a JSON Pointer (RFC 6901).
 * @param {string} path
 */
function keys(path) {
  if (path === "") return [];
  if (typeof path !== "string" || path[0] !== "/") throw new Error("a path starts with a slash");
  return path.slice(1).split("/").map(key => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * Whether two values of JSON are the same.
 * @param {any} one
 * @param {any} two
 * @returns {boolean}
 */
export function isEqual(one, two) {
  if (one === two) return true;
  if (one === null || two === null || typeof one !== "object" || typeof two !== "object") return false;
  if (Array.isArray(one) !== Array.isArray(two)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(two).length && names.every(name => Object.hasOwn(two, name) && isEqual(one[name], two[name]));
}
