// SQL that loads and stores cash transactions and changes their state.

import { HTTP } from '../../../limits.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Principal } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { CASH_TRANSACTION } from '../limits.js';
import type { TransactionType } from '../schema.js';

export type TransactionState =
  | 'PENDING'
  | 'APPROVED'
  | 'POSTED'
  | 'REJECTED'
  | 'CANCELLED'
  | 'REVERSED';

/** A stored cash transaction. Amounts are in minor units of `currency`. */
interface CashTransactionRow {
  readonly id: bigint;
  readonly name: string;
  readonly active: boolean;
  readonly state: TransactionState;
  readonly office_id: bigint;
  readonly batch_name: string | null;
  readonly batch_row: number | null;
  readonly batch_row_hash: string | null;
  readonly transaction_at: Instant;
  /** The booking date that the client requested. */
  readonly requested_date: BusinessDate | null;
  readonly value_at: Instant | null;
  readonly trans_type: TransactionType;
  readonly trans_method: string;
  readonly customer_id: bigint;
  readonly cash_account_id: bigint;
  readonly currency: string;
  readonly amount_minor: bigint;
  readonly description: string | null;
  readonly reference: string | null;
  readonly processing_fees: Decimal | null;
  readonly processing_fee_type: 'FLAT' | 'PERCENT' | null;
  readonly fee_minor: bigint;
  readonly fee_account_id: bigint | null;
  readonly contra_account_id: bigint | null;
  /** True if the request named the account; null if unknown. */
  readonly contra_named: boolean | null;
  readonly fee_named: boolean | null;
  readonly counterparty_account_id: bigint | null;
  /** The received amount of a conversion, and the rate as quoted, per unit of its base. */
  readonly converted_minor: bigint | null;
  readonly exchange_rate: Decimal | null;
  readonly exchange_rate_base: string | null;
  readonly exchange_rate_date: BusinessDate | null;
  readonly early_withdrawal_rate: Decimal | null;
  readonly early_withdrawal_minor: bigint;
  readonly early_withdrawal_account_id: bigint | null;
  readonly max_no_of_debits: number | null;
  readonly no_of_executed_debits: number;
  readonly bank_stmt_cleared: boolean;
  readonly corp_action: boolean;
  readonly tax_minor: bigint;
  readonly tax_account_id: bigint | null;
  readonly tax_class: string | null;
  readonly tax_withheld_by: 'FIRM' | 'ISSUER' | null;
  readonly agent_name: string | null;
  readonly processor_response: string | null;
  readonly transaction_processor: string | null;
  readonly payment_gateway_id: bigint | null;
  readonly creator_kind: Principal['kind'];
  readonly creator_id: bigint;
  readonly approval_policy: string | null;
  readonly approval_policy_version: number | null;
  readonly approvals_needed: number;
  readonly approver_roles: readonly string[];
  readonly approved_by: bigint | null;
  readonly approved_at: Instant | null;
  readonly journal_fingerprint: string | null;
  readonly reversal_asked_kind: Principal['kind'] | null;
  readonly reversal_asked_id: bigint | null;
  readonly reversal_asked_by: string | null;
  readonly reversal_asked_at: Instant | null;
  readonly decision_reason: string | null;
  readonly journal_id: bigint | null;
  readonly reversal_journal_id: bigint | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** Names and states of the records that a cash transaction refers to. */
interface CashTransactionNames {
  readonly office_name: string;
  readonly time_zone: string;
  readonly office_currency: string;
  readonly four_eyes_threshold_minor: bigint | null;
  readonly customer_name: string | null;
  readonly customer_label: string | null;
  readonly customer_active: boolean;
  readonly cash_account_name: string;
  readonly cash_account_active: boolean;
  readonly contra_account_name: string | null;
  readonly fee_account_name: string | null;
  readonly early_withdrawal_account_name: string | null;
  readonly tax_account_name: string | null;
  readonly counterparty_account_name: string | null;
  readonly counterparty_account_active: boolean | null;
  readonly counterparty_office_id: bigint | null;
  readonly counterparty_currency: string | null;
  readonly counterparty_customer_name: string | null;
  readonly counterparty_customer_active: boolean | null;
  /** The transaction date and the value date of the journal, once posted. */
  readonly posted_date: BusinessDate | null;
  readonly posted_value_date: BusinessDate | null;
}

export type LoadedCashTransaction = CashTransactionRow & CashTransactionNames;

/** Selects cash transactions with the names of the records that they refer to. */
export const LOADED_CASH_TRANSACTION: Sql = sql`
  select t.*, o.name as office_name, o.time_zone, o.currency as office_currency,
    o.four_eyes_threshold_minor,
    c.name as customer_name, c.label as customer_label,
    c.status = 'ACTIVE' and c.workflow_status = 'APPROVED' as customer_active,
    a.name as cash_account_name,
    a.active as cash_account_active, x.name as contra_account_name, f.name as fee_account_name,
    e.name as early_withdrawal_account_name, w.name as tax_account_name,
    p.name as counterparty_account_name, p.active as counterparty_account_active,
    p.office_id as counterparty_office_id, p.currency as counterparty_currency,
    pc.name as counterparty_customer_name,
    pc.status = 'ACTIVE' and pc.workflow_status = 'APPROVED' as counterparty_customer_active,
    j.transaction_date as posted_date, j.value_date as posted_value_date
  from cash_transaction t
  join business_office o on o.id = t.office_id
  join account a on a.id = t.cash_account_id
  left join customer c on c.id = t.customer_id
  left join account x on x.id = t.contra_account_id
  left join account f on f.id = t.fee_account_id
  left join account e on e.id = t.early_withdrawal_account_id
  left join account w on w.id = t.tax_account_id
  left join account p on p.id = t.counterparty_account_id
  left join customer pc on pc.id = p.customer_id
  left join journal j on j.id = t.journal_id`;

/** Returns one cash transaction, or undefined. */
export async function findCashTransaction(
  on: Database | Tx,
  id: bigint,
): Promise<LoadedCashTransaction | undefined> {
  const [row] = await on.query<LoadedCashTransaction>(
    sql`${LOADED_CASH_TRANSACTION} where t.id = ${id}`,
  );
  return row;
}

/** Like `findCashTransaction`, but locks the row until the transaction ends. */
export async function lockCashTransaction(
  tx: Tx,
  id: bigint,
): Promise<LoadedCashTransaction | undefined> {
  const [row] = await tx.query<LoadedCashTransaction>(
    sql`${LOADED_CASH_TRANSACTION} where t.id = ${id} for update of t`,
  );
  return row;
}

type Stored = Omit<
  CashTransactionRow,
  | 'active'
  | 'bank_stmt_cleared'
  | 'journal_id'
  | 'reversal_journal_id'
  | 'reversal_asked_kind'
  | 'reversal_asked_id'
  | 'reversal_asked_by'
  | 'reversal_asked_at'
  | 'decision_reason'
>;

const NEW_COLUMNS = sql`
  id, name, state, office_id, batch_name, transaction_at, requested_date, value_at, trans_type,
  trans_method, customer_id, cash_account_id, currency, amount_minor, description, reference,
  processing_fees, processing_fee_type, fee_minor, fee_account_id, contra_account_id,
  counterparty_account_id, converted_minor, exchange_rate, exchange_rate_base,
  exchange_rate_date, early_withdrawal_rate, early_withdrawal_minor, early_withdrawal_account_id,
  max_no_of_debits, no_of_executed_debits,
  batch_row, batch_row_hash, approval_policy, approval_policy_version, approvals_needed,
  approver_roles, journal_fingerprint, corp_action, tax_minor, tax_account_id, tax_class,
  tax_withheld_by, agent_name, contra_named, fee_named, processor_response,
  transaction_processor, payment_gateway_id, creator_kind, creator_id, approved_by, approved_at,
  version, created_by, created_at, modified_by, modified_at`;

/**
 * Stores new cash transactions and sets their holds in one statement. Returns, for each
 * transaction, the id of a recent duplicate: one with the same account, type and amount that is
 * still in force.
 */
export async function insertCashTransactions(
  tx: Tx,
  rows: readonly Stored[],
  holds: Sql | undefined,
): Promise<Map<bigint, bigint>> {
  if (rows.length === 0) return new Map();
  const found = await tx.query<{ id: bigint; look_alike: bigint | null }>(sql`
    with asked as materialized (
      select * from jsonb_populate_recordset(null::cash_transaction, ${storedText(rows)}::jsonb)
    ), made as (
      insert into cash_transaction (${NEW_COLUMNS}) select ${NEW_COLUMNS} from asked
    )
    select a.id, (select ${holds ?? sql`null`}) as held, (
        select max(r.id) from (
          select id, trans_type, amount_minor, state, created_at from cash_transaction
          where cash_account_id = a.cash_account_id
          order by id desc limit ${CASH_TRANSACTION.duplicatesRead}
        ) r
        where r.trans_type = a.trans_type and r.amount_minor = a.amount_minor
          and r.created_at > a.created_at - make_interval(secs => ${HTTP.duplicateWindowSeconds})
          and r.state not in ('REJECTED', 'CANCELLED', 'REVERSED')
      ) as look_alike
    from asked a`);
  return duplicates(rows, new Map(found.map((row) => [row.id, row.look_alike])));
}

// The statement finds only duplicates that were stored before it ran. Duplicates among its own rows
// are found here.
function duplicates(
  rows: readonly Stored[],
  stored: ReadonlyMap<bigint, bigint | null>,
): Map<bigint, bigint> {
  const found = new Map<bigint, bigint>();
  const latest = new Map<string, bigint>();
  for (const row of rows) {
    const key = `${row.cash_account_id} ${row.trans_type} ${row.amount_minor}`;
    const earlier = latest.get(key) ?? stored.get(row.id) ?? undefined;
    if (earlier !== undefined) found.set(row.id, earlier);
    latest.set(key, row.id);
  }
  return found;
}

// Numbers are sent as strings, which PostgreSQL reads at any length.
function storedText(rows: readonly Stored[]): string {
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

export interface StateChange {
  readonly id: bigint;
  readonly state: TransactionState;
  readonly by: string;
  readonly at: Instant;
  /** The last required approval; absent for any other step. */
  readonly approved?: { readonly by: bigint; readonly fingerprint: string };
  /** The reason for the decision, if one was given. */
  readonly reason?: string | undefined;
}

/** Changes a locked transaction to a state that writes no journal. */
export async function storeState(tx: Tx, change: StateChange): Promise<void> {
  const approved = change.approved?.by ?? null;
  await tx.query(sql`
    update cash_transaction set state = ${change.state}, version = version + 1,
      approved_by = coalesce(${approved}::bigint, approved_by),
      approved_at = case when ${approved}::bigint is null then approved_at else ${change.at} end,
      journal_fingerprint = coalesce(${change.approved?.fingerprint ?? null}, journal_fingerprint),
      decision_reason = coalesce(${change.reason ?? null}, decision_reason),
      modified_by = ${change.by}, modified_at = ${change.at}
    where id = ${change.id}`);
}
