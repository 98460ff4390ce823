// What the client of the shelf app promises: check_shelf.ts SCRIPTED_CORE. Prints what is true.

import { strict as assert } from "node:assert";

import {
  BookScreen,
  CannotAnswer,
  Core,
  CoreEndedError,
  GenreLabels,
  NoAnswer,
  RefusedError,
  RequestError,
  RequestTimeoutError,
  ReviewScreen,
  TributaryError,
  UnknownScreen,
} from "./client.ts";
import type { AnyScreen, CoreOptions, Phase, Question, ReviewResult, ShelfState } from "./client.ts";

const [scriptedCore = ""] = process.argv.slice(2);
const moment = "2026-11-22T15:04:05Z";

function core(behaviour: string[] = [], options: CoreOptions = {}): Promise<Core> {
  return Core.start("python3", [scriptedCore, ...behaviour], options);
}

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

interface Message {
  readonly method: string;
  readonly params: any;
}

async function received(app: Core): Promise<readonly Message[]> {
  return ((await app.request("test/received")) as { messages: Message[] }).messages;
}

const set = (path: string, value: unknown) => ({ op: "replace", path, value });
const patch = (app: Core, patch: object[], skip = 0) => app.request("test/patch", { patch, skip });
const say = (app: Core, ...messages: object[]) => app.request("test/say", { messages });

const checks: { [name: string]: () => Promise<void> } = {
  async "values have their types"() {
    const app = await core();
    const { state } = await app.openShelf();
    assert.equal(state.rows[1]?.price, "12.50");
    assert.deepEqual(state.grid, [[moment], []]);
    assert.equal(GenreLabels[state.genre], "A novel");
    await app.close();
  },

  async "what is sent has its form"() {
    const app = await core();
    await app.openBook({ id: "b1" });
    const shelf = await app.openShelf({ genre: "essay", tags: ["a"] });
    await shelf.genreChanged(null, { timeout: 60_000, ifRev: 1 });
    await shelf.booksWereBought({ at: moment, books: [{ id: "b1", price: "0.50", gift: null }] });
    const [initialize, ...sent] = (await received(app)).slice(0, -1).map(({ params }) => params);
    assert.deepEqual(initialize, { protocolVersion: "1", capabilities: { patches: true } });
    const books = [{ id: "b1", price: "0.50", gift: null }];
    assert.deepEqual(sent, [
      { screen: "book", params: { id: "b1" } },
      { screen: "shelf", params: { genre: "essay", tags: ["a"] } },
      { instance: "shelf-1", event: { type: "genreChanged", genre: null }, ifRev: 1 },
      { instance: "shelf-1", event: { type: "booksWereBought", at: moment, books } },
    ]);
    await app.close();
  },

  async "what is unknown is kept"() {
    const app = await core();
    const shelf = await app.openShelf();
    await patch(app, [set("/genre", "comic"), set("/phase", { type: "loading", percent: 40 })]);
    await patch(app, [{ op: "add", path: "/mood", value: "bright" }, { op: "add", path: "/__proto__", value: { x: 1 } }]);
    await patch(app, [set("/__proto__/x", 2)]);
    const phase: Phase = shelf.state.phase;
    assert.ok(phase.type !== "ready" && phase.type !== "failed");
    assert.deepEqual([`${phase.type}`, (phase as any).percent], ["loading", 40]);
    assert.deepEqual([`${shelf.state.genre}`, (shelf.state as any).mood], ["comic", "bright"]);
    assert.deepEqual(Object.getOwnPropertyDescriptor(shelf.state, "__proto__")?.value, { x: 2 });
    assert.equal(Object.getPrototypeOf(shelf.state), Object.prototype);
    await say(app, { method: "core/mood" }, { method: "core/mood", params: [1] });
    await app.close();
  },

  async "a listener gets the revision"() {
    const app = await core();
    const shelf = await app.openShelf();
    const got: (readonly [number, string | null])[] = [];
    shelf.onUpdate((state, rev) => got.push([rev, state.note]));
    const states: ShelfState[] = [];
    const remove = shelf.onUpdate((state) => states.push(state));
    await patch(app, [set("/note", "one")]);
    remove();
    await patch(app, [set("/note", "two")]);
    assert.deepEqual(got, [[1, null], [2, "one"], [3, "two"]]);
    assert.equal(states.length, 2);
    assert.deepEqual(shelf.snapshot, { rev: 3, state: shelf.state });
    await app.close();
  },

  async "a patch gives a new state and leaves the old one"() {
    const app = await core();
    const shelf = await app.openShelf();
    const [old, copy] = [shelf.state, structuredClone(shelf.state)];
    const made = { id: "n", title: "~/", rating: 1, price: "1", added: moment };
    const expected: any = structuredClone(shelf.state);
    await patch(app, [set("/rows/2/title", "changed"), { op: "move", from: "/rows/2", path: "/rows/0" }]);
    expected.rows[2].title = "changed";
    expected.rows.unshift(...expected.rows.splice(2, 1));
    assert.deepEqual(shelf.state, expected);
    assert.equal(shelf.state.rows[1], old.rows[0]);
    await patch(app, [{ op: "add", path: "/rows/-", value: made }, { op: "remove", path: "/rows/1" }]);
    expected.rows.push(made);
    expected.rows.splice(1, 1);
    await patch(app, [{ op: "copy", from: "/rows/0", path: "/newest" }, set("/newest/title", "newest")]);
    expected.newest = { ...expected.rows[0], title: "newest" };
    await patch(app, [{ op: "add", path: "/a~1b~0c", value: 1 }, { op: "test", path: "/a~1b~0c", value: 1 }]);
    expected["a/b~c"] = 1;
    await patch(app, [{ op: "move", from: "/grid/0", path: "/grid/1" }, set("/grid/1/0", "x")]);
    expected.grid = [[], ["x"]];
    assert.deepEqual(shelf.state, expected);
    assert.deepEqual(old, copy);
    assert.ok((await received(app)).every(({ method }) => method !== "screen/get"));
    await app.close();
  },

  async "a patch copies what it changes"() {
    const app = await core([], { env: { ...process.env, ROWS: "10000" } });
    const shelf = await app.openShelf();
    const { rows } = shelf.state;
    await patch(app, [set("/rows/5000/title", "changed")]);
    assert.equal(shelf.state.rows.filter((row, index) => row !== rows[index]).length, 1);
    await patch(app, [set("/note", "x")]);
    assert.equal(shelf.state.rows[5000]?.title, "changed");
    await app.close();
  },

  async "a patch that does not fit asks once for the state"() {
    const misfits = [
      [set("/rows/99/title", "x")], [set("/nothing", 1)], [{ op: "spin", path: "/note" }], [set("/rows/-1", 1)],
      [{ op: "test", path: "/note", value: "x" }], [set("/note/x/y", 1)], [{ op: "remove", path: "/rows/4" }],
    ];
    for (const misfit of misfits) {
      const app = await core();
      const shelf = await app.openShelf();
      await patch(app, misfit);
      await app.request("ping");
      assert.deepEqual([shelf.state.rows.length, shelf.rev], [2, 2], JSON.stringify(misfit));
      await app.close();
    }
    const app = await core();
    const shelf = await app.openShelf();
    const revisions: number[] = [];
    shelf.onUpdate((_, rev) => revisions.push(rev));
    await patch(app, [set("/note", "lost")], 2);
    await app.request("ping");
    await patch(app, [set("/note", "fits")]);
    assert.equal(shelf.state.note, "fits");
    await app.request("test/patches", { patches: [misfits[0], misfits[0]] });
    await app.request("ping");
    assert.deepEqual(revisions, [1, 4, 5, 7]);
    assert.equal((await received(app)).filter(({ method }) => method === "screen/get").length, 2);
    await app.close();
  },

  async "a screen that the app opens has its class"() {
    const app = await core();
    const shelf = await app.openShelf();
    const order: string[] = [];
    const everywhere: AnyScreen[] = [];
    shelf.onOpened((screen) => order.push(`opener ${screen.screenName}`));
    app.onOpened((screen) => order.push(`core ${screen.screenName}`));
    app.onOpened((screen) => everywhere.push(screen));
    await shelf.rowWasTapped("b3");
    const book = everywhere[0];
    assert.ok(book instanceof BookScreen && book.opener === shelf && book.state.title === "b3");
    assert.deepEqual(order, ["opener book", "core book"]);
    assert.deepEqual(app.screens, [shelf, book]);
    await book.reviewButtonWasTapped();
    const review = everywhere[1];
    assert.ok(review?.screenName === "review" && review instanceof ReviewScreen && review.opener === book);
    const reasons: (readonly [string, ReviewResult | undefined])[] = [];
    review.onClosed((reason, result) => reasons.push([reason, result]));
    const closing = review.waitClosed();
    await review.reviewWasWritten({ id: "b3", rating: 4, text: "Good." });
    assert.equal(await closing, "completed");
    assert.equal(await review.waitClosed(), "completed");
    assert.deepEqual(reasons, [["completed", { rating: 4, at: moment }]]);
    assert.ok(review.result?.rating === 4 && !review.isOpen);
    await say(app, { method: "screen/closed", params: { instance: "book-1", reason: "openerClosed" } });
    assert.deepEqual([book.closeReason, book.result, book.isOpen, shelf.isOpen], ["openerClosed", undefined, false, true]);
    await app.close();
    assert.ok(!shelf.isOpen);
  },

  async "a screen of a later version is open as well"() {
    const app = await core();
    const shelf = await app.openShelf();
    const params = { instance: "map-1", screen: "map", opener: "shelf-1", rev: 1, state: { zoom: 3 } };
    const update = { instance: "map-1", rev: 2, from: 1, patch: [set("/zoom", 4)] };
    await say(app, { method: "screen/opened", params }, { method: "screen/update", params: update });
    const map = app.screens[1];
    assert.ok(map instanceof UnknownScreen && map.opener === shelf && map.rev === 2);
    assert.deepEqual([`${map.screenName}`, map.state], ["map", { zoom: 4 }]);
    await map.send({ type: "zoomIn" });
    await app.close();
  },

  async "what is hidden is said"() {
    const app = await core();
    const shelf = await app.openShelf();
    assert.deepEqual(shelf.hidden, []);
    const params = { hidden: ["zoom"], instance: "map-1", screen: "map", opener: "shelf-1", rev: 1, state: { zoom: 0 } };
    await say(app, { method: "screen/opened", params });
    const map = app.screens[1];
    assert.deepEqual(map?.hidden, ["zoom"]);
    const update = { hidden: ["zoom"], instance: "map-1", rev: 2, from: 1, patch: [set("/zoom", 1)] };
    await say(app, { method: "screen/update", params: update });
    assert.deepEqual([map?.hidden, map?.rev], [["zoom"], 2]);
    await say(app, { method: "screen/update", params: { instance: "map-1", rev: 3, state: { zoom: 4 } } });
    assert.deepEqual(map?.hidden, []);
    const closed = { hidden: ["place"], instance: "map-1", reason: "completed", result: { place: "" } };
    await say(app, { method: "screen/closed", params: closed });
    assert.deepEqual(map?.hidden, ["place"]);
    await app.close();
  },

  async "a refused event says why"() {
    const app = await core();
    const error = await errorOf((await app.openShelf()).buyButtonWasTapped());
    assert.ok(error instanceof RefusedError && error instanceof RequestError && error.code === 1004);
    assert.equal(error.reason, "The shelf is empty.");
    assert.equal(error.message, "Event rejected (1004): The shelf is empty.");
    await app.close();
  },

  async "a call has a time limit"() {
    const silent = await errorOf(core(["silent"], { timeout: 10 }));
    assert.ok(silent instanceof RequestTimeoutError && silent instanceof TributaryError);
    assert.equal(silent.message, "The core has not answered within 10 ms.");
    const app = await core();
    assert.ok((await errorOf(app.request("test/hang", {}, { timeout: 10 }))) instanceof RequestTimeoutError);
    await app.openReview({ timeout: Infinity });
    const cancelled = (await received(app)).filter(({ method }) => method === "$/cancelRequest");
    assert.deepEqual(cancelled.map(({ params }) => params), [{ id: 2 }]);
    await app.close();
  },

  async "a screen that comes too late is closed"() {
    const app = await core(["late"]);
    assert.ok((await errorOf(app.openReview({ timeout: 10 }))) instanceof RequestTimeoutError);
    await app.request("test/answer");
    await app.request("ping");
    const closing = (await received(app)).filter(({ method }) => method === "screen/close");
    assert.deepEqual(closing.map(({ params }) => params), [{ instance: "review-9" }]);
    assert.deepEqual(app.screens, []);
    await app.close();
  },

  async "kill ends a core that does not answer"() {
    const app = await core();
    const asked = errorOf(app.request("test/hang"));
    assert.deepEqual(await Promise.all([app.kill(), app.kill(), app.close()]), [null, null, null]);
    assert.ok((await asked) instanceof CoreEndedError);
  },

  async "a loop gets the newest state"() {
    const app = await core();
    const shelf = await app.openShelf();
    const seen: (string | null)[] = [];
    for await (const state of shelf) {
      seen.push(state.note);
      if (seen.length === 1) {
        await app.request("test/patches", { patches: Array.from({ length: 9 }, (_, n) => [set("/note", `${n}`)]) });
      } else break;
    }
    assert.deepEqual(seen, [null, "8"]);
    const revisions: number[] = [];
    const following = (async () => {
      for await (const { rev } of shelf.snapshots()) revisions.push(rev);
    })();
    await app.request("ping");
    await patch(app, [set("/note", "last")]);
    await shelf.close();
    await following;
    assert.deepEqual(revisions, [10, 11]);
    await app.close();
    const other = await core();
    const dying = await other.openShelf();
    const loop = errorOf((async () => {
      for await (const _ of dying);
    })());
    const waiting = errorOf(dying.waitClosed());
    assert.ok((await errorOf(other.request("test/die"))) instanceof CoreEndedError);
    assert.ok((await loop) instanceof CoreEndedError && (await waiting) instanceof CoreEndedError);
  },

  async "a question has an answer"() {
    const questions: CoreOptions["questions"] = {
      confirm: async (question: Question) => question.input.choices[0],
      copy() { throw new NoAnswer("none"); },
      show() {},
      "*"(question: Question) { throw new CannotAnswer(`${question.id} is not for programs.`); },
    };
    const app = await core([], { questions });
    const ask = (number: number, name: string, input: unknown) => ({
      id: `core-${number}`, method: "question/ask",
      params: { question: `question-${number}`, name, instance: "shelf-1", event: null, input },
    });
    await say(app, ask(1, "confirm", { choices: ["yes", "no"] }), ask(2, "copy", {}), ask(3, "show", {}), ask(4, "toast", null));
    let replies: any[] = [];
    while (replies.length < 4) replies = (await received(app)).filter((message) => "result" in message);
    const results = new Map(replies.map(({ id, result }) => [id, result]));
    assert.deepEqual(results.get("core-1"), { answer: "yes" });
    assert.deepEqual(results.get("core-2"), { cancelled: true });
    assert.deepEqual(results.get("core-3"), {});
    assert.deepEqual(results.get("core-4"), { cannot: "question-4 is not for programs." });
    await app.close();
  },
};

/** Is never called: tsc reports each line that has no error. */
export async function types(app: Core): Promise<void> {
  // @ts-expect-error
  await app.openBook();
  // @ts-expect-error
  await app.openBook({ page: 1 });
  // @ts-expect-error
  await app.openShelf({ genre: "comic" });
  // @ts-expect-error
  await (await app.openReview()).reviewWasWritten({ id: "b3", rating: 4 });
  // @ts-expect-error
  (await app.openReview()).result.rating;
  // @ts-expect-error
  app.onOpened((screen) => screen.state.title);
  // @ts-expect-error
  (await app.openShelf()).state.phase.reason;
  const { phase } = (await app.openShelf()).state;
  const reason: string = phase.type === "failed" ? phase.reason : "";
  assert.ok(reason);
}

for (const [name, check] of Object.entries(checks)) {
  await check();
  console.log(name);
}
