// A kind of reference data that is changed under four eyes: how a module declares one.

import type { Static, TSchema } from '@sinclair/typebox';
import type { Work } from '../context.js';
import type { Database, Tx } from '../database/database.js';
import { compileBody } from '../http/shape/schema.js';

/** A record as it is to be: its business key within the kind, and all of its members. */
export interface ProposedRecord<Body> {
  readonly subject: string;
  readonly body: Body;
}

/** What a change made or altered in the module's own table. */
interface AppliedRecord {
  readonly id: bigint;
  readonly name: string;
}

interface Described {
  /** Kebab-case noun, such as `fee-schedule`. */
  readonly name: string;
  /** The noun for people. */
  readonly label: string;
  /** Records that every start of the program adds as version 1 where there is none. */
  readonly shipped?: readonly ProposedRecord<object>[];
  /** The record as it stands, in the shape of a body; undefined when there is none. */
  readonly present: (on: Database | Tx, subject: string) => Promise<object | undefined>;
}

/** What a module says of a kind; bodies arrive read by their schema. */
interface ChangeKindDraft<Body extends TSchema> extends Described {
  readonly body: Body;
  /** Refuses what may not be. Runs when a change is proposed, and again before it is applied. */
  readonly check: (work: Work, record: ProposedRecord<Static<Body>>) => Promise<void>;
  /** Writes the record into the module's own tables, in the transaction of the work. */
  readonly apply: (
    work: Work,
    record: ProposedRecord<Static<Body>> & { readonly version: number },
  ) => Promise<AppliedRecord>;
}

/** A kind with its type erased; its bodies are JSON as `parseJson` reads it. */
export interface ChangeKind extends Described {
  readonly check: (work: Work, record: ProposedRecord<unknown>) => Promise<void>;
  readonly apply: (
    work: Work,
    record: ProposedRecord<unknown> & { readonly version: number },
  ) => Promise<AppliedRecord>;
}

/** Declares a kind. A body that does not fit the schema is refused with INVALID_REQUEST. */
export function changeKind<Body extends TSchema>(draft: ChangeKindDraft<Body>): ChangeKind {
  const read = compileBody(draft.body);
  return {
    ...draft,
    check: (work, { subject, body }) => draft.check(work, { subject, body: read(body) }),
    apply: (work, { subject, body, version }) =>
      draft.apply(work, { subject, body: read(body), version }),
  };
}
