// The code of Apps/Web/Guide/Store.md, with React where Debian's package of it is, and at stand-ins of the others.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Store } from "../../Apps/Web/store/store.js";
import { StandIn, settle } from "./standin.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const DEBIAN = "/usr/share/nodejs/";
const folder = mkdtempSync(join(tmpdir(), "tributary-store-"));
after(() => rmSync(folder, { recursive: true }));

const guide = readFileSync(`${root}Apps/Web/Guide/Store.md`, "utf8");
const code = name => new RegExp(`\`\`\`\\w+\n// ${name.replace(".", "\\.")}\n([^]*?)\`\`\``).exec(guide)[1];
mkdirSync(join(folder, "node_modules/vue"), { recursive: true });
writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
symlinkSync(`${root}Apps/Web/store/store.js`, join(folder, "store.js"));
symlinkSync(`${root}Apps/Web/store/store.d.ts`, join(folder, "store.d.ts"));
for (const name of ["react.js", "vue.js", "svelte.js", "lit.js", "watch.mjs", "typed.ts"]) writeFileSync(join(folder, name), code(name));

/** A screen of a store at a stand-in, and what changes its state. */
async function screen() {
  const app = new StandIn();
  app.answers["screen/open"] = { instance: "counter-1", screen: "counter", rev: 1, state: { number: 1 } };
  const store = new Store(app);
  await settle();
  app.session();
  await settle();
  let rev = 1;
  const count = async () => {
    rev += 1;
    app.say("screen/update", { instance: "counter-1", rev, from: rev - 1, patch: [{ op: "replace", path: "/number", value: rev }] });
    await settle();
  };
  after(() => store.close());
  return { counter: store.screen("counter"), count };
}

test("React follows a screen", { skip: !existsSync(`${DEBIAN}react-test-renderer`) && "apt-get install node-react node-react-test-renderer" }, async () => {
  symlinkSync(`${DEBIAN}react`, join(folder, "node_modules/react"));
  // NB: Debian's own node looks there by itself.
  process.env.NODE_PATH = DEBIAN;
  Module._initPaths();
  const require = createRequire(DEBIAN);
  const React = require("react");
  const { act, create } = require("react-test-renderer");
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const { useSource } = await import(join(folder, "react.js"));
  const { counter, count } = await screen();
  let drawn = 0;
  const View = () => {
    drawn += 1;
    return React.createElement("p", null, String(useSource(counter).state?.number ?? "–"));
  };
  let view;
  await act(async () => { view = create(React.createElement(React.StrictMode, null, React.createElement(View))); });
  await act(settle);
  assert.equal(view.toJSON().children[0], "1");
  await act(count);
  assert.equal(view.toJSON().children[0], "2");
  act(() => view.unmount());
  const before = drawn;
  await act(count);
  assert.equal(drawn, before);
});

test("Vue's contract holds", async () => {
  writeFileSync(join(folder, "node_modules/vue/package.json"), '{ "type": "module", "main": "index.js" }');
  writeFileSync(join(folder, "node_modules/vue/index.js"), `
    export const ends = [];
    export const shallowRef = value => ({ value });
    export const onScopeDispose = end => { ends.push(end); };`);
  const { useSource } = await import(join(folder, "vue.js"));
  const { ends } = await import(join(folder, "node_modules/vue/index.js"));
  const { counter, count } = await screen();
  const snapshot = useSource(counter);
  await settle();
  assert.equal(snapshot.value.state.number, 1);
  await count();
  assert.equal(snapshot.value.state.number, 2);
  for (const end of ends) end();
  await count();
  assert.equal(snapshot.value.state.number, 2);
});

test("Svelte's contract holds", async () => {
  const { readable } = await import(join(folder, "svelte.js"));
  const { counter, count } = await screen();
  const seen = [];
  const end = readable(counter).subscribe(({ state }) => seen.push(state?.number));
  assert.deepEqual(seen, [undefined]);
  await settle();
  await count();
  end();
  await count();
  assert.deepEqual(seen, [undefined, 1, 2]);
});

test("Lit's contract holds", async () => {
  const { SourceController } = await import(join(folder, "lit.js"));
  const { counter, count } = await screen();
  let updates = 0;
  const host = { addController(controller) { this.controller = controller; }, requestUpdate() { updates += 1; } };
  const source = new SourceController(host, counter);
  host.controller.hostConnected();
  await settle();
  await count();
  assert.deepEqual([source.value.state.number, updates], [2, 2]);
  host.controller.hostDisconnected();
  await count();
  assert.equal(updates, 2);
});

test("each of them has 15 lines at most", () => {
  for (const name of ["react.js", "vue.js", "svelte.js", "lit.js"]) assert.ok(code(name).trim().split("\n").length <= 15, name);
});

const program = process.env.TRIBUTARY_STDIO ?? `${root}.build/debug/tributary-stdio`;
test("a child process is followed", { skip: !existsSync(program) && `there is no ${program}` }, async () => {
  mkdirSync(join(folder, "bin"));
  symlinkSync(program, join(folder, "bin/tributary-stdio"));
  const child = spawn(process.execPath, [join(folder, "watch.mjs")], { env: { ...process.env, PATH: `${folder}/bin:${process.env.PATH}` }, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  for await (const text of child.stdout.setEncoding("utf8")) printed += text;
  assert.match(printed, /^0\n\d+\n$/);
});

const compiler = ["/usr/bin/tsc"].find(existsSync);
test("the store has types, which know no page", { skip: !compiler && "apt-get install node-typescript" }, () => {
  const wrong = "// @ts-expect-error an event that the screen does not have\n";
  writeFileSync(join(folder, "wrong.ts"), code("typed.ts").replace(/(.*)"purchase" }\);/, `${wrong}$1"buy" });`));
  execFileSync(compiler, ["--strict", "--allowJs", "--checkJs", "--target", "es2022", "--module", "es2022", "--moduleResolution", "node", "--lib", "es2022",
    "--declaration", "--emitDeclarationOnly", "--outDir", join(folder, "made"), `${root}Apps/Web/store/store.js`, join(folder, "typed.ts"), join(folder, "wrong.ts")], { stdio: "inherit" });
  const made = execFileSync("find", [join(folder, "made"), "-name", "store.d.ts"], { encoding: "utf8" }).trim();
  assert.equal(readFileSync(`${root}Apps/Web/store/store.d.ts`, "utf8"), readFileSync(made, "utf8"), "Apps/Web/store/types makes store.d.ts");
});

test("an app prints the types of its screens for the store", { skip: !compiler && "apt-get install node-typescript" }, () => {
  const types = execFileSync(program, ["--client", "typescript", "--import", "./store.js"], { encoding: "utf8" });
  writeFileSync(join(folder, "screens.ts"), types);
  const use = (state, event) => `import { Store, webSocket } from "./store.js";
    import type { AppStore, Screens } from "./screens.js";
    const store: AppStore = new Store<Screens>(webSocket("ws://localhost/session", { key: "k" }));
    const product = store.screen("product", { id: "cloak" });
    const text = product.getSnapshot().state?.${state};
    void product.send(${event}); void text;`;
  const check = name => execFileSync(compiler, ["--strict", "--noEmit", "--target", "es2022", "--module", "es2022", "--moduleResolution", "node", "--lib", "es2022,dom",
    join(folder, name)], { encoding: "utf8" });
  writeFileSync(join(folder, "use.ts"), use("phase", '{ type: "purchase" }'));
  assert.equal(check("use.ts"), "");
  for (const [state, event] of [["nothing", '{ type: "purchase" }'], ["phase", '{ type: "nothing" }']]) {
    writeFileSync(join(folder, "misuse.ts"), use(state, event));
    assert.throws(() => check("misuse.ts"));
  }
});

test("the store has at most 1,500 lines of code, and no dependency", () => {
  const text = readFileSync(`${root}Apps/Web/store/store.js`, "utf8");
  const lines = text.split("\n").filter(line => !/^\s*(\/\/|\/?\*|$)/.test(line));
  assert.ok(lines.length <= 1500, `${lines.length}`);
  assert.doesNotMatch(text, /^import /m);
});
