// SQL for the integrity check: violations of an invariant, and the client money proof.

import type { Principal } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import { INTEGRITY } from '../limits.js';
import type { Invariant } from './invariant.js';

/** Sets the timeout of every later statement in the transaction. */
export async function setStatementTimeout(tx: Tx, timeoutMs: number): Promise<void> {
  await tx.query(sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`);
}

interface Violation {
  readonly id: bigint;
  readonly finding: string;
  /** The total number of violations. */
  readonly violations: bigint;
}

/** Selects an invariant's first violations, by id. */
export function selectViolations(tx: Tx, invariant: Invariant): Promise<Violation[]> {
  return tx.query(sql`
    select id, finding, count(*) over () as violations from (${invariant.broken}) broken
    order by id limit ${INTEGRITY.examplesPerInvariantMax}`);
}

/** Returns the number of rows that the check of an invariant covers. */
export function countChecked(tx: Tx, invariant: Invariant): Promise<bigint> {
  return countRows(tx, invariant.checked);
}

/** Client money of one office and currency, in minor units. */
interface ClientMoneyRow {
  readonly office_name: string;
  readonly currency: string;
  readonly owed_minor: bigint;
  readonly bank_minor: bigint;
  readonly clearing_minor: bigint;
}

/** Selects the amounts owed to customers and the money that covers them, by office and currency. */
export function selectClientMoney(
  tx: Tx,
  offices: Principal['offices'],
): Promise<ClientMoneyRow[]> {
  return tx.query(sql`
    with balance as (
      select a.office_id, a.currency, a.class, a.customer_id is not null as of_customers,
        case when a.inline then b.balance_minor else firm_balance(a.id) end as minor
      from account a join account_balance b on b.account_id = a.id
      where a.client_money and ${inOffices(sql`a.office_id`, offices)}
    )
    select o.name as office_name, balance.currency,
      coalesce(sum(greatest(minor, 0)) filter (where of_customers), 0)::bigint as owed_minor,
      coalesce(sum(minor) filter (where class = 'ASSET'), 0)::bigint as bank_minor,
      coalesce(sum(-minor) filter (where class <> 'ASSET' and not of_customers), 0)::bigint
        as clearing_minor
    from balance join business_office o on o.id = balance.office_id
    group by o.name, balance.currency order by o.name, balance.currency`);
}
