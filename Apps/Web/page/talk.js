// A list that grows at its end, as a conversation: what has come since one has scrolled up, and what comes is said.
import { make, setText } from "./page.js";
import { inline } from "./values.js";
import { words } from "./words.js";

/** New messages that are said at a time. */
const MOST_SAID = 3;

export class Talk {
  unseen = 0;

  constructor(list) {
    this.list = list;
    this.button = make("button", { type: "button", className: "unseen", hidden: true, onclick: () => list.scrollToEnd() });
    list.rows.classList.toggle("talk", list.isTalk);
    list.element.classList.add("talks");
    list.rows.after(this.button);
    // The first touch of a message shows what can be done to it, and does nothing.
    list.rows.addEventListener("pointerdown", ({ target, pointerType }) => {
      const row = target.closest(".row");
      this.touched = pointerType === "touch" && !row?.contains(document.activeElement) ? row : undefined;
    });
    list.rows.addEventListener("click", event => {
      const { touched } = this;
      this.touched = undefined;
      const actions = event.target.closest(".row-actions");
      if (!actions || actions.closest(".row") !== touched) return;
      event.stopPropagation();
      touched.focus();
    }, true);
    // What shows below a message is in sight, too.
    list.rows.addEventListener("focusin", ({ target }) => {
      const row = target.closest(".row");
      if (row) list.rows.scrollTop += Math.max(0, row.getBoundingClientRect().bottom - list.rows.getBoundingClientRect().bottom);
    });
    list.rows.addEventListener("scroll", () => { if (list.isAtEnd) this.show(0); }, { passive: true });
  }

  /** The rows are others now. Answers whether one has written oneself, which is to be seen. */
  update(wasAtEnd) {
    const { list, known } = this;
    const { order } = list;
    const last = known ? order.findLastIndex(entry => known.has(entry)) : order.length - 1;
    const added = last < 0 ? [] : order.slice(last + 1);
    this.known = new Set(order);
    if (!added.length) return false;
    setText(list.news, added.slice(-MOST_SAID).map(({ row }) => this.said(row)).join(" "));
    const isOwn = ({ row }) => list.isOwn(row);
    const others = added.filter(entry => !isOwn(entry)).length;
    // One that is sent now has taken the place of the one that was to be sent.
    const sent = [...known].filter(entry => isOwn(entry) && !this.known.has(entry)).length;
    const hasWritten = added.length - others > sent;
    if (others && !wasAtEnd && !hasWritten) this.show(this.unseen + others);
    return hasWritten;
  }

  said(row) {
    const { schemas, item, titleName } = this.list;
    return [this.list.author(row), inline(schemas, item.properties[titleName], row[titleName])].filter(Boolean).join(": ");
  }

  show(count) {
    this.unseen = count;
    this.button.hidden = count === 0;
    setText(this.button, count ? words.text("{0} new", count) : "");
  }
}
