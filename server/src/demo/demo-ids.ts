// Ids of the demonstration data: the same on every fresh database, so that examples can be written
// down.

import { present } from '../platform/assert.js';
import type { Tx } from '../platform/database/database.js';
import { type Sql, sql } from '../platform/database/sql.js';
import type { Ids } from '../platform/ids.js';

/** Ids that count on from the largest one stored, and hand the sequences back ahead of them. */
interface DemoIds extends Ids {
  release(tx: Tx): Promise<void>;
}

// Sequences keep what a killed fill took, so a second attempt by the sequences would number
// otherwise.
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

/** Ids for one fill. Sequences that are not listed here are served as always. */
export function createDemoIds(otherwise: Ids): DemoIds {
  const last = new Map<string, bigint>();
  const take = async (tx: Tx, sequence: string, count: number) => {
    const query = LARGEST[sequence];
    if (query === undefined) return otherwise.take(tx, sequence, count);
    const before = last.get(sequence) ?? (await largest(tx, query));
    last.set(sequence, before + BigInt(count));
    return Array.from({ length: count }, (_, place) => before + BigInt(place) + 1n);
  };
  return {
    take,
    next: async (tx, sequence) => present((await take(tx, sequence, 1))[0], 'one id was taken'),
    release: async (tx) => {
      for (const [sequence, id] of last) {
        await tx.query(sql`
          select setval(${sequence}, greatest(${id}::bigint, coalesce(
            (select last_value from pg_sequences where schemaname = current_schema()
              and sequencename = ${sequence}), 1)))`);
      }
    },
  };
}

async function largest(tx: Tx, query: Sql): Promise<bigint> {
  const [row] = await tx.query<{ largest: bigint | null }>(query);
  return present(row, 'an aggregate has one row').largest ?? 0n;
}
