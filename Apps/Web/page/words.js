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
  /** The language in which this page was loaded. */
  language = sessionStorage.getItem("language") ?? "en";

  /** The locale of the app, by which numbers, money and dates are written. */
  get locale() { return sessionStorage.getItem("locale") ?? this.language; }

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
    return this.filled(this.find(english, values) ?? english, values);
  }

  /** A text that the page does not know, such as a label; as it is, if the catalogue does not have it. */
  said(english) { return this.known(english) ?? english; }

  /** A text that stands in the page; `undefined` if the catalogue does not have it. */
  known(english) { return this.find(english, []); }

  find(english, values) {
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

/** The app has a language and a locale: the page is loaded again where they are others. */
export function speak(language, identifier) {
  const locale = asTag(identifier ?? language) ?? language;
  if (language === words.language && locale === words.locale) return false;
  sessionStorage.setItem("language", language);
  sessionStorage.setItem("locale", locale);
  location.reload();
  return true;
}
