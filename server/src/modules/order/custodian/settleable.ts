// Checks which contract notes a settlement with a custodian may contain.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { type Principal, seesOffice } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { orderProblems } from '../problems.js';
import type { NoteToSettle } from './settlement-queries.js';

/** The notes named in a settlement, and the custodian that settles them. */
interface Named {
  readonly ids: readonly bigint[];
  readonly custodianId: bigint;
  readonly principal: Principal;
  readonly today: BusinessDate;
}

/**
 * Returns the amount that the custodian owes for a note. Negative if the firm owes the proceeds of
 * a sale.
 */
export function owedFor({ side, net_minor }: Pick<NoteToSettle, 'side' | 'net_minor'>): bigint {
  return side === 'BUY' ? net_minor : -net_minor;
}

/**
 * Refuses notes that are unknown, named twice, no longer open or not due yet, and notes whose
 * custodian, office or currency differs from the first note's. Returns the office and currency of
 * the notes.
 */
export function requireSettleable(
  notes: readonly NoteToSettle[],
  named: Named,
): { readonly officeId: bigint; readonly currency: string } {
  const found = new Map(notes.map((note) => [note.id, note]));
  const first = seenNote(found, named, 0);
  for (const [place, id] of named.ids.entries()) {
    if (named.ids.indexOf(id) < place) {
      throw refuseMember(commonProblems.INVALID_REQUEST, memberOf(place), 'is named twice');
    }
    const reason = reasonAgainst(seenNote(found, named, place), first, named);
    if (reason === undefined) continue;
    throw refuseMember(orderProblems.CUSTODIAN_SETTLEMENT_REFUSED, memberOf(place), reason);
  }
  return { officeId: first.office_id, currency: first.currency };
}

function memberOf(place: number): string {
  return `contractNoteIds/${place}`;
}

function seenNote(
  found: ReadonlyMap<bigint, NoteToSettle>,
  { ids, principal }: Named,
  place: number,
): NoteToSettle {
  const note = found.get(ids[place] ?? 0n);
  if (note !== undefined && seesOffice(principal, note.office_id)) return note;
  const detail = 'is not the id of a contract note';
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, memberOf(place), detail);
}

function reasonAgainst(
  note: NoteToSettle,
  first: NoteToSettle,
  { custodianId, today }: Named,
): string | undefined {
  if (!note.custodian_settles || note.custodian_id !== custodianId) {
    return 'is not a note that this custodian settles';
  }
  if (note.office_id !== first.office_id) return 'has a different office from the first note';
  if (note.currency !== first.currency) return 'has a different currency from the first note';
  if (note.reversed_at !== null) return 'has been reversed';
  if (note.settled_at !== null) return 'is already settled';
  if (note.pending !== null) return `is already in the pending settlement ${note.pending}`;
  if (note.settlement_date > today) return `is not due until ${note.settlement_date}`;
  return undefined;
}
