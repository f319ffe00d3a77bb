// Query parameters that name a record by its id or code. One that names no record is refused,
// because an empty list would look as if there were no matching records.

import type { Call } from '../../context.js';
import { minorUnits } from '../../money/currency.js';
import { commonProblems, Problem, refuseMember } from '../reply/problem.js';
import type { Route } from '../route.js';
import { discard } from './look-up.js';

type Query = Readonly<Record<string, unknown>>;
type Key = bigint | string;

/** A kind of record that query parameters name, as `names` in their schemas. */
export interface FilterKind {
  readonly kind: string;
  /**
   * Returns the id or the current code of the record. Returns undefined if it does not exist or
   * the caller cannot see it.
   */
  readonly find: (call: Call, value: unknown, query: Query) => Promise<Key | undefined>;
}

/**
 * Declares a kind of record that parameters name by id. `read` refuses with 404 if there is none.
 */
export function namedById(
  kind: string,
  read: (call: Call, id: bigint, query: Query) => Promise<unknown>,
): FilterKind {
  return {
    kind,
    find: async (call, value, query) => {
      const id = BigInt(String(value));
      const found = await unlessAbsent(() => read(call, id, query));
      return found === undefined ? undefined : id;
    },
  };
}

/**
 * Declares a kind of record that parameters name by code. `codeOf` returns the code as stored. If
 * there is no such record, it returns undefined or refuses with 404.
 */
export function namedByCode(
  kind: string,
  codeOf: (call: Call, code: string, query: Query) => Promise<string | undefined>,
): FilterKind {
  return {
    kind,
    find: (call, value, query) => unlessAbsent(() => codeOf(call, String(value).trim(), query)),
  };
}

/** Returns the code if it is in the given set. */
export function knownIn(codes: ReadonlySet<string>, code: string): string | undefined {
  return codes.has(code) ? code : undefined;
}

// Kinds that belong to no module.
const PLATFORM_FILTERS: readonly FilterKind[] = [
  namedByCode('currency', async (_call, code) =>
    minorUnits(code.toUpperCase()) === undefined ? undefined : code.toUpperCase(),
  ),
  namedByCode('event type', async ({ context }, type) =>
    context.eventCatalogue.kinds.some((kind) => kind.type === type) ? type : undefined,
  ),
];

/** Returns the kinds of all modules by name. */
export function filterKindsOf(ofModules: readonly FilterKind[]): ReadonlyMap<string, FilterKind> {
  return new Map([...PLATFORM_FILTERS, ...ofModules].map((each) => [each.kind, each]));
}

// Returns undefined instead of refusing an absent record, because only the check knows which
// parameter to name in the refusal.
async function unlessAbsent<Found>(
  find: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof Problem && ABSENT.has(error.kind.code)) return undefined;
    throw error;
  }
}

const ABSENT: ReadonlySet<string> = new Set([
  commonProblems.DOCUMENT_NOT_FOUND.code,
  commonProblems.UNKNOWN_REFERENCE.code,
]);

// Values that mean "not given".
const NOT_GIVEN: ReadonlySet<unknown> = new Set([undefined, 0n, '']);

/** Replaces the codes in a query with current ones. Returns the refusal if one names no record. */
type CheckFilters = (call: Call, query: Record<string, unknown>) => Promise<Problem | undefined>;

/** Returns the check for a read's filters. Undefined if the read has none. */
export function filterCheckOf(
  { query: schema }: Pick<Route, 'query'>,
  kinds: ReadonlyMap<string, FilterKind>,
): CheckFilters | undefined {
  const filters = Object.entries<{ readonly names?: string }>(schema.properties ?? {}).flatMap(
    ([member, { names }]) => {
      const kind = names === undefined ? undefined : kinds.get(names);
      return kind === undefined ? [] : [{ member, kind }];
    },
  );
  if (filters.length === 0) return undefined;
  return async (call, query) => {
    for (const { member, kind } of filters) {
      if (NOT_GIVEN.has(query[member])) continue;
      const found = await kind.find(call, query[member], query);
      if (found === undefined) return unknownFilter(member, kind.kind);
      query[member] = found;
    }
    return undefined;
  };
}

function unknownFilter(member: string, kind: string): Problem {
  return refuseMember(commonProblems.UNKNOWN_REFERENCE, member, `does not match any ${kind}`);
}

/**
 * Runs a read whose filter names no record, and throws the filter's refusal. If the read itself is
 * refused, for example with 404 for the record in its path, that refusal is thrown instead.
 */
export async function refuseLast(
  refusal: Problem,
  { run, endless }: Pick<Route, 'run' | 'endless'>,
  { call, input }: { readonly call: Call; readonly input: Parameters<Route['run']>[1] },
): Promise<never> {
  if (endless === true) throw refusal;
  try {
    discard(await run(call, input));
  } catch (error) {
    if (error instanceof Problem && error.kind.status < refusal.kind.status) throw error;
  }
  throw refusal;
}
