// The tabs of an app, each with the cards that were opened in it.
import { byID, make, setText } from "./page.js";
import { WHOLE_APP } from "./store.js";

export class Tabs {
  tabs = [];
  buttons = new Map();

  constructor(front) { this.front = front; }

  /** The layout of an app, which may have none. */
  describe(layout) {
    this.tabs = layout?.tabs ?? [];
    const names = this.tabs.map(({ tab }) => tab);
    const kept = sessionStorage.getItem("tab");
    const start = this.tabs.find(({ screen }) => screen === layout.start)?.tab;
    this.current = names.includes(kept) ? kept : start ?? names[0];
    this.buttons = new Map(this.tabs.map(tab => [tab.tab, this.button(tab)]));
    byID("tabs").replaceChildren(...this.buttons.values());
    byID("tabs").hidden = !this.tabs.length;
    for (const card of this.front.cards.values()) this.put(card);
    this.update();
  }

  button(tab) {
    const button = make("button", { type: "button" }, tab.label);
    button.dataset.tab = tab.tab;
    button.onclick = () => this.select(tab);
    return button;
  }

  /** Shows a tab: what was opened in it or, the first time, its screen. */
  async select({ tab, screen }) {
    const root = tab === this.current && this.shown().find(({ kind, opener }) => kind === screen && !opener);
    if (root && !root.element.checkVisibility()) return this.returnTo(root);
    this.current = tab;
    sessionStorage.setItem("tab", tab);
    this.update();
    const card = this.shown().at(-1) ?? await this.front.open(screen);
    if (card) this.front.places.visit(card);
  }

  /** Goes from what stands in the place of the tab's screen back to that. What was opened from it is closed, as by the browser's Back. */
  returnTo(root) {
    const { front } = this;
    const { places } = front;
    const opened = this.shown().filter(card => card !== root && front.rootOf(card) === root);
    const isInOrder = opened.length > 0 && opened.every(({ depth }, index) => depth === places.depth - opened.length + index + 1);
    if (isInOrder) return history.go(-opened.length);
    // The person has been elsewhere meanwhile.
    places.arrive(root, { isOpened: false });
    root.title.focus();
    for (const card of opened.reverse()) card.close();
  }

  /** Shows the tab of a card. */
  reveal(card) {
    if (card.tab === undefined || card.tab === this.current) return;
    this.current = card.tab;
    sessionStorage.setItem("tab", card.tab);
    this.update();
  }

  shown() { return this.front.openCards().filter(card => this.shows(card)); }

  shows(card) { return !this.tabs.length || card.tab === this.current; }

  /** A card belongs to the tab of its opener, to that of its screen, or to the one in which it was opened. */
  tabOf(card) {
    if (!this.tabs.length || card.instance === WHOLE_APP) return undefined;
    const opener = this.front.cards.get(card.opener);
    return opener?.tab ?? card.tab ?? this.tabs.find(({ screen }) => screen === card.kind)?.tab ?? this.current;
  }

  /** A card was made. */
  add(card) {
    this.put(card);
    this.update();
  }

  /** Puts a card into its tab. The tab's own screen is always there, so that it has nothing to close it; a developer may. */
  put(card) {
    card.tab = this.tabOf(card);
    const isOwn = !card.opener && this.tabs.some(({ screen }) => screen === card.kind);
    if (card.instance !== WHOLE_APP) card.part(".close").hidden = isOwn && !this.front.store.inspects;
  }

  /** Shows which tab is the current one, its cards, and the badges. */
  update() {
    if (!this.tabs.length) return;
    const state = this.front.store?.snapshots.get(WHOLE_APP)?.state ?? {};
    for (const { tab, label, badge } of this.tabs) {
      const button = this.buttons.get(tab);
      setText(button, state[badge] ? `${label} (${state[badge]})` : label);
      if (tab === this.current) button.setAttribute("aria-current", "page");
      else button.removeAttribute("aria-current");
    }
    this.front.arrange();
  }
}
