/**
 * The client of tributary-stdio {version}, version 1 of its protocol, for Node.js.
 *
 *     import { Core } from "./tributary.ts";
 *
 *     const core = await Core.start();
 *     const counter = await core.openCounter();
 *     await counter.nextButtonWasTapped();
 *     console.log(counter.state.numberText);
 *     await core.close();
 *
 * Its types can be erased: Node.js 22.18 or later runs the file as it is. `tsc` compiles it from version 4.8 on.
 *
 * Made by `tributary-stdio --client typescript`: do not edit.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";

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

/** How the process is started. */
export interface CoreOptions {
  /** The environment of the process, if not this program's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives each line of the standard error, which is this program's own otherwise. */
  readonly onStderr?: (line: string) => void;
}

/** How an event is sent. */
export interface SendOptions {
  /** Refuse the event unless this is the revision of the state: a `RequestError` whose reason is "staleRevision". */
  readonly ifRev?: number;
}

/** The reply to `initialize`. */
export interface CoreInfo {
  readonly protocolVersion: string;
  readonly coreInfo: { readonly name: string; readonly version: string };
  readonly capabilities: { readonly [name: string]: unknown };
  readonly limits: { readonly [name: string]: number };
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

interface Snapshot<State> {
  readonly instance: string;
  readonly rev: number;
  readonly state: State;
}

/** A request that waits for its reply. It does not retain the params, which may hold a secret. */
interface Call {
  succeed(result: any): void;
  fail(error: Error): void;
}

/** An open screen. Its state follows the core's. */
export class Screen<State> {
  readonly #core: CoreProcess;
  readonly #onUpdate = new Set<(state: State) => void>();
  readonly #onClosed = new Set<(reason: string) => void>();
  #snapshot: Snapshot<State>;

  constructor(core: CoreProcess, opened: Snapshot<State>) {
    this.#core = core;
    this.#snapshot = opened;
  }

  /** The instance's name. */
  get instance(): string {
    return this.#snapshot.instance;
  }

  /** The newest state. */
  get state(): State {
    return this.#snapshot.state;
  }

  /** The revision of the newest state. */
  get rev(): number {
    return this.#snapshot.rev;
  }

  /**
   * Calls a listener with the current state, and with every later one. The promise of an event is fulfilled after its
   * update has been listened to. Returns a function that removes the listener.
   */
  onUpdate(listener: (state: State) => void): () => void {
    const entry = (state: State) => listener(state);
    this.#onUpdate.add(entry);
    listener(this.state);
    return () => void this.#onUpdate.delete(entry);
  }

  /** Calls a listener with the reason when the app closes the screen. After `close()` it is not called. */
  onClosed(listener: (reason: string) => void): void {
    this.#onClosed.add(listener);
  }

  /** Closes the screen. Its listeners are not called afterwards. */
  async close(): Promise<void> {
    await this.#core._call("screen/close", { instance: this.instance }, () => this.#core._removeScreen(this.instance));
  }

  /** Sends an event, and returns the revision of what came of it. For the methods of the screens. */
  protected _send(event: object, options: SendOptions): Promise<number> {
    return this.#core._call("screen/send", { instance: this.instance, event, ...options }, (result) => result.rev);
  }

  /** Receives an update. For the core alone. */
  _update(snapshot: Snapshot<State>): void {
    this.#snapshot = snapshot;
    for (const listener of [...this.#onUpdate]) run(() => listener(snapshot.state));
  }

  /** Receives the end that the app has decided. For the core alone. */
  _closed(reason: string): void {
    for (const listener of [...this.#onClosed]) run(() => listener(reason));
  }
}

/** The core as a child process, without its screens. */
export class CoreProcess {
  /** The process's exit code when it has ended; `null` if a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly #process: ChildProcess;
  readonly #screens = new Map<string, Screen<any>>();
  readonly #calls = new Map<number, Call>();
  #count = 0;
  #info: CoreInfo | undefined;
  #failure: Error | undefined;

  /** Starts the process. Programs call `Core.start`. */
  protected constructor(command: string, args: readonly string[], options: CoreOptions) {
    this.#process = spawn(command, [...args], {
      stdio: ["pipe", "pipe", options.onStderr ? "pipe" : "inherit"],
      ...(options.env ? { env: { ...options.env } } : {}),
    });
    const { stdin, stdout, stderr } = this.#process;
    stdin?.on("error", () => {}); // The process has ended before it read all, which `close` reports.
    if (stdout) readLines(stdout, (line) => this.#receive(line));
    if (stderr) readLines(stderr, (line) => run(() => options.onStderr?.(line)));
    this.ended = new Promise((resolve) => {
      const end = (exitCode: number | null, error: Error) => {
        this.#failure ??= error;
        for (const call of this.#calls.values()) call.fail(this.#failure);
        this.#calls.clear();
        resolve(exitCode);
      };
      this.#process.on("error", (error) => end(null, error));
      this.#process.on("close", (exitCode) => end(exitCode, new CoreEndedError(exitCode)));
    });
  }

  /** The reply to `initialize`. */
  get info(): CoreInfo {
    if (!this.#info) throw new TributaryError("The core has not answered yet.");
    return this.#info;
  }

  /**
   * Sends any request, and returns its result when it comes.
   *
   * @throws RequestError if the core answers with an error; CoreEndedError if it has ended; RangeError or TypeError if
   *   the params are longer than a message may be, or have no form in JSON.
   */
  request(method: string, params: object = {}): Promise<unknown> {
    return this._call(method, params, (result: unknown) => result);
  }

  /** Returns when nothing is in flight, and every update that came of it has been listened to. */
  async sync(): Promise<void> {
    await this.request("sync");
  }

  /** Ends the core: closes its input, reads its output to the end, and returns its exit code. */
  close(): Promise<number | null> {
    this.#process.stdin?.end();
    return this.ended;
  }

  /** Sends the first request. For `Core.start` alone. */
  protected async _initialize(): Promise<void> {
    try {
      this.#info = await this._call("initialize", { protocolVersion: "1" }, (result: CoreInfo) => result);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Opens a screen, which is known before its first update is read. For `Core` alone. */
  protected _open<State, Opened extends Screen<State>>(
    screen: string,
    params: object,
    type: new (core: CoreProcess, opened: Snapshot<State>) => Opened,
  ): Promise<Opened> {
    return this._call("screen/open", { screen, params }, (opened: Snapshot<State>) => {
      const screen = new type(this, opened);
      this.#screens.set(opened.instance, screen);
      return screen;
    });
  }

  /** Sends a request. `accept` makes the result of the reply before the next message is read. For this file alone. */
  async _call<Result>(method: string, params: object, accept: (result: any) => Result): Promise<Result> {
    if (this.#failure) throw this.#failure;
    const id = ++this.#count;
    const frame = JSON.stringify({ jsonrpc: "2.0", id, method, params }, checkText);
    const limit = this.#info?.limits["message"] ?? Infinity;
    if (Buffer.byteLength(frame) > limit) throw new RangeError(`A message may have ${limit} bytes.`);
    return new Promise<Result>((resolve, reject) => {
      this.#calls.set(id, {
        succeed(result) {
          try {
            resolve(accept(result));
          } catch (error) {
            reject(error);
          }
        },
        fail: reject,
      });
      this.#process.stdin?.write(frame + "\n");
    });
  }

  /** For this file alone. */
  _removeScreen(instance: string): void {
    this.#screens.delete(instance);
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
      const { instance, reason } = message.params;
      const screen = this.#screens.get(instance);
      if (message.method === "screen/update") screen?._update(message.params);
      if (message.method === "screen/closed") {
        this.#screens.delete(instance);
        screen?._closed(reason);
      }
      return;
    }
    if (message.id === null) throw new RequestError(message.error);
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if (message.error) call?.fail(new RequestError(message.error));
    else call?.succeed(message.result);
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
