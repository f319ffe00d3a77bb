// SQL for account rules and the floors that they determine.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/** The account that a rule applies to. */
interface RuledAccount {
  readonly id: bigint;
  readonly name: string;
  readonly currency: string;
  readonly acct_type: string;
  readonly active: boolean;
}

export async function findRuledAccount(
  on: Database | Tx,
  name: string,
): Promise<RuledAccount | undefined> {
  const [row] = await on.query<RuledAccount>(
    sql`select id, name, currency, acct_type, active from account where name = ${name}`,
  );
  return row;
}

/** A proposed rule. Amounts are in minor units of the account's currency. */
export interface RuleDraft {
  readonly accountId: bigint;
  readonly overdraftMinor: bigint;
  readonly minimumMinor: bigint;
  readonly lienMinor: bigint;
  readonly lienReason: string | null;
  readonly maxNoOfDebits: number | null;
  readonly earlyWithdrawalRate: Decimal | null;
  readonly lockedUntil: BusinessDate | null;
}

/** A stored rule. */
export interface RuleRow {
  readonly id: bigint;
  readonly account_name: string;
  readonly currency: string;
  readonly overdraft_minor: bigint;
  readonly minimum_minor: bigint;
  readonly lien_minor: bigint;
  readonly lien_reason: string | null;
  readonly max_no_of_debits: number | null;
  readonly early_withdrawal_rate: Decimal | null;
  readonly locked_until: BusinessDate | null;
  readonly version_no: number;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const RULE = sql`select r.*, a.name as account_name, a.currency
  from cash_account_rule r join account a on a.id = r.account_id`;

/** Returns the rule of one account. */
export async function selectRule(
  on: Database | Tx,
  accountName: string,
): Promise<RuleRow | undefined> {
  const [row] = await on.query<RuleRow>(sql`${RULE} where a.name = ${accountName}`);
  return row;
}

/** Reads a page of rules in the caller's offices, plus one extra row to detect a next page. */
export function selectRules(
  db: Database,
  offices: readonly bigint[] | undefined,
  page: PageRequest,
): Promise<RuleRow[]> {
  return db.query(sql`${RULE}
    where ${inOffices(sql`a.office_id`, offices)} and r.id > ${page.after ?? 0n}
    order by r.id limit ${page.limit + 1} offset ${page.offset}`);
}

export async function countRules(
  db: Database,
  offices: readonly bigint[] | undefined,
): Promise<bigint> {
  const [row] = await db.query<{ count: bigint }>(sql`select count(*)
    from cash_account_rule r join account a on a.id = r.account_id
    where ${inOffices(sql`a.office_id`, offices)}`);
  return row?.count ?? 0n;
}

/**
 * Stores a rule and sets the account's floor. A balance below the new floor does not prevent this:
 * the rule applies immediately, and nothing can be spent until the balance reaches the floor.
 */
export async function storeRule(
  tx: Tx,
  rule: RuleDraft,
  stamp: { readonly version: number; readonly by: string; readonly at: Instant },
): Promise<bigint> {
  const { version, by, at } = stamp;
  const floor = rule.minimumMinor + rule.lienMinor - rule.overdraftMinor;
  await tx.query(sql`
    update account_balance set floor_minor = ${floor}::bigint,
      forced_minor = forced_below(${floor}::bigint - (balance_minor - held_minor), 0, true)
    where account_id = ${rule.accountId}`);
  const rate = rule.earlyWithdrawalRate?.toFixed() ?? null;
  const [row] = await tx.query<{ id: bigint }>(sql`
    insert into cash_account_rule (account_id, overdraft_minor, minimum_minor, lien_minor,
      lien_reason, max_no_of_debits, early_withdrawal_rate, locked_until, version_no, created_by,
      created_at, modified_by, modified_at)
    values (${rule.accountId}, ${rule.overdraftMinor}, ${rule.minimumMinor}, ${rule.lienMinor},
      ${rule.lienReason}, ${rule.maxNoOfDebits}, ${rate}, ${rule.lockedUntil}, ${version}, ${by},
      ${at}, ${by}, ${at})
    on conflict (account_id) do update set overdraft_minor = excluded.overdraft_minor,
      minimum_minor = excluded.minimum_minor, lien_minor = excluded.lien_minor,
      lien_reason = excluded.lien_reason, max_no_of_debits = excluded.max_no_of_debits,
      early_withdrawal_rate = excluded.early_withdrawal_rate,
      locked_until = excluded.locked_until, version_no = excluded.version_no,
      modified_by = excluded.modified_by, modified_at = excluded.modified_at
    returning id`);
  return row?.id ?? 0n;
}
