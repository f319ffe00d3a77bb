// What converted leads have become: what is written to one, or said by it, is its customer's.

import type { Database, Tx } from '../../../platform/database/database.js';
import type { RelatedKind } from './related-kind.js';
import { type LeadLock, officesOf, readConversions } from './successor-queries.js';

/** The customer that a lead became. */
interface Successor {
  readonly kind: 'CUSTOMER';
  readonly id: bigint;
  readonly officeId: bigint;
}

/** A record of any kind, of which leads alone can have become another. */
export interface Named {
  readonly kind: RelatedKind;
  readonly id: bigint;
}

/** Tells the successor of a record, for those that have one. */
type Succession = (record: Named) => Successor | undefined;

/** What these records have become by now. */
export function findSuccessors(on: Database | Tx, records: readonly Named[]): Promise<Succession> {
  return successionOf(on, records, 'NONE');
}

/**
 * The same, for whoever writes about them: a lead that is not converted stays so until the
 * transaction ends, so that its conversion takes along what is written.
 */
export function holdSuccessors(tx: Tx, records: readonly Named[]): Promise<Succession> {
  return successionOf(tx, records, 'SHARE');
}

/** The same, for whoever changes the record. */
export function lockSuccessors(tx: Tx, records: readonly Named[]): Promise<Succession> {
  return successionOf(tx, records, 'UPDATE');
}

async function successionOf(
  on: Database | Tx,
  records: readonly Named[],
  lock: LeadLock,
): Promise<Succession> {
  const ids = records.flatMap(({ kind, id }) => (kind === 'LEAD' ? [id] : []));
  if (ids.length === 0) return () => undefined;
  const leads = await readConversions(on, ids, lock);
  const customerOf = new Map(
    leads.flatMap(({ lead_id: leadId, customer_id: customerId }) =>
      customerId === null ? [] : [[leadId, customerId] as const],
    ),
  );
  const offices = await officesOf(on, [...customerOf.values()]);
  return ({ kind, id }) => {
    const customerId = kind === 'LEAD' ? customerOf.get(id) : undefined;
    const officeId = customerId === undefined ? undefined : offices.get(customerId);
    if (customerId === undefined || officeId === undefined) return undefined;
    return { kind: 'CUSTOMER', id: customerId, officeId };
  };
}
