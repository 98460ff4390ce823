// What the generated client uses of Node.js, for a compiler without the types of Node.js.
declare module "node:child_process" {
  import type { Readable, Writable } from "node:stream";
  export interface ChildProcess {
    readonly pid?: number | undefined;
    readonly stdin: Writable | null;
    readonly stdout: Readable | null;
    readonly stderr: Readable | null;
    kill(signal?: string): boolean;
    on(event: "exit" | "close", listener: (exitCode: number | null, signal: string | null) => void): this;
    on(event: "error", listener: (error: Error) => void): this;
    ref(): void;
    unref(): void;
  }
  export function spawn(command: string, parameters: readonly string[], options: object): ChildProcess;
}
declare module "node:stream" {
  export interface Readable {
    setEncoding(encoding: "utf8"): this;
    on(event: "data", listener: (text: string) => void): this;
    on(event: "end" | "close", listener: () => void): this;
    on(event: "error", listener: (error: Error) => void): this;
    destroy(): this;
  }
  export interface Writable {
    write(chunk: string | Uint8Array, done?: (error?: Error | null) => void): boolean;
    end(): this;
    on(event: "error", listener: (error: Error) => void): this;
    destroy(): this;
  }
}
declare module "node:util" {
  export function isDeepStrictEqual(one: unknown, other: unknown): boolean;
}
declare class Buffer {
  static byteLength(text: string): number;
  static from(bytes: Uint8Array): { toString(encoding: "base64"): string };
  static from(text: string, encoding: "base64"): Uint8Array;
}
declare class Blob {
  readonly size: number;
  slice(start: number, end: number): Blob;
  arrayBuffer(): Promise<ArrayBuffer>;
}
declare class AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  static any(signals: readonly AbortSignal[]): AbortSignal;
  addEventListener(event: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(event: "abort", listener: () => void): void;
}
declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare const performance: { now(): number };
declare function queueMicrotask(work: () => void): void;
interface Timer {
  ref(): this;
  unref(): this;
}
declare function setTimeout(work: () => void, milliseconds?: number): Timer;
declare function clearTimeout(timer: Timer | undefined): void;
declare function setImmediate(work: () => void): unknown;
declare const process: {
  readonly argv: readonly string[];
  readonly env: Record<string, string | undefined>;
  readonly stderr: { write(text: string): boolean };
};
declare const console: { error(...parts: unknown[]): void; log(...parts: unknown[]): void };
