// Data classes: how sensitive a member of a record is. The class is shown in the schema and the
// OpenAPI document, and determines who sees the member in replies.

import type { TSchema } from '@sinclair/typebox';
import { PERSONAL_DATA } from '../../../limits.js';
import type { Principal } from '../../context.js';

/**
 * `public`: may be published. `internal`: data of the firm that does not identify a person.
 * `personal`: a person's identity and messages. `confidential`: contact data, birth dates and
 * assets, which are masked for callers without the permission. `secret`: numbers that give access
 * to accounts elsewhere. They are masked in every list and encrypted at rest.
 */
export const DATA_CLASSES = ['public', 'internal', 'personal', 'confidential', 'secret'] as const;

export type DataClass = (typeof DATA_CLASSES)[number];

export const DATA_CLASS = 'x-data-class';

/** The classes masked for a caller without the permission. */
export const MASKED: readonly DataClass[] = ['confidential', 'secret'];

/** The schema keyword that lists the masked members included in a search. */
export const SEARCHES = 'x-searches';

/** The permission to see unmasked personal data, in operations that the caller may call. */
export const SEE_PERSONAL_DATA = 'party.personal-data.see';

/** True if the caller sees personal data unmasked. */
export function seesPersonalData(principal: Principal | null): boolean {
  return principal?.permissions.has(SEE_PERSONAL_DATA) === true;
}

type Members = Readonly<Record<string, TSchema>>;

type Classes<Names extends string> = Readonly<Partial<Record<DataClass, readonly Names[]>>>;

/**
 * Assigns data classes to members. A member that is not listed has no class, and a test reports it.
 */
export function classify<Given extends Members>(
  members: Given,
  classes: Classes<Extract<keyof Given, string>>,
): Given {
  const marks = DATA_CLASSES.flatMap((name) =>
    (classes[name] ?? []).map((member) => [member, { ...members[member], [DATA_CLASS]: name }]),
  );
  return { ...members, ...Object.fromEntries(marks) };
}

/** Assigns the same data class to all members. */
export function classifyAll<Given extends Members>(members: Given, name: DataClass): Given {
  const marks = Object.entries(members).map(([member, schema]) => [
    member,
    { ...schema, [DATA_CLASS]: name },
  ]);
  return { ...members, ...Object.fromEntries(marks) };
}

/**
 * Marks a search that includes masked members. The operation skips those members if the caller
 * lacks the permission.
 */
export function searching<Schema extends TSchema>(
  schema: Schema,
  members: readonly string[],
): Schema {
  return { ...schema, [SEARCHES]: members };
}

/** Returns the names of the members with these classes, such as path parameters. */
export function membersOfClass(schema: TSchema, classes: readonly DataClass[]): readonly string[] {
  return Object.entries<object>(schema.properties ?? {})
    .filter(([, member]) => classes.some((name) => classOf(member) === name))
    .map(([member]) => member);
}

function classOf(schema: object): unknown {
  return Reflect.get(schema, DATA_CLASS);
}

/** Masks a record for a caller. */
type Mask = (record: object, principal: Principal) => object;

/** The masks for lists and for single records. A list never shows a secret. */
export interface Masks {
  readonly ofList: Mask;
  readonly ofOne: Mask;
}

/** Returns the masks for a reply's schema. Undefined if none of its members is masked. */
export function masksOf(reply: TSchema | undefined): Masks | undefined {
  if (reply === undefined) return undefined;
  const whole = maskerOf(reply, MASKED);
  if (whole === undefined) return undefined;
  const secrets = maskerOf(reply, ['secret']);
  return {
    ofList: (record, principal) => {
      const masker = seesPersonalData(principal) ? secrets : whole;
      return masker === undefined ? record : Object(masker(record));
    },
    ofOne: (record, principal) => (seesPersonalData(principal) ? record : Object(whole(record))),
  };
}

type Masker = (value: unknown) => unknown;

/**
 * Returns the mask that a list applies to a member for this caller. Undefined if the member is not
 * masked. For code that reads members instead of records.
 */
export function listMaskOf(
  record: TSchema,
  member: string,
  principal: Principal,
): Masker | undefined {
  const schema: unknown = Reflect.get(Object(record.properties), member);
  if (typeof schema !== 'object' || schema === null) return undefined;
  return maskerOf(schema, seesPersonalData(principal) ? ['secret'] : MASKED);
}

// Compiled once per schema, like a validator.
function maskerOf(schema: object, classes: readonly DataClass[]): Masker | undefined {
  const name = classOf(schema);
  if (classes.some((each) => each === name)) {
    return Reflect.get(schema, 'wire') === 'text' ? maskedText : () => undefined;
  }
  const items: unknown = Reflect.get(schema, 'items');
  if (typeof items === 'object' && items !== null) return listMasker(items, classes);
  const properties: unknown = Reflect.get(schema, 'properties');
  if (typeof properties !== 'object' || properties === null) return undefined;
  const maskers = Object.entries<object>(Object(properties)).flatMap(([member, part]) => {
    const masker = maskerOf(part, classes);
    return masker === undefined ? [] : [[member, masker] as const];
  });
  return maskers.length === 0 ? undefined : (value) => maskedMembers(value, maskers);
}

function listMasker(items: object, classes: readonly DataClass[]): Masker | undefined {
  const masker = maskerOf(items, classes);
  if (masker === undefined) return undefined;
  return (value) => (Array.isArray(value) ? value.map(masker) : value);
}

function maskedMembers(value: unknown, maskers: readonly (readonly [string, Masker])[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const masked = maskers
    .filter(([member]) => Reflect.get(value, member) !== undefined)
    .map(([member, masker]) => [member, masker(Reflect.get(value, member))]);
  return { ...value, ...Object.fromEntries(masked) };
}

/**
 * Masks a string. A person who knows the number or address can still recognize it, but others see
 * too little to reconstruct it. Undefined if the string is too short to show any of it.
 */
export function maskedText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const at = value.lastIndexOf('@');
  if (at > 0) return `${value.slice(0, 1)}***${value.slice(at)}`;
  const digits = value.replaceAll(/\D/g, '').length;
  if (digits < PERSONAL_DATA.maskedDigitsMin) return undefined;
  return value.slice(-PERSONAL_DATA.digitsShown).padStart(value.length, '*');
}
