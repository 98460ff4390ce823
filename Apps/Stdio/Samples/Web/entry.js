// How a browser is let in: the code of a printed address is exchanged for a cookie, which no script can read.

const CODE = /^#[A-Za-z0-9_-]{32}$/;
const AGAIN = "Press Return where the bridge runs, and open the address that it prints.";

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
    if (wasIn) return `The bridge was started again, and does not know this browser. Open the address that the bridge printed. ${AGAIN}`;
    if (this.wasRefused) return `This address is not valid any more: it is good for a minute, and once. ${AGAIN}`;
    return `This browser was not let in yet. ${AGAIN}`;
  }
}
