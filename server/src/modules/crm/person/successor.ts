// The customers that leads were converted into. Messages to and from a converted lead belong to its
// customer.

import type { Database, Tx } from '../../../platform/database/database.js';
import type { RelatedKind } from './related-kind.js';
import { type LeadLock, officesOf, readConversions } from './successor-queries.js';

/** The customer that a lead was converted into. */
interface Successor {
  readonly kind: 'CUSTOMER';
  readonly id: bigint;
  readonly officeId: bigint;
}

/** A record of any kind. Only leads can have successors. */
export interface RecordKey {
  readonly kind: RelatedKind;
  readonly id: bigint;
}

/** Returns the successor of a record, if it has one. */
type Succession = (record: RecordKey) => Successor | undefined;

/** Finds the customers of the records that are converted leads. */
export function findSuccessors(
  on: Database | Tx,
  records: readonly RecordKey[],
): Promise<Succession> {
  return successionOf(on, records, 'NONE');
}

/**
 * Like `findSuccessors`, but locks the leads FOR SHARE so that none is converted before this
 * transaction commits.
 */
export function holdSuccessors(tx: Tx, records: readonly RecordKey[]): Promise<Succession> {
  return successionOf(tx, records, 'SHARE');
}

/**
 * Like `findSuccessors`, but locks the leads FOR UPDATE, because the records themselves will
 * change.
 */
export function lockSuccessors(tx: Tx, records: readonly RecordKey[]): Promise<Succession> {
  return successionOf(tx, records, 'UPDATE');
}

async function successionOf(
  on: Database | Tx,
  records: readonly RecordKey[],
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
