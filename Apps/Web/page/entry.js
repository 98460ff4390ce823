// How a browser is let in: the code of a printed address is exchanged for a cookie, which no script can read.
import { words } from "./words.js";

const CODE = /^#[A-Za-z0-9_-]{32}$/;

/** The code of the address, which leaves it at once: it is good for a minute, and for one use. */
export class Entry {
  constructor() {
    const { hash, pathname, search } = location;
    if (!CODE.test(hash)) return;
    this.code = hash.slice(1);
    history.replaceState(null, "", pathname + search);
  }

  /** Brings the code to the bridge. Without an answer it is brought again with the next connection. */
  async exchange() {
    if (!this.code) return;
    try {
      const { ok } = await fetch("/enter", { method: "POST", body: this.code });
      this.wasRefused = !ok;
      this.code = undefined;
    } catch {
      // The bridge does not answer, which the connection says.
    }
  }

  /** Why the bridge does not let this page in. */
  refusal(wasIn) {
    if (wasIn) return words.text("The bridge was started again, and does not know this browser. Open the address that the bridge printed.");
    if (this.wasRefused) return words.text("This address is not valid any more: it is good for a minute, and once. Press Return where the bridge runs, and open the address that it prints.");
    return words.text("This browser was not let in yet. Press Return where the bridge runs, and open the address that it prints.");
  }
}
