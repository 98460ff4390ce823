// The library's list, book and form by the generated client: front.ts PROGRAM. The client is library.ts beside it.

import { strict as assert } from "node:assert";

import { BookScreen, Core, EditScreen, EntranceScreen, RefusedError, ServiceError, VisitScreen } from "./library.ts";

const [program = ""] = process.argv.slice(2);

async function refusal(event: Promise<unknown>): Promise<string> {
  try {
    await event;
  } catch (error) {
    if (error instanceof RefusedError) return error.reason;
    throw error;
  }
  throw new Error("nothing was refused");
}

const core = await Core.start(program);
const catalogue = await core.openCatalogue();
for (;;) {
  await core.sync();
  if (catalogue.state.moreDisabledReason !== null) break;
  await catalogue.moreButtonWasTapped();
}
assert.equal(catalogue.state.books.length, 10_000);
assert.equal(await refusal(catalogue.moreButtonWasTapped()), "These are all books.");
assert.equal(await refusal(catalogue.openButtonWasTapped(70_000)), "This row is no longer in the list.");

await catalogue.openButtonWasTapped(7);
const book = core.screens.at(-1);
assert(book instanceof BookScreen);
assert.equal(book.opener, catalogue);
await core.sync();
await book.bookWasReviewed({ rating: 4.5, text: "Fine." });
await book.editButtonWasTapped();
const form = core.screens.at(-1);
assert(form instanceof EditScreen);
assert.equal(await refusal(form.saveButtonWasTapped()), "Nothing was changed.");
await form.titleChanged("Persuasion");
await form.genreChanged("novel");
await form.saveButtonWasTapped();
await core.sync();
assert.equal(form.closeReason, "completed");
assert.equal(form.result?.title, "Persuasion");
const before = catalogue.state.books;
await book.doneButtonWasTapped();
assert.equal(book.result?.id, 7);
const changed = catalogue.state.books.filter((row, index) => row !== before[index]);
assert.deepEqual(changed.map((row) => [row.title, row.rating]), [["Persuasion", 4.5]]);

const pile = await core.openPile();
assert.equal(await refusal(pile.noteDoneButtonWasTapped()), "This is not there at the moment.");
await pile.writeButtonWasTapped();
await pile.noteTextChanged("Ring twice.");
await pile.noteDoneButtonWasTapped();
assert.equal(pile.state.note, null);
assert.equal(pile.state.noted, "Ring twice.");
await pile.finderTextChanged("Mid");
assert.equal(pile.state.found, "Middlemarch");
await pile.bookMoreButtonWasTapped(2);
assert.deepEqual(pile.state.books.map((row) => row.pages), [0, 10, 0]);
assert.equal(await refusal(pile.bookMoreButtonWasTapped(9)), "This row is no longer in the list.");
// What belongs to the app as a whole, one entrance for two visits, and a link.
const app = await core.followApp();
assert.equal(await core.followApp(), app);
await app.visitButtonWasTapped();
await app.visitButtonWasTapped();
assert.equal(app.state.visits, 2);
const visits = core.screens.filter((screen) => screen instanceof VisitScreen);
assert.equal(visits.length, 2);
for (const visit of visits) await visit.enterButtonWasTapped();
const entrance = core.screens.at(-1);
assert(entrance instanceof EntranceScreen);
await entrance.nameChanged("Ada");
await entrance.enterButtonWasTapped();
await core.sync();
assert.deepEqual(visits.map((visit) => visit.state.message), ["Welcome, Ada.", "Welcome, Ada."]);
assert((await core.openLink("/books/7")) instanceof BookScreen);
await assert.rejects(core.openLink("/books/seven"), { reason: "wrongType" });
await core.close();

// In another language.
const german = await Core.start(program, [], { language: "de" });
const katalog = await german.openCatalogue();
await assert.rejects(katalog.openButtonWasTapped(70_000), { reason: "Diese Zeile ist nicht mehr in der Liste." });
await german.close();

// Feeds of the client, of more elements than the core gives credit for at once.
let isCancelled = false;
const services = {
  async *lent(_input: null, _signal: AbortSignal) {
    for (let number = 0; number < 600; number++) yield `Volume ${number}`;
    throw ServiceError.problem(503, "The desk is closed.");
  },
  async *returned(_input: null, signal: AbortSignal) {
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    isCancelled = true;
    yield "";
  },
};
const teller = await Core.start(program, ["--backend", "client"], { services });
const desk = await teller.openDesk();
while (desk.state.message === null) await teller.sync();
assert.equal(desk.state.message, "The desk is closed.");
assert.equal(desk.state.out.length, 600);
assert.equal(desk.state.out[599], "Volume 599");
await desk.close();
while (!isCancelled) await teller.sync();
await teller.close();
console.log("typescript: list, book, form and refusals");
