// Integrity: the numbered invariants checked over all books, and the proof of client money.

import type { Call, Principal } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { sql } from '../../../platform/database/sql.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { INTEGRITY } from '../limits.js';
import { ACCOUNT_INVARIANTS } from './account-invariant.js';
import { type Invariant, JOURNAL_INVARIANTS } from './invariant.js';
import { MESSAGE_INVARIANTS } from './message-invariant.js';
import { TRADE_INVARIANTS } from './trade-invariant.js';

/** All of them, in the order of their numbers. */
export const INVARIANTS: readonly Invariant[] = [
  ...JOURNAL_INVARIANTS,
  ...ACCOUNT_INVARIANTS,
  ...MESSAGE_INVARIANTS,
  ...TRADE_INVARIANTS,
];

interface IntegrityResult {
  readonly number: number;
  readonly name: string;
  readonly holds: boolean;
  readonly rowsChecked: bigint;
  readonly violations: bigint;
  readonly examples: readonly { readonly id: bigint; readonly finding: string }[];
}

/**
 * Checks every invariant on one snapshot. `holds` is true when all do. The proof of client money is
 * told beside them: it compares the books with a duty of the firm, not with themselves. A caller
 * who is bound to offices learns whether all books hold, and of others nothing else.
 * @param timeoutMs how long one statement may take; left out, what every statement may
 */
export function checkIntegrity(
  call: Pick<Call, 'db'> & Partial<Pick<Call, 'principal'>>,
  timeoutMs?: number,
): Promise<{
  readonly holds: boolean;
  readonly invariants: readonly IntegrityResult[];
  readonly clientMoney: readonly object[];
}> {
  return onSnapshot(call.db, async (tx) => {
    if (timeoutMs !== undefined) {
      await tx.query(sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`);
    }
    const invariants: IntegrityResult[] = [];
    const offices = call.principal?.offices;
    for (const invariant of INVARIANTS) {
      const result = await check(tx, invariant);
      invariants.push(offices === undefined ? result : { ...result, examples: [] });
    }
    return {
      holds: invariants.every((result) => result.holds),
      invariants,
      clientMoney: await proveClientMoney(tx, offices),
    };
  });
}

async function check(tx: Tx, invariant: Invariant): Promise<IntegrityResult> {
  const rows = await tx.query<{ id: bigint; finding: string; violations: bigint }>(sql`
    select id, finding, count(*) over () as violations from (${invariant.broken}) broken
    order by id limit ${INTEGRITY.examplesPerInvariantMax}`);
  const [checked] = await tx.query<{ count: bigint }>(invariant.checked);
  const { number, name } = invariant;
  return {
    number,
    name,
    holds: rows.length === 0,
    rowsChecked: checked?.count ?? 0n,
    violations: rows[0]?.violations ?? 0n,
    examples: rows.map(({ id, finding }) => ({ id, finding })),
  };
}

interface ClientMoneyRow {
  readonly office_name: string;
  readonly currency: string;
  readonly owed_minor: bigint;
  readonly bank_minor: bigint;
  readonly clearing_minor: bigint;
}

// What customers are owed must lie at the clients' bank, with the settlement system, or with the
// funds that they deal in; what one has overdrawn does not cover another. A surplus is the firm's
// own money that was not moved out yet.
async function proveClientMoney(tx: Tx, offices: Principal['offices']): Promise<object[]> {
  const rows = await tx.query<ClientMoneyRow>(sql`
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
  return rows.map((row) => {
    const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
    return {
      businessOfficeName: row.office_name,
      currency: row.currency,
      owedToCustomers: amount(row.owed_minor),
      clientBank: amount(row.bank_minor),
      settlement: amount(row.clearing_minor),
      surplus: amount(row.bank_minor + row.clearing_minor - row.owed_minor),
      covered: row.bank_minor + row.clearing_minor >= row.owed_minor,
    };
  });
}
