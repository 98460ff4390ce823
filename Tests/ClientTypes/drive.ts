// Takes 10,000 frames through the TypeScript client: for each event an update and a reply.
import { Core } from "./tributary.ts";

const frames = 10_000;
const core = await Core.start(process.argv[2] ?? "tributary-stdio", ["--seed", "7"]);
const blog = await core.openBlog();
let updates = 0;
blog.onUpdate(() => (updates += 1));
for (let sent = 0; sent < frames / 2; sent += 1) await blog.titleChanged(`${sent}`);
if (updates !== frames / 2 + 1 || blog.rev !== frames / 2 + 1) throw new Error("each event has its update");
await core.close();
console.log("typescript: 10,000 frames");
