// An app that does what a test says, at the other end of a store.

/** A clock that a test moves. It takes the place of the timers of Node.js. */
export class Clock {
  now = 0;
  timers = new Map();
  count = 0;

  install() {
    const { setTimeout, clearTimeout } = globalThis;
    globalThis.setTimeout = (body, delay = 0) => {
      this.timers.set(++this.count, { body, time: this.now + delay });
      return this.count;
    };
    globalThis.clearTimeout = timer => this.timers.delete(timer);
    return () => Object.assign(globalThis, { setTimeout, clearTimeout });
  }

  /** Lets milliseconds pass; what was to be called meanwhile is called, in order. */
  async advance(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      const [next] = [...this.timers].filter(([, { time }]) => time <= end).sort(([, one], [, two]) => one.time - two.time);
      if (!next) break;
      const [timer, { body, time }] = next;
      this.timers.delete(timer);
      this.now = time;
      body();
      await settle();
    }
    this.now = end;
  }
}

/** Everything that waits for nothing but promises is done. */
export async function settle() { for (let count = 0; count < 50; count += 1) await Promise.resolve(); }

/** A transport whose other end is the test. It answers requests by `answers`, and keeps those without an answer. */
export class StandIn {
  sent = [];
  waiting = [];
  connections = 0;
  answers = {
    ping: {}, initialize: { language: "en", front: { id: "front-1" } }, "rpc.discover": { info: { title: "test" } }, "bridge/drafts": { drafts: {} },
    "screen/list": { screens: [{ screen: "counter" }, { screen: "product" }], title: { name: "Test" } },
  };

  constructor({ isBridged = true } = {}) { this.isBridged = isBridged; }

  connect(receiver) {
    this.connections += 1;
    this.receiver = receiver;
    this.wire = { isOpen: true, send: text => this.take(JSON.parse(text)), close: () => this.cut("closed") };
    return this.wire;
  }

  take(message) {
    this.sent.push(message);
    const { id, method, params } = message;
    if (id === undefined || method === undefined) return;
    const answer = this.answers[method];
    if (answer === undefined) this.waiting.push(message);
    else this.reply(message, typeof answer === "function" ? answer(params) : answer);
  }

  reply({ id }, result) {
    const message = result instanceof Error ? { error: { code: result.code, message: result.message, data: result.data } } : { result };
    queueMicrotask(() => this.receiver.received(structuredClone({ jsonrpc: "2.0", id, ...message })));
  }

  /** The app says something. */
  say(method, params, id) { this.receiver.received(structuredClone({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), method, params })); }

  /** The bridge describes the session. */
  session(changes = {}) {
    this.say("bridge/session", { mode: "shared", isRunning: true, run: "run-1", isRemote: false, heartbeat: 5, inspects: false, endText: null, language: "en", instances: [], ...changes });
  }

  cut(reason) {
    this.wire.isOpen = false;
    this.receiver.closed(reason);
  }

  requests(method) { return this.sent.filter(message => message.method === method).map(({ params }) => params); }
}

/** What the core answers when it refuses. */
export const refusal = (code, message, data) => Object.assign(new Error(message), { code, data });
