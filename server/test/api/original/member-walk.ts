// Sends each member of a request schema with a separate value in a minimal valid body, and
// determines how the server handles it.

import assert from 'node:assert/strict';
import type { Caller, Json, TestReply } from '../../support/app.js';
import type { Operation } from '../platform/document.js';

/** An operation with a minimal body, whose members are tried one by one. */
export interface Walk {
  /** Keys of its members in the tables of values and outcomes, the most specific one first. */
  readonly keys: readonly string[];
  readonly operation: string;
  /** The index of the body's schema, for an operation that accepts several kinds of bodies. */
  readonly variant?: number;
  readonly minimal: Json;
  /** Members that contradict others. They are left out when all members are sent together. */
  readonly apart?: readonly string[];
  /** The path that reads the record; absent if the operation stores none. */
  readonly read?: string;
}

/** The value sent for one member, and the place where this value or its effect must appear. */
export interface Trial {
  readonly value: unknown;
  /**
   * Other members that the value needs. A member set to undefined is removed from the minimal body.
   */
  readonly beside?: Json;
  /** The member of the record that must have the value; the member itself by default. */
  readonly at?: string;
  /** For a member that the record does not show: returns whether it had its effect. */
  readonly effect?: (seen: Seen) => boolean | Promise<boolean>;
}

/** The place where an effect is visible. */
export interface Seen {
  readonly record: Json;
  /** The record without the member. */
  readonly before: Json;
}

/** How the server handled a member. */
type Outcome = 'kept' | 'effective' | 'warned' | 'refused' | 'dropped' | 'failed';

export interface Found {
  readonly member: string;
  readonly outcome: Outcome;
  /** A short summary of the reply. */
  readonly detail: string;
}

/** A member of a request's schema. Members of attachments have names like `attachmentsWS/label`. */
export interface Member {
  readonly name: string;
  readonly shape: Json;
}

/** Returns the members of the walk's body, or of its query if it has no body. */
export function membersOf({ variant = 0 }: Walk, { body, parameters }: Operation): Member[] {
  if (body === undefined) {
    return parameters
      .filter((each) => each.in === 'query' && each.name !== 'dryRun')
      .map(({ name, schema }) => ({ name, shape: schema }));
  }
  const { properties } = body.anyOf?.[variant] ?? body;
  return Object.entries<Json>(properties).flatMap(([name, shape]): Member[] => {
    const inner = shape.items?.properties;
    if (inner === undefined) return [{ name, shape }];
    return Object.entries<Json>(inner).map(([part, of]) => ({
      name: `${name}/${part}`,
      shape: of,
    }));
  });
}

/** Returns a value that the schema accepts and that the record does not have. */
export function ownValue({ name, shape }: Member, before: Json): unknown {
  const last = lastOf(name);
  const types = [shape.type].flat();
  if (shape.enum !== undefined) return shape.enum.find((each: string) => each !== before?.[last]);
  if (types.includes('boolean')) return before?.[last] !== true;
  if (types.includes('number') || types.includes('integer')) return 3 + (numberOf(last) % 87);
  if (shape.format === 'date') return '1987-06-05';
  if (shape.format === 'date-time') return '2026-02-03T04:05:06.789Z';
  if (/email/i.test(last)) return `${last.toLowerCase()}@own.example`;
  if (/phone|fax|^from$|^to$/i.test(last)) return `+23480355${10_000 + numberOf(last)}`;
  return `Own ${last}`.slice(0, shape.maxLength);
}

const numberOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 90_000, 7);

const lastOf = (name: string): string => name.slice(name.indexOf('/') + 1);

/** A member with its sent value. */
export type Sent = readonly [name: string, trial: Trial];

/** Tries members of one operation. */
export class Walker {
  readonly #caller: Caller;
  readonly #walk: Walk;
  readonly #operation: Operation;
  #before: Json;

  private constructor(caller: Caller, walk: Walk, operation: Operation) {
    this.#caller = caller;
    this.#walk = walk;
    this.#operation = operation;
  }

  /**
   * Sends the minimal body and keeps the new record, so that later records can be compared with it.
   */
  static async start(caller: Caller, walk: Walk, operation: Operation): Promise<Walker> {
    const walker = new Walker(caller, walk, operation);
    const reply = await walker.#send(walk.minimal);
    assert.ok(reply.status < 300, `${walk.operation}: ${reply.text}`);
    walker.#before = reply.body.result;
    return walker;
  }

  /**
   * The record before the next trial: made from the minimal body, or as the last update left it.
   */
  get before(): Json {
    return this.#before;
  }

  async try(member: Member, trial: Trial): Promise<Found> {
    const { name } = member;
    const reply = await this.#send(bodyWith(this.#walk.minimal, name, trial));
    if (reply.status >= 300) return { member: name, ...refusalOf(reply, name) };
    const before = partOf(this.#before, name);
    const whole = reply.body.result;
    if (this.#operation.method === 'put') this.#before = whole;
    const record = partOf(whole, name);
    const warned = (reply.body.warnings ?? []).some(
      ({ pointer }: Json) => pointer === pointerOf(name),
    );
    const at = trial.at ?? lastOf(name);
    const detail = `was ${JSON.stringify(before?.[at])}, is ${JSON.stringify(record?.[at])}`;
    const found = (outcome: Found['outcome']) => ({ member: name, outcome, detail });
    if (warned) return found('warned');
    if (trial.effect !== undefined) {
      return found((await trial.effect({ record, before })) ? 'effective' : 'dropped');
    }
    const isKept = isSame(record?.[at], trial.value) && !isSame(before?.[at], trial.value);
    return found(isKept ? 'kept' : 'dropped');
  }

  #send(body: Json): Promise<TestReply> {
    const { path, method, body: schema } = this.#operation;
    if (method === 'post') return this.#caller.post(path, body);
    if (schema !== undefined) return this.#caller.put(path, body);
    return this.#caller.put(`${path}?${new URLSearchParams(body)}`);
  }

  /**
   * Sends members together, and returns those that are missing in the stored record. The reply
   * alone proves nothing, because it could merely repeat the request.
   */
  async notStored(members: readonly Sent[]): Promise<string[]> {
    const { read, minimal } = this.#walk;
    if (read === undefined) return [];
    const body = members.reduce((sum, [name, trial]) => bodyWith(sum, name, trial), minimal);
    const { body: reply, text } = await this.#send(body);
    assert.ok(reply.id !== undefined, `${this.#walk.operation} with all members: ${text}`);
    const stored = await this.#caller.get(`/api/v1/${read}/${reply.id}`);
    return members
      .filter(
        ([name, { value, at = lastOf(name) }]) => !isSame(partOf(stored.body, name)?.[at], value),
      )
      .map(([name]) => name);
  }
}

function bodyWith(minimal: Json, name: string, { value, beside }: Trial): Json {
  const [outer = name, inner] = name.split('/');
  if (inner === undefined) return { ...minimal, ...beside, [name]: value };
  const [first] = minimal[outer];
  return { ...minimal, [outer]: [{ ...first, ...beside, [inner]: value }] };
}

/** Returns the record, or its first attachment for a member of attachments. */
export const partOf = (record: Json, name: string): Json =>
  name.includes('/') ? record?.[name.slice(0, name.indexOf('/'))]?.[0] : record;

const pointerOf = (name: string): string => `/${name.replace('/', '/0/')}`;

function refusalOf({ status, body, text }: TestReply, name: string): Omit<Found, 'member'> {
  const pointers = (body.errors ?? []).map(({ pointer }: Json) => pointer);
  assert.ok(status < 500, text);
  const isNamed = pointers.includes(pointerOf(name));
  return isNamed
    ? { outcome: 'refused', detail: `${status} ${body.msgCode} ${body.detail}` }
    : { outcome: 'failed', detail: `${status} at ${pointers}: ${body?.detail ?? text}` };
}

/** Returns whether the record has the value, possibly in another spelling. */
function isSame(stored: unknown, sent: unknown): boolean {
  if (stored === undefined || stored === null) return false;
  if (typeof sent === 'number') return Number(stored) === sent;
  return String(stored).toLowerCase() === String(sent).toLowerCase();
}
