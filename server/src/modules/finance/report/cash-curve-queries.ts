// SQL for the cash curve: current client money, and its movements in each step.

import type { Instant, Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';

/** Sums in one currency, in minor units. */
export interface Cash {
  readonly currency: string;
  readonly customers_minor: bigint;
  readonly bank_minor: bigint;
}

/** The movements in one time step. */
export interface Move extends Cash {
  readonly at: Instant;
}

/** Returns the sums of client money; `amount` is on the account's normal side. */
const cashSums = (amount: Sql): Sql => sql`
  coalesce(sum(${amount}) filter (where a.customer_id is not null), 0)::bigint as customers_minor,
  coalesce(sum(${amount}) filter (where a.customer_id is null), 0)::bigint as bank_minor`;

/**
 * Customers' accounts, and the firm's asset accounts that hold client money: the clients' banks.
 */
const isCash = sql`a.client_money and (a.customer_id is not null or a.class = 'ASSET')`;

const normalAmount = sql`case when a.class = 'ASSET' then l.amount_minor else -l.amount_minor end`;

/** Returns the current balances; for firm accounts, the folded balance plus unfolded lines. */
export function presentCash(tx: Tx, offices: readonly bigint[] | undefined): Promise<Cash[]> {
  return tx.query<Cash>(sql`
    with balance as (
      select account_id, balance_minor from account_balance
      union all
      select l.account_id, ${normalAmount}
      from ledger_fold_state f
      join journal_line l on l.journal_id > f.folded_journal_id and l.account_version is null
      join account a on a.id = l.account_id
    )
    select a.currency, ${cashSums(sql`b.balance_minor`)}
    from account a join balance b on b.account_id = a.id
    where ${isCash} and ${inOffices(sql`a.office_id`, offices)}
    group by a.currency order by a.currency`);
}

export function movesSince(
  tx: Tx,
  curve: { readonly from: Instant; readonly stepMs: number },
  offices: readonly bigint[] | undefined,
): Promise<Move[]> {
  const step = sql`make_interval(secs => ${curve.stepMs / 1_000})`;
  return tx.query<Move>(sql`
    select date_bin(${step}, j.recorded_at, ${curve.from}::timestamptz) + ${step} as at,
      a.currency, ${cashSums(normalAmount)}
    from journal j
    join journal_line l on l.journal_id = j.id
    join account a on a.id = l.account_id
    where j.recorded_at >= ${curve.from}::timestamptz and ${isCash}
      and ${inOffices(sql`a.office_id`, offices)}
    group by 1, 2`);
}
