// SQL that all instruments need: the customer, the cash accounts and the holder.

import { present } from '../../../platform/assert.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

/** A customer, with the office columns that an instrument needs. */
export interface DepositorRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly status: string;
  readonly workflow_status: string;
  readonly payer_class: string;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly time_zone: string;
}

export async function selectDepositor(
  on: Database | Tx,
  named: { readonly id: bigint | undefined; readonly name: string | undefined },
): Promise<DepositorRow | undefined> {
  const by = named.id === undefined ? sql`c.name = ${named.name}` : sql`c.id = ${named.id}`;
  const [row] = await on.query<DepositorRow>(sql`
    select c.id, c.name, c.label, c.status, c.workflow_status, payer_class_of(c) as payer_class,
      c.office_id,
      o.name as office_name, o.time_zone
    from customer c join business_office o on o.id = c.office_id where ${by}`);
  return row;
}

/** A cash account of a customer. */
export interface DepositAccountRow {
  readonly id: bigint;
  readonly name: string;
  readonly currency: string;
  readonly active: boolean;
}

/** Selects the customer's cash accounts, open and closed. */
export function selectCashAccounts(on: Tx, customerId: bigint): Promise<DepositAccountRow[]> {
  return on.query(sql`
    select id, name, currency, active from account
    where customer_id = ${customerId} and acct_type = 'CUSTOMER_CASH' order by id`);
}

/**
 * A customer's address lines, as stored, and the name of the account that receives the proceeds.
 */
interface HolderRow {
  readonly address: readonly (string | null)[];
  readonly account: string;
}

export async function selectHolder(
  db: Database,
  of: { readonly customer_id: bigint; readonly termination_account_id: bigint },
): Promise<HolderRow> {
  const [row] = await db.query<HolderRow>(sql`
    select json_build_array(c.details ->> 'primaryAddress1', c.details ->> 'primaryAddress2',
        c.details ->> 'primaryCity', c.details ->> 'primaryState',
        c.details ->> 'primaryCountry') as address, a.name as account
    from customer c, account a
    where c.id = ${of.customer_id} and a.id = ${of.termination_account_id}`);
  return present(row, 'the customer and the account exist');
}
