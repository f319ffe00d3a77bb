// SQL for settlements with funds' custodians, one function per statement.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Stamp } from '../stamp.js';

export type FundSettlementStatus = 'PENDING' | 'POSTED' | 'REJECTED';

export interface FundSettlementRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly fund_id: bigint;
  readonly fund_name: string;
  readonly currency: string;
  readonly direction: 'PAYMENT' | 'RECEIPT';
  readonly amount_minor: bigint;
  readonly reference: string | null;
  readonly status: FundSettlementStatus;
  readonly settled_on: BusinessDate | null;
  readonly journal_id: bigint | null;
  readonly creator_kind: string;
  readonly creator_id: bigint;
  readonly decided_by: string | null;
  readonly decided_at: Instant | null;
  readonly decision_reason: string | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const SELECT_SETTLEMENT: Sql = sql`
  select s.*, f.name as fund_name, f.currency, o.name as office_name
  from fund_settlement s
  join fund f on f.id = s.fund_id
  join business_office o on o.id = s.office_id`;

export async function selectSettlement(
  on: Database | Tx,
  id: bigint,
): Promise<FundSettlementRow | undefined> {
  const [row] = await on.query<FundSettlementRow>(sql`${SELECT_SETTLEMENT} where s.id = ${id}`);
  return row;
}

export async function lockSettlement(tx: Tx, id: bigint): Promise<void> {
  await tx.query(sql`select id from fund_settlement where id = ${id} for update`);
}

export async function insertSettlement(
  tx: Tx,
  row: Pick<
    FundSettlementRow,
    | 'name'
    | 'label'
    | 'office_id'
    | 'fund_id'
    | 'direction'
    | 'amount_minor'
    | 'reference'
    | 'creator_kind'
    | 'creator_id'
  >,
  stamp: Stamp,
): Promise<void> {
  await tx.query(sql`
    insert into fund_settlement (id, name, label, office_id, fund_id, direction, amount_minor,
      reference, status, creator_kind, creator_id, created_by, created_at, modified_by, modified_at)
    values (${stamp.id}, ${row.name}, ${row.label}, ${row.office_id}, ${row.fund_id},
      ${row.direction}, ${row.amount_minor}, ${row.reference}, 'PENDING', ${row.creator_kind},
      ${row.creator_id}, ${stamp.by}, ${stamp.at}, ${stamp.by}, ${stamp.at})`);
}

/** The decision on a settlement. An approval has its booking in `posted`; a rejection has none. */
interface SettlementDecision {
  readonly posted?: { readonly journalId: bigint; readonly on: BusinessDate };
  readonly reason?: string | undefined;
}

/** Stores the decision on a settlement, which the caller has locked. */
export async function decideSettlement(
  tx: Tx,
  stamp: Stamp,
  decision: SettlementDecision,
): Promise<void> {
  const { posted, reason } = decision;
  await tx.query(sql`
    update fund_settlement set status = ${posted === undefined ? 'REJECTED' : 'POSTED'},
      journal_id = ${posted?.journalId ?? null}, settled_on = ${posted?.on ?? null}::date,
      decided_by = ${stamp.by}, decided_at = ${stamp.at}, decision_reason = ${reason ?? null},
      version = version + 1, modified_by = ${stamp.by}, modified_at = ${stamp.at}
    where id = ${stamp.id}`);
}

/** The debt between an office and a fund. */
export interface FundDueRow {
  readonly account_id: bigint;
  readonly account_name: string;
  readonly fund_id: bigint;
  readonly fund_name: string;
  readonly fund_label: string;
  readonly office_name: string;
  readonly currency: string;
  /** In minor units. Positive if the office owes the fund, negative if the fund owes the office. */
  readonly due_minor: bigint;
}

interface FundDueFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly fundId: bigint | undefined;
}

function dueFrom({ offices, fundId }: FundDueFilter): Sql {
  return sql`
    from fund f
    join account a on a.acct_type = 'FUND:CONTROL:' || f.name and a.currency = f.currency
    join business_office o on o.id = a.office_id
    where ${inOffices(sql`a.office_id`, offices)}
      and (${fundId ?? null}::bigint is null or f.id = ${fundId ?? null})`;
}

/** Selects funds' control accounts with their balances, ordered by id. */
export function selectDues(
  on: Database,
  filter: FundDueFilter,
  page: PageRequest,
): Promise<FundDueRow[]> {
  return on.query(sql`
    select a.id as account_id, a.name as account_name, f.id as fund_id, f.name as fund_name,
      f.label as fund_label, o.name as office_name, f.currency, firm_balance(a.id) as due_minor
    ${dueFrom(filter)} and a.id > ${page.after ?? 0n}
    order by a.id limit ${page.limit + 1} offset ${page.offset}`);
}

/**
 * Selects the given funds' control accounts, by fund id. Leaves out a fund that has control
 * accounts in several of the given offices, or in none.
 */
export async function selectControlAccounts(
  on: Database,
  fundIds: readonly bigint[],
  offices: readonly bigint[] | undefined,
): Promise<ReadonlyMap<bigint, bigint>> {
  const rows = await on.query<{ fund_id: bigint; account_id: bigint }>(sql`
    select f.id as fund_id, min(a.id) as account_id ${dueFrom({ offices, fundId: undefined })}
      and f.id = any(${[...fundIds]}::bigint[])
    group by f.id having count(*) = 1`);
  return new Map(rows.map((row) => [row.fund_id, row.account_id]));
}

export function countDues(on: Database, filter: FundDueFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) ${dueFrom(filter)}`);
}

/**
 * Returns one office's debt to one fund, in minor units. It is negative if the fund owes the
 * office.
 */
export async function dueOf(tx: Tx, fundId: bigint, officeId: bigint): Promise<bigint> {
  const [row] = await tx.query<{ due_minor: bigint }>(sql`
    select firm_balance(a.id) as due_minor
    ${dueFrom({ offices: [officeId], fundId })}`);
  return row?.due_minor ?? 0n;
}

interface FundSettlementFilter extends FundDueFilter {
  readonly status: FundSettlementStatus | undefined;
}

function matching({ offices, fundId, status }: FundSettlementFilter): Sql {
  return sql`${inOffices(sql`s.office_id`, offices)}
    and (${fundId ?? null}::bigint is null or s.fund_id = ${fundId ?? null})
    and (${status ?? null}::text is null or s.status = ${status ?? null})`;
}

/** Selects settlements, newest first. */
export function selectSettlements(
  on: Database,
  filter: FundSettlementFilter,
  page: PageRequest,
): Promise<FundSettlementRow[]> {
  return on.query(sql`${SELECT_SETTLEMENT}
    where ${matching(filter)} and (${page.after}::bigint is null or s.id < ${page.after})
    order by s.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countSettlements(on: Database, filter: FundSettlementFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) from fund_settlement s where ${matching(filter)}`);
}
