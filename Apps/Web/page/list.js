// A list whose rows have an identity.
import { Find } from "./find.js";
import { formatDay, formatTime, isTime } from "./formats.js";
import { Keys } from "./keys.js";
import { linked } from "./links.js";
import { longestRise } from "./order.js";
import { describeBy, freshID, make, setText } from "./page.js";
import { isPicture, RowPictures } from "./pictures.js";
import { isEqual } from "./store.js";
import { Selection } from "./selection.js";
import { Talk } from "./talk.js";
import { formatOf, inline, isMoney, isNothing, labelOf, labelOfEvent, readableEvent, roleOf } from "./values.js";
import { isolated, words } from "./words.js";

export const TITLES = ["title", "name", "label", "subject", "text"];

const MOST_COLUMNS = 5;
/** An amount with its currency that the app has written as a text, or one that is hidden. */
const AMOUNT = /^[-+−]?(\p{Sc}\s?|[A-Z]{3}\s)?\d[\d.,'’\s]*(\s?\p{Sc}|\s[A-Z]{3})?$|^•+$/u;
const CURRENCY = /\p{Sc}|[A-Z]{3}|•/u;
const isAmount = text => AMOUNT.test(text) && CURRENCY.test(text);

/** Rows that the browser lays out, or skips, as one. */
const CHUNK = 100;
/** Of a longer list the page has the rows near those in sight. */
const MOST_ROWS = 2000;

// When a telephone is turned, whether the page scrolls its lists changes.
const telephone = window.matchMedia("(max-width: 40rem)");
telephone.addEventListener("change", () => { for (const rows of document.querySelectorAll("[data-list]")) rows.list.follow(); });
// Paper has all rows.
window.addEventListener("beforeprint", () => { for (const rows of document.querySelectorAll("[data-list]")) rows.list.showAll(); });

/**
 * The rows of an array. Each keeps its element as long as its identity is in the list, so an update touches the rows that
 * differ, and moves neither the focus nor the rows in sight. The rows are in chunks: one out of sight costs no layout
 * (`content-visibility`), and its elements are made when it comes near. Of a list that is not too long the rest are made when
 * the browser is idle, so that a search in the page reaches all; of a longer one those that have gone out of sight leave the page.
 */
/** So many rows need no words for how many they are. */
const FEW = 10;

export class ListView {
  entries = new Map();
  order = [];
  chunks = [];
  moved = new Set();

  /**
   * `actions` are events about a row: `{ type, about, member, members, reason, rowReason, hidden, rowHidden, isDestructive }`;
   * `tap(button, action, identity)` sends one. `reason` and `hidden` are members of the state, those of the row are `rowReason` and
   * `rowHidden`. An event about several rows (`isAboutSeveral`) is sent with the identities of those that are selected. The event that opens a row is its title, a
   * link where `address(identity)` knows where it leads.
   */
  constructor(schemas, name, schema, actions, { tap, reason, address = () => undefined, isBusy = state => state.isBusy === true, hasFailed = () => false, hasAppeared = () => true }) {
    const { shape } = schemas.shape(schema);
    const { "x-empty-text": emptyText, "x-columns": columns = [], "x-anchor": anchor, "x-sectioned-by": sectionName, "x-own": ownName } = schemas.resolve(schema);
    this.ownName = ownName;
    this.isAnchoredAtEnd = anchor === "end";
    // What grows at its end and has hardly a column is a conversation, and no table.
    this.isConversation = this.isAnchoredAtEnd && columns.length <= 1;
    this.isTalk = this.isConversation && !this.hasOwnRows;
    const described = this.isTalk ? [] : columns;
    const several = this.hasOwnRows ? [] : actions.filter(({ isAboutSeveral }) => isAboutSeveral);
    actions = actions.filter(({ isAboutSeveral }) => !isAboutSeveral);
    Object.assign(this, { schemas, name, actions, tap, address, isBusy, hasFailed, hasAppeared, columns: described, sectionName, identity: shape["x-identity"], item: schemas.shape(shape.items).shape });
    const opens = ({ type, members, isDestructive, purpose }) =>
      members?.length === 1 && !isDestructive && (purpose === "navigate" || !purpose && readableEvent(type) === "Open");
    this.opening = actions.find(opens);
    this.chooseTexts();
    // What names the row stands first, and not a second time in a column.
    this.columns = described.filter(name => ![this.titleName, this.subtitleName, this.pictureName].includes(name));
    if (!described.length && !this.isAnchoredAtEnd) this.columns = this.takeColumns();
    if (this.hasOwnRows) this.columns = [];
    this.label = labelOf(schemas, schema, name);
    this.title = make("h3", { id: freshID(), tabIndex: -1, dir: "auto" }, this.label);
    this.count = make("p", { className: "muted count" });
    this.count.setAttribute("role", "status");
    this.news = make("p", { className: "spoken" });
    this.news.setAttribute("role", "status");
    this.refusal = make("p", { className: "refusal", id: freshID(), dir: "auto" });
    this.refusal.setAttribute("role", "alert");
    this.rows = make("div", { className: this.hasOwnRows ? "own-rows" : "rows", part: "rows" });
    this.rows.setAttribute("role", this.columns.length ? "table" : "list");
    // What stands above rows of a template is the template's.
    const call = element => this.hasOwnRows ? element.setAttribute("aria-label", this.label) : element.setAttribute("aria-labelledby", this.title.id);
    call(this.rows);
    this.rows.dataset.list = name;
    this.rows.list = this;
    this.skeleton = make("div", { className: "skeleton", hidden: true, ariaHidden: "true" }, make("div"), make("div"), make("div"));
    this.empty = make("p", { className: "muted empty-list", hidden: true, part: "empty" }, emptyText ? words.said(emptyText) : words.text("No {0}.", lowercased(this.label)));
    this.selection = several.length ? new Selection(this, several, tap) : null;
    this.pictures = new RowPictures(schemas, this.isFree ? null : this.rows);
    this.heading = make("div", { className: "heading" }, this.title, this.count);
    this.keys = new Keys(this);
    this.find = new Find(this);
    this.heading.append(this.find.element);
    this.reasons = new Map(actions.filter(action => action.reason).map(action => [action, reason()]));
    this.element = make("tributary-list", { className: "list" },
      ...(this.hasOwnRows ? [] : [this.heading]), this.refusal, ...this.reasons.values(), ...(this.selection ? [this.selection.element] : []), this.skeleton, this.empty, this.rows, this.news);
    // NB: a list may have the name of its screen, and two landmarks of one name cannot be told apart.
    this.element.setAttribute("role", "group");
    call(this.element);
    this.prototype = this.makePrototype();
    this.rows.classList.toggle("at-end", this.isAnchoredAtEnd);
    this.rows.classList.toggle("opens", this.opening !== undefined);
    this.rows.classList.toggle("with-pictures", this.pictureName !== undefined);
    this.rows.classList.toggle("with-dates", this.prototype.querySelector(".dated") !== null);
    if (this.columns.length) this.rows.append(this.makeHeader());
    if (this.isConversation) this.talk = new Talk(this);
    this.rows.onclick = event => this.click(event);
    // What the page scrolls by itself asks for nothing.
    for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) this.rows.addEventListener(kind, () => { this.hasReader = true; }, { passive: true });
    this.rows.onscroll = () => { if (this.hasReader) this.reportEdge(); };
    this.follow();
  }

  get hasOwnRows() { return false; }

  /** Rows of a template are scrolled by the page, and all on a telephone: a list that scrolls within what scrolls is hard to leave. */
  get isFree() { return !this.isAnchoredAtEnd && (this.hasOwnRows || telephone.matches); }

  /** Makes what comes near, and drops what goes far away. */
  follow() {
    this.rows.classList.toggle("free", this.isFree);
    this.nearness?.disconnect();
    this.nearness = new IntersectionObserver(entries => {
      for (const { target: { chunk }, isIntersecting } of entries) {
        if (isIntersecting) this.show(chunk);
        else this.release(chunk);
      }
      this.keys.update();
    }, { root: this.isFree ? null : this.rows, rootMargin: "100%" });
    for (const { element } of this.chunks) this.nearness.observe(element);
  }

  /** A row's title is the text that names it; what else it has follows in a line. */
  chooseTexts() {
    const isMoment = name => ["date-time", "local-date-time"].includes(formatOf(this.schemas.shape(this.item.properties[name]).shape));
    // The heading over a moment is its day alone.
    const heading = this.sectionName && !isMoment(this.sectionName) ? this.sectionName : undefined;
    const names = this.schemas.names(this.item).filter(name => name !== this.identity && name !== heading);
    const isText = name => {
      const { shape } = this.schemas.shape(this.item.properties[name]);
      return shape.type === "string" && !shape.enum && !shape.format && !shape["x-decimal"];
    };
    const has = role => names.find(name => roleOf(this.schemas, this.item.properties[name]) === role);
    this.titleName = has("title") ?? TITLES.find(title => names.includes(title) && isText(title)) ?? names.find(isText) ?? names[0] ?? this.identity;
    this.pictureName = names.find(name => isPicture(this.schemas, this.schemas.shape(this.item.properties[name]).shape));
    this.failureName = has("failure");
    this.subtitleName = has("subtitle");
    const tones = names.map(name => this.schemas.resolve(this.item.properties[name])["x-tone"]);
    const conditions = this.actions.flatMap(({ rowReason, rowHidden }) => [rowReason, rowHidden]);
    const isApart = new Set([...this.columns, this.titleName, this.pictureName, this.failureName, this.subtitleName, this.ownName, ...tones, ...conditions]);
    this.details = names.filter(name => !isApart.has(name));
    // The author and the time of a message stand above it, and its day above the first one of the day.
    if (this.isConversation) this.sectionName ??= this.details.find(isMoment);
    this.timeName = this.sectionName && isMoment(this.sectionName) ? this.sectionName : undefined;
  }

  /** The details that stand in columns: values that take a word or two. */
  takeColumns() {
    const isShort = name => {
      const schema = this.item.properties[name];
      const { shape, isOne } = this.schemas.shape(schema);
      const isPlain = isMoney(shape) || ["string", "number", "integer", "boolean"].includes([shape.type].flat()[0]);
      return isOne && isPlain && roleOf(this.schemas, schema) !== "longText" && !["markdown", "uri"].includes(formatOf(shape));
    };
    const taken = this.details.filter(isShort).slice(0, MOST_COLUMNS);
    this.details = this.details.filter(name => !taken.includes(name));
    return taken;
  }

  /** The title of a row: what opens it, if something does. */
  makeTitle() {
    if (!this.opening) return make("span", { className: "row-title", dir: "auto" });
    const title = make(this.address("0") === undefined ? "button" : "a", { className: "row-title row-link", dir: "auto", title: this.opening.about ?? "" });
    if (title.tagName === "BUTTON") title.type = "button";
    title.dataset.rowEvent = this.opening.type;
    return title;
  }

  makePrototype() {
    const text = make("div", { className: "row-text" },
      this.makeTitle(), make("span", { className: "row-detail muted", dir: "auto" }),
      make("span", { className: "row-failure", dir: "auto" }), make("span", { className: "row-reason muted", dir: "auto" }));
    if (this.isTalk) text.prepend(text.children[1]);
    const box = this.selection ? [make("span", { className: "row-choice" }, make("label", {}, make("input", { type: "checkbox", className: "row-box" })))] : [];
    if (this.pictureName) box.push(make("span", { className: "row-picture" }));
    const line = make("div", { className: "row-line" }, ...box, text, ...this.columns.map(name => this.makeCell(name, "cell")));
    const row = make("tributary-row", { className: "row", part: "row" }, line);
    row.setAttribute("role", this.columns.length ? "row" : "listitem");
    // A finger that touches a message shows what can be done to it.
    if (this.isTalk) row.tabIndex = -1;
    for (const control of [text.querySelector(".row-title"), ...box]) (control.querySelector("input") ?? control).tabIndex = -1;
    if (this.columns.length) for (const cell of [...box, text]) cell.setAttribute("role", cell === text ? "rowheader" : "cell");
    const others = this.actions.filter(action => action !== this.opening);
    if (others.length) line.append(make("div", { className: "row-actions" }, ...others.map(action => {
      const label = labelOfEvent(action);
      const button = make("button", { type: "button", title: action.about ?? "", tabIndex: -1 }, label);
      button.classList.toggle("destructive", Boolean(action.isDestructive));
      button.classList.toggle("quiet", Boolean(action.isDestructive));
      button.dataset.rowEvent = action.type;
      return button;
    })));
    if (this.columns.length && others.length) line.lastChild.setAttribute("role", "cell");
    return row;
  }

  /** A cell of a column, or its heading. Numbers and money stand at the right. */
  makeCell(name, role) {
    const { shape } = this.schemas.shape(this.item.properties?.[name]);
    const type = [shape.type].flat()[0];
    const isNumber = ["number", "integer"].includes(type) || shape["x-decimal"] || isMoney(shape);
    const cell = make("span", { className: "column", dir: "auto" });
    cell.classList.toggle("numeric", Boolean(isNumber));
    cell.classList.toggle("dated", isTime(formatOf(shape)));
    // Where columns have no heading, a number or a yes says little without its name.
    cell.classList.toggle("named", isNumber && !isMoney(shape) || type === "boolean");
    cell.setAttribute("role", role);
    cell.dataset.column = name;
    cell.dataset.label = labelOf(this.schemas, this.item.properties?.[name], name);
    return cell;
  }

  /** What stands above the columns. */
  makeHeader() {
    const header = this.prototype.cloneNode(true);
    header.className = "row header";
    for (const cell of header.querySelectorAll(".column")) {
      cell.setAttribute("role", "columnheader");
      cell.textContent = cell.dataset.label;
    }
    const title = header.querySelector(".row-text");
    title.setAttribute("role", "columnheader");
    title.replaceChildren(labelOf(this.schemas, this.item.properties?.[this.titleName], this.titleName));
    // NB: what takes room in each row takes the same here, and is not there for anyone.
    for (const room of header.querySelectorAll(".row-choice, .row-picture, .row-actions")) {
      room.inert = true;
      room.setAttribute("aria-hidden", "true");
      room.removeAttribute("role");
      for (const button of room.querySelectorAll("button")) {
        button.dataset.room = button.dataset.rowEvent;
        delete button.dataset.rowEvent;
      }
    }
    return header;
  }

  render(rows, state) {
    const reasons = this.updateReasons(state);
    if (rows === this.shown && !reasons) {
      this.countRows(state);
      return this.showEmptiness(state);
    }
    const isFirst = this.shown === undefined;
    this.shown = rows;
    const place = this.remember();
    this.moved = new Set();
    const isSameOrder = rows.length === this.order.length && rows.every((row, index) => this.isSameRow(row, this.order[index].row));
    const entries = isSameOrder ? this.entries : new Map();
    rows.forEach((row, index) => {
      const key = isSameOrder ? undefined : this.key(row, entries);
      const entry = isSameOrder ? this.order[index] : this.entries.get(key) ?? {};
      const differs = entry.row !== row && !isEqual(entry.row, row);
      entry.row = row;
      if (entry.element && differs) this.fill(entry);
      if (entry.element && (differs || reasons)) this.disable(entry);
      if (!isSameOrder) entries.set(key, entry);
    });
    if (!isSameOrder) {
      for (const [key, { element }] of this.entries) if (!entries.has(key)) element?.remove();
      this.entries = entries;
      this.arrange([...entries.values()]);
    }
    this.selection?.update();
    this.find.update();
    this.keys.update();
    this.countRows(state);
    this.markSections();
    const hasWritten = this.talk?.update(place.wasAtEnd);
    this.restore(place);
    if (this.isAnchoredAtEnd && (isFirst || place.wasAtEnd || hasWritten)) this.scrollToEnd();
    this.rows.hidden = rows.length === 0;
    this.showEmptiness(state);
  }

  /** How many rows there are, as far as that is known; in the app's words, if it has some. */
  countRows(state) {
    const hasMore = this.hasMore?.() && this.shown.length > 0;
    setText(this.count, state[this.countName] ? state[this.countName] : hasMore ? words.text("The first {0} rows", this.shown.length) : words.text("{0} rows", this.shown.length));
    // A few rows can be seen.
    this.count.classList.toggle("spoken", !hasMore && this.shown.length <= FEW && !state[this.countName]);
    if (!this.isTalk) this.heading.classList.toggle("bare", this.heading.childElementCount === 3 && this.title.classList.contains("spoken") && this.count.classList.contains("spoken") && this.find.element.hidden);
    const count = hasMore ? "-1" : String(this.shown.length + 1);
    if (this.columns.length && this.rows.ariaRowCount !== count) this.rows.ariaRowCount = count;
  }

  /** A list that is loaded for the first time is not empty, but not there yet. */
  showEmptiness(state) {
    const isBusy = this.isBusy(state);
    this.wasLoaded ||= this.shown.length > 0 || this.isLoading && !isBusy && this.hasAppeared() && !this.hasFailed(state);
    this.isLoading = isBusy || !this.hasAppeared();
    const isEmpty = this.shown.length === 0;
    this.skeleton.hidden = !isEmpty || this.wasLoaded || !this.isLoading || this.hasFailed(state);
    // What could not be loaded, or was not asked for, is not known to be empty.
    this.empty.hidden = !isEmpty || !this.skeleton.hidden || this.hasFailed(state) || state[this.name] === null;
    this.count.hidden = isEmpty;
    // Nothing to show, and no sentence for that: then no heading either.
    if (isEmpty && this.empty.hidden && this.skeleton.hidden && this.heading.childElementCount === 3) this.heading.classList.add("bare");
  }

  /** The reader is near the first or the last row, where more may come. */
  reportEdge() {
    const { scrollTop, clientHeight, scrollHeight } = this.rows;
    const edge = scrollHeight - scrollTop - clientHeight < clientHeight ? "loadMore" : scrollTop < clientHeight / 2 ? "loadEarlier" : undefined;
    // NB: for the same rows it is not asked twice, so that a page that fails or is empty is not asked for without end.
    if (edge !== this.edge) this.asked = undefined;
    this.edge = edge;
    if (!edge || this.asked === this.shown) return;
    if (this.onEdge?.(edge)) this.asked = this.shown;
  }

  /** The page scrolls the rows: what loads more comes into sight. */
  watch(place, purpose) {
    new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting && this.isFree && this.hasReader && this.asked !== this.shown && this.onEdge?.(purpose)) this.asked = this.shown;
    }).observe(place);
  }

  isSameRow(row, old) { return row === old || row?.[this.identity] === old?.[this.identity]; }

  /** The identity, or for rows that have none, or the same as another, the place. */
  key(row, taken) {
    const identity = row?.[this.identity];
    return identity === undefined || taken.has(identity) ? `${identity}\u0000${taken.size}` : identity;
  }

  makeRow(entry) {
    const element = this.prototype.cloneNode(true);
    const [title, detail, failure, reason] = ["title", "detail", "failure", "reason"].map(part => element.querySelector(`.row-${part}`));
    const cells = [...element.querySelectorAll(".column")];
    const buttons = this.actions.map(({ type }) => element.querySelector(`[data-row-event="${CSS.escape(type)}"]`));
    const [box, picture] = [element.querySelector(".row-box"), element.querySelector(".row-picture")];
    Object.assign(entry, { element, title, detail, failure, reason, cells, buttons, box, picture });
    reason.id = freshID();
    element.entry = entry;
    this.fill(entry);
    this.disable(entry);
    this.mark(entry);
  }

  /** The first of the rows that have one value, or are of one day, has it as a heading. */
  markSections() {
    const { sectionName, timeName } = this;
    if (!sectionName) return;
    let before;
    for (const entry of this.order) {
      const value = entry.row[sectionName];
      const isKnown = entry.section && entry.section.value === value;
      if (!isKnown) entry.section = { value, text: timeName && value ? formatDay(value) : inline(this.schemas, this.item.properties[sectionName], value) };
      // A message that is not sent yet is of the day of the one before it.
      const { text } = this.isConversation && !value ? { text: before } : entry.section;
      entry.heading = text === before ? "" : text;
      before = text;
      if (entry.element) this.mark(entry);
    }
  }

  mark({ element, heading }) {
    let section = element.querySelector(":scope > .section");
    if (!heading) return section?.remove();
    if (!section) {
      section = make("div", { className: "section" }, make(this.hasOwnRows ? "h3" : "h4", { dir: "auto" }));
      if (this.columns.length) section.setAttribute("role", "cell");
      element.prepend(section);
    }
    setText(section.firstChild, heading);
  }

  isOwn(row) { return this.ownName !== undefined && row?.[this.ownName] === true; }

  /** What stands beside a title: who has written a message. */
  author(row) {
    const schema = this.item.properties?.[this.subtitleName];
    if (this.isConversation && this.isOwn(row)) return words.text("You");
    return schema === undefined || isNothing(this.schemas, schema, row?.[this.subtitleName]) ? "" : words.isolated(inline(this.schemas, schema, row[this.subtitleName]));
  }

  fill({ element, row, title, detail, failure, reason, cells, buttons, box, picture }) {
    const schema = name => this.item.properties?.[name];
    const text = name => name === undefined || isNothing(this.schemas, schema(name), row?.[name]) ? "" : name === this.timeName ? formatTime(row[name]) : inline(this.schemas, schema(name), row?.[name]);
    this.fillTitle(title, inline(this.schemas, schema(this.titleName), row?.[this.titleName]));
    const isPlain = name => this.isTalk && roleOf(this.schemas, schema(name)) === "status";
    const details = this.details.filter(name => text(name) !== "").map(name => name === this.timeName || isPlain(name) ? text(name)
      : `${labelOf(this.schemas, schema(name), name)}: ${isolated(text(name))}`);
    element.classList.toggle("own", this.isOwn(row));
    setText(detail, [this.author(row), ...details].filter(Boolean).join(" · "));
    setText(failure, text(this.failureName));
    const columns = cells.map(cell => text(cell.dataset.column));
    for (const [index, cell] of cells.entries()) this.fillCell(cell, columns[index]);
    // What opens one of several rows with one title says which.
    if (this.opening) title.ariaDescription = [detail.textContent, ...columns].filter(Boolean).join(", ");
    if (picture) this.pictures.show(picture, row?.[this.pictureName], title.textContent);
    if (box) {
      box.setAttribute("aria-label", words.text("Select {0}", title.textContent));
      this.selection.show(element, row);
    }
    for (const button of buttons) if (button !== title) button.setAttribute("aria-label", `${button.textContent}: ${title.textContent}`);
    this.disableByRow(row, reason, buttons);
  }

  /** The addresses in a message are links. */
  fillTitle(title, text) {
    if (!this.isConversation || this.opening) return setText(title, text);
    if (title.textContent === text) return;
    title.replaceChildren(...linked(text));
    for (const link of title.querySelectorAll("a")) link.tabIndex = -1;
  }

  /** An amount stands at the right, also where the app has written it as a text, and the heading of its column with it. */
  fillCell(cell, text) {
    setText(cell, text);
    if (!isAmount(text) || cell.classList.contains("numeric")) return;
    cell.classList.add("numeric");
    this.rows.querySelector(`.header [data-column="${CSS.escape(cell.dataset.column)}"]`)?.classList.add("numeric");
  }

  /** Says once why this row has no such event now. */
  disableByRow(row, reason, buttons) {
    const reasons = this.actions.map(action => row?.[action.rowHidden] !== true && row?.[action.rowReason] || "");
    setText(reason, [...new Set(reasons.filter(Boolean))].join(" "));
    for (const [index, action] of this.actions.entries()) {
      if (action.rowReason === undefined) continue;
      buttons[index].isDisabledByRow = Boolean(reasons[index]);
      describeBy(buttons[index], reason, Boolean(reasons[index]));
    }
  }

  /** Puts the rows in order, chunk by chunk. */
  arrange(order) {
    const before = new Map(this.order.map((entry, index) => [entry, index]));
    const known = order.filter(entry => before.has(entry));
    const moves = known.some((entry, index) => index > 0 && before.get(entry) < before.get(known[index - 1]));
    const still = new Set(moves ? longestRise(known.map(entry => before.get(entry))).map(index => known[index]) : []);
    this.moved = new Set(moves ? known.filter(entry => !still.has(entry)) : []);
    this.order = order;
    const count = Math.ceil(order.length / CHUNK);
    while (this.chunks.length < count) this.addChunk();
    for (const [index, chunk] of this.chunks.entries()) this.place(chunk, order.slice(index * CHUNK, (index + 1) * CHUNK));
    for (const { element } of this.chunks.splice(count)) {
      this.nearness.unobserve(element);
      element.remove();
    }
    // What is far away says so again.
    if (this.isWindow !== (this.wasWindow ?? false)) for (const { element } of this.chunks) this.nearness.unobserve(element), this.nearness.observe(element);
    this.wasWindow = this.isWindow;
    this.showLater();
  }

  get isWindow() { return this.order.length > MOST_ROWS; }

  addChunk() {
    const element = make("div", { className: "chunk" });
    element.setAttribute("role", "none");
    const chunk = element.chunk = { element, entries: [], isShown: this.chunks.length === 0 };
    this.chunks.push(chunk);
    this.rows.append(element);
    this.nearness.observe(element);
  }

  /** Gives a chunk its rows. Those in the longest run that is in order already stay where they are. */
  place(chunk, entries) {
    const before = new Map(chunk.isPlaced ? chunk.entries.map((entry, index) => [entry, index]) : []);
    const isSame = before.size === entries.length && entries.every((entry, index) => before.get(entry) === index);
    chunk.entries = entries;
    // NB: until its rows are laid out, a chunk is as high as this says.
    chunk.element.style.setProperty("--rows", entries.length);
    const hasFocus = entries.some(({ element }) => element?.contains(document.activeElement));
    if (isSame) return;
    if (!chunk.isShown && !hasFocus) {
      for (const { element } of entries) element?.remove();
      return;
    }
    const known = entries.filter(entry => before.has(entry));
    const still = new Set(longestRise(known.map(entry => before.get(entry))).map(index => known[index]));
    let next = null;
    for (const entry of entries.toReversed()) {
      if (!entry.element) this.makeRow(entry);
      if (!still.has(entry)) chunk.element.insertBefore(entry.element, next);
      next = entry.element;
    }
    Object.assign(chunk, { isShown: true, isPlaced: true });
    if (this.isWindow) this.number(chunk);
  }

  /** Says which rows these are of all. */
  number({ entries, element }) {
    const first = this.chunks.findIndex(chunk => chunk.element === element) * CHUNK;
    entries.forEach(({ element }, index) => {
      if (this.columns.length) element.ariaRowIndex = String(first + index + 2);
      else Object.assign(element, { ariaPosInSet: String(first + index + 1), ariaSetSize: String(this.order.length) });
    });
  }

  show(chunk) {
    if (!chunk || chunk.isShown) return;
    chunk.isShown = true;
    chunk.element.style.minHeight = "";
    this.place(chunk, chunk.entries);
  }

  showAt(index) { this.show(this.chunks[Math.floor(index / CHUNK)]); }

  showAll() { for (const chunk of this.chunks) this.show(chunk); }

  /** Takes the rows of a chunk that has gone out of sight from the page. Its room stays. */
  release(chunk) {
    const { element } = chunk;
    if (!this.isWindow || !chunk.isShown || element.contains(document.activeElement) || element.querySelector(".row-extra")) return;
    element.style.minHeight = `${element.offsetHeight}px`;
    element.replaceChildren();
    for (const entry of chunk.entries) entry.element = undefined;
    Object.assign(chunk, { isShown: false, isPlaced: false });
  }

  /** Brings the row at a place into view, and says whether there is one. */
  bring(index) {
    if (!this.order[index]) return false;
    this.showAt(index);
    const scroll = () => this.order[index]?.element?.scrollIntoView({ block: "nearest" });
    scroll();
    // Rows on the way get their heights when they are laid out.
    requestAnimationFrame(scroll);
    return true;
  }

  /** Makes the rows out of sight while there is nothing else to do. */
  showLater() {
    if (this.isWaiting || this.isWindow || this.chunks.every(({ isShown }) => isShown)) return;
    this.isWaiting = true;
    const wait = window.requestIdleCallback ?? (work => setTimeout(work, 50));
    wait(() => {
      this.isWaiting = false;
      const chunk = this.chunks.find(({ isShown }) => !isShown);
      if (chunk && this.element.isConnected) this.show(chunk);
      this.showLater();
    });
  }

  get isAtEnd() {
    const { scrollTop, clientHeight, scrollHeight } = this.rows;
    return scrollHeight - scrollTop - clientHeight < 2;
  }

  /** What has the focus, and which row is the first in sight. */
  remember() {
    const focused = this.rows.contains(document.activeElement) && document.activeElement !== this.rows ? document.activeElement : null;
    const index = this.order.indexOf(focused?.closest(".row").entry);
    const anchor = this.rows.scrollTop > 0 ? this.firstInSight() : undefined;
    return { wasAtEnd: this.isAtEnd, focused, event: focused?.dataset.rowEvent, index, anchor, top: anchor && this.top(anchor) };
  }

  /** Where a row is, below the upper edge of what is in sight. */
  top({ element }) { return element.getBoundingClientRect().top - this.rows.getBoundingClientRect().top; }

  firstInSight() {
    const edge = Math.max(this.rows.getBoundingClientRect().top, 0);
    const isBelow = ({ element }) => element.getBoundingClientRect().bottom > edge;
    const chunk = this.chunks.find(isBelow);
    return chunk?.isShown ? chunk.entries.find(isBelow) : undefined;
  }

  /** A list that shows its end is not so high that what stands below it, in which one writes, has no room in the window. `whenFilled` is called as it grows to that height. */
  fit(card, { whenFilled }) {
    const { rows } = this;
    let isFilled = false;
    const size = () => `${rows.clientWidth} ${rows.clientHeight}`;
    let [wasAtEnd, known] = [true, size()];
    // NB: while the window becomes another one, as above a keyboard, the browser scrolls, and no reader.
    rows.addEventListener("scroll", () => { if (size() === known) wasAtEnd = this.isAtEnd; }, { passive: true });
    const observer = new ResizeObserver(() => {
      if (!rows.offsetHeight) return;
      const rest = Math.ceil(card.offsetHeight - rows.offsetHeight);
      if (rest !== this.rest) rows.style.setProperty("--rest", `${rest}px`);
      this.rest = rest;
      known = size();
      if (wasAtEnd) this.scrollToEnd();
      if (!isFilled) whenFilled();
      isFilled ||= rows.scrollHeight > rows.clientHeight + 1;
    });
    for (const element of [card, rows]) observer.observe(element);
  }

  /** The last row is in sight, also once its chunk has been laid out. */
  scrollToEnd() {
    if (this.chunks.length) this.show(this.chunks.at(-1));
    const scroll = () => { this.rows.scrollTop = this.rows.scrollHeight; };
    scroll();
    const { scrollTop } = this.rows;
    // Rows out of sight get their heights when they are laid out. A reader who has scrolled since stays there.
    requestAnimationFrame(() => { if (this.rows.scrollTop === scrollTop) scroll(); });
  }

  restore({ focused, event, index, anchor, top }) {
    if (anchor?.element.isConnected && !this.moved.has(anchor)) {
      const distance = this.top(anchor) - top;
      if (distance) this.rows.scrollTop += distance;
    }
    if (!focused || document.activeElement === focused) return;
    if (focused.isConnected) return focused.focus({ preventScroll: true });
    const place = Math.min(index, this.order.length - 1);
    this.showAt(place);
    const { element, title } = this.order[place] ?? { element: this.hasOwnRows ? this.element : this.title };
    // NB: on the row, and on no button that does something to it: what took the last one away would take this one with another press.
    const opens = title?.dataset.rowEvent === event && event !== undefined;
    if (element !== this.title && !opens) element.tabIndex = -1;
    (opens ? title : element).focus({ preventScroll: true });
    setText(this.news, words.text("The row is gone."));
  }

  /** Reads why rows cannot be tapped, and which events they have now, and returns whether that differs. */
  updateReasons(state) {
    let differs = false;
    for (const [action, element] of this.reasons) {
      const text = state[action.reason] ?? "";
      differs ||= element.textContent !== text;
      setText(element, text);
    }
    for (const action of this.actions) {
      const isHidden = state[action.hidden] === true;
      if (action.isHidden === isHidden) continue;
      differs = true;
      action.isHidden = isHidden;
      if (this.columns.length) hide(this.rows.querySelector(`.header [data-room="${CSS.escape(action.type)}"]`), isHidden, isHidden);
    }
    return differs;
  }

  disable({ row, title, buttons }) {
    for (const [index, action] of this.actions.entries()) {
      const reason = this.reasons.get(action);
      const button = buttons[index];
      const isHidden = action.isHidden || row?.[action.rowHidden] === true;
      if (button === title) this.showOpening(title, row, isHidden);
      else hide(button, isHidden, action.isHidden);
      if (reason) describeBy(button, reason, true);
      if (reason?.textContent || button.isDisabledByRow) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  }

  /** The title of a row stays where what opens the row is hidden: then it is a text. */
  showOpening(title, row, isHidden) {
    if (title.tagName === "BUTTON") title.disabled = isHidden;
    else if (isHidden) title.removeAttribute("href");
    else title.href = this.address(row?.[this.identity]) ?? "#";
  }

  click(event) {
    const { target } = event;
    if (target.className === "row-box") return this.selection.choose(target, target.closest(".row").entry.row[this.identity]);
    const button = target.closest("[data-row-event]");
    const entry = button?.closest(".row").entry;
    // The browser opens a link in another tab.
    if (!entry || button.tagName === "A" && (!button.href || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
    event.preventDefault();
    // What the first click of two has opened may have moved another button under the pointer.
    if (event.detail > 1) return;
    this.clear();
    this.tap(button, this.actions.find(({ type }) => type === button.dataset.rowEvent), entry.row[this.identity]);
  }

  /** Shows why an event about a row was refused: at the row, or above the list if the row is gone. */
  refuse(button, text) {
    this.clear();
    const row = button.closest(".row");
    if (!row?.isConnected) return setText(this.refusal, text);
    this.rowRefusal = make("p", { className: "refusal", dir: "auto" });
    this.rowRefusal.setAttribute("role", "alert");
    this.extend(row, this.rowRefusal);
    // NB: a live region that appears with its text is not announced everywhere.
    setTimeout(() => this.rowRefusal && setText(this.rowRefusal, text));
  }

  /** Adds what stands below a row, and is part of it. */
  extend(row, element) {
    const extra = make("div", { className: "row-extra" }, element);
    if (this.columns.length) extra.setAttribute("role", "cell");
    row.append(extra);
  }

  /** Removes it again. */
  retract(element) {
    element?.parentElement?.remove();
  }

  clear() {
    setText(this.refusal, "");
    this.retract(this.rowRefusal);
    this.rowRefusal = null;
  }
}

/** Hides a button of a row. Its room stays for those of other rows, unless no row has it. */
function hide(button, isHidden, isAbsent) {
  if (!button) return;
  button.hidden = isHidden;
  button.classList.toggle("absent", isAbsent);
}

const lowercased = text => /^[A-Z]{2}/.test(text) ? text : text.toLowerCase();
