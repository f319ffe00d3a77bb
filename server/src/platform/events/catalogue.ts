// The event catalogue. Each module declares its event kinds, and no other kinds can be stored.

import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { assert } from '../assert.js';
import { toJson } from '../json/json.js';
import type { DomainEvent } from './event.js';

/** An event kind as declared by its module. The key is its type, `noun.past-participle`. */
export interface EventDeclaration {
  /** One sentence that states when the event is stored. */
  readonly summary: string;
  /** The permission needed to receive the event, usually the one to read the record. */
  readonly permission: string;
  /** The members of `data`: ids, codes, states, dates and numbers, never personal data. */
  readonly data?: TProperties;
}

export interface EventKind extends Required<EventDeclaration> {
  readonly type: string;
}

/** Creates the event kinds of one module. */
export function eventKinds(
  declarations: Readonly<Record<string, EventDeclaration>>,
): readonly EventKind[] {
  return Object.entries(declarations).map(([type, { data = {}, ...rest }]) => {
    assert(/^[a-z][a-z-]*\.[a-z][a-z-]*$/.test(type), `${type} is noun.past-participle`);
    return { ...rest, type, data };
  });
}

/** Returns the JSON Schema of a kind's `data`. */
export const dataSchemaOf = (kind: EventKind): TSchema =>
  Type.Object(kind.data, { additionalProperties: false });

/** Builds the schema of a record id. */
export const eventId = (description: string) =>
  Type.Integer({ description, minimum: 1, format: 'int64' });

/** Builds the schema of a member that may be absent or null. */
export const absentOr = <Member extends TSchema>(member: Member) =>
  Type.Optional(Type.Union([member, Type.Null()]));

/** The properties of a caller that the catalogue uses. */
interface Permitted {
  readonly permissions: ReadonlySet<string>;
}

/** Every event kind in the program. */
export interface EventCatalogue {
  readonly kinds: readonly EventKind[];
  /** Throws if an event is of an undeclared kind, or its data does not match the declaration. */
  check(events: readonly DomainEvent[]): void;
  /** Returns the event types that a caller may not receive. */
  hiddenFrom(caller: Permitted): readonly string[];
}

/**
 * Collects the event kinds of all modules.
 * @param checkData true if each event's data is validated against its schema, as in tests. In
 * production, an unexpected member in a rare event must not roll back the fill or payment that the
 * event reports.
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

// The JSON form is validated, because readers receive JSON. A test validates the schemas against
// the meta-schema, because compiling the meta-schema is slower than compiling all of them.
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
