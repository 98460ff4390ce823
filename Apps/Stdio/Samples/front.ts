// The balance and the registration, live: node front.ts [PROGRAM [ITS OPTIONS]]
// The client beside it comes from the core: tributary-stdio --client typescript > tributary.ts
import { createInterface } from "node:readline";
import { Writable } from "node:stream";

import { Core, RefusedError } from "./tributary.ts";

const [program, ...options] = process.argv.slice(2);
const core = await Core.start(program, options);
const [balance, registration] = [await core.openBalance(), await core.openRegistration()];
balance.onUpdate((state) => console.log("balance:", state.valueText, state.infoText));
registration.onUpdate((state) => {
  const texts = [state.usernameText, state.passwordText, state.resultText, state.createEnabled ? "[create]" : null];
  console.log("registration:", ...texts.filter((text) => text !== null));
});

let isSecret = false; // What is typed as a secret is neither echoed nor kept in the history.
const output = new Writable({ write: (text, _, done) => void (isSecret || process.stdout.write(text), done()) });
const terminal = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY, historySize: 0 });
const lines = terminal[Symbol.asyncIterator]();
const ask = async (prompt: string): Promise<string> => {
  process.stdout.write(process.stdin.isTTY ? prompt : "");
  isSecret = true;
  const answer = (await lines.next()).value ?? "";
  isSecret = false;
  process.stdout.write(process.stdin.isTTY ? "\n" : "");
  return answer;
};
const commands: Record<string, (text: string) => Promise<unknown>> = {
  refresh: () => balance.refreshButtonWasTapped(),
  hide: () => core.willResignActive(),
  reveal: () => core.didBecomeActive(),
  name: (text) => registration.usernameChanged(text),
  password: async () => registration.passwordChanged(await ask("password: ")),
  again: async () => registration.passwordAgainChanged(await ask("again: ")),
  create: () => registration.createButtonWasTapped(),
};
for await (const line of lines) {
  const [verb = "", text = ""] = line.trim().split(/ (.*)/);
  try {
    await (commands[verb]?.(text) ?? console.log("commands:", ...Object.keys(commands)));
    await core.sync();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    console.log(error.reason);
  }
}
process.exitCode = (await core.close()) ?? 1;
