// The library in Node.js: check.js MODULE, which is Apps/Library/Samples/front.node.c as Apps/Library/check builds it.
const assert = require("assert");
const { create, send, destroy } = require(require("path").resolve(process.argv[2]));
const ping = '{"id":1,"jsonrpc":"2.0","method":"ping"}\n';
const pong = '{"id":1,"jsonrpc":"2.0","result":{}}\n';
const nothing = () => {};

/** The next frame of a core, with its options. */
function first(options, use) {
  return new Promise((resolve) => {
    const core = create(options, (frame) => resolve({ core, frame }), nothing);
    use(core);
  });
}

async function main() {
  assert.throws(() => create('{"sed":7}', nothing, nothing), /Did you mean seed/);
  assert.throws(() => create(7, nothing, nothing), /options as a string/);
  assert.throws(() => create("{}", null, 7), /./);
  assert.throws(() => send({}, ping), /not a core/);

  const { core, frame } = await first("{}", (core) => send(core, ping));
  assert.strictEqual(frame, pong);
  destroy(core);
  assert.throws(() => send(core, ping), /destroyed/);
  assert.throws(() => destroy(core), /destroyed/);

  // In a callback, and with timers beside it.
  const frames = [];
  const inside = create("{}", (frame) => (frames.push(frame), destroy(inside)), nothing);
  send(inside, ping.repeat(3));
  await new Promise((resolve) => setTimeout(resolve, 0));
  await first("{}", (core) => send(core, ping)).then(({ core }) => destroy(core));
  assert.deepStrictEqual(frames, [pong]);

  // An end. Without a core, Node's loop may end.
  let ending;
  const code = await new Promise((resolve) => {
    ending = create("{}", nothing, resolve);
    send(ending, '{"jsonrpc":"2.0","method":"exit"}\n');
  });
  assert.strictEqual(code, 1);
  assert.throws(() => send(ending, ping), /has ended/);
  destroy(ending);

  // What a callback throws is an uncaught exception, as in Node's own events.
  const throwing = create("{}", () => { throw new Error("from a callback"); }, nothing);
  const thrown = await new Promise((resolve) => {
    process.once("uncaughtException", resolve);
    send(throwing, ping);
  });
  destroy(throwing);
  assert.strictEqual(thrown.message, "from a callback");

  // A service of the core answers later: Node's loop waits for it.
  const balance = await new Promise((resolve) => {
    const core = create('{"latency":20}', (frame) => {
      if (frame.includes('"valueText":"$1,234.56"')) resolve(core);
    }, nothing);
    send(core, '{"id":1,"jsonrpc":"2.0","method":"screen/open","params":{"screen":"balance"}}\n');
  });
  destroy(balance);
  console.log("ok node");
}

main();
