// The client of an app with hostile names: check_hostile.ts CORE SCREENS. Prints what is true.

import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";

import { Core, Screen, WordLabels } from "./client.ts";
import type { Nested, Nested2, Tone, Tone2 } from "./client.ts";

const [hostileCore = "", file = ""] = process.argv.slice(2);
const screens: any[] = JSON.parse(readFileSync(file, "utf8"));
const core: any = await Core.start("python3", [hostileCore, file]);

/** The names of the methods of a class. */
const methods = (type: any): string[] =>
  Object.getOwnPropertyNames(type.prototype).filter((name) => name !== "constructor" && !name.startsWith("_"));
const sample = (schemas: object) => Object.fromEntries(Object.keys(schemas).map((name) => [name, "text"]));

const opened: string[] = [];
for (const name of methods(Core).filter((name) => name.startsWith("open"))) {
  const schemaOf = (screen: string) => screens.find((each) => each.screen === screen);
  // NB: which screen a method opens is only known afterwards, so each gets the parameters of all.
  const screen: any = await core[name](sample(Object.assign({}, ...screens.map((each) => each.parameters.properties))));
  opened.push(screen.screenName);
  const schema = schemaOf(screen.screenName);
  assert.deepEqual(Object.keys(screen.state).sort(), Object.keys(schema.state.properties).sort());
  const several = schema.events.oneOf.find((event: any) => Object.keys(event.properties).length > 2)?.properties ?? {};
  for (const method of methods(screen.constructor)) {
    assert.ok(!(method in Screen.prototype) && !(method in Object.prototype), method);
    assert.equal(await screen[method](method === "several" ? sample(several) : "text"), 1);
  }
}
const { messages }: { messages: any[] } = await core.request("test/received");
console.log("each screen opens once:", opened.sort().join() === screens.map((each) => each.screen).sort().join());

let count = 0;
for (const { screen, events } of screens) {
  for (const { properties } of events.oneOf) {
    const name = properties.type.const;
    const sent = messages.filter((each) => each.instance === `${screen}-1` && each.event.type === name);
    assert.deepEqual(sent.map(({ event }) => Object.keys(event).sort()), [Object.keys(properties).sort()], name);
    count += 1;
  }
}
console.log("each event is sent under its own name:", count > 100);

const tones: readonly [Tone, Tone2, Tone2] = ["dark", "loud", "quiet"];
const nested: readonly [Nested, Nested2] = [{ type: "one", first: "" }, { type: '*/ "two"' }];
console.log("two types of one name are two types:", tones.length + nested.length === 5);
const labels = Object.values(WordLabels).map((label) => label.slice("label ".length));
console.log("texts are kept to the letter:", Object.keys(WordLabels).slice(0, 9).every((word) => labels.includes(word)));
await core.close();
