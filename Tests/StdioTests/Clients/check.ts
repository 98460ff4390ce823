// What the client for TypeScript promises: check.ts PROGRAM SCRIPTED_CORE. Prints what is true.

import { strict as assert } from "node:assert";
import { inspect } from "node:util";

import {
  Core,
  CoreEndedError,
  CoreHungError,
  RefusedError,
  RequestError,
  ServiceError,
  TributaryError,
} from "./tributary.ts";
import type { AccountCreation, Balance, CoreExit, CoreOptions, CounterState, ProductPhase, Services } from "./tributary.ts";

const [program = "", scriptedCore = ""] = process.argv.slice(2);

function core(options: string[] = [], onStderr?: (line: string) => void): Promise<Core> {
  return Core.start(program, ["--seed", "7", ...options], onStderr ? { onStderr } : {});
}

// A core that answers `initialize`, and reads the next line.
const mute =
  `read -r line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1","coreInfo":{"name":"mute"},` +
  `"capabilities":{},"limits":{"message":1000}}}'; read -r line; `;

function scripted(behaviour: string, options: CoreOptions = {}): Promise<Core> {
  return Core.start("python3", [scriptedCore, behaviour], {
    ...options,
    env: { ...process.env, CORE_NAME: "scripted" },
  });
}

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

function bank(amount: string): Balance {
  return { value: { amount, currency: "USD" }, date: "2026-11-22T00:00:00Z" };
}

function asking(services: Services, options: string[] = []): Promise<Core> {
  return Core.start(program, ["--backend", "client", ...options], { services });
}

const checks: { [name: string]: () => Promise<void> } = {
  async "an event changes the state"() {
    const app = await core();
    const counter = await app.openCounter();
    assert.deepEqual(counter.state, { character: "⓪", number: 0, numberText: "⓪ (0.circle)", symbolName: "0.circle" });
    assert.equal(counter.rev, 1);
    assert.equal(await counter.nextButtonWasTapped(), 2);
    assert.equal(counter.rev, 2);
    assert.equal(counter.state.symbolName, `${counter.state.number}.circle`);
    assert.equal(counter.instance, "counter-1");
    assert.equal(app.info.coreInfo.name, "tributary-stdio");
    assert.equal(await app.close(), 0);
  },

  async "states have types"() {
    const app = await core(["--now", "2026-11-22T15:04:05Z"]);
    const balance = await app.openBalance();
    await app.sync();
    assert.deepEqual(balance.state.value, { amount: "1234.56", currency: "USD" });
    assert.equal(balance.state.lastUpdate, "2026-11-22T15:04:05Z");
    await app.close();
  },

  async "the phases of a purchase are told apart"() {
    const app = await core(["--latency", "1"]);
    const product = await app.openProduct({ id: "wand" });
    const phases = new Set<string>();
    product.onUpdate((state) => phases.add(state.phase.type));
    await app.sync();
    await product.purchase();
    await app.sync();
    assert.deepEqual([...phases], ["initial", "purchasing", "purchased"]);
    const phase: ProductPhase = product.state.phase;
    assert.ok(phase.type === "purchased" && phase.receipt?.productID === "wand");
    assert.equal(phase.receipt?.price.currency, "USD");
    await app.close();
  },

  async "a listener gets the current state and later ones"() {
    const app = await core();
    const counter = await app.openCounter();
    const numbers: number[] = [];
    const remove = counter.onUpdate((state) => numbers.push(state.number));
    await counter.nextButtonWasTapped();
    assert.deepEqual(numbers, [0, counter.state.number]);
    remove();
    await counter.nextButtonWasTapped();
    assert.equal(numbers.length, 2);
    await app.close();
  },

  async "a listener may send events"() {
    const app = await core();
    const counter = await app.openCounter();
    const revisions: number[] = [];
    await new Promise<void>((resolve) => {
      counter.onUpdate(() => {
        revisions.push(counter.rev);
        if (counter.rev < 4) void counter.nextButtonWasTapped();
        else resolve();
      });
    });
    assert.deepEqual(revisions, [1, 2, 3, 4]);
    await app.close();
  },

  async "a listener that throws stops nothing"() {
    const app = await core();
    const counter = await app.openCounter();
    const reported: string[] = [];
    const report = (error: Error) => reported.push(error.message);
    process.on("uncaughtException", report);
    counter.onUpdate((state: CounterState) => {
      if (counter.rev > 1) throw new Error(`drawing ${state.symbolName.length > 0 ? "failed" : ""}`);
    });
    assert.equal(await counter.nextButtonWasTapped(), 2);
    assert.equal(await counter.nextButtonWasTapped(), 3);
    await app.close();
    process.off("uncaughtException", report);
    assert.deepEqual(reported, ["drawing failed", "drawing failed"]);
  },

  async "calls run at the same time"() {
    const app = await core();
    const screens = await Promise.all(Array.from({ length: 8 }, () => app.openTerms()));
    const revisions = await Promise.all(
      Array.from({ length: 50 }, (_, n) => screens.map((screen) => screen.nameChanged(`${n}`))).flat(),
    );
    assert.deepEqual(revisions, Array.from({ length: 50 }, (_, n) => screens.map(() => n + 2)).flat());
    await app.close();
  },

  async "the application hides the balance"() {
    const app = await core();
    const balance = await app.openBalance();
    await app.sync();
    await app.willResignActive();
    assert.ok(balance.state.isRedacted && balance.state.value === null);
    assert.ok(!balance.state.valueText.includes("1,234"));
    await app.didBecomeActive();
    assert.equal(balance.state.valueText, "$1,234.56");
    await app.close();
  },

  async "a closed screen is gone"() {
    const app = await core();
    const [first, second] = await Promise.all([app.openBlog(), app.openBlog()]);
    const titles: (string | null)[] = [];
    first.onUpdate((state) => titles.push(state.newestTitle));
    await first.close();
    await second.titleChanged("Line\u2028separator");
    await second.publishButtonWasTapped();
    await app.sync();
    assert.deepEqual(titles, [null]);
    assert.equal(second.state.newestTitle, "Line\u2028separator");
    const error = await errorOf(first.publishButtonWasTapped());
    assert.ok(error instanceof RequestError && error.code === -32602 && error.reason === "unknownInstance");
    assert.equal(error.pointer, "/instance");
    assert.equal(error.message, "Invalid params (-32602): unknownInstance, at /instance, expected an open instance");
    await app.close();
  },

  async "an event for an old state is refused"() {
    const app = await core();
    const counter = await app.openCounter();
    await counter.nextButtonWasTapped({ ifRev: 1 });
    const error = await errorOf(counter.nextButtonWasTapped({ ifRev: 1 }));
    assert.ok(error instanceof RequestError && error.code === 1002 && error.reason === "staleRevision");
    assert.equal(counter.rev, 2);
    await app.close();
  },

  async "an event that the state does not allow is refused"() {
    const app = await core();
    const terms = await app.openTerms();
    const error = await errorOf(terms.submitButtonWasTapped());
    assert.ok(error instanceof RefusedError && error.reason === terms.state.submitDisabledReason);
    assert.equal(error.reason, "The terms are not accepted.");
    assert.equal(terms.rev, 1);
    await app.close();
  },

  async "patches give the same states"() {
    const app = await core();
    const terms = await app.openTerms();
    const patches: unknown[] = [];
    const update = terms._update.bind(terms);
    terms._update = (received) => {
      if (received.patch) patches.push(received.patch);
      update(received);
    };
    await terms.nameChanged("Ada ".repeat(1000));
    await terms.acceptedTermsChanged(true);
    await terms.acceptedPrivacyChanged(true);
    assert.ok(patches.length >= 2);
    const whole = await app.request("screen/get", { instance: terms.instance });
    assert.deepEqual(whole, { instance: terms.instance, rev: terms.rev, state: terms.state });
    await app.close();
  },

  async "secrets stay inside"() {
    const secret = "xyzzy-7";
    const logged: string[] = [];
    const app = await core(["--log"], (line) => logged.push(line));
    const registration = await app.openRegistration();
    const pending = registration.passwordChanged(secret);
    const shown = inspect([app, registration, registration.state, pending], { depth: 20, showHidden: true });
    await pending;
    const errors = [
      await errorOf(app.request("screen/send", { instance: "registration-1", event: { type: secret } })),
      await errorOf(registration.passwordChanged(secret + "\udc80")),
      await errorOf(registration.passwordChanged(secret.repeat(3 << 20))),
    ];
    assert.ok(errors[1] instanceof TypeError && errors[2] instanceof RangeError);
    await app.close();
    errors.push(await errorOf(registration.passwordChanged(secret)));
    assert.ok(![shown, inspect(errors), logged.join()].join().includes(secret));
    assert.ok(logged.length > 2);
  },

  async "handlers answer the app"() {
    const balance = async () => {
      assert.deepEqual(await app.request("ping"), {});
      return bank("12.50");
    };
    const app = await asking({ balance }, ["--fallback", "mock"]);
    assert.deepEqual(app.info.capabilities["services"], ["balance"]);
    await app.openProduct({ id: "wand" });
    const screen = await app.openBalance();
    await app.sync();
    assert.equal(screen.state.valueText, "$12.50");
    await app.close();
  },

  async "a handler that throws is a failure of the service"() {
    const errors = [ServiceError.problem(503, "The bank is closed."), new RangeError("hidden"), undefined];
    const balance = () => {
      const error = errors.shift();
      if (error) throw error;
      return bank("\ud800");
    };
    const printed: unknown[] = [];
    const print = console.error;
    console.error = (error) => printed.push(error);
    const app = await asking({ balance });
    const screen = await app.openBalance();
    await app.sync();
    assert.equal(screen.state.failureText, "The bank is closed.");
    for (const count of [1, 2]) {
      await screen.refreshButtonWasTapped();
      await app.sync();
      assert.equal(screen.state.failureText, "The backend has failed.");
      assert.equal(printed.length, count);
    }
    console.error = print;
    await app.close();
  },

  async "a request that the app drops aborts its handler"() {
    let aborted = false;
    const balance = (_: null, signal: AbortSignal) =>
      new Promise<Balance>((resolve) => {
        signal.addEventListener("abort", () => {
          aborted = true;
          resolve(bank("1.00"));
        });
      });
    const app = await asking({ balance });
    const screen = await app.openBalance();
    await screen.close();
    await app.request("ping");
    assert.ok(aborted);
    assert.equal(await app.close(), 0);
  },

  async "a handler gets the secret"() {
    const inputs: AccountCreation[] = [];
    const account = (input: AccountCreation) => {
      inputs.push(input);
      return { username: input.username };
    };
    const app = await asking({ account }, ["--fallback", "mock"]);
    const screen = await app.openRegistration();
    await screen.usernameChanged("harry");
    await screen.passwordChanged("sesame-street-7");
    await screen.passwordAgainChanged("sesame-street-7");
    await app.sync();
    await screen.createButtonWasTapped();
    await app.sync();
    assert.equal(inputs[0]?.password, "sesame-street-7");
    await app.close();
  },

  async "a core that asks for no services is an error"() {
    const error = await errorOf(Core.start(program, [], { services: { balance: () => bank("1") } }));
    assert.ok(error instanceof TributaryError && error.message.includes("--backend client"));
  },

  async "closing ends the core"() {
    const app = await core();
    const counter = await app.openCounter();
    assert.deepEqual(await Promise.all([app.close(), app.close(), app.ended]), [0, 0, 0]);
    const error = await errorOf(counter.nextButtonWasTapped());
    assert.ok(error instanceof CoreEndedError && error.exitCode === 0);
    assert.equal(error.message, "The core has ended with exit code 0.");
  },

  async "a core that cannot start is an error"() {
    const logged: string[] = [];
    const error = await errorOf(core(["--fly"], (line) => logged.push(line)));
    assert.ok(error instanceof CoreEndedError && error.exitCode === 2);
    assert.deepEqual(logged, ["tributary-stdio: Unknown option --fly. --help lists the options."]);
    const missing = await errorOf(Core.start("/no/such/program"));
    assert.ok(missing instanceof Error && missing.message.includes("ENOENT"));
  },

  async "a newer core is understood"() {
    const app = await scripted("newer");
    assert.equal(app.info.coreInfo.name, "scripted");
    assert.equal((await app.openCounter()).state.number, 0);
    await app.close();
  },

  async "files go in chunks"() {
    const app = await scripted("files");
    const content = new TextEncoder().encode("a file of some bytes");
    const question = { id: "question-1", name: "pickFile", instance: null, event: null, input: {} };
    for (const whole of [content, new Blob([content])]) {
      assert.deepEqual(await app.giveFile(question, "a.txt", whole, "text/plain"), {
        attachment: "question-1", mediaType: "text/plain", name: "a.txt", size: 20,
      });
      const read: number[] = [];
      for await (const piece of app.readFile("question-1")) read.push(...piece);
      assert.deepEqual(read, [...content]);
    }
    await app.close();
  },

  async "the app closes a screen"() {
    const app = await scripted("closes");
    const reasons: string[] = [];
    (await app.openCounter()).onClosed((reason) => reasons.push(reason));
    await app.sync();
    assert.deepEqual(reasons, ["closedByApp"]);
    await app.close();
  },

  async "a program with another protocol fails loudly"() {
    const app = await scripted("babbles");
    await app.openCounter();
    const error = await errorOf(app.sync());
    assert.ok(error instanceof TributaryError);
    assert.equal(error.message, "The core's output cannot be understood (SyntaxError).");
    await app.close();
    assert.ok((await errorOf((await scripted("refuses")).sync())) instanceof TributaryError);
  },

  async "a core that dies fails every call"() {
    const app = await scripted("dies");
    for (const _ of [1, 2]) {
      const error = await errorOf(app.openCounter());
      assert.ok(error instanceof CoreEndedError && error.exitCode === 9);
    }
    assert.equal(await app.close(), 9);
  },

  async "a core that hangs is reported"() {
    const hung: CoreExit = { reason: "hung", exitCode: null, signal: null, lastStderrLine: "about to hang" };
    for (const killHung of [false, true]) {
      const exits: CoreExit[] = [];
      const lines: string[] = [];
      // A shell starts at once, also on a busy machine.
      const app = await Core.start("sh", ["-c", `${mute}echo 'about to hang' >&2; exec cat >/dev/null`], {
        heartbeat: 200,
        heartbeatTimeout: 4_000,
        killHung,
        onExit: (exit) => exits.push(exit),
        onStderr: (line) => lines.push(line),
      });
      for (const _ of [1, 2]) assert.ok((await errorOf(app.openCounter())) instanceof CoreHungError);
      if (!killHung) void app.close();
      assert.equal(await app.ended, null);
      assert.deepEqual(exits, [hung]);
      assert.deepEqual(lines, ["about to hang"]);
    }
  },

  async "a core that answers heartbeats lives"() {
    // The first heartbeat is due at once, and still follows the greeting.
    await (await Core.start(program, [], { heartbeat: 0 })).close();
    const exits: CoreExit[] = [];
    const app = await Core.start(program, [], {
      heartbeat: 10,
      heartbeatTimeout: 60_000,
      onExit: (exit) => exits.push(exit),
    });
    const counter = await app.openCounter();
    await new Promise((resolve) => setTimeout(resolve, 50));
    // This program may be busy for longer than the core has for its answer.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500);
    await counter.nextButtonWasTapped();
    await app.sync();
    await app.close();
    assert.deepEqual(exits, [{ reason: "closed", exitCode: 0, signal: null, lastStderrLine: "" }]);
  },

  async "the reason of an end is told"() {
    const exits: CoreExit[] = [];
    const options: CoreOptions = { onExit: (exit) => exits.push(exit), onStderr: () => {} };
    await errorOf((await scripted("dies loudly", options)).openCounter());
    await errorOf(Core.start(program, ["--fly"], options));
    const babbling = await scripted("babbles", options);
    await babbling.sync();
    await babbling.ended;
    const killed = await scripted("hangs", options);
    await killed.kill();
    assert.deepEqual(exits, [
      { reason: "exited", exitCode: 9, signal: null, lastStderrLine: "about to die" },
      {
        reason: "exited",
        exitCode: 2,
        signal: null,
        lastStderrLine: "tributary-stdio: Unknown option --fly. --help lists the options.",
      },
      { reason: "misunderstood", exitCode: 0, signal: null, lastStderrLine: "" },
      { reason: "closed", exitCode: null, signal: "SIGKILL", lastStderrLine: "" },
    ]);
  },

  async "a process that the core leaves behind delays no end"() {
    const exits: CoreExit[] = [];
    const app = await scripted("leaves a process", { onExit: (exit) => exits.push(exit), onStderr: () => {} });
    assert.ok((await errorOf(app.openCounter())) instanceof CoreEndedError);
    assert.equal(await app.ended, 9);
    assert.equal(exits.length, 1);
    process.kill(Number(exits[0]?.lastStderrLine));
  },
};

/** Is never called: tsc reports each line that has no error. */
export async function types(app: Core): Promise<void> {
  // @ts-expect-error
  await (await app.openCounter()).nextButtonWasTapped({ ifRev: "1" });
  // @ts-expect-error
  await (await app.openTerms()).nameChanged();
  // @ts-expect-error
  await (await app.openTerms()).acceptedTermsChanged("yes");
  // @ts-expect-error
  await app.openProduct({ id: 7 });
  const balance = await app.openBalance();
  // @ts-expect-error
  balance.state.valueTexts;
  // @ts-expect-error
  balance.state.value.amount;
  // @ts-expect-error
  balance.state.infoTone === "furious";
  // @ts-expect-error
  balance.state.valueText = "$0.00";
}

for (const [name, check] of Object.entries(checks)) {
  await check();
  console.log(name);
}
