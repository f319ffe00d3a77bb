// References from messages and attachments to records of any kind.

import type { Work } from '../../../platform/context.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { CrmPorts } from '../port.js';
import { idGiven } from '../record.js';
import { RECIPIENT_KINDS, type Recipient } from './recipient.js';
import type { RelatedKind } from './related-kind.js';
import { findHeldPerson } from './related-person.js';

interface RelatedReference {
  /** JSON pointer to the object that contains the reference. Empty for the body itself. */
  readonly pointer: string;
  readonly related: {
    readonly relatedTo?: RelatedKind | undefined;
    readonly relatedToId?: bigint | undefined;
  };
}

/**
 * Returns the reference to store. A converted lead is replaced with its customer. Any other lead is
 * locked FOR SHARE, so that it is not converted before this transaction commits. Refuses with
 * UNKNOWN_REFERENCE for a record that the caller cannot see.
 */
export async function holdRelated(
  work: Work,
  { pointer, related }: RelatedReference,
  ports: CrmPorts,
): Promise<RelatedReference['related']> {
  const id = idGiven(related.relatedToId);
  if (id === undefined) return related;
  const kind = related.relatedTo ?? 'CONTACT';
  const held = await find(work, { kind, id }, ports);
  if (held !== undefined) return { relatedTo: held.kind, relatedToId: held.id };
  const member = pointer === '' ? 'relatedToId' : `${pointer}/relatedToId`;
  const detail = `is not a ${kind} that you can see`;
  const problem = commonProblems.UNKNOWN_REFERENCE;
  throw refusal(problem, {
    detail: `${member} ${detail}`,
    args: [member],
    errors: [{ pointer: `/${member}`, code: problem.code, detail }],
  });
}

/** The columns that store a reference. */
export interface RelatedColumns {
  readonly related_to: RelatedKind | null;
  readonly related_to_id: bigint | null;
}

interface RelatedChange {
  readonly pointer: string;
  /** Absent for a new record. */
  readonly before: RelatedColumns | undefined;
  readonly after: RelatedColumns;
}

/**
 * Returns the reference columns of a changed record. Like `holdRelated`, but checks the reference
 * only if it has changed.
 */
export async function holdChangedRelated(
  work: Work,
  { pointer, before, after }: RelatedChange,
  ports: CrmPorts,
): Promise<RelatedColumns> {
  const { related_to: kind, related_to_id: id } = after;
  if (kind === before?.related_to && id === before.related_to_id) return after;
  const related = { relatedTo: kind ?? undefined, relatedToId: id ?? undefined };
  const held = await holdRelated(work, { pointer, related }, ports);
  return { related_to: held.relatedTo ?? null, related_to_id: held.relatedToId ?? null };
}

interface RelatedRecord {
  readonly kind: RelatedKind;
  readonly id: bigint;
}

async function find(
  work: Work,
  record: RelatedRecord,
  ports: CrmPorts,
): Promise<RelatedRecord | undefined> {
  const { kind, id } = record;
  if (isPerson(kind)) return findHeldPerson(work, { kind, id });
  return (await ports.related?.[kind](work, id)) ? record : undefined;
}

function isPerson(kind: RelatedKind): kind is Recipient['kind'] {
  return RECIPIENT_KINDS.some((person) => person === kind);
}
