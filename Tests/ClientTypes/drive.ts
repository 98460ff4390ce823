// Takes 10,000 frames through the TypeScript client: for each event an update and a reply.
import { Core } from "./tributary.ts";

const frames = 10_000;
const core = await Core.start(process.argv[2] ?? "tributary-stdio", ["--seed", "7"]);
const blog = await core.openBlog();
let updates = 0;
blog.onUpdate(() => (updates += 1));
for (let sent = 0; sent < frames / 2; sent += 1) await blog.titleChanged(`${sent}`);
if (updates !== frames / 2 + 1 || blog.rev !== frames / 2 + 1) throw new Error("each event has its update");
const heard: string[] = [];
core.onApp((method) => heard.push(method));
await core.localize("de", "de_AT");
if (core.language !== "de" || core.locale !== "de_AT" || heard.join() !== "app/localized") throw new Error("the app speaks another language");
if (core.waitsFor.length !== 0 || !(await blog.leave()) || blog.isOpen) throw new Error("a screen is left");
await core.close();
console.log("typescript: 10,000 frames");
