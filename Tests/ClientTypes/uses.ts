// What a user of the TypeScript client writes, for a compiler: each name of a screen has the type that it says.
import { Core, RefusedError } from "./tributary.ts";
import type { BalanceScreen, CounterState, PersonWait } from "./tributary.ts";

async function show(core: Core): Promise<string> {
  const counter = await core.openCounter();
  const name: "counter" = counter.screenName;
  const revision: number = await counter.nextButtonWasTapped();
  const state: CounterState = counter.state;
  const balance: BalanceScreen = await core.openBalance();
  try {
    await balance.refreshButtonWasTapped({ timeout: 1500 });
  } catch (error) {
    if (error instanceof RefusedError) return error.reason;
    throw error;
  }
  core.onApp((method) => console.log(method, core.waitsFor.map((wait: PersonWait) => wait.since), core.language));
  const isLeft: boolean = await balance.leave();
  if (isLeft) await core.localize("de", "de_AT");
  for await (const next of counter) if (next.number > 10) break;
  return `${name} ${revision} ${state.numberText}`;
}

const core = await Core.start();
try {
  console.log(await show(core));
} finally {
  await core.close();
}
