/**
 * The client of tributary-stdio {version}, version 1 of its protocol, for Node.js.
 *
 *     import { Core } from "./{module}.ts";
 *
 *     const core = await Core.start();
 *     const screen = await core.{open};
 *     for await (const state of screen) {
 *       console.log(state);
 *     }
 *
 * Its types can be erased: Node.js 22.18 or later runs the file as it is. `tsc` compiles it from version 4.8 on.
 *
 * Made by `tributary-stdio --client typescript`: do not edit.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";

/** The base of this client's errors. Their texts never repeat a value that was sent. */
export class TributaryError extends Error {
  override name = "TributaryError";
}

/** The core answered a request with an error. */
export class RequestError extends TributaryError {
  override name = "RequestError";
  /** The number of the error, such as -32602. */
  readonly code: number;
  /** A word for programs, such as "unknownInstance". */
  readonly reason: string;
  /** The position of the fault in the params, as a JSON Pointer. */
  readonly pointer: string | undefined;
  /** The expected type or a remedy, for people. */
  readonly hint: string | undefined;
  /** The limit that was exceeded. */
  readonly limit: number | undefined;

  constructor(error: ErrorObject) {
    const { reason = "", pointer, hint, limit } = error.data ?? {};
    const details = [reason, pointer === undefined ? "" : `at ${pointer}`, hint ?? ""].filter((text) => text !== "");
    super([`${error.message} (${error.code})`, details.join(", ")].filter((text) => text !== "").join(": "));
    this.code = error.code;
    this.reason = reason;
    this.pointer = pointer;
    this.hint = hint;
    this.limit = limit;
  }
}

/** The state of the screen does not allow the event, which has changed nothing. `reason` is a text for people. */
export class RefusedError extends RequestError {
  override name = "RefusedError";
}

/** The reply has not come within the time limit. The core may carry the request out all the same. */
export class RequestTimeoutError extends TributaryError {
  override name = "RequestTimeoutError";

  constructor(milliseconds: number) {
    super(`The core has not answered within ${milliseconds} ms.`);
  }
}

/** The core's process has ended, so a request has no reply. */
export class CoreEndedError extends TributaryError {
  override name = "CoreEndedError";
  /** The process's exit code; `null` if a signal ended it. */
  readonly exitCode: number | null;

  constructor(exitCode: number | null) {
    super(exitCode === null ? "A signal has ended the core." : `The core has ended with exit code ${exitCode}.`);
    this.exitCode = exitCode;
  }
}

/** The core has not answered a heartbeat in time. It may still run: `kill()` ends it. */
export class CoreHungError extends TributaryError {
  override name = "CoreHungError";

  constructor(milliseconds: number) {
    super(`The core hangs: it has not answered a heartbeat within ${milliseconds} ms.`);
  }
}

/** What the handler of a service throws for a request that it cannot answer. The app treats it as a backend's error. */
export class ServiceError extends TributaryError {
  override name = "ServiceError";
  /** The kind of error, such as "problem", "timeout" or "connectionRefused". "failed" has no further details. */
  readonly kind: string;
  /** The status of a "problem" or a "status", as in HTTP; the code of a "transport". */
  readonly code: number | undefined;
  /** The text of a "problem", for the user. */
  readonly detail: string | undefined;

  constructor(kind = "failed", { code, detail }: { readonly code?: number; readonly detail?: string } = {}) {
    super(`The service has failed (${kind}).`);
    this.kind = kind;
    this.code = code;
    this.detail = detail;
  }

  /** An error with a status, as in HTTP, and a text for the user. */
  static problem(status: number, detail: string): ServiceError {
    return new ServiceError("problem", { code: status, detail });
  }
}

/** A question of the app to its front, which a function of `questions` answers. */
export interface Question {
  /** The question's id, such as "question-1". */
  readonly id: string;
  /** What is asked, such as "confirm". The core's description has the inputs and answers of each, under `x-questions`. */
  readonly name: string;
  /** The instance that asks; `null` if the app does. */
  readonly instance: string | null;
  /** The event that the core holds until the answer; `null` if it holds none. */
  readonly event: string | null;
  /** What is asked with it, as it is in JSON. */
  readonly input: any;
}

/** What the function of a question throws if the person gives no answer. */
export class NoAnswer extends TributaryError {
  override name = "NoAnswer";
}

/** What the function of a question throws if this program cannot ask a person. Its message is for people. */
export class CannotAnswer extends TributaryError {
  override name = "CannotAnswer";
}

/** The end of the core, as `onExit` receives it. */
export interface CoreExit {
  /**
   * Why: this program closed or killed it; it exited by itself; a signal ended it; it does not answer; its output cannot be
   * understood.
   */
  readonly reason: "closed" | "exited" | "signal" | "hung" | "misunderstood";
  /** The process's exit code; `null` if a signal has ended it, and for a core that hangs. */
  readonly exitCode: number | null;
  /** The name of the signal that has ended it, such as "SIGKILL". */
  readonly signal: string | null;
  /** The last line of the standard error, of at most 4,096 characters; empty if there is none. */
  readonly lastStderrLine: string;
}

/** How the process is started. */
export interface CoreOptions {
  /** The environment of the process, if not this program's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives each line of the standard error, which is this program's own otherwise. */
  readonly onStderr?: (line: string) => void;
  /** The milliseconds that each call waits for its reply, unless it has a time limit of its own. */
  readonly timeout?: number;
  /** Receives the end of the core, once. To restart it is up to this program. */
  readonly onExit?: (exit: CoreExit) => void;
  /** The milliseconds of silence after which the core is asked for a sign of life. Without it the core is never asked. */
  readonly heartbeat?: number;
  /** The milliseconds that it has for the answer, 10,000 by default. Without an answer it hangs: every call fails. */
  readonly heartbeatTimeout?: number;
  /** Whether a core that hangs is killed. It runs on otherwise, until `kill()` or `close()`. */
  readonly killHung?: boolean;
  /** Answers the app in place of a backend, if the options of the core have `--backend client`. */
  readonly services?: Services;
  /**
   * Answers what the app asks of its front: a function for each name, or for "*". It returns the answer as it is in JSON, or
   * throws a `NoAnswer` or a `CannotAnswer`. The signal aborts if the question is withdrawn. Without it the app asks this
   * program nothing.
   */
  readonly questions?: Readonly<Record<string, (question: Question, signal: AbortSignal) => unknown>>;
  /** The language of the app's texts, such as "de"; that of its options if it is left out. */
  readonly language?: string;
  /** The locale of numbers, money and dates, such as "de_AT"; the language's if it is left out. */
  readonly locale?: string;
}

/** How a request is sent. */
export interface CallOptions {
  /** The milliseconds after which a call without a reply is a `RequestTimeoutError`; `Infinity` for no limit. */
  readonly timeout?: number;
}

/** How an event is sent. */
export interface SendOptions extends CallOptions {
  /** Refuse the event unless this is the revision of the state: a `RequestError` whose reason is "staleRevision". */
  readonly ifRev?: number;
}

/** The reply to `initialize`. */
export interface CoreInfo {
  readonly protocolVersion: string;
  readonly coreInfo: { readonly name: string; readonly version: string };
  readonly capabilities: { readonly [name: string]: unknown };
  readonly limits: { readonly [name: string]: number };
  readonly language?: string;
  readonly locale?: string;
}

interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: {
    readonly reason?: string;
    readonly pointer?: string;
    readonly hint?: string;
    readonly limit?: number;
  };
}

/** A state with its revision. */
export interface Snapshot<State> {
  /** The revision, which grows with each state of the screen. */
  readonly rev: number;
  readonly state: State;
  /**
   * What of the state is hidden from this client: the names of private members, with a slash before those inside of another
   * one. Their values are placeholders. Absent if nothing is hidden.
   */
  readonly hidden?: readonly string[];
}

interface Opened {
  readonly instance: string;
  readonly rev: number;
  readonly state: any;
  readonly hidden?: readonly string[];
  readonly screen?: string;
  readonly opener?: string;
}

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/**
 * A word that this client does not know. For the compiler it differs from each word that tells the known cases apart, so that
 * a comparison with one of them leaves the known case.
 */
declare enum UnknownWord {
  any = "",
}

/** One of several cases that this client does not know, because the core is of a later version: as it is in JSON. */
export interface UnknownVariant {
  readonly type: UnknownWord;
}

type ServiceHandler = (input: any, signal: AbortSignal) => unknown;

/** A request that waits for its reply. It does not retain the params, which may hold a secret. */
interface Call {
  succeed(result: any): void;
  fail(error: Error): void;
}

/** Functions that are called with each value. */
class Listeners<Values extends unknown[]> {
  readonly #functions = new Set<(...values: Values) => unknown>();

  /** Adds a function. Returns one that removes it. */
  add(listener: (...values: Values) => unknown): () => void {
    const entry = (...values: Values) => listener(...values);
    this.#functions.add(entry);
    return () => void this.#functions.delete(entry);
  }

  send(...values: Values): void {
    for (const listener of [...this.#functions]) {
      if (this.#functions.has(listener)) run(() => void listener(...values));
    }
  }
}

/** An open screen. Its state follows the core's. A loop over it has the states. */
export abstract class Screen<State, Result = unknown> implements AsyncIterable<State> {
  /** The name of the screen. */
  abstract readonly screenName: string;
  /** The instance's name. */
  readonly instance: string;
  readonly #core: CoreProcess;
  readonly #opener: AnyScreen | undefined;
  readonly #onUpdate = new Listeners<[state: State, rev: number]>();
  readonly #onClosed = new Listeners<[reason: string, result: Result | undefined]>();
  readonly #onOpened = new Listeners<[screen: AnyScreen]>();
  readonly #onEnd = new Listeners<[]>();
  #snapshot: Snapshot<State>;
  /** The last state that the core has sent, to which a patch is applied; `undefined` if a patch did not fit. */
  #base: Snapshot<State> | undefined;
  #isAsking = false;
  #isOpen = true;
  #closeReason: string | undefined;
  #result: Result | undefined;
  #hiddenOfResult: readonly string[] | undefined;
  #error: Error | undefined;

  constructor(core: CoreProcess, opened: Opened, opener?: AnyScreen) {
    this.#core = core;
    this.#opener = opener;
    this.instance = opened.instance;
    this.#snapshot = this.#base = snapshot(opened, opened.state);
  }

  /** The newest state. */
  get state(): State {
    return this.#snapshot.state;
  }

  /** The revision of the newest state. */
  get rev(): number {
    return this.#snapshot.rev;
  }

  /** The newest state and its revision. */
  get snapshot(): Snapshot<State> {
    return this.#snapshot;
  }

  /** What is hidden from this client: of the newest state, or of the result with which the screen has closed itself. */
  get hidden(): readonly string[] {
    return (this.#isOpen ? this.#snapshot.hidden : this.#hiddenOfResult) ?? [];
  }

  /** The screen that has opened this one. */
  get opener(): AnyScreen | undefined {
    return this.#opener;
  }

  /** Whether neither side has closed the screen, and the core runs. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The reason for which the app has closed the screen, such as "completed" or "openerClosed". */
  get closeReason(): string | undefined {
    return this.#closeReason;
  }

  /** The result with which the screen has closed itself. */
  get result(): Result | undefined {
    return this.#result;
  }

  /**
   * Calls a listener with the current state and its revision, and with every later one. The promise of an event is
   * fulfilled after its update has been listened to. Returns a function that removes the listener.
   */
  onUpdate(listener: (state: State, rev: number) => unknown): () => void {
    const remove = this.#onUpdate.add(listener);
    listener(this.state, this.rev);
    return remove;
  }

  /**
   * Calls a listener with the reason when the app closes the screen, and with the result that it has closed itself with.
   * After `close()` it is not called. Returns a function that removes the listener.
   */
  onClosed(listener: (reason: string, result: Result | undefined) => unknown): () => void {
    return this.#onClosed.add(listener);
  }

  /** Calls a listener with each screen that this one opens. Returns a function that removes the listener. */
  onOpened(listener: (screen: AnyScreen) => unknown): () => void {
    return this.#onOpened.add(listener);
  }

  /**
   * The current state and the later ones, until the screen is closed. A loop that is slower than the core gets the newest
   * state and misses those before it.
   *
   * @throws CoreEndedError if the core ends while the screen is open.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<State, void, undefined> {
    for await (const snapshot of this.snapshots()) yield snapshot.state;
  }

  /** The current state with its revision and the later ones, as a loop over the screen has them. */
  async *snapshots(): AsyncGenerator<Snapshot<State>, void, undefined> {
    let wake = () => {};
    const removers = [this.#onUpdate.add(() => wake()), this.#onEnd.add(() => wake())];
    let last: Snapshot<State> | undefined;
    try {
      while (true) {
        if (this.#snapshot !== last) {
          last = this.#snapshot;
          yield last;
        } else if (this.#isOpen) {
          await new Promise<void>((resolve) => (wake = resolve));
        } else {
          break;
        }
      }
    } finally {
      for (const remove of removers) remove();
    }
    if (this.#error) throw this.#error;
  }

  /**
   * Waits until the screen is closed. Returns the reason; `undefined` if this program has closed it. The screen has its
   * `result` by then.
   *
   * @throws CoreEndedError if the core ends while the screen is open.
   */
  async waitClosed(): Promise<string | undefined> {
    if (this.#isOpen) {
      await new Promise<void>((resolve) => {
        const remove = this.#onEnd.add(() => {
          remove();
          resolve();
        });
      });
    }
    if (this.#error) throw this.#error;
    return this.#closeReason;
  }

  /**
   * Leaves the screen, as a person does. Returns whether it was left: otherwise it asks first, by a question or by its state, and the
   * answer closes it or keeps it.
   */
  async leave(options: CallOptions = {}): Promise<boolean> {
    const accept = (result: { readonly left?: boolean }) => {
      if (!result.left) return false;
      this.#remove();
      return true;
    };
    return this.#core._call("screen/leave", { instance: this.instance }, accept, options);
  }

  /** Closes the screen, and asks nothing. Its listeners are not called afterwards. */
  async close(options: CallOptions = {}): Promise<void> {
    await this.#core._call("screen/close", { instance: this.instance }, () => this.#remove(), options);
  }

  #remove(): void {
    this.#core._removeScreen(this.instance);
    this._end();
  }

  /** Sends an event, and returns the revision of what came of it. For the methods of the screens. */
  protected _send(event: object, { ifRev, ...options }: SendOptions): Promise<number> {
    const params = { instance: this.instance, event, ...(ifRev === undefined ? {} : { ifRev }) };
    return this.#core._call("screen/send", params, (result) => result.rev, options);
  }

  /** Receives an update: a state, or a patch of the last one. For the core alone. */
  _update(update: Opened & { readonly from?: number; readonly patch?: readonly Operation[] }): void {
    if (update.patch) {
      const state = this.#base && this.#base.rev === update.from ? patched(this.#base.state, update.patch) : undefined;
      this.#base = state && snapshot(update, state.value as State);
      if (!this.#base) return this.#ask();
    } else {
      this.#base = snapshot(update, update.state);
    }
    this.#show(this.#base);
  }

  /** Receives a screen that this one has opened. For the core alone. */
  _opened(screen: AnyScreen): void {
    this.#onOpened.send(screen);
  }

  /** Receives the end that the app has decided. For the core alone. */
  _closed(reason: string, result: Result | null | undefined, hidden?: readonly string[]): void {
    this.#closeReason = reason;
    this.#result = result ?? undefined;
    this.#hiddenOfResult = hidden;
    this._end();
    this.#onClosed.send(reason, this.#result);
  }

  /** Ends the loops over the states: with an error if the core has ended of its own. For this file alone. */
  _end(error?: Error): void {
    this.#error = error;
    this.#isOpen = false;
    this.#onEnd.send();
  }

  #show(snapshot: Snapshot<State>): void {
    this.#snapshot = snapshot;
    this.#onUpdate.send(snapshot.state, snapshot.rev);
  }

  /** Asks for the state, because a patch did not fit. */
  #ask(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const accept = (opened: Opened) => {
      if (this.#base || !this.#isOpen) return;
      this.#base = snapshot(opened, opened.state);
      this.#show(this.#base);
    };
    const done = () => void (this.#isAsking = false);
    this.#core._call("screen/get", { instance: this.instance }, accept, { timeout: Infinity }).then(done, done);
  }
}

function snapshot<State>({ rev, hidden }: Opened, state: State): Snapshot<State> {
  return hidden ? { rev, state, hidden } : { rev, state };
}

/** A screen that this client does not know, because the core is of a later version. Its state is as in JSON. */
export class UnknownScreen extends Screen<unknown> {
  readonly screenName: UnknownWord;

  constructor(core: CoreProcess, opened: Opened, opener?: AnyScreen) {
    super(core, opened, opener);
    this.screenName = (opened.screen ?? "") as UnknownWord;
  }

  /** Sends an event as it is in JSON, such as `{ type: "nextButtonWasTapped" }`. */
  send(event: { readonly type: string }, options: SendOptions = {}): Promise<number> {
    return this._send(event, options);
  }
}

/** What a person typed in the place of a number, an amount of money or a date. The app reads it, by its locale. */
export interface Typed {
  readonly typed: string;
}

/** Something that waits for a person. */
export interface PersonWait {
  /** Where the person does it: an instance that stands in front of all others. */
  readonly instance: string;
  /** What the person has to do: "signIn", to sign in; "presented", to finish a screen that the app presents. */
  readonly reason: string;
  /** RFC 3339, in UTC. */
  readonly since: string;
  /** The instances that wait for it. */
  readonly waiting: readonly string[];
}

/** The core as a child process, without its screens. */
export abstract class CoreProcess {
  /** The process's exit code when it has ended; `null` if a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly #process: ChildProcess;
  readonly #screens = new Map<string, AnyScreen>();
  readonly #onOpened = new Listeners<[screen: AnyScreen]>();
  readonly #options: CoreOptions;
  readonly #services: ReadonlyMap<string, ServiceHandler>;
  /** The requests of the core that are being answered, by their ids. */
  readonly #asked = new Map<unknown, AbortController>();
  readonly #credits = new Map<unknown, Credit>();
  #isClosing = false;
  #isHung = false;
  #hasExited = false;
  #lastStderrLine = "";
  /** When the core was last heard, by the clock of `performance`. */
  #heard = performance.now();
  #heartbeat: ReturnType<typeof setTimeout> | undefined;
  readonly #calls = new Map<number, Call>();
  #count = 0;
  #info: CoreInfo | undefined;
  #failure: Error | undefined;
  readonly #onApp = new Listeners<[method: string, params: any]>();
  #language = "";
  #locale = "";
  #waitsFor: readonly PersonWait[] = [];

  /** Starts the process. Programs call `Core.start`. */
  protected constructor(command: string, args: readonly string[], options: CoreOptions) {
    this.#options = options;
    const services = Object.entries(options.services ?? {});
    this.#services = new Map(services.filter(([, handler]) => typeof handler === "function"));
    this.#process = spawn(command, [...args], {
      stdio: ["pipe", "pipe", options.onStderr || options.onExit ? "pipe" : "inherit"],
      ...(options.env ? { env: { ...options.env } } : {}),
    });
    const { stdin, stdout, stderr } = this.#process;
    stdin?.on("error", () => {}); // The process has ended before it read all, which `close` reports.
    if (stdout) {
      stdout.on("data", () => (this.#heard = performance.now()));
      readLines(stdout, (line) => this.#receive(line));
    }
    if (stderr) readLines(stderr, (line) => this.#receiveError(line));
    this.ended = new Promise((resolve) => {
      this.#process.on("error", (error) => {
        this.#end(error);
        resolve(null);
      });
      this.#process.on("exit", () => {
        this.#hasExited = true;
        // NB: a process that the core has started may hold the outputs open. What the core wrote is read by then.
        setTimeout(() => {
          stdout?.destroy();
          stderr?.destroy();
        }, 1000).unref();
      });
      this.#process.on("close", (exitCode, signal) => {
        const isMisunderstood = this.#failure !== undefined;
        this.#end(new CoreEndedError(exitCode));
        if (!this.#isHung) this.#report(exitCode, signal, isMisunderstood);
        resolve(exitCode);
      });
    });
  }

  /** The reply to `initialize`. */
  get info(): CoreInfo {
    if (!this.#info) throw new TributaryError("The core has not answered yet.");
    return this.#info;
  }

  /** The language of the app's texts, which `localize` and other clients change; empty until one has been asked for. */
  get language(): string {
    return this.#language;
  }

  /** The locale of numbers, money and dates. */
  get locale(): string {
    return this.#locale;
  }

  /** What waits for a person, such as for a sign-in. */
  get waitsFor(): readonly PersonWait[] {
    return this.#waitsFor;
  }

  /** Gives the app another language or locale, for all its clients. `language` and `locale` are those of the app afterwards. */
  localize(language?: string, locale?: string, options: CallOptions = {}): Promise<void> {
    return this._call("app/localize", { language, locale }, (result: object) => this.#localized(result), options);
  }

  #localized({ language, locale }: { readonly language?: string; readonly locale?: string }): void {
    this.#language = language ?? this.#language;
    this.#locale = locale ?? this.#locale;
  }

  /**
   * Calls a listener with the name and the params of each message about the app as a whole, such as "app/signedOut", "app/waitsFor" and
   * "app/localized": `waitsFor` and `language` have changed by then. Returns a function that removes the listener.
   */
  onApp(listener: (method: string, params: any) => unknown): () => void {
    return this.#onApp.add(listener);
  }

  /** The open screens. */
  get screens(): readonly AnyScreen[] {
    return [...this.#screens.values()];
  }

  /**
   * Calls a listener with each screen that the app opens, before the promise of the event is fulfilled. Returns a function
   * that removes the listener.
   */
  onOpened(listener: (screen: AnyScreen) => unknown): () => void {
    return this.#onOpened.add(listener);
  }

  /**
   * Sends any request, and returns its result when it comes.
   *
   * @throws RequestError if the core answers with an error; RequestTimeoutError if the reply has not come in time;
   *   CoreEndedError if it has ended; RangeError or TypeError if the params are longer than a message may be, or have no
   *   form in JSON.
   */
  request(method: string, params: object = {}, options: CallOptions = {}): Promise<unknown> {
    return this._call(method, params, (result: unknown) => result, options);
  }

  /**
   * Gives a file of any size in answer to the question "pickFile": its name, which is a label, its bytes and its media type. Resolves
   * to what the function of the question returns then. It rejects with a `RequestError` if the app does not take the file.
   */
  async giveFile(question: Question, name: string, content: Blob | Uint8Array, mediaType: string | null = null): Promise<object> {
    const size = content instanceof Blob ? content.size : content.byteLength;
    const { file, chunk }: any = await this.request("file/begin", { question: question.id, size });
    for (let offset = 0; offset < size; offset += chunk) {
      const piece = content.slice(offset, offset + chunk);
      const bytes = piece instanceof Blob ? new Uint8Array(await piece.arrayBuffer()) : piece;
      await this.request("file/write", { file, offset, data: Buffer.from(bytes).toString("base64") });
    }
    return { attachment: file, mediaType, name, size };
  }

  /** The bytes of a file, piece by piece, whose `attachment` a question or an input has, as long as that is not answered. */
  async *readFile(attachment: string): AsyncGenerator<Uint8Array> {
    for (let offset = 0; ;) {
      const { data }: any = await this.request("file/read", { file: attachment, offset });
      const bytes = Buffer.from(data, "base64");
      if (bytes.length === 0) return;
      offset += bytes.length;
      yield bytes;
    }
  }

  /** Returns when nothing is in flight, and every update that came of it has been listened to. */
  async sync(options: CallOptions = {}): Promise<void> {
    await this.request("sync", {}, options);
  }

  /** Ends the core: closes its input, reads its output to the end, and returns its exit code. Kills a core that hangs. */
  close(): Promise<number | null> {
    if (this.#isHung) return this.kill();
    this.#isClosing = true;
    this.#process.stdin?.end();
    return this.ended;
  }

  /** Ends the core without its help, and returns its exit code. What it has not answered is a `CoreEndedError`. */
  kill(): Promise<number | null> {
    this.#isClosing = true;
    this.#process.kill("SIGKILL");
    return this.ended;
  }

  /** Sends the first request. For `Core.start` alone. */
  protected async _initialize(): Promise<void> {
    try {
      const services = [...this.#services.keys()];
      const questions = Object.keys(this.#options.questions ?? {});
      const capabilities = {
        patches: true, ...(services.length > 0 ? { services } : {}), ...(questions.length > 0 ? { questions } : {}),
      };
      const { language, locale } = this.#options;
      const params = { protocolVersion: "1", capabilities, language, locale };
      const reply = this._call("initialize", params, (result: CoreInfo) => (this.#localized(result), result), {});
      // NB: not before: a heartbeat would be the first message, and the core takes `initialize` as the first one alone.
      this.#beat();
      this.#info = await reply;
      if (services.length > 0 && !this.#info.capabilities["services"]) {
        throw new TributaryError("The core asks for no services: start it with --backend client.");
      }
    } catch (error) {
      if (error instanceof RequestTimeoutError) await this.kill();
      await this.close();
      throw error;
    }
  }

  /** Opens a screen, which is known before its first update is read. For `Core` alone. */
  protected _open<Opening extends AnyScreen>(
    screen: string,
    params: object,
    type: new (core: CoreProcess, opened: Opened) => Opening,
    options: CallOptions,
  ): Promise<Opening> {
    const accept = (opened: Opened) => {
      const screen = new type(this, opened);
      this.#screens.set(opened.instance, screen);
      return screen;
    };
    // An instance that comes too late is closed.
    const undo = ({ instance }: Opened) => void this._call("screen/close", { instance }, () => {}, {}).catch(() => {});
    return this._call("screen/open", { screen, params }, accept, options, undo);
  }

  /** Opens the screen of a link, whose name is in the reply. For this file alone. */
  protected _openLink(link: string, options: CallOptions): Promise<AnyScreen> {
    const accept = (opened: Opened & { readonly screen: string }) => {
      const screen = new (this._classOf(opened.screen))(this, opened);
      this.#screens.set(opened.instance, screen);
      return screen;
    };
    const undo = ({ instance }: Opened) => void this._call("screen/close", { instance }, () => {}, {}).catch(() => {});
    return this._call("screen/open", { link }, accept, options, undo);
  }

  /** Follows an instance that is open without having been opened. For this file alone. */
  protected _follow<Followed extends AnyScreen>(
    instance: string,
    type: new (core: CoreProcess, opened: Opened) => Followed,
    options: CallOptions,
  ): Promise<Followed> {
    const accept = (opened: Opened) => {
      const screen = (this.#screens.get(instance) as Followed | undefined) ?? new type(this, opened);
      this.#screens.set(instance, screen);
      return screen;
    };
    return this._call("screen/get", { instance }, accept, options);
  }

  /** The class of a screen that the app opens. */
  protected abstract _classOf(screen: string): new (core: CoreProcess, opened: Opened, opener?: AnyScreen) => AnyScreen;

  /** Sends a request. `accept` makes the result of the reply before the next message is read. For this file alone. */
  async _call<Result>(
    method: string,
    params: object,
    accept: (result: any) => Result,
    options: CallOptions,
    undo: (result: any) => void = () => {},
  ): Promise<Result> {
    if (this.#failure) throw this.#failure;
    const id = ++this.#count;
    const frame = JSON.stringify({ jsonrpc: "2.0", id, method, params }, checkText);
    const limit = this.#info?.limits["message"] ?? Infinity;
    if (Buffer.byteLength(frame) > limit) throw new RangeError(`A message may have ${limit} bytes.`);
    const timeout = options.timeout ?? this.#options.timeout ?? Infinity;
    return new Promise<Result>((resolve, reject) => {
      const expire = () => {
        this.#calls.set(id, { succeed: undo, fail() {} });
        this.#process.stdin?.write(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":${id}}}\n`);
        reject(new RequestTimeoutError(timeout));
      };
      // NB: a timer of Node.js cannot be set to more than 2^31 - 1 milliseconds; it would run at once.
      const timer = timeout < 2 ** 31 ? setTimeout(expire, timeout) : undefined;
      this.#calls.set(id, {
        succeed(result) {
          clearTimeout(timer);
          try {
            resolve(accept(result));
          } catch (error) {
            reject(error);
          }
        },
        fail(error) {
          clearTimeout(timer);
          reject(error);
        },
      });
      this.#process.stdin?.write(frame + "\n");
    });
  }

  /** For this file alone. */
  _removeScreen(instance: string): void {
    this.#screens.delete(instance);
  }

  /** Asks a core that is silent for a sign of life, and gives it up if there is none. */
  #beat(): void {
    const { heartbeat, heartbeatTimeout = 10_000 } = this.#options;
    if (heartbeat === undefined || this.#failure || this.#hasExited) return;
    const silence = performance.now() - this.#heard;
    if (silence < heartbeat) {
      this.#heartbeat = setTimeout(() => this.#beat(), heartbeat - silence);
      return;
    }
    const asked = performance.now();
    this._call("ping", {}, () => {}, { timeout: Infinity }).catch(() => {});
    const check = () => {
      if (this.#failure || this.#hasExited) return;
      if (this.#heard >= asked) this.#beat();
      else this.#hang(heartbeatTimeout);
    };
    // NB: after a busy time of this program, the timer runs before the answer is read, which `setImmediate` comes after.
    this.#heartbeat = setTimeout(() => setImmediate(check), heartbeatTimeout);
  }

  /** Gives up a core that has not answered a heartbeat. */
  #hang(milliseconds: number): void {
    this.#isHung = true;
    this.#end(new CoreHungError(milliseconds));
    if (this.#options.killHung) this.#process.kill("SIGKILL");
    this.#report(null, null, false);
  }

  /** Fails what waits for the core, which answers nothing from here on. */
  #end(error: Error): void {
    this.#failure ??= error;
    clearTimeout(this.#heartbeat);
    for (const abort of this.#asked.values()) abort.abort();
    this.#asked.clear();
    for (const call of this.#calls.values()) call.fail(this.#failure);
    this.#calls.clear();
    for (const screen of this.#screens.values()) screen._end(this.#isClosing ? undefined : this.#failure);
  }

  /** Reports the end to `onExit`. */
  #report(exitCode: number | null, signal: string | null, isMisunderstood: boolean): void {
    const reason = this.#isHung
      ? "hung"
      : isMisunderstood
        ? "misunderstood"
        : this.#isClosing
          ? "closed"
          : signal === null
            ? "exited"
            : "signal";
    run(() => this.#options.onExit?.({ reason, exitCode, signal, lastStderrLine: this.#lastStderrLine }));
  }

  /** Keeps a line of the standard error, and passes it on. */
  #receiveError(line: string): void {
    const { onStderr } = this.#options;
    this.#lastStderrLine = line.slice(0, 4096);
    if (onStderr) run(() => onStderr(line));
    else process.stderr.write(line + "\n");
  }

  #receive(line: string): void {
    if (this.#failure) return;
    try {
      this.#handle(JSON.parse(line));
    } catch (error) {
      // What cannot be read is not the protocol: nothing behind it can be trusted.
      const name = error instanceof Error ? error.name : "error";
      this.#failure = new TributaryError(`The core's output cannot be understood (${name}).`);
      this.#process.stdin?.end();
    }
  }

  #handle(message: any): void {
    if (message.method !== undefined) {
      if (message.id !== undefined) return void this.#serve(message);
      if (message.method === "$/cancelRequest") {
        this.#asked.get(message.params.id)?.abort();
        this.#asked.delete(message.params.id);
        return;
      }
      if (message.method === "service/credit") return this.#credits.get(message.params.id)?.add(message.params.credit);
      const { instance, reason, result, hidden } = message.params ?? {};
      const screen: Screen<any, any> | undefined = this.#screens.get(instance);
      if (message.method === "app/waitsFor") this.#waitsFor = message.params.waitsFor;
      if (message.method === "app/localized") this.#localized(message.params);
      if (message.method.startsWith("app/")) this.#onApp.send(message.method, message.params);
      if (message.method === "screen/opened") this.#opened(message.params);
      if (message.method === "screen/update") screen?._update(message.params);
      if (message.method === "screen/closed") {
        this.#screens.delete(instance);
        screen?._closed(reason, result, hidden);
      }
      return;
    }
    if (message.id === null) throw new RequestError(message.error);
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if (message.error) call?.fail(new (message.error.code === 1004 ? RefusedError : RequestError)(message.error));
    else call?.succeed(message.result);
  }

  /** Answers a request of the core, unless the core cancels it before. */
  async #serve({ id, method, params }: { id: unknown; method: string; params?: any }): Promise<void> {
    if (method === "question/ask") return this.#answer(id, params);
    if (method === "service/follow") return this.#tell(id, params);
    if (method !== "service/call") return this.#reply(id, { error: { code: -32601, message: "Method not found" } });
    const abort = new AbortController();
    this.#asked.set(id, abort);
    let outcome: object;
    try {
      const handler = this.#services.get(params.operation);
      if (!handler) throw new ServiceError("noSuchOperation", { detail: params.operation });
      outcome = { result: { answer: (await handler(params.input, abort.signal)) ?? null } };
    } catch (error) {
      outcome = { error: abort.signal.aborted ? undefined : serviceError(error) };
    }
    if (this.#asked.delete(id)) this.#reply(id, outcome);
  }

  /** Answers a question of the app, unless it is withdrawn before. */
  async #answer(id: unknown, { question, name, instance, event, input }: any): Promise<void> {
    const questions = this.#options.questions ?? {};
    const handler = Object.hasOwn(questions, name) ? questions[name] : questions["*"];
    const abort = new AbortController();
    this.#asked.set(id, abort);
    let result: object;
    try {
      if (!handler) throw new CannotAnswer("This program does not answer the question.");
      const answer = await handler({ id: question, name, instance, event, input }, abort.signal);
      result = answer === undefined || answer === null ? {} : { answer };
    } catch (error) {
      result = unanswered(error);
    }
    if (this.#asked.delete(id)) this.#reply(id, { result });
  }

  /** Tells the elements of a feed, as many as the core gives credit for, until it ends or the core cancels it. */
  async #tell(id: unknown, params: any): Promise<void> {
    const abort = new AbortController();
    const credit = new Credit(params.credit, abort.signal);
    this.#asked.set(id, abort);
    this.#credits.set(id, credit);
    let outcome: object = { result: {} };
    try {
      const handler = this.#services.get(params.feed);
      if (!handler) throw new ServiceError("noSuchFeed", { detail: params.feed });
      for await (const element of handler(params.input, abort.signal) as AsyncIterable<unknown>) {
        await credit.take();
        if (abort.signal.aborted) break;
        const event = { jsonrpc: "2.0", method: "service/event", params: { id, element } };
        this.#process.stdin?.write(JSON.stringify(event, checkText) + "\n");
      }
    } catch (error) {
      outcome = { error: abort.signal.aborted ? undefined : serviceError(error) };
    }
    this.#credits.delete(id);
    if (this.#asked.delete(id)) this.#reply(id, outcome);
  }

  /** Answers a request of the core. An answer that has no form in JSON is an error of the service. */
  #reply(id: unknown, outcome: object): void {
    let frame: string;
    try {
      frame = JSON.stringify({ jsonrpc: "2.0", id, ...outcome }, checkText);
      const limit = this.#info?.limits["message"] ?? Infinity;
      if (Buffer.byteLength(frame) > limit) throw new RangeError(`A message may have ${limit} bytes.`);
    } catch (error) {
      frame = JSON.stringify({ jsonrpc: "2.0", id, error: serviceError(error) });
    }
    this.#process.stdin?.write(frame + "\n");
  }

  /** Makes the screen that the app has opened. */
  #opened(opened: Opened & { readonly screen: string }): void {
    const opener = this.#screens.get(opened.opener ?? "");
    const screen = new (this._classOf(opened.screen))(this, opened, opener);
    this.#screens.set(opened.instance, screen);
    opener?._opened(screen);
    this.#onOpened.send(screen);
  }
}

/** How many elements of a feed may be sent. */
class Credit {
  #count: number;
  #signal: AbortSignal;
  #wake = () => {};

  constructor(count: number, signal: AbortSignal) {
    this.#count = count;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#wake());
  }

  add(count: number): void {
    this.#count += count;
    this.#wake();
  }

  /** Waits until an element may be sent, or the feed is cancelled. */
  async take(): Promise<void> {
    while (this.#count === 0 && !this.#signal.aborted) await new Promise<void>(resolve => (this.#wake = resolve));
    this.#count -= 1;
  }
}

/** Calls a listener. What it throws is reported as any error that is not caught, and the client goes on. */
function run(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** The error of a handler. One that is not meant for the app is printed. */
/** What is replied to a question without an answer. Another error is printed. */
function unanswered(error: unknown): object {
  if (error instanceof NoAnswer) return { cancelled: true };
  if (error instanceof CannotAnswer) return { cannot: error.message };
  console.error(error);
  return { cannot: "The program has failed." };
}

function serviceError(error: unknown): object {
  if (!(error instanceof ServiceError)) {
    console.error(error);
    return serviceError(new ServiceError());
  }
  const { kind, code, detail } = error;
  return { code: 1000, message: "Service error", data: { kind, code, detail } };
}

function readLines(stream: Readable, listener: (line: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(listener);
  });
  stream.on("end", () => {
    if (rest !== "") listener(rest);
  });
}

/** Refuses a text that has no form in UTF-8, for which the core has no reply with an id. */
function checkText(_name: string, value: unknown): unknown {
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) throw new TypeError("A text has a lone surrogate.");
  return value;
}

/**
 * A document with a patch of RFC 6902 applied; `undefined` if the patch does not fit. The document stays as it is, and what
 * the patch does not change is shared.
 */
function patched(document: unknown, patch: readonly Operation[]): { readonly value: unknown } | undefined {
  const root = { value: document };
  const owned = new Set<unknown>([root]);
  const own = (container: any, key: string): any => {
    const value = child(container, key);
    if (owned.has(value)) return value;
    if (typeof value !== "object" || value === null) throw new RangeError("A patch does not fit.");
    const copy = Array.isArray(value) ? value.slice() : { ...value };
    owned.add(copy);
    put(container, key, copy);
    return copy;
  };
  const locate = (pointer: string): { container: any; key: string } => {
    const keys = ["value", ...pointer.split("/").slice(1).map((key) => key.replace(/~1/g, "/").replace(/~0/g, "~"))];
    const key = keys.pop() ?? "";
    return { container: keys.reduce(own, root), key };
  };
  const get = (pointer: string): unknown => {
    const { container, key } = locate(pointer);
    return child(container, key);
  };
  const add = (pointer: string, value: unknown): void => {
    const { container, key } = locate(pointer);
    if (Array.isArray(container)) container.splice(key === "-" ? container.length : index(key, container.length), 0, value);
    else put(container, key, value);
  };
  const remove = (pointer: string): unknown => {
    const { container, key } = locate(pointer);
    const value = child(container, key);
    if (Array.isArray(container)) container.splice(Number(key), 1);
    else delete container[key];
    return value;
  };
  try {
    for (const { op, path, from = "", value } of patch) {
      if (op === "add") add(path, value);
      else if (op === "remove") remove(path);
      else if (op === "replace") {
        const { container, key } = locate(path);
        child(container, key);
        put(container, key, value);
      } else if (op === "move") add(path, remove(from));
      else if (op === "copy") add(path, JSON.parse(JSON.stringify(get(from))));
      else if (op !== "test" || !isDeepStrictEqual(get(path), value)) return undefined;
    }
    return root;
  } catch {
    return undefined;
  }
}

/** The value of a key, which must exist. */
function child(container: any, key: string): unknown {
  if (Array.isArray(container)) return container[index(key, container.length - 1)];
  if (!Object.prototype.hasOwnProperty.call(container, key)) throw new RangeError("A patch does not fit.");
  return container[key];
}

function put(container: any, key: string, value: unknown): void {
  // NB: an assignment to a member "__proto__" would not make one.
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
}

function index(key: string, last: number): number {
  if (!/^\d+$/.test(key) || Number(key) > last) throw new RangeError("A patch does not fit.");
  return Number(key);
}
