// Where the person is: the current card, its address, the title, and the browser's history.
import { byID, make } from "./page.js";
import { explain } from "./values.js";
import { words } from "./words.js";

/**
 * Each screen that the person opens is an entry of the browser's history. Back closes it, or returns to the one before; Forward opens
 * it again by its address. Which card is the current one follows the focus; the entry then has the address of that card.
 */
export class Places {
  depth = history.state?.depth ?? 0;

  constructor(front) {
    this.front = front;
    window.onpopstate = event => this.moved(event);
    byID("cards").addEventListener("focusin", ({ target }) => {
      const card = front.cardOf(target);
      if (card && card !== this.current && card !== front.gate) this.settle(card);
    });
  }

  /** The address of a card. */
  address(card) { return this.front.routes?.address({ instance: card.instance, screen: card.kind, params: card.params }); }

  /** The address that the browser shows at a card. A card in front of all others, such as a sign-in, has none: it may have closed when the page is loaded again. */
  shownAddress(card) { return card && card !== this.front.gate ? this.address(card) : undefined; }

  /** What an entry of the history knows: the card, and which cards Back closes from there on, for a page that is loaded again. */
  entry(card) {
    const opened = [...this.front.cards.values()].filter(({ depth }) => depth !== undefined).map(({ instance, depth }) => [instance, depth]);
    return { depth: this.depth, run: this.front.store.run, instance: card?.instance, opened: Object.fromEntries(opened) };
  }

  /** The instance of an entry. NB: another start of the app gives the names of instances to other screens. */
  instance(state) { return state?.run === this.front.store.run ? state.instance : undefined; }

  /** The card of an entry. */
  known(state) { return this.front.cards.get(this.instance(state)); }

  /** The person goes to a card: another entry. One that was opened for it is closed by Back. */
  arrive(card, { isOpened = true } = {}) {
    if (card === this.current) return this.show();
    if (!this.current) return this.settle(card);
    this.front.store.forgetNotice();
    // NB: the browser is about to go back, and would leave an entry that is made now.
    if (this.isReturning) {
      this.next = { card, isOpened };
      this.current = card;
      return this.show();
    }
    this.depth += 1;
    if (isOpened) card.depth = this.depth;
    this.current = card;
    history.pushState(this.entry(card), "", this.address(card));
    this.show();
  }

  /** The person is at a card: the entry has its address. */
  settle(card) {
    this.current = card;
    history.replaceState(this.entry(card), "", this.shownAddress(card) ?? location.pathname + location.search);
    this.show();
  }

  /** What is known of the current card has changed: its address, its name. */
  refresh() {
    if (this.front.isOpen(this.current) && (this.shownAddress(this.current) ?? "") !== location.hash) this.settle(this.current);
    else this.show();
  }

  /** Shows the title of the page, the cards that belong to the place, and the ways to others. */
  show() {
    const { front, current } = this;
    document.title = [current?.title.textContent, front.appName].filter(Boolean).join(" – ") || "App";
    front.arrange();
    this.listRoots();
  }

  /** Screens that stand by themselves are reached by their names. */
  listRoots() {
    const roots = this.front.isApart ? this.front.openCards().filter(card => this.front.rootOf(card) === card) : [];
    const key = roots.map(card => `${card.instance} ${card.title.textContent} ${this.address(card)} ${this.front.rootOf(this.current) === card}`).join("\n");
    if (key === this.listed) return;
    this.listed = key;
    byID("roots").hidden = roots.length < 2;
    byID("roots").replaceChildren(...roots.map(card => {
      const link = make("a", { href: this.address(card), dir: "auto" }, card.title.textContent);
      if (this.front.rootOf(this.current) === card) link.setAttribute("aria-current", "page");
      return link;
    }));
  }

  /** Back, Forward, a link in the page, or another fragment in the address. */
  async moved({ state }) {
    const { front } = this;
    if (this.isReturning) {
      // A card was closed, and its entry with it.
      this.isReturning = false;
      this.depth = state?.depth ?? 0;
      const { next } = this;
      this.next = undefined;
      if (front.isOpen(next?.card)) {
        this.current = this.known(state);
        return this.arrive(next.card, next);
      }
      const card = this.known(state) ?? this.current;
      return this.settle(front.isOpen(card) ? card : undefined);
    }
    const isNew = !Number.isInteger(state?.depth);
    if (isNew) {
      this.depth += 1;
      return this.follow(location.hash, true);
    }
    const isBack = state.depth < this.depth;
    this.depth = state.depth;
    const left = isBack ? [...front.cards.values()].filter(card => card.depth > state.depth) : [];
    const card = this.known(state);
    // NB: what is left is current no more, so that its end moves nothing.
    if (card) this.go(card);
    else this.current = undefined;
    for (const other of left.sort((one, two) => two.depth - one.depth)) if (other !== card) other.close();
    if (!card) await this.follow(location.hash, !isBack);
  }

  /** Where the page begins: at the entry of before a reload, at the address, or at what was opened last. */
  async begin() {
    const { front } = this;
    const known = this.known(history.state);
    if (known) for (const card of front.cards.values()) card.depth ??= history.state.opened[card.instance];
    if (known) return this.settle(known);
    this.depth = 0;
    if (front.routes.target(location.hash)) return this.follow(location.hash, false);
    const card = front.lastCard();
    if (card) this.settle(card);
    else this.show();
  }

  /** Goes to a card that is open: the entry has its address. */
  go(card) {
    this.front.store.forgetNotice();
    this.settle(card);
    this.front.tabs.reveal(card);
    card.come();
  }

  /** Goes to a card that is open by what leads to it in the page: another entry, and Back closes nothing. */
  visit(card) {
    this.arrive(card, { isOpened: false });
    this.front.tabs.reveal(card);
    card.come();
  }

  /** Goes to the screen of an address: one that is open, or else it is opened. That sends nothing but the appearance. */
  async follow(address, isEntry) {
    const { front } = this;
    const target = front.routes?.target(address);
    const open = target && front.openAt(target);
    if (open) return this.go(open);
    if (!target || target.instance !== undefined) {
      if (target) front.store.say(words.text("This screen was closed."));
      return this.stay();
    }
    try {
      const snapshot = await front.store.request("screen/open", target);
      const card = front.show(snapshot.screen ?? target.screen, snapshot);
      card.params ??= target.params;
      if (isEntry) card.depth = this.depth;
      this.go(card);
    } catch (error) {
      // What an address has to be is for those who write them.
      const why = error.hint === undefined || front.store.inspects ? explain(error) : "";
      if (front.store.isOpen) front.store.say(why ? words.text("This address leads nowhere. {0}", why) : words.text("This address leads nowhere."));
      this.stay();
    }
  }

  /** The address leads nowhere: it is that of the current card again. */
  stay() {
    this.settle(this.front.isOpen(this.current) ? this.current : this.front.lastCard());
  }

  /** A card was closed. If it was the current one, the person is at another one now. */
  closed(card, next) {
    if (card !== this.current) return this.show();
    this.current = undefined;
    if (card.depth !== undefined && card.depth === this.depth && this.instance(history.state) === card.instance) {
      this.current = next;
      this.isReturning = true;
      // NB: the entry comes later, and what is hidden until then would not get the focus.
      this.show();
      history.back();
    } else {
      this.settle(next);
    }
  }
}
