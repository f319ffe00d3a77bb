// The kinds of events: each module declares its own, and no other is written.

import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { assert } from '../assert.js';
import { toJson } from '../json/json.js';
import type { DomainEvent } from './event.js';

/** A kind of event as its module declares it, under its type `noun.past-participle`. */
export interface EventDeclaration {
  /** When it is written, in one sentence. */
  readonly summary: string;
  /** Which permission a caller must hold to be told: mostly that of reading the record. */
  readonly permission: string;
  /** The members of `data`: ids, codes, states, dates and figures, never what tells of a person. */
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

/** A record named by its id. */
export const eventId = (description: string) =>
  Type.Integer({ description, minimum: 1, format: 'int64' });

/** A member that stays away, or is null, where there is no such thing. */
export const absentOr = <Member extends TSchema>(member: Member) =>
  Type.Optional(Type.Union([member, Type.Null()]));

/** A caller, as far as the catalogue needs to know it. */
interface Permitted {
  readonly permissions: ReadonlySet<string>;
}

/** Every kind of event of the program. */
export interface EventCatalogue {
  readonly kinds: readonly EventKind[];
  /** Throws when an event is of a kind that no module declares, or is not as its kind says. */
  check(events: readonly DomainEvent[]): void;
  /** The types that a caller may not be told of. */
  hiddenFrom(caller: Permitted): readonly string[];
}

/**
 * Gathers the kinds of all modules.
 * @param checkData whether each event's data is held against its schema. In the tests: a rare
 *   event with a member too many must not undo what it tells of, a fill or a payment.
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

// What readers get is JSON, so it is the JSON that is checked. The schemas themselves are held
// against the meta-schema by a test: compiling that costs more than all of them together.
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
