// Text in a part of Markdown: emphasis, code, links and lists. It never becomes HTML: each part is an element with a text.
import { link } from "./links.js";
import { make } from "./page.js";

/** A text as paragraphs, lists and lines of code. */
export function richText(text) {
  const element = make("div", { className: "rich-text", dir: "auto" });
  for (const block of blocks(text)) {
    if (block.code !== undefined) {
      element.append(make("pre", { tabIndex: 0 }, make("code", {}, block.code)));
    } else if (block.item) {
      const tag = block.number === undefined ? "UL" : "OL";
      let list = element.lastElementChild;
      if (list?.tagName !== tag || !list.isOpen) {
        list = make(tag, { isOpen: true });
        if (block.number !== undefined) list.start = block.number;
        element.append(list);
      }
      list.append(make("li", {}, ...spans(block.text)));
    } else {
      if (element.lastElementChild) element.lastElementChild.isOpen = false;
      element.append(make("p", {}, ...spans(block.text)));
    }
  }
  return element;
}

/** The paragraphs, items and lines of code. */
function blocks(text) {
  const result = [];
  let paragraph = [];
  let code;
  const end = () => {
    if (paragraph.length) result.push({ text: paragraph.join("\n") });
    paragraph = [];
  };
  for (const line of text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)) {
    const [, number, item] = /^ *(?:[-*]|([0-9]{1,9})\.) (.*)$/.exec(line) ?? [];
    if (line.startsWith("```")) {
      if (code) result.push({ code: code.join("\n") });
      else end();
      code = code ? undefined : [];
    } else if (code) {
      code.push(line);
    } else if (!line.trim()) {
      end();
    } else if (item !== undefined) {
      end();
      result.push({ item: true, text: item, number: number === undefined ? undefined : Number(number) });
    } else {
      paragraph.push(line);
    }
  }
  if (code) result.push({ code: code.join("\n") });
  end();
  return result;
}

const isWord = character => /[\p{L}\p{N}]/u.test(character ?? "");
const isSpace = character => character === undefined || /\s/.test(character);

/** Where each mark closes for the last time: the end of a run behind something that is no space. */
function lastClosings(text) {
  const closings = {};
  for (const { 0: run, index } of text.matchAll(/\*+|_+/g)) {
    if (index === 0 || isSpace(text[index - 1])) continue;
    for (const length of [1, 2]) if (run.length === length || run.length > 2) closings[run[0].repeat(length)] = index + run.length - 1;
  }
  return closings;
}

/** The parts of a line, in one pass. */
function spans(text) {
  const closings = lastClosings(text);
  const isOpen = {};
  const result = [];
  let words = "";
  const styled = element => ["**", "__"].some(mark => isOpen[mark]) ? make("strong", {}, element) : element;
  const emphasized = element => ["*", "_"].some(mark => isOpen[mark]) ? make("em", {}, element) : element;
  const add = element => result.push(emphasized(styled(element)));
  const flush = () => {
    if (words) add(words);
    words = "";
  };
  let index = 0;
  while (index < text.length) {
    const rest = text.slice(index, index + 2);
    const mark = /^(\*\*|__|\*|_)/.exec(rest)?.[0];
    const code = text[index] === "`" ? text.indexOf("`", index + 1) : -1;
    const middle = text[index] === "[" ? text.indexOf("](", index) : -1;
    const end = middle < 0 ? -1 : text.indexOf(")", middle);
    if (text[index] === "\\" && /[\p{P}\p{S}]/u.test(text[index + 1] ?? "")) {
      words += text[index + 1];
      index += 2;
    } else if (code > index + 1) {
      flush();
      add(make("code", {}, text.slice(index + 1, code)));
      index = code + 1;
    } else if (end > 0) {
      flush();
      add(link(text.slice(middle + 2, end), text.slice(index + 1, middle)));
      index = end + 1;
    } else if (mark && marks(text, index, mark, isOpen, closings)) {
      flush();
      isOpen[mark] = !isOpen[mark];
      index += mark.length;
    } else {
      words += mark ?? text[index];
      index += mark?.length ?? 1;
    }
  }
  flush();
  return result;
}

/** Whether a mark begins or ends an emphasis where it stands. */
function marks(text, index, mark, isOpen, closings) {
  const [before, after] = [text[index - 1], text[index + mark.length]];
  // An underscore within a word is part of it, as in `file_name`.
  if (mark[0] === "_" && isWord(before) && isWord(after)) return false;
  return isOpen[mark] ? !isSpace(before) : !isSpace(after) && (closings[mark] ?? 0) > index + mark.length;
}
