// JSON Patch (RFC 6902).

/**
 * The value that a patch makes of another one, which it does not change. Parts that no operation touches are shared with
 * the old value, so `===` tells what is the same. A patch that does not fit throws an `Error`.
 */
export function applyPatch(value, operations) {
  const patch = new Patch(value);
  for (const operation of operations) patch.apply(operation);
  return patch.root;
}

class Patch {
  // Copies that this patch has made. It may change these.
  copies = new Set();

  constructor(root) { this.root = root; }

  apply({ op, path, from, value }) {
    switch (op) {
      case "add": return this.add(path, value);
      case "remove": return this.remove(path);
      case "replace": return this.replace(path, value);
      case "move":
        if (path.startsWith(`${from}/`)) throw new Error(`${from} cannot be moved into itself`);
        return this.add(path, this.remove(from));
      // NB: without its own copy, a later operation at one of the two would change the other as well.
      case "copy": return this.add(path, structuredClone(this.get(from)));
      case "test":
        if (!isEqual(this.get(path), value)) throw new Error(`${path} has another value`);
        return undefined;
      default: throw new Error(`there is no operation ${op}`);
    }
  }

  get(path) { return keys(path).reduce((value, key) => value[this.member(value, key)], this.root); }

  add(path, value) {
    const [container, key] = this.container(path);
    if (container === undefined) this.root = value;
    else if (Array.isArray(container)) container.splice(key === "-" ? container.length : this.index(key, container.length + 1), 0, value);
    else this.define(container, key, value);
  }

  remove(path) {
    const [container, key] = this.container(path);
    if (container === undefined) throw new Error("the whole value cannot be removed");
    const member = this.member(container, key);
    const removed = container[member];
    if (Array.isArray(container)) container.splice(member, 1);
    else delete container[member];
    return removed;
  }

  replace(path, value) {
    const [container, key] = this.container(path);
    if (container === undefined) this.root = value;
    else this.define(container, this.member(container, key), value);
  }

  /** The array or object that a path ends in, made ready to be changed, and its last key. The root is in none. */
  container(path) {
    const parts = keys(path);
    if (!parts.length) return [];
    let container = this.root = this.copy(this.root);
    for (const part of parts.slice(0, -1)) {
      const member = this.member(container, part);
      const inner = this.copy(container[member]);
      this.define(container, member, inner);
      container = inner;
    }
    return [container, parts.at(-1)];
  }

  copy(value) {
    if (value === null || typeof value !== "object") throw new Error("a path leads into a value that has no members");
    if (this.copies.has(value)) return value;
    const copy = Array.isArray(value) ? value.slice() : { ...value };
    this.copies.add(copy);
    return copy;
  }

  // NB: an assignment to `__proto__` would set the prototype.
  define(container, key, value) {
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
  }

  /** A key that the container has. */
  member(container, key) {
    if (Array.isArray(container)) return this.index(key, container.length);
    if (container === null || typeof container !== "object" || !Object.hasOwn(container, key)) throw new Error(`there is no ${key}`);
    return key;
  }

  index(key, count) {
    if (!/^(0|[1-9][0-9]*)$/.test(key) || Number(key) >= count) throw new Error(`there is no ${key}`);
    return Number(key);
  }
}

/** The keys of a JSON Pointer (RFC 6901). */
function keys(path) {
  if (path === "") return [];
  if (typeof path !== "string" || path[0] !== "/") throw new Error("a path starts with a slash");
  return path.slice(1).split("/").map(key => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Whether two values of JSON are the same. */
export function isEqual(one, two) {
  if (one === two) return true;
  if (one === null || two === null || typeof one !== "object" || typeof two !== "object") return false;
  if (Array.isArray(one) !== Array.isArray(two)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(two).length && names.every(name => Object.hasOwn(two, name) && isEqual(one[name], two[name]));
}
