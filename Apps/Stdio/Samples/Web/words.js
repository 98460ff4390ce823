// The page's own sentences, in the language of the app. The English text is the key; Page.xcstrings has the translations.

import { texts } from "./words.texts.js";

const RIGHT_TO_LEFT = ["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"];
const ACCENTED = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ATTRIBUTES = ["aria-label", "title", "placeholder", "data-title", "data-parameter-label", "data-empty"];

/** `en-XA` shows what is in no catalogue. */
const accented = text => `${text.replace(/\{\d\}|[A-Za-z]/g, part => part.length > 1 ? part : [...ACCENTED][LETTERS.indexOf(part)])} ~`;

class Words {
  /** The language in which this page was loaded. */
  language = sessionStorage.getItem("language") ?? "en";

  get isRightToLeft() { return RIGHT_TO_LEFT.includes(this.language.split("-")[0]); }

  /** A text; `{0}` stands for the first value, which chooses the plural form if it is a number. */
  text(english, ...values) {
    return this.filled(this.find(english, values) ?? english, values);
  }

  /** A text that the page does not know, such as a label; as it is, if the catalogue does not have it. */
  said(english) { return this.known(english) ?? english; }

  /** A text that stands in the page; `undefined` if the catalogue does not have it. */
  known(english) { return this.find(english, []); }

  find(english, values) {
    if (this.language === "en-XA") return english in texts.de ? `[${accented(english)}]` : undefined;
    for (let tag = this.language; tag; tag = tag.slice(0, Math.max(tag.lastIndexOf("-"), 0))) {
      const text = texts[tag]?.[english];
      if (text !== undefined) return this.form(text, values[0], tag);
    }
    return this.form(texts.en?.[english], values[0], "en");
  }

  form(text, number, tag) {
    const forms = text?.variations?.plural;
    if (!forms) return text;
    return (forms[new Intl.PluralRules(tag).select(number)] ?? forms.other).stringUnit.value;
  }

  filled(text, values) {
    const isolated = value => this.isRightToLeft ? `\u2068${value}\u2069` : `${value}`;
    const shown = value => typeof value === "number" ? value.toLocaleString(this.language) : value;
    return text.replace(/\{(\d)\}/g, (_, index) => isolated(shown(values[index])));
  }

  /** Says the texts that stand in the page, and in its templates. */
  say(root) {
    for (const element of root.querySelectorAll("*")) {
      // NB: a `meta` has a text there.
      if (element.content instanceof DocumentFragment) this.say(element.content);
      for (const name of ATTRIBUTES) {
        const text = element.getAttribute(name) && this.known(element.getAttribute(name));
        if (text) element.setAttribute(name, text);
      }
      for (const node of element.childNodes) {
        const text = node.nodeType === Node.TEXT_NODE && this.known(node.data.trim());
        if (text) node.data = node.data.replace(node.data.trim(), () => text);
      }
    }
  }
}

export const words = new Words();

if (words.language !== "en") {
  document.documentElement.lang = words.language;
  document.documentElement.dir = words.isRightToLeft ? "rtl" : "ltr";
  words.say(document);
}

/** The app has a language: the page is loaded again where it is another one. */
export function speak(language) {
  if (language === words.language) return false;
  sessionStorage.setItem("language", language);
  location.reload();
  return true;
}
