// The page's own sentences, in the language of the app. The English text is the key; Page.xcstrings has the translations.

import { texts } from "./words.texts.js";

const RIGHT_TO_LEFT = ["Adlm", "Arab", "Aran", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"];
const TURNS_DIRECTION = /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFE]|[\uD802\uD803\uD83A\uD83B][\uDC00-\uDFFF]/;
const ACCENTED = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ATTRIBUTES = ["aria-label", "title", "placeholder", "data-title", "data-parameter-label", "data-empty"];

/** `en-XA` shows what is in no catalogue. */
const accented = text => `${text.replace(/\{\d\}|[A-Za-z]/g, part => part.length > 1 ? part : [...ACCENTED][LETTERS.indexOf(part)])} ~`;

/** A language as the browser knows it, with the script in which it is written: `zh-TW` is `zh-Hant-TW`. */
const likely = tag => new Intl.Locale(tag).maximize();

/** A text between the marks of an isolate, which nothing in it can end or outlast. */
export function isolated(text) {
  let depth = 0;
  const inner = text.replace(/[\u2066-\u2069]/g, mark => {
    if (mark !== "\u2069") depth += 1;
    else if (depth-- === 0) return depth = 0, "";
    return mark;
  });
  return text && `\u2068${inner}${"\u2069".repeat(depth + 1)}`;
}

/** A locale as browsers name it: `de_CH` is `de-CH`. */
function asTag(identifier) {
  try {
    return Intl.getCanonicalLocales(identifier.replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
}

class Words {
  language = "en";
  /** The locale of the app, by which numbers, money and dates are written. */
  locale = "en";
  /** The texts that stand in the page: each in English, and what shows another one in its place. */
  standing = [];

  get isRightToLeft() { return RIGHT_TO_LEFT.includes(likely(this.language).script); }

  /** The languages of the catalogue in which this one is read, the nearest first. */
  get tags() {
    const wish = likely(this.language);
    const isRead = tag => likely(tag).language === wish.language && likely(tag).script === wish.script;
    const distance = tag => tag === this.language ? 0 : likely(tag).region === wish.region ? 1 : 2;
    return Object.keys(texts).filter(isRead).sort((one, other) => distance(one) - distance(other));
  }

  /** A text; `{0}` stands for the first value, which chooses the plural form if it is a number. */
  text(english, ...values) {
    return this.filled(this.translation(english, values) ?? english, values);
  }

  /** A text that the page does not know, such as a label; as it is, if the catalogue does not have it. */
  said(english) { return this.known(english) ?? english; }

  /** A text that stands in the page; `undefined` if the catalogue does not have it. */
  known(english) { return this.translation(english, []); }

  translation(english, values) {
    if (this.language === "en-XA") return english in texts.de ? `[${accented(english)}]` : undefined;
    for (const tag of this.tags) {
      const text = texts[tag][english];
      if (text !== undefined) return this.form(text, values[0], tag);
    }
    return this.form(texts.en?.[english], values[0], "en");
  }

  form(text, number, tag) {
    const forms = text?.variations?.plural;
    if (!forms) return text;
    return (forms[new Intl.PluralRules(tag).select(number)] ?? forms.other).stringUnit.value;
  }

  /** A value as it stands in or beside a text of the page: where one of them turns the direction, it keeps its own. */
  isolated(value) { return this.isRightToLeft || TURNS_DIRECTION.test(value) ? isolated(value) : value; }

  filled(text, values) {
    const shown = value => typeof value === "number" ? value.toLocaleString(this.locale) : value;
    return text.replace(/\{(\d)\}/g, (_, index) => this.isolated(`${shown(values[index])}`));
  }

  /** Finds the texts that stand in the page, and in its templates. */
  find(root) {
    for (const element of root.querySelectorAll("*")) {
      // NB: a `meta` has a text there.
      if (element.content instanceof DocumentFragment) this.find(element.content);
      for (const name of ATTRIBUTES) this.add(element.getAttribute(name), text => element.setAttribute(name, text));
      for (const node of element.childNodes) {
        const { nodeType, data } = node;
        if (nodeType === Node.TEXT_NODE) this.add(data.trim(), text => { node.data = data.replace(data.trim(), () => text); });
      }
    }
  }

  add(english, show) { if (english) this.standing.push([english, show]); }

  /** Says the texts that stand in the page in a language. */
  speak(language, locale) {
    if (language === this.language && locale === this.locale) return;
    Object.assign(this, { language, locale });
    Object.assign(document.documentElement, { lang: language, dir: this.isRightToLeft ? "rtl" : "ltr" });
    for (const [english, show] of this.standing) show(this.known(english) ?? english);
  }
}

export const words = new Words();

words.find(document);
words.speak(sessionStorage.getItem("language") ?? "en", sessionStorage.getItem("locale") ?? "en");

/** The app has a language and a locale. A page that is loaded again begins with them. */
export function speak(language, identifier) {
  const locale = asTag(identifier ?? language) ?? language;
  sessionStorage.setItem("language", language);
  sessionStorage.setItem("locale", locale);
  words.speak(language, locale);
}
