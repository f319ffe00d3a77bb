// Warns about members of a new record that only the server sets. Clients of the original API send
// them, because its request bodies have the same members as its records.

import type { TSchema } from '@sinclair/typebox';
import { LosslessNumber } from '../../json/json.js';
import type { Route } from '../route.js';
import type { Reply } from './envelope.js';
import { type IgnoredMember, ignoredMember } from './warning.js';

/** Adds a warning for each member of the body that the server replaced with its own value. */
export type ServerMembers = (answer: Reply, body: unknown) => Reply;

/**
 * Returns the function for an operation. Undefined if the operation creates no record, has no
 * warnings, or refuses unknown members. A code or a label needs no warning, because clients send it
 * together with an id.
 */
export function serverMembersOf(route: Route): ServerMembers | undefined {
  const { method, body, reply, extra } = route;
  if (method !== 'POST' || body === undefined || !('warnings' in extra)) return undefined;
  const variants = variantsOf(body).filter(({ additionalProperties }) => additionalProperties);
  if (reply === undefined || variants.length === 0) return undefined;
  const accepted = variants.map((variant) => new Set(Object.keys(variant.properties ?? {})));
  const shown = new Set(
    variantsOf(reply).flatMap(({ properties = {} }) => Object.keys(properties)),
  );
  return (answer, sent) => {
    const members = Object.entries<unknown>(Object(sent));
    const known = closestOf(accepted, members);
    const record: Readonly<Record<string, unknown>> = Object(answer.body.result);
    const ignored = members
      .filter(([name]) => shown.has(name) && !known.has(name) && !NEVER_WARNED.test(name))
      .filter(([name, value]) => isOtherValue(textOf(value), textOf(record[name])))
      .map(([name]) => ignoredMember(name, 'only the server sets it'));
    return ignored.length === 0 ? answer : withWarnings(answer, ignored);
  };
}

const NEVER_WARNED = new RegExp(
  [
    '^(id|name|.*[lL]abel|(created|lastModified)(By|Dttm))$',
    // Figures from a preview, which clients send back without asking for a change.
    '^(estimated|expected|accrued)[A-Z]',
  ].join('|'),
);

// An operation may accept several kinds of bodies. See `anyBody`.
function variantsOf(schema: TSchema): readonly TSchema[] {
  const variants: unknown = schema.variants ?? schema.anyOf;
  return Array.isArray(variants) ? variants : [schema];
}

// Returns the kind of body that has the most members in common with the one sent.
function closestOf(
  accepted: readonly ReadonlySet<string>[],
  members: readonly (readonly [string, unknown])[],
): ReadonlySet<string> {
  const countIn = (names: ReadonlySet<string>) =>
    members.filter(([name]) => names.has(name)).length;
  return accepted.reduce((best, names) => (countIn(names) > countIn(best) ? names : best));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (value instanceof LosslessNumber) return value.value;
  return value === undefined || value === null ? '' : String(value);
}

// Values that mean "not given".
const NOTHING = /^(0+(\.0*)?|false|no|n)?$/i;

function isOtherValue(sent: string, shown: string): boolean {
  if (NOTHING.test(sent) || sent === '[object Object]') return false;
  if (sent.toLowerCase() === shown.toLowerCase()) return false;
  if (shown === 'true' && /^(y|yes|1)$/i.test(sent)) return false;
  // A timestamp may be sent as its date.
  if (shown.includes('T') && shown.startsWith(sent) && sent.length >= 10) return false;
  return shown === '' || Number(sent) !== Number(shown);
}

function withWarnings(answer: Reply, ignored: readonly IgnoredMember[]): Reply {
  const { warnings } = answer.body;
  const before: readonly { readonly pointer?: unknown }[] = Array.isArray(warnings) ? warnings : [];
  const pointers = new Set(before.map(({ pointer }) => pointer));
  const added = ignored.filter(({ pointer }) => !pointers.has(pointer));
  return { ...answer, body: { ...answer.body, warnings: [...before, ...added] } };
}
