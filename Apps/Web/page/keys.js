// The keys of a list: Tab stops at it once, and arrows go from row to row and within one.

const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
const CONTROLS = ":is(a[href], button, input):not([hidden], :disabled, .row-extra *)";

export class Keys {
  constructor(list) {
    this.list = list;
    list.rows.addEventListener("keydown", event => this.press(event));
    list.rows.addEventListener("focusin", ({ target }) => {
      const { entry } = target.closest(".row") ?? {};
      if (entry) this.stopAt(entry);
    });
  }

  /** What of a row has the focus first: what opens it, or else the row. */
  static stop({ element, title }) { return title?.matches(CONTROLS) ? title : element; }

  /** Tab stops at this row from here on. */
  stopAt(entry) {
    const element = Keys.stop(entry);
    this.entry = entry;
    if (element === this.element) return;
    if (this.element) this.element.tabIndex = -1;
    this.element = element;
    element.tabIndex = 0;
  }

  /** The rows are others now. */
  update() {
    const { entry, list } = this;
    const isThere = entry?.element?.isConnected && list.rows.contains(entry.element);
    const next = isThere ? entry : list.firstInSight() ?? list.order.find(({ element }) => element?.isConnected);
    if (next?.element) this.stopAt(next);
  }

  press(event) {
    const { target, key } = event;
    const { entry } = target.closest(".row") ?? {};
    const isTyped = target.matches("input:not([type=checkbox]), select, textarea") || target.closest(".row-extra");
    if (!entry || isTyped || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const way = getComputedStyle(target).direction === "rtl" ? -1 : 1;
    const isDone = Object.hasOwn(STEPS, key) ? this.go(entry, target, STEPS[key])
      : key === "ArrowRight" ? this.goWithin(entry, target, way) : key === "ArrowLeft" ? this.goWithin(entry, target, -way)
        : key === "Delete" && !event.shiftKey ? this.remove(entry)
          // The character that is typed goes to where one writes.
          : key.length === 1 && key !== " " && this.list.composer?.focus();
    if (isDone) event.preventDefault();
  }

  /** To another row: there, to the same control if it has that. */
  go(entry, target, step) {
    const { order } = this.list;
    const index = Math.min(Math.max(order.indexOf(entry) + step, 0), order.length - 1);
    const next = order[index];
    this.list.showAt(index);
    const event = target.dataset.rowEvent;
    const same = event && target !== entry.title ? next.element.querySelector(`[data-row-event="${CSS.escape(event)}"]`) : undefined;
    // NB: what can be done to a message may show only while the focus is at it.
    Keys.stop(next).focus();
    if (same?.matches(CONTROLS)) same.focus();
    return true;
  }

  goWithin(entry, target, step) {
    const stop = Keys.stop(entry);
    const controls = [...new Set([stop, ...entry.element.querySelectorAll(CONTROLS)])].filter(control => control.checkVisibility());
    const next = controls[controls.indexOf(target) + step];
    if (next) next.focus();
    // Cards stand beside each other.
    else if (this.list.hasOwnRows) return this.go(entry, stop, step);
    return true;
  }

  /** Delete is what removes the row, if the row has one such event. */
  remove({ element }) {
    const actions = this.list.actions.filter(({ isDestructive }) => isDestructive);
    const buttons = actions.map(({ type }) => element.querySelector(`[data-row-event="${CSS.escape(type)}"]`)).filter(button => button.matches(CONTROLS));
    if (buttons.length !== 1) return false;
    buttons[0].click();
    return true;
  }
}
