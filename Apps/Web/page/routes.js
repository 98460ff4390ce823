// The addresses of screens: the app's links, and for a screen without one its name and parameters.

/** Before the name of a screen that has no link of the app's. */
const BY_NAME = "#!";
/** Before the name of an instance whose parameters an address cannot have. */
const BY_INSTANCE = "#@";

export class Routes {
  /** `screens` are the screens by name; `links` is what the app says of its links. */
  constructor(schemas, screens, links) {
    Object.assign(this, { schemas, screens, routes: links?.routes ?? [] });
  }

  /** The address of a screen with parameters, or of an instance whose parameters are not known. It has nothing that is secret. */
  address({ instance, screen, params }) {
    const texts = params && this.texts(screen, params);
    if (texts) return this.link(screen, texts) ?? `${BY_NAME}${encodeURIComponent(screen)}${query(texts)}`;
    return instance === undefined ? undefined : `${BY_INSTANCE}${encodeURIComponent(instance)}`;
  }

  /** The link that the app describes for a screen, as an address; undefined if it describes none. */
  link(screen, texts) {
    for (const { path } of this.routes.filter(route => route.screen === screen)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      if (names.some(name => [undefined, "", ".", ".."].includes(texts.get(name)))) continue;
      const rest = new Map([...texts].filter(([name]) => !names.includes(name)));
      return `#${path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(texts.get(name)))}${query(rest)}`;
    }
    return undefined;
  }

  /** The parameters as texts; undefined if an address cannot have all that the screen needs. */
  texts(screen, params) {
    const schema = this.screens.get(screen)?.params;
    if (!schema) return undefined;
    const { properties = {}, required = [] } = this.schemas.resolve(schema);
    const texts = new Map();
    for (const name of this.schemas.names(schema)) {
      const value = params[name];
      const isText = ["string", "number", "boolean"].includes(typeof value) && !this.schemas.isSecret(properties[name]);
      if (isText) texts.set(name, String(value));
      else if (required.includes(name) || value !== undefined && value !== null) return undefined;
    }
    return texts;
  }

  /** What an address leads to: `{ instance }`, `{ screen, params }`, or `{ link }` for the app to say what is wrong; undefined if it is no address. */
  target(address) {
    try {
      if (address.startsWith(BY_INSTANCE)) return { instance: decodeURIComponent(address.slice(BY_INSTANCE.length)) };
      const [path, search = ""] = address.slice(address.startsWith(BY_NAME) ? BY_NAME.length : 1).split("?");
      if (address.startsWith(BY_NAME)) return this.read(decodeURIComponent(path), [...new URLSearchParams(search)]);
      if (!address.startsWith("#/")) return undefined;
      const parts = path.split("/").map(decodeURIComponent);
      for (const route of this.routes) {
        const pattern = route.path.split("/");
        const values = pattern.map((name, index) => [/^\{(\w+)\}$/.exec(name)?.[1], parts[index]]);
        const fits = pattern.length === parts.length && values.every(([name, text], index) => name === undefined ? text === pattern[index] : text !== "");
        if (fits) return this.read(route.screen, [...values.filter(([name]) => name !== undefined), ...new URLSearchParams(search)]);
      }
      return { link: address.slice(1) };
    } catch {
      return undefined;
    }
  }

  read(screen, texts) {
    const { properties = {} } = this.schemas.resolve(this.screens.get(screen)?.params);
    return { screen, params: Object.fromEntries(texts.map(([name, text]) => [name, this.value(properties[name], text)])) };
  }

  value(schema, text) {
    const [type] = [this.schemas.shape(schema).shape.type].flat();
    if (type === "boolean") return text === "true";
    return type === "integer" || type === "number" ? Number(text) : text;
  }

  /** The address of the screen that a row of a list leads to, where the app says both. */
  row(layout, list, identity) {
    const detail = layout?.details?.find(pair => pair.list === list)?.detail;
    const schema = this.schemas.resolve(this.screens.get(detail)?.params);
    const names = schema.required ?? [];
    return names.length === 1 ? this.address({ screen: detail, params: { [names[0]]: identity } }) : undefined;
  }
}

function query(texts) {
  const text = [...texts].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
  return text && `?${text}`;
}
