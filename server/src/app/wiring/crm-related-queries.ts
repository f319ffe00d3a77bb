// SQL that finds the business office of a record, one statement per kind of record.

import type { Tx } from '../../platform/database/database.js';
import { type Sql, sql } from '../../platform/database/sql.js';

const OFFICE_OF = {
  ACCOUNT: (id: bigint) => sql`select office_id from account where id = ${id}`,
  CASH_TRANSACTION: (id: bigint) => sql`select office_id from cash_transaction where id = ${id}`,
  TRADE_ORDER: (id: bigint) => sql`select office_id from trade_order where id = ${id}`,
  CONTRACT_NOTE: (id: bigint) => sql`select office_id from contract_note where id = ${id}`,
  TERM_INSTRUMENT: (id: bigint) => sql`select office_id from term_instrument where id = ${id}`,
  DISCOUNTED_INSTRUMENT: discounted('DISCOUNTED_INSTRUMENT'),
  TREASURY_BILL: discounted('TREASURY_BILL'),
  FUND_TRANSACTION: (id: bigint) => sql`select office_id from fund_transaction where id = ${id}`,
} as const;

function discounted(kind: string): (id: bigint) => Sql {
  return (id) =>
    sql`select office_id from discounted_instrument where id = ${id} and kind = ${kind}`;
}

/** Returns the business office of a record. Undefined if the record does not exist. */
export async function officeOfRecord(
  tx: Tx,
  kind: keyof typeof OFFICE_OF,
  id: bigint,
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ office_id: bigint }>(OFFICE_OF[kind](id));
  return row?.office_id;
}
