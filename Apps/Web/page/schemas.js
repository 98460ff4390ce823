/** JSON Schema as far as the core's descriptions go: variants, what may be null, and where secrets are. */
export const SECRET = "<secret>";

export class Schemas {
  constructor(root) { this.root = root; }

  /** The schema that a reference names; the members beside the reference, such as a description, stay. */
  resolve(schema, depth = 0) {
    if (typeof schema?.$ref !== "string" || depth > 16) return schema ?? {};
    const { $ref, ...beside } = schema;
    const path = $ref.replace(/^#\/?/, "").split("/").filter(Boolean);
    const target = path.reduce(
      (value, key) => value?.[decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~")], this.root);
    return { ...this.resolve(target, depth + 1), ...beside };
  }

  variants(schema) {
    const resolved = this.resolve(schema);
    const choices = resolved.oneOf ?? resolved.anyOf;
    return choices ? choices.flatMap(choice => this.variants(choice)) : schema ? [resolved] : [];
  }

  /** The one schema that a value has beside null, or the variant that fits the value; without either, an empty one. */
  shape(schema, value) {
    const variants = this.variants(schema);
    const shapes = variants.filter(({ type }) => type !== "null");
    const fits = shape => Object.entries(this.constants(shape)).every(([name, constant]) => value?.[name] === constant);
    const shape = shapes.length === 1 ? shapes[0] : value && typeof value === "object" ? shapes.find(fits) : undefined;
    return { shape: shape ?? {}, isNullable: shapes.length < variants.length, isOne: shapes.length === 1 };
  }

  /** What the core describes of a question: its input and its answer; `undefined` if it does not. */
  question(name) { return (this.root?.["x-questions"] ?? []).find(question => question.name === name); }

  /** The names of an object's properties: as declared (`x-members`, `x-order`) where that is known. */
  names(schema) {
    const { properties = {}, "x-members": members, "x-order": order = members } = this.resolve(schema);
    const names = Object.keys(properties);
    if (!Array.isArray(order)) return names;
    return [...order.filter(name => names.includes(name)), ...names.filter(name => !order.includes(name))];
  }

  /** The properties that tell a variant from the others. */
  constants(schema) {
    const fixed = Object.entries(this.resolve(schema).properties ?? {}).map(([name, property]) => {
      const { const: value, enum: values } = this.resolve(property);
      return [name, values?.length === 1 ? values[0] : value];
    });
    return Object.fromEntries(fixed.filter(([, value]) => value !== undefined));
  }

  isSecret(schema) {
    return this.variants(schema).some(variant => variant["x-secret"] || variant.writeOnly);
  }

  mask(value, schema) {
    const resolved = this.resolve(schema);
    if (resolved["x-secret"] || resolved.writeOnly) return value === "" || value === null ? value : SECRET;
    for (const choice of [...resolved.oneOf ?? [], ...resolved.anyOf ?? [], ...resolved.allOf ?? []]) {
      const constants = Object.entries(this.constants(choice));
      if (constants.every(([name, constant]) => value?.[name] === constant)) value = this.mask(value, choice);
    }
    if (Array.isArray(value)) return value.map(item => this.mask(item, resolved.items));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) =>
      [name, this.mask(member, resolved.properties?.[name])]));
  }
}
