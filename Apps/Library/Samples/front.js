// The counter, in Node's event loop without a process: node front.js MODULE [OPTIONS-AS-JSON]
// It prints each frame. MODULE is front.node.c as Apps/Library/check builds it.
const library = require(require("path").resolve(process.argv[2]));

class Core {
  #waiting = new Map();
  #lastId = 0;
  #core;
  // The code with which the session ends.
  ended;

  constructor(options) {
    this.ended = new Promise((resolve) => {
      this.#core = library.create(options, (frame) => this.#receive(frame), resolve);
    });
  }

  #receive(frame) {
    process.stdout.write(frame);
    const message = JSON.parse(frame);
    this.#waiting.get(message.id)?.(message);
    this.#waiting.delete(message.id);
  }

  notify(method, params = {}) {
    library.send(this.#core, JSON.stringify({ jsonrpc: "2.0", method, params }) + "\n");
  }

  call(method, params = {}) {
    const id = ++this.#lastId;
    library.send(this.#core, JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  destroy() {
    library.destroy(this.#core);
  }
}

async function main() {
  const core = new Core(process.argv[3] ?? "{}");
  const opened = await core.call("screen/open", { screen: "counter" });
  await core.call("screen/send", { instance: opened.result.instance, event: { type: "nextButtonWasTapped" } });
  await core.call("shutdown");
  core.notify("exit");
  process.exitCode = await core.ended;
  core.destroy();
}

main();
