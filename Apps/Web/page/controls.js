// Inputs that a schema describes.
import { formatDuration, formatExactPercent, formatNumber, withZerosOf } from "./formats.js";
import { make, setText } from "./page.js";
import { INPUTS } from "./roles.js";
import { isEqual } from "./store.js";
import { formatOf, isMoney, roleOf } from "./values.js";
import { words } from "./words.js";

/**
 * An element for a value of a schema, with `read()` for what it holds (`undefined` is a value that is left out; text that
 * is no such value throws an `InputProblem`) and `write(value)` to show a value. `inputs` have their JSON Pointer in
 * `data-pointer`, below `pointer`.
 */
export class Controls {
  /** The names of members and the labels of choices are as described, or made for people by functions. */
  constructor(schemas, { name = text => text, choice = (shape, value) => String(value), needsText = false } = {}) {
    Object.assign(this, { schemas, name, label: choice, needsText });
  }

  control(schema, label, { isRequired = true, pointer = "" } = {}) {
    const { shape, isNullable, isOne } = this.schemas.shape(schema);
    const prompt = this.schemas.resolve(schema)["x-prompt"];
    const site = { label, pointer, prompt, isRequired, isOptional: !isRequired || isNullable, absent: isRequired ? null : undefined };
    const role = roleOf(this.schemas, schema);
    if (!isOne) return this.json(site);
    if ("const" in shape) return constant(shape.const);
    if (shape.enum?.length === 1) return constant(shape.enum[0]);
    if (shape.enum) return this.choice(shape.enum, shape.enum.map(value => this.label(shape, value)), site);
    if (shape["x-secret"] || shape.writeOnly) return this.text({ type: "password", ...INPUTS[role] ?? INPUTS.existingSecret, ...(prompt && { placeholder: prompt }) }, site);
    switch ([shape.type].flat()[0]) {
      case "object": return this.object(shape, site);
      case "boolean": return isNullable ? this.choice([true, false], [words.text("Yes"), words.text("No")], site) : this.toggle(site);
      case "integer": case "number": return this.number(shape, role, site);
      case "string":
        if (shape["x-decimal"]) return this.number(shape, role, site);
        if (shape.format === "date-time") return this.date("datetime-local", site);
        if (shape.format === "date") return this.date("date", site);
        if (formatOf(shape) === "time-of-day") return this.localTime("time", site);
        if (formatOf(shape) === "local-date-time") return this.localTime("datetime-local", site);
        return this.text({
          type: formatOf(shape) === "uri" ? "url" : "text", autocomplete: "off", dir: "auto", placeholder: prompt ?? (shape.format === "uri" ? "https://" : shape.format ?? ""),
          isLong: role === "longText" || formatOf(shape) === "markdown", ...INPUTS[role] }, site);
      default: return this.json(site);
    }
  }

  object(shape, { label, pointer }) {
    const constants = this.schemas.constants(shape);
    const required = shape.required ?? [];
    const parts = this.schemas.names(shape).map(name => {
      const options = { isRequired: required.includes(name), pointer: `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` };
      return [name, this.control(shape.properties[name], this.name(name, shape.properties[name]), options)];
    });
    const group = make(label ? "fieldset" : "div", {}, ...parts.map(([, part]) => part.element));
    if (label) group.prepend(make("legend", { dir: "auto" }, label));
    return {
      element: group,
      inputs: parts.flatMap(([, part]) => part.inputs),
      read: () => Object.fromEntries(parts.map(([name, part]) => [name, part.read()]).filter(([, value]) => value !== undefined)),
      write: value => { for (const [name, part] of parts) if (!(name in constants)) part.write(value?.[name]); },
      isMoney: isMoney(shape),
    };
  }

  choice(values, labels, { isOptional, absent, prompt, ...site }) {
    const select = make("select");
    if (isOptional) select.add(new Option(prompt ?? "–", ""));
    values.forEach((value, index) => select.add(new Option(labels[index], String(index))));
    return this.labelled(select, { ...site, mayBeEmpty: isOptional }, {
      read: () => select.value === "" ? absent : values[select.value],
      write: value => { select.value = values.includes(value) ? String(values.indexOf(value)) : ""; },
    });
  }

  /** A choice between what there is at the moment: `offer` replaces the options, `{ value, text, isDisabled }`. */
  offered(schema, label) {
    const { isNullable } = this.schemas.shape(schema);
    const select = make("select");
    const values = [];
    let shown;
    const offer = options => {
      if (isEqual(options, shown)) return;
      shown = options;
      values.splice(0, values.length, ...options.map(({ value }) => value));
      const none = new Option(this.schemas.resolve(schema)["x-prompt"] ?? "–", "");
      none.disabled = none.hidden = !isNullable;
      select.replaceChildren(none, ...options.map(({ text, isDisabled }, index) => Object.assign(new Option(text, String(index)), { disabled: isDisabled === true })));
    };
    offer([]);
    const control = this.labelled(select, { label, pointer: "", isRequired: true, mayBeEmpty: isNullable }, {
      read: () => select.value === "" ? null : values[select.value],
      write: value => { select.value = values.includes(value) ? String(values.indexOf(value)) : ""; },
    });
    return { ...control, offer };
  }

  toggle(site) {
    const input = make("input", { type: "checkbox" });
    return this.labelled(input, { ...site, mayBeEmpty: true }, { read: () => input.checked, write: value => { input.checked = value === true; } });
  }

  text({ isLong, ...properties }, { isOptional, absent, ...site }) {
    const { type, ...longProperties } = properties;
    const input = isLong ? make("textarea", { rows: 4, ...longProperties }) : make("input", { spellcheck: false, type, ...longProperties });
    return this.labelled(input, { ...site, mayBeEmpty: !this.needsText }, {
      read: () => input.value === "" && isOptional ? absent : input.value,
      // NB: a secret is in no state; what was typed stays until it is cleared.
      write: value => { if (input.type !== "password") setValue(input, value ?? ""); },
    });
  }

  /** A number is sent as it was typed: the app reads it, by its locale. Beside what is typed stands what the app has read. */
  number(shape, role, { isOptional, absent, ...site }) {
    const isDecimal = Boolean(shape["x-decimal"]);
    const input = make("input", { type: "text", inputMode: shape.type === "integer" && shape.minimum >= 0 ? "numeric" : "decimal", autocomplete: "off", spellcheck: false,
      placeholder: isDecimal ? formatNumber("0.00") : "" });
    const understood = make("output", { className: "understood muted", hidden: true, dir: "auto" });
    const shown = value => value === null || value === undefined ? "" : (FIELD_TEXTS[role] ?? formatNumber)(isDecimal || !role ? value : Number(value));
    const read = () => {
      const text = input.value.trim();
      if (text !== "") return { typed: text };
      if (!isOptional) throw new InputProblem(input, shape.type === "integer" ? words.text("A whole number is needed.") : words.text("A number is needed."));
      return absent;
    };
    // What the app has read while a person typed.
    let understoodValue;
    // While a person types, the text stays as it is.
    const write = value => {
      const isTyping = input === document.activeElement && input.value.trim() !== "";
      if (isTyping) understoodValue = value;
      const text = shown(isDecimal && value && value === understoodValue ? withZerosOf(input.value.trim(), value) : value);
      if (!isTyping) setValue(input, text);
      const says = isTyping && text !== "" && input.value.trim() !== text;
      understood.hidden = !says;
      setText(understood, says ? words.text("Read as {0}", text) : "");
    };
    const control = this.labelled(input, { ...site, isRequired: !isOptional }, { read, write });
    control.element.append(understood);
    input.addEventListener("input", () => { understood.hidden = true; });
    return { ...control, isTyped: true };
  }

  date(type, { isOptional, absent, ...site }) {
    const input = make("input", { type, step: type === "date" ? "1" : "60" });
    const read = () => {
      if (input.value === "" && isOptional && !input.validity.badInput) return absent;
      if (input.value === "") throw new InputProblem(input, words.text("A date is needed."));
      return type === "date" ? input.value : new Date(input.value).toISOString().replace(".000Z", "Z");
    };
    const write = value => {
      if (!value || type === "date") return setValue(input, value ?? "");
      const date = new Date(value);
      // NB: in steps of a minute, a time with seconds would be one that is not valid.
      input.step = date.getSeconds() ? "1" : "60";
      const local = new Date(date.valueOf() - date.getTimezoneOffset() * 60_000);
      if (!Number.isNaN(date.valueOf())) writeUnlessSame(input, local.toISOString().slice(0, date.getSeconds() ? 19 : 16), () => input.value);
    };
    return this.labelled(input, { ...site, isRequired: !isOptional }, { read, write });
  }

  /** A time without a zone is written as it stands in the input. */
  localTime(type, { isOptional, absent, ...site }) {
    const input = make("input", { type, step: "60" });
    const read = () => {
      if (input.value === "" && isOptional && !input.validity.badInput) return absent;
      if (input.value === "") throw new InputProblem(input, type === "time" ? words.text("A time is needed.") : words.text("A date and a time are needed."));
      return input.value;
    };
    const write = value => {
      input.step = /:\d\d:\d\d/.test(value) ? "1" : "60";
      setValue(input, value ?? "");
    };
    return this.labelled(input, { ...site, isRequired: !isOptional }, { read, write });
  }

  /** A value that no other control fits is written as JSON. */
  json({ isRequired, ...site }) {
    const area = make("textarea", { placeholder: "JSON", rows: 2 });
    // What is in it may be secret.
    area.dataset.isJson = true;
    return this.labelled(area, { ...site, isRequired }, {
      read: () => {
        if (!area.value.trim()) return undefined;
        try {
          return JSON.parse(area.value);
        } catch {
          throw new InputProblem(area, words.text("{0} is not JSON.", site.label));
        }
      },
      write: value => setValue(area, value === undefined ? "" : JSON.stringify(value)),
    });
  }

  labelled(input, { label, pointer, isRequired, mayBeEmpty = false }, { read, write }) {
    input.required = isRequired && !mayBeEmpty;
    input.dataset.pointer = pointer;
    // A label keeps its own direction, whatever that of the page is.
    const element = make("label", {}, make("bdi", {}, label), input);
    if (input.type === "checkbox") element.className = "check";
    return { element, inputs: [input], read, write };
  }
}

/** How a number that means something is shown where it is typed: with all that it has. */
const FIELD_TEXTS = { percent: formatExactPercent, duration: seconds => formatDuration(seconds, 3) };

/** What is in an input cannot be sent. */
export class InputProblem extends Error {
  /** `isCertain` says that it cannot become a value as more is typed. */
  constructor(input, text, { isCertain = false } = {}) {
    super(text);
    Object.assign(this, { input, isCertain });
  }
}

const constant = value => ({ element: "", inputs: [], read: () => value, write() {} });

/** Shows a text and leaves the cursor where it is. */
export function setValue(input, text) {
  if (input.value === text) return;
  const { selectionStart, selectionEnd } = input;
  input.value = text;
  // NB: inputs for numbers and dates have no selection.
  if (input === document.activeElement && selectionStart !== null) input.setSelectionRange(selectionStart, selectionEnd);
}

/** Shows a value, but keeps another way to write the same one. */
function writeUnlessSame(input, value, read) {
  const text = value === null || value === undefined ? "" : String(value);
  if (text === "" || read() !== text) setValue(input, text);
}
