// SQL that finds the customers of converted leads.

import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';

interface ConversionRow {
  readonly lead_id: bigint;
  readonly customer_id: bigint | null;
}

/**
 * Selects the offices of the given customers. This is a separate query after the lock, because a
 * concurrent conversion may have created the customers.
 */
export async function officesOf(
  on: Database | Tx,
  customerIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, bigint>> {
  if (customerIds.length === 0) return new Map();
  const rows = await on.query<{ id: bigint; office_id: bigint }>(
    sql`select id, office_id from customer where id = any(${customerIds}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row.office_id]));
}

/** The lock on leads while their conversions are read. */
export type LeadLock = 'NONE' | 'SHARE' | 'UPDATE';

const LOCK: Readonly<Record<LeadLock, Sql>> = {
  NONE: sql``,
  SHARE: sql`for share of l`,
  UPDATE: sql`for no key update of l`,
};

/**
 * Selects the customers of the given leads. The customer is null if the lead is not converted.
 * Locks the leads in id order.
 */
export function readConversions(
  on: Database | Tx,
  ids: readonly bigint[],
  lock: LeadLock,
): Promise<ConversionRow[]> {
  return on.query<ConversionRow>(sql`
    select l.id as lead_id, l.converted_customer_id as customer_id from lead l
    where l.id = any(${ids}::bigint[]) order by l.id ${LOCK[lock]}`);
}
