// The store without a browser: node --test Tests/WebStore
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { Refusal, Store, Unanswered, Unsent, applyPatch } from "../../Apps/Web/store/store.js";
import { Clock, StandIn, refusal, settle } from "./standin.js";

let app, clock, restore, store, said;

/** An app that counts: each screen is opened at 1. */
function counting() {
  let count = 0;
  app.answers["screen/open"] = ({ screen }) => ({ instance: `${screen}-${++count}`, screen, rev: 1, state: { number: 1, rows: [{ id: 1 }, { id: 2 }] } });
  app.answers["screen/get"] = ({ instance }) => ({ instance, rev: 7, state: { number: 7, rows: [] } });
  app.answers["screen/close"] = {};
}

async function start({ isBridged = true, memory, ...session } = {}) {
  app = new StandIn({ isBridged });
  counting();
  said = [];
  const observer = new Proxy({}, { get: (_, name) => name === "speak" || name === "describe" ? undefined : (...values) => { said.push([name, ...values]); } });
  store = new Store(app, { observer, memory });
  await settle();
  if (isBridged) app.session(session);
  await settle();
}

/** The snapshots that a view gets of what it follows. */
function follow(readable) {
  const seen = [];
  const end = readable.subscribe(() => seen.push(readable.getSnapshot()));
  return { seen, end };
}

beforeEach(() => {
  clock = new Clock();
  restore = clock.install();
});
afterEach(() => {
  store?.close();
  restore();
});

describe("A screen", () => {
  test("is opened when the first view follows it, and once", async () => {
    await start();
    const screen = store.screen("counter", { id: "a" });
    assert.equal(screen, store.screen("counter", { id: "a" }));
    assert.deepEqual(app.requests("screen/open"), []);
    const [one, two] = [follow(screen), follow(screen)];
    await settle();
    assert.deepEqual(app.requests("screen/open"), [{ screen: "counter", params: { id: "a" } }]);
    assert.equal(screen.getSnapshot().state.number, 1);
    assert.equal(one.seen.length, 1);
    assert.deepEqual(one.seen, two.seen);
  });

  test("does not depend on the order of its parameters", async () => {
    await start();
    assert.equal(store.screen("counter", { a: 1, b: { c: 2, d: 3 } }), store.screen("counter", { b: { d: 3, c: 2 }, a: 1 }));
    assert.notEqual(store.screen("counter", { a: 1 }), store.screen("counter", { a: "1" }));
  });

  test("has the same snapshot until something changes", async () => {
    await start();
    const screen = store.screen("counter");
    follow(screen);
    await settle();
    const before = screen.getSnapshot();
    assert.equal(before, screen.getSnapshot());
    app.say("screen/update", { instance: "counter-1", rev: 2, from: 1, patch: [{ op: "replace", path: "/number", value: 2 }] });
    const after = screen.getSnapshot();
    assert.notEqual(before, after);
    assert.equal(before.state.number, 1);
    assert.equal(after.state.number, 2);
    assert.equal(before.state.rows, after.state.rows);
  });

  test("says what of it is hidden, until it is shown again", async () => {
    await start();
    const screen = store.screen("counter");
    assert.deepEqual(screen.getSnapshot().hidden, []);
    follow(screen);
    await settle();
    assert.deepEqual(screen.getSnapshot().hidden, []);
    app.say("screen/update", { hidden: ["number"], instance: "counter-1", rev: 2, from: 1, patch: [{ op: "replace", path: "/number", value: null }] });
    assert.deepEqual(screen.getSnapshot().hidden, ["number"]);
    app.say("screen/update", { hidden: ["number"], instance: "counter-1", rev: 3, state: { number: null } });
    assert.deepEqual(screen.getSnapshot().hidden, ["number"]);
    app.say("screen/update", { instance: "counter-1", rev: 4, state: { number: 7 } });
    assert.deepEqual(screen.getSnapshot().hidden, []);
  });

  test("is that which is open already, with the same parameters", async () => {
    await start({ instances: [
      { instance: "product-4", screen: "product", params: { id: "a" }, opener: "counter-1" }, { instance: "product-5", screen: "product", params: { id: "a" } }] });
    const screen = store.screen("product", { id: "a" });
    follow(screen);
    await settle();
    assert.deepEqual(app.requests("screen/get"), [{ instance: "product-5" }]);
    assert.deepEqual(app.requests("screen/open"), []);
    assert.equal(screen.getSnapshot().state.number, 7);
  });

  test("stays open when no view follows it, until it is closed", async () => {
    await start();
    const screen = store.screen("counter");
    const { end, seen } = follow(screen);
    await settle();
    end();
    app.say("screen/update", { instance: "counter-1", rev: 2, state: { number: 2 } });
    assert.equal(seen.length, 1);
    assert.equal(screen.getSnapshot().state.number, 2);
    await screen.close();
    assert.deepEqual(app.requests("screen/close"), [{ instance: "counter-1" }]);
  });

  test("is left where the app asks nothing, and stays where it does", async () => {
    await start();
    const screen = store.screen("counter");
    follow(screen);
    await settle();
    app.answers["screen/leave"] = { held: "question-1" };
    assert.equal(await screen.leave(), false);
    assert.equal(screen.getSnapshot().isOpen, true);
    app.answers["screen/leave"] = { left: true };
    assert.equal(await screen.leave(), true);
    assert.equal(screen.getSnapshot().isOpen, false);
    assert.equal(await screen.leave(), true);
    assert.deepEqual(app.requests("screen/leave").length, 2);
  });

  test("is closed where an older app cannot be left", async () => {
    await start();
    const screen = store.screen("counter");
    follow(screen);
    await settle();
    app.answers["screen/leave"] = () => refusal(-32601, "Method not found");
    assert.equal(await screen.leave(), true);
    assert.deepEqual(app.requests("screen/close"), [{ instance: "counter-1" }]);
  });

  test("says why it cannot be opened, and is opened when it is asked again", async () => {
    await start();
    app.answers["screen/open"] = () => refusal(-32602, "There is no such product");
    const screen = store.screen("product", { id: "x" });
    follow(screen);
    await settle();
    assert.ok(screen.getSnapshot().error instanceof Refusal);
    assert.equal(screen.getSnapshot().isOpen, false);
    counting();
    await screen.open();
    assert.deepEqual([screen.getSnapshot().isOpen, screen.getSnapshot().error], [true, undefined]);
  });

  test("closed by the app keeps its last state, and is not opened again by itself", async () => {
    await start();
    const screen = store.screen("counter");
    follow(screen);
    await settle();
    app.say("screen/closed", { instance: "counter-1", reason: "completed" });
    app.session({ instances: [] });
    await settle();
    assert.deepEqual([screen.getSnapshot().isOpen, screen.getSnapshot().state.number], [false, 1]);
    assert.equal(app.requests("screen/open").length, 1);
  });

  test("sends events, and says why one is refused", async () => {
    await start();
    const screen = store.screen("counter");
    follow(screen);
    await settle();
    app.answers["screen/send"] = ({ event }) => event.type === "next" ? { rev: 2 } : refusal(1004, "Event rejected", { reason: "Nothing is left." });
    assert.deepEqual(await screen.send({ type: "next" }), { rev: 2 });
    await assert.rejects(screen.send({ type: "buy" }), { message: "Nothing is left.", isAboutInput: true });
  });

  test("that the app has opened is followed by its instance", async () => {
    await start({ instances: [{ instance: "product-9", screen: "product", opener: "counter-1" }] });
    const screen = store.instance("product-9");
    follow(screen);
    await settle();
    assert.equal(screen.getSnapshot().rev, 7);
  });

  test("of the app as a whole is there, though no list has it", async () => {
    await start();
    const whole = store.instance("app");
    follow(whole);
    await settle();
    app.session({ instances: [{ instance: "counter-1", screen: "counter" }] });
    await settle();
    assert.deepEqual([whole.getSnapshot().isOpen, whole.getSnapshot().rev], [true, 7]);
  });

  test("selects a part that stays the same while equal", async () => {
    await start();
    const screen = store.screen("counter");
    const part = screen.select(state => state?.rows.map(({ id }) => id));
    follow(part);
    await settle();
    const ids = part.getSnapshot();
    assert.deepEqual(ids, [1, 2]);
    app.say("screen/update", { instance: "counter-1", rev: 2, from: 1, patch: [{ op: "replace", path: "/number", value: 2 }] });
    assert.equal(part.getSnapshot(), ids);
  });
});

describe("States", () => {
  const patch = (rev, from, value) => app.say("screen/update", { instance: "counter-1", rev, from, patch: [{ op: "replace", path: "/number", value }] });

  test("are asked for where a patch does not fit, once", async () => {
    await start();
    follow(store.screen("counter"));
    await settle();
    patch(4, 3, 4);
    patch(5, 4, 5);
    await settle();
    assert.equal(app.requests("screen/get").length, 1);
    assert.equal(store.snapshots.get("counter-1").rev, 7);
  });

  test("that are older than what is known change nothing", async () => {
    await start();
    const screen = store.screen("counter");
    follow(screen);
    await settle();
    app.say("screen/update", { instance: "counter-1", rev: 6, state: { number: 6 } });
    patch(5, 1, 5);
    app.say("screen/update", { instance: "counter-1", rev: 4, state: { number: 4 } });
    assert.equal(screen.getSnapshot().state.number, 6);
  });

  test("are asked for once, however many wait for them", async () => {
    await start({ instances: [{ instance: "counter-1", screen: "counter" }] });
    const answers = [store.get("counter-1"), store.get("counter-1")];
    follow(store.screen("counter"));
    assert.equal((await answers[0]).rev, 7);
    assert.equal(app.requests("screen/get").length, 1);
    await store.get("counter-1");
    assert.equal(app.requests("screen/get").length, 2);
    app.answers["screen/get"] = () => refusal(-32602, "There is no such instance");
    await assert.rejects(store.get("counter-2"), Refusal);
    await assert.rejects(store.get("counter-2"), Refusal);
    assert.equal(app.requests("screen/get").length, 4);
  });

  test("of unknown instances are left", async () => {
    await start();
    patch(2, 1, 2);
    await settle();
    assert.deepEqual(app.requests("screen/get"), []);
  });
});

describe("A connection that is cut", () => {
  test("comes again after growing pauses, and the newest states follow", async () => {
    await start();
    const screen = store.screen("counter");
    follow(screen);
    await settle();
    app.cut();
    assert.equal(store.connection.getSnapshot().state, "off");
    assert.deepEqual([screen.getSnapshot().isOpen, screen.getSnapshot().state.number], [true, 1]);
    app.connect = (connect => receiver => {
      const wire = connect.call(app, receiver);
      if (app.connections < 6) queueMicrotask(() => app.cut());
      return wire;
    })(app.connect);
    for (const [pause, connections] of [[249, 1], [1, 2], [499, 2], [1, 3], [1000, 4], [2000, 5], [3999, 5], [1, 6]]) {
      await clock.advance(pause);
      assert.equal(app.connections, connections);
    }
    app.session({ instances: [{ instance: "counter-1", screen: "counter" }] });
    await settle();
    assert.equal(store.connection.getSnapshot().state, "on");
    assert.equal(screen.getSnapshot().state.number, 7);
    assert.equal(app.requests("screen/open").length, 1);
  });

  test("names what may not have arrived, and does not send it again", async () => {
    await start();
    const screen = store.screen("counter");
    follow(screen);
    await settle();
    const sending = screen.send({ type: "buy" });
    app.cut();
    await assert.rejects(sending, Unanswered);
    assert.deepEqual(store.lost.getSnapshot(), ["buy (counter-1)"]);
    await assert.rejects(screen.send({ type: "more" }), Unsent);
    await clock.advance(250);
    app.session({ instances: [{ instance: "counter-1", screen: "counter" }] });
    await settle();
    assert.equal(app.requests("screen/send").length, 1);
    store.forgetLost();
    assert.deepEqual(store.lost.getSnapshot(), []);
  });

  test("with a reason is not tried again", async () => {
    await start();
    app.cut("This browser was not let in.");
    await clock.advance(60_000);
    assert.equal(app.connections, 1);
    assert.deepEqual(store.notice.getSnapshot(), { text: "This browser was not let in.", canStart: false });
  });

  test("by close is not tried again, and nothing is said", async () => {
    await start();
    const { seen } = follow(store.connection);
    store.close();
    await clock.advance(60_000);
    assert.deepEqual([app.connections, seen], [1, []]);
  });

  test("drops what others have closed meanwhile", async () => {
    await start();
    const screen = store.screen("counter");
    follow(screen);
    await settle();
    app.cut();
    await clock.advance(250);
    app.session({ instances: [] });
    await settle();
    assert.equal(screen.getSnapshot().isOpen, false);
    assert.equal(app.requests("screen/open").length, 1);
  });
});

describe("An app", () => {
  test("that does not answer is said to hang until it answers", async () => {
    await start();
    await clock.advance(2500);
    delete app.answers.ping;
    await clock.advance(2500);
    await clock.advance(2500);
    assert.equal(store.connection.getSnapshot().state, "hung");
    app.reply(app.waiting.find(({ method }) => method === "ping"), {});
    await settle();
    assert.equal(store.connection.getSnapshot().state, "on");
    assert.equal(store.notice.getSnapshot(), undefined);
  });

  test("that leaves an action unanswered is said to hang after a second", async () => {
    await start();
    store.request("screen/send", { instance: "counter-1", event: { type: "buy" } }).catch(() => {});
    await clock.advance(999);
    assert.equal(store.connection.getSnapshot().state, "on");
    await clock.advance(1);
    assert.equal(store.connection.getSnapshot().state, "hung");
  });

  test("that ends is started again with its screens, and views go on with them", async () => {
    await start();
    const screen = store.screen("counter", { id: "a" });
    follow(screen);
    await settle();
    app.session({ instances: [{ instance: "counter-1", screen: "counter", params: { id: "a" } }] });
    app.session({ isRunning: false, endText: "The core has ended: exit code 3.", instances: [{ instance: "counter-1", screen: "counter", params: { id: "a" } }] });
    assert.deepEqual(store.notice.getSnapshot(), { text: "The core has ended: exit code 3.", canStart: true });
    app.answers["bridge/start"] = { isStarted: true };
    await store.start();
    assert.deepEqual(app.requests("bridge/start"), [{ screens: [{ screen: "counter", params: { id: "a" } }] }]);
    app.session({ run: "run-2", instances: [{ instance: "counter-12", screen: "counter", params: { id: "a" } }] });
    await settle();
    assert.deepEqual([screen.getSnapshot().instance, screen.getSnapshot().state.number], ["counter-12", 7]);
    assert.equal(app.requests("screen/open").length, 1);
  });

  test("that a signal ended is said to have ended without a word", async () => {
    await start();
    app.session({ isRunning: false, endText: "The core has ended: signal SIGKILL." });
    assert.match(store.notice.getSnapshot().text, /without a word/);
  });

  test("describes itself once for each start, and the description stays the same while it is equal", async () => {
    await start();
    const description = store.description.getSnapshot();
    assert.deepEqual([...description.screens.keys()], ["counter", "product"]);
    app.cut();
    await clock.advance(250);
    app.session();
    await settle();
    assert.equal(app.requests("screen/list").length, 1);
    app.session({ run: "run-2" });
    app.cut();
    await clock.advance(250);
    app.session({ run: "run-2" });
    await settle();
    assert.equal(store.description.getSnapshot(), description);
  });

  test("says its language", async () => {
    await start({ language: "de" });
    assert.equal(store.language.getSnapshot(), "de");
  });

  test("that was not started is started by a page that had none before", async () => {
    app = new StandIn();
    counting();
    store = new Store(app);
    await settle();
    app.session({ isRunning: false, run: null });
    assert.deepEqual(app.requests("bridge/start"), [{ screens: [] }]);
  });
});

describe("What waits for a person", () => {
  const wait = { reason: "signIn", instance: "signIn-1", waiting: ["counter-1"], since: "2026-01-01T00:00:00Z" };
  const open = [{ instance: "signIn-1", screen: "signIn" }, { instance: "counter-1", screen: "counter" }];

  test("is known until it is done", async () => {
    await start({ instances: open });
    const { seen } = follow(store.waitsFor);
    app.say("app/waitsFor", { waitsFor: [wait] });
    app.say("app/waitsFor", { waitsFor: [] });
    assert.deepEqual(seen, [[wait], []]);
  });

  test("is over where its screen was closed while there was no connection, and in another start of the app", async () => {
    await start({ instances: open });
    app.say("app/waitsFor", { waitsFor: [wait] });
    app.session({ instances: open });
    assert.deepEqual(store.waitsFor.getSnapshot(), [wait]);
    app.session({ instances: open.slice(1) });
    assert.deepEqual(store.waitsFor.getSnapshot(), []);
    app.say("app/waitsFor", { waitsFor: [wait] });
    app.session({ run: "run-2", instances: open });
    assert.deepEqual(store.waitsFor.getSnapshot(), []);
  });
});

describe("A switch of the language", () => {
  test("has the app describe itself again, once, and says that it is another description", async () => {
    await start();
    said = [];
    app.say("app/localized", { language: "de", locale: "de_AT" });
    app.session({ language: "de", locale: "de_AT" });
    await settle();
    assert.equal(store.language.getSnapshot(), "de");
    assert.equal(app.requests("screen/list").length, 2);
    assert.deepEqual(said.filter(([name]) => name === "described").map(([, , isNew]) => isNew), [true]);
  });

  test("while there was no connection is noticed with the next one", async () => {
    await start();
    app.cut();
    await clock.advance(250);
    app.session({ language: "de" });
    await settle();
    assert.equal(app.requests("screen/list").length, 2);
  });

  test("reaches a store without a bridge, with the title and what the app did", async () => {
    await start({ isBridged: false });
    app.say("app/localized", { language: "de", locale: "de", title: { name: "Probe" } });
    app.say("screen/acted", { by: "assistant-2", event: "buy", instance: "counter-1", label: "Buy" });
    await settle();
    assert.equal(store.description.getSnapshot().title.name, "Probe");
    assert.deepEqual(said.find(([name]) => name === "acted")[1].label, "Buy");
  });
});

describe("A question", () => {
  test("says who has led to it", async () => {
    await start();
    app.say("question/ask", { question: "question-1", name: "confirm", instance: null, input: {}, by: "assistant-2" }, "core-1");
    assert.equal(store.questions.getSnapshot()[0].by, "assistant-2");
  });

  const confirm = { question: "q-1", name: "confirm", instance: "counter-1", input: { title: "Sure?", choices: [] } };

  test("waits until it has ended", async () => {
    await start();
    app.say("question/ask", confirm, "core-7");
    app.say("question/ask", confirm, "core-7");
    assert.deepEqual(store.questions.getSnapshot().map(({ question, waits, isAnswered }) => [question, waits, isAnswered]), [["q-1", true, false]]);
    await store.answer("q-1", { answer: "yes" });
    assert.deepEqual(app.sent.at(-1), { jsonrpc: "2.0", id: "core-7", result: { answer: "yes" } });
    assert.equal(store.questions.getSnapshot()[0].isAnswered, true);
    app.say("question/ended", { question: "q-1", outcome: "answered" });
    assert.deepEqual(store.questions.getSnapshot(), []);
    await store.answer("q-1", { answer: "no" });
    assert.equal(app.sent.at(-1).result.answer, "yes");
  });

  test("is answered again where the app does not take an answer", async () => {
    await start();
    app.say("question/ask", confirm, "core-7");
    await store.answer("q-1", { answer: "maybe" });
    app.say("question/refused", { question: "q-1", reason: "Choose one." });
    assert.equal(store.questions.getSnapshot()[0].refusal, "Choose one.");
    app.answers["question/answer"] = () => refusal(1004, "Event rejected", { reason: "Not this one." });
    await store.answer("q-1", { answer: "never" });
    assert.deepEqual(app.requests("question/answer"), [{ question: "q-1", answer: "never" }]);
    assert.equal(store.questions.getSnapshot()[0].refusal, "Not this one.");
  });

  test("of a notice without an action waits for nobody", async () => {
    await start();
    app.say("question/ask", { question: "q-2", name: "notify", input: { text: "Saved", tone: "success" } }, "core-8");
    assert.equal(store.questions.getSnapshot()[0].waits, false);
  });

  test("ends with the app", async () => {
    await start();
    app.say("question/ask", confirm, "core-7");
    app.session({ isRunning: false, endText: "It has ended." });
    assert.deepEqual(store.questions.getSnapshot(), []);
    assert.deepEqual(said.filter(([name]) => ["ended", "coreEnded"].includes(name)).map(([name]) => name), ["ended", "coreEnded"]);
  });
});

describe("Drafts", () => {
  test("of before a reload are given once, and go with the account", async () => {
    app = new StandIn();
    await start();
    app.answers["bridge/drafts"] = { drafts: { "counter-1": { add: { "/text": "Ink" } }, "counter-2": { add: { "/text": "Pen" } } } };
    app.session({ run: "run-2" });
    app.cut();
    await clock.advance(250);
    app.session({ run: "run-2", instances: [] });
    await settle();
    assert.deepEqual(store.draft("counter-1", "add"), { "/text": "Ink" });
    assert.deepEqual(store.draft("counter-1", "add"), {});
    app.say("app/signedOut", {});
    assert.deepEqual(store.draft("counter-2", "add"), {});
    store.keepDraft("counter-1", "add", { "/text": "Pa" });
    assert.deepEqual(app.sent.at(-1).params, { instance: "counter-1", form: "add", values: { "/text": "Pa" } });
  });
});

describe("Files", () => {
  test("go by a POST with a ticket, and end with their question", async () => {
    await start();
    app.answers["bridge/give"] = { ticket: "t-1" };
    app.answers["bridge/save"] = { address: "/file/t-2" };
    const { fetch } = globalThis;
    let request;
    globalThis.fetch = async (address, options) => {
      request = { address, ...options };
      return { ok: true, json: async () => ({ file: "f-1" }) };
    };
    try {
      app.say("question/ask", { question: "q-1", name: "pickFile", input: {} }, "core-1");
      assert.equal(await store.give("q-1", { size: 3 }), "f-1");
      assert.deepEqual([request.address, request.headers], ["/file", { "X-Tributary-Ticket": "t-1" }]);
      app.say("question/ended", { question: "q-1", outcome: "cancelled" });
      assert.equal(request.signal.aborted, true);
      globalThis.fetch = async () => ({ ok: false, text: async () => "The file is too large.\n" });
      await assert.rejects(store.give("q-1", { size: 3 }), { message: "The file is too large." });
      assert.equal(await store.save("q-3"), "/file/t-2");
    } finally {
      globalThis.fetch = fetch;
    }
  });
});

describe("Without a bridge", () => {
  test("the store greets the app, and notes what is open", async () => {
    await start({ isBridged: false });
    assert.deepEqual(app.requests("initialize").map(({ capabilities }) => capabilities.patches), [true]);
    const screen = store.screen("counter");
    follow(screen);
    await settle();
    app.say("screen/opened", { instance: "product-2", screen: "product", opener: "counter-1", rev: 1, state: {} });
    assert.deepEqual(store.instances.getSnapshot().map(({ instance, opener }) => [instance, opener]), [["counter-1", undefined], ["product-2", "counter-1"]]);
    store.keepDraft("product-2", "add", { "/text": "Ink" });
    assert.deepEqual(store.draft("product-2", "add"), { "/text": "Ink" });
    app.say("screen/closed", { instance: "product-2", reason: "completed" });
    await screen.close();
    assert.deepEqual(store.instances.getSnapshot(), []);
    assert.deepEqual(app.sent.filter(({ method }) => method?.startsWith("bridge/")), []);
  });
});

describe("A patch", () => {
  test("shares what it does not touch, and changes nothing", () => {
    const value = { a: { b: 1 }, rows: [{ id: 1 }, { id: 2 }] };
    const patched = applyPatch(value, [{ op: "replace", path: "/rows/1/id", value: 3 }, { op: "add", path: "/rows/-", value: { id: 4 } }, { op: "move", from: "/a/b", path: "/c" }]);
    assert.deepEqual(patched, { a: {}, c: 1, rows: [{ id: 1 }, { id: 3 }, { id: 4 }] });
    assert.equal(patched.rows[0], value.rows[0]);
    assert.deepEqual(value, { a: { b: 1 }, rows: [{ id: 1 }, { id: 2 }] });
  });

  test("that does not fit throws", () => {
    for (const operation of [{ op: "remove", path: "/x" }, { op: "replace", path: "/a/2", value: 1 }, { op: "move", from: "/a", path: "/a/b" }, { op: "none", path: "" }, { op: "add", path: "a", value: 1 }]) {
      assert.throws(() => applyPatch({ a: [1] }, [operation]), JSON.stringify(operation));
    }
    assert.equal({}.polluted, undefined);
    applyPatch({}, [{ op: "add", path: "/__proto__", value: { polluted: true } }]);
    assert.equal({}.polluted, undefined);
  });
});
