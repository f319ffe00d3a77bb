// Finds the differences between two JSON bodies.

import { toJson } from '../../platform/json/json.js';
import { CHANGE } from './limits.js';

/** A difference. `before` is absent for a new member, `after` for a removed one. */
interface Difference {
  readonly pointer: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Returns at most CHANGE.differencesMax differences, each with the JSON pointer (RFC 6901) of the
 * deepest member that differs.
 */
export function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  return [...differing('', before, after)].slice(0, CHANGE.differencesMax);
}

function* differing(pointer: string, before: unknown, after: unknown): Iterable<Difference> {
  if (toJson(before) === toJson(after)) return;
  const [old, present] = [membersOf(before), membersOf(after)];
  if (old === undefined || present === undefined) {
    yield {
      pointer,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    };
    return;
  }
  for (const name of new Set([...old.keys(), ...present.keys()])) {
    yield* differing(`${pointer}/${escaped(name)}`, old.get(name), present.get(name));
  }
}

// Returns the members to compare. Only plain objects and lists have any. Lossless numbers are class
// instances, so they are compared as a whole.
function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? new Map<string, unknown>(Object.entries(value)) : undefined;
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
