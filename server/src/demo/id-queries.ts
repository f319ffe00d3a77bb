// Reads the largest ids in the demonstration's tables.

import { present } from '../platform/assert.js';
import type { Tx } from '../platform/database/database.js';
import { type Sql, sql } from '../platform/database/sql.js';

// The largest ids are used instead of the sequences, because a run that was killed may have
// advanced the sequences.
const LARGEST: Readonly<Record<string, Sql>> = {
  business_office_id: sql`select max(id) as largest from business_office`,
  customer_group_id: sql`select max(id) as largest from customer_group`,
  contact_id: sql`select max(id) as largest from contact`,
  activity_id: sql`select max(id) as largest from activity`,
  customer_id: sql`select max(id) as largest from customer`,
  account_id: sql`select max(id) as largest from account`,
  discounted_instrument_id: sql`select max(id) as largest from discounted_instrument`,
  discounted_instrument_type_id: sql`
    select max(id) as largest from discounted_instrument_type`,
  exchange_id: sql`select max(id) as largest from exchange`,
  order_term_id: sql`select max(id) as largest from order_term`,
  fund_id: sql`select max(id) as largest from fund`,
  fund_distribution_id: sql`select max(id) as largest from fund_distribution`,
  fund_holding_id: sql`select max(id) as largest from fund_holding`,
  fund_nav_id: sql`select max(id) as largest from fund_nav`,
  fund_transaction_id: sql`select max(id) as largest from fund_transaction`,
  lead_id: sql`select max(id) as largest from lead`,
  portfolio_id: sql`select max(id) as largest from portfolio`,
  security_id: sql`select max(id) as largest from security`,
  term_instrument_id: sql`select max(id) as largest from term_instrument`,
  term_instrument_type_id: sql`select max(id) as largest from term_instrument_type`,
  whatsapp_message_id: sql`select max(id) as largest from whatsapp_message`,
};

/**
 * Reads the largest stored id of a sequence. Undefined if the demonstration does not assign the
 * sequence's ids.
 */
export async function largestId(tx: Tx, sequence: string): Promise<bigint | undefined> {
  const query = LARGEST[sequence];
  if (query === undefined) return undefined;
  const [row] = await tx.query<{ largest: bigint | null }>(query);
  return present(row, 'an aggregate has one row').largest ?? 0n;
}

/** Advances a sequence past an id. */
export async function moveSequence(tx: Tx, sequence: string, id: bigint): Promise<void> {
  await tx.query(sql`
    select setval(${sequence}, greatest(${id}::bigint, coalesce(
      (select last_value from pg_sequences where schemaname = current_schema()
        and sequencename = ${sequence}), 1)))`);
}
