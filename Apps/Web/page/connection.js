// The store of a page, and what the page shows of its connection.
import { Entry } from "./entry.js";
import { byID, setText, showConnection, showNotice } from "./page.js";
import { Store, webSocket } from "./store.js";
import { speak, words } from "./words.js";

/** A store over the bridge's WebSocket. What it knows of a tab outlives a reload of the page. */
export function openStore(observer) {
  const entry = new Entry();
  const memory = {
    get: key => sessionStorage.getItem(key),
    set: (key, value) => value === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, value),
  };
  const key = memory.get("session") ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");
  memory.set("session", key);
  const transport = webSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/session`, { key, enter: () => entry.exchange(), refusal: wasIn => entry.refusal(wasIn) });
  const store = new Store(transport, { observer: Object.assign(observer, { speak }), words, memory });
  const { connection, lost, notice, starting } = store;
  // A page of one's own shows what it likes of it.
  follow(connection, ({ state }) => showConnection(state));
  if (!byID("notice")) return store;
  follow(notice, said => {
    showNotice(said !== undefined);
    if (!said) return;
    setText(byID("notice-text"), said.text);
    byID("start").hidden = !said.canStart;
  });
  follow(starting, isStarting => { byID("start").disabled = isStarting; });
  follow(lost, showLost);
  byID("start").onclick = () => store.start();
  byID("lost-close").onclick = () => store.forgetLost();
  return store;
}

function follow({ getSnapshot, subscribe }, show) { subscribe(() => show(getSnapshot())); }

function showLost(names) {
  const hadFocus = byID("lost").contains(document.activeElement);
  const all = names.join(", ");
  byID("lost").hidden = names.length === 0;
  setText(byID("lost-text"), names.length === 0 ? ""
    : names.length === 1 ? words.text("Your last action may not have arrived: {0}.", all) : words.text("Your last actions may not have arrived: {0}.", all));
  if (hadFocus && names.length === 0) document.querySelector("[tabindex='-1']:is(#cards, #instances)").focus();
}
