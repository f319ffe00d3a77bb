// The kinds of events: each module declares its own, and no other kind can be stored.

import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { assert } from '../assert.js';
import { toJson } from '../json/json.js';
import type { DomainEvent } from './event.js';

/** A kind of event as its module declares it, under its type `noun.past-participle`. */
export interface EventDeclaration {
  /** When it is stored, in one sentence. */
  readonly summary: string;
  /** The permission that a caller needs to receive it: mostly that of reading the record. */
  readonly permission: string;
  /** The members of `data`: ids, codes, states, dates and figures, never personal data. */
  readonly data?: TProperties;
}

export interface EventKind extends Required<EventDeclaration> {
  readonly type: string;
}

/** The kinds of one module. */
export function eventKinds(
  declarations: Readonly<Record<string, EventDeclaration>>,
): readonly EventKind[] {
  return Object.entries(declarations).map(([type, { data = {}, ...rest }]) => {
    assert(/^[a-z][a-z-]*\.[a-z][a-z-]*$/.test(type), `${type} is noun.past-participle`);
    return { ...rest, type, data };
  });
}

/** The JSON Schema of the `data` of a kind. */
export const dataSchemaOf = (kind: EventKind): TSchema =>
  Type.Object(kind.data, { additionalProperties: false });

/** The id of a record. */
export const eventId = (description: string) =>
  Type.Integer({ description, minimum: 1, format: 'int64' });

/** A member that may be absent or null. */
export const absentOr = <Member extends TSchema>(member: Member) =>
  Type.Optional(Type.Union([member, Type.Null()]));

/** The part of a caller that the catalogue needs. */
interface Permitted {
  readonly permissions: ReadonlySet<string>;
}

/** Every kind of event of the program. */
export interface EventCatalogue {
  readonly kinds: readonly EventKind[];
  /** Throws if an event is of an undeclared kind, or does not have the declared data. */
  check(events: readonly DomainEvent[]): void;
  /** The types that a caller may not receive. */
  hiddenFrom(caller: Permitted): readonly string[];
}

/**
 * Collects the kinds of all modules.
 * @param checkData true if each event's data is validated by its schema. Only in tests: in
 *   production an unexpected member of a rare event must not undo the fill or payment that it
 *   reports.
 */
export function createEventCatalogue(
  kinds: readonly EventKind[],
  checkData: boolean,
): EventCatalogue {
  const byType = new Map(kinds.map((kind) => [kind.type, kind]));
  assert(byType.size === kinds.length, 'each type of event is declared once');
  const errorOf = dataChecker();
  return {
    kinds,
    check: (events) => {
      for (const event of events) {
        const kind = byType.get(event.type);
        assert(kind, `event ${event.type} is declared by no module: add it to its event kinds`);
        const error = checkData ? errorOf(kind, event) : undefined;
        assert(error === undefined, `event ${event.type} is not as declared: ${error}`);
      }
    },
    hiddenFrom: ({ permissions }) =>
      kinds.filter(({ permission }) => !permissions.has(permission)).map(({ type }) => type),
  };
}

// Readers receive JSON, so the JSON is validated. A test validates the schemas themselves by the
// meta-schema: compiling that is slower than compiling all of them.
function dataChecker() {
  const ajv = new Ajv2020({
    formats: { int64: true, date: /^\d{4}-\d\d-\d\d$/ },
    meta: false,
    validateSchema: false,
  });
  const compiled = new Map<string, ValidateFunction>();
  return (kind: EventKind, { data = {} }: DomainEvent): string | undefined => {
    const validate = compiled.get(kind.type) ?? ajv.compile(dataSchemaOf(kind));
    compiled.set(kind.type, validate);
    const fits = validate(JSON.parse(toJson(data)));
    return fits ? undefined : ajv.errorsText(validate.errors, { dataVar: 'data' });
  };
}
