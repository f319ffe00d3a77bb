// Reads values from JSON of unknown shape. A missing value is undefined.

/** Returns the value at a path of members and indexes. */
export function memberOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at: unknown = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = Reflect.get(at, step);
  }
  return at;
}

/** Returns the text at a path. */
export function textIn(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = memberOf(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** Returns the number or text at a path, as text, so that codes keep their leading zeros. */
export function codeIn(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = memberOf(value, ...path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}

/** Returns the items of the list at a path; empty if there is no list. */
export function itemsIn(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = memberOf(value, ...path);
  return Array.isArray(found) ? found : [];
}
