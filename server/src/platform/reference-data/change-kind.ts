// How modules declare the reference data that changes only with four-eyes approval.

import type { Static, TSchema } from '@sinclair/typebox';
import type { Work } from '../context.js';
import type { Database, Instant, Tx } from '../database/database.js';
import { compileBody } from '../http/shape/schema.js';

/** A proposed record: its business key within the kind, and all its members. */
export interface ProposedRecord<Body> {
  readonly subject: string;
  readonly body: Body;
  /** The reason for the proposal. */
  readonly reason?: string | undefined;
}

/** The author and time of a version, and the change that created it. */
export interface VersionOrigin {
  readonly changeId: bigint | null;
  readonly madeBy: string;
  readonly madeAt: Instant;
}

/** A record to store as a version. */
interface AppliedVersion<Body> extends ProposedRecord<Body> {
  readonly version: number;
  readonly origin: VersionOrigin;
}

/** The record that a change created or changed in the module's own table. */
interface AppliedRecord {
  readonly id: bigint;
  readonly name: string;
}

interface Described {
  /** The kind as a noun in kebab case, such as `fee-schedule`. */
  readonly name: string;
  /** The noun that users see. */
  readonly label: string;
  /** Records that each startup adds as version 1 if they are missing. */
  readonly shipped?: readonly ProposedRecord<object>[];
  /** Reads the current record in the shape of a body. Undefined if there is none. */
  readonly present: (on: Database | Tx, subject: string) => Promise<object | undefined>;
}

/** A module's declaration of a kind. Its functions receive bodies that the schema has validated. */
interface ChangeKindDraft<Body extends TSchema> extends Described {
  readonly body: Body;
  /** Refuses an invalid record. Runs when a change is proposed, and again before it is applied. */
  readonly check: (work: Work, record: ProposedRecord<Static<Body>>) => Promise<void>;
  /** Stores the record in the module's own tables, in the work's transaction. */
  readonly apply: (work: Work, record: AppliedVersion<Static<Body>>) => Promise<AppliedRecord>;
}

/** A kind without its types. Its bodies are JSON as read by `parseJson`. */
export interface ChangeKind extends Described {
  readonly check: (work: Work, record: ProposedRecord<unknown>) => Promise<void>;
  readonly apply: (work: Work, record: AppliedVersion<unknown>) => Promise<AppliedRecord>;
}

/** Declares a kind. A body that does not match the schema is refused with INVALID_REQUEST. */
export function changeKind<Body extends TSchema>(draft: ChangeKindDraft<Body>): ChangeKind {
  const read = compileBody(draft.body);
  return {
    ...draft,
    check: (work, { body, ...named }) => draft.check(work, { ...named, body: read(body) }),
    apply: (work, { subject, body, version, origin }) =>
      draft.apply(work, { subject, body: read(body), version, origin }),
  };
}
