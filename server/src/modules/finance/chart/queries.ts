// SQL for the chart of accounts and the account mapping.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { FirmAccountCode, LedgerCode } from './code.js';

/** Returns the version, which every change to the chart or mapping increments. */
export async function selectChartVersion(on: Database | Tx): Promise<bigint> {
  const [row] = await on.query<{ version: bigint }>(sql`select version from chart_state`);
  return row?.version ?? 0n;
}

/**
 * Serialises changes to codes and to the mapping, because closing a code and mapping a line to it
 * depend on each other.
 */
export async function lockChart(tx: Tx): Promise<void> {
  await tx.query(sql`select version from chart_state for update`);
}

/** Increments the version, so that every process reads the chart again. */
export async function raiseChartVersion(tx: Tx): Promise<void> {
  await tx.query(sql`update chart_state set version = version + 1`);
}

/** A code, with the author and the time of its last change. */
interface LedgerCodeRow extends LedgerCode {
  readonly id: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const CODE_COLUMNS = sql`c.id, c.code, c.label, c.class as "accountClass", c.control,
  c.by_hand as "byHand", c.client_money as "clientMoney", c.inline, c.family, c.active,
  c.created_by, c.created_at, c.modified_by, c.modified_at`;

/** Selects every code, by name; the chart is small. */
export function selectCodes(on: Database | Tx): Promise<LedgerCodeRow[]> {
  return on.query(sql`select ${CODE_COLUMNS} from ledger_code c order by c.code`);
}

/** Returns one code, or undefined. */
export async function selectCode(
  on: Database | Tx,
  code: string,
): Promise<LedgerCodeRow | undefined> {
  const [row] = await on.query<LedgerCodeRow>(
    sql`select ${CODE_COLUMNS} from ledger_code c where c.code = ${code}`,
  );
  return row;
}

/** Who made a change, and when. */
interface ChartStamp {
  readonly by: string;
  readonly at: Instant;
}

/** Inserts or updates a code and its accounts' labels. Returns its id. */
export async function storeCode(
  tx: Tx,
  entry: LedgerCode,
  { by, at }: ChartStamp,
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(sql`
    with stored as (
      insert into ledger_code (code, label, class, control, by_hand, client_money, inline, family,
        active, created_by, created_at, modified_by, modified_at)
      values (${entry.code}, ${entry.label}, ${entry.accountClass}, ${entry.control},
        ${entry.byHand}, ${entry.clientMoney}, ${entry.inline}, ${entry.family}, ${entry.active},
        ${by}, ${at}, ${by}, ${at})
      on conflict (code) do update set label = excluded.label, class = excluded.class,
        control = excluded.control, by_hand = excluded.by_hand,
        client_money = excluded.client_money, inline = excluded.inline,
        family = excluded.family, active = excluded.active, modified_by = excluded.modified_by,
        modified_at = excluded.modified_at
      returning id
    ), renamed as (
      update account set label = ${entry.label}, modified_by = ${by}, modified_at = ${at}
      where acct_type = ${entry.code} and customer_id is null and label <> ${entry.label}
    )
    select id from stored`);
  return row?.id;
}

/** Returns whether a code or its family has accounts. */
export async function hasAccounts(on: Database | Tx, code: string): Promise<boolean> {
  const rows = await on.query(sql`
    select id from account
    where acct_type = ${code} or starts_with(acct_type, ${`${code}:`}) limit 1`);
  return rows.length > 0;
}

/** A line of an entry, and the code to which it is booked. */
export interface MappingRow {
  readonly id: bigint;
  readonly entry: string;
  readonly line: string;
  readonly label: string;
  readonly code: FirmAccountCode;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** Selects the whole mapping, by entry and line. */
export function selectMapping(on: Database | Tx): Promise<MappingRow[]> {
  return on.query(sql`select * from account_mapping order by entry, line`);
}

/** Inserts or updates a line; returns its id. */
export async function storeMapping(
  tx: Tx,
  mapped: Record<'entry' | 'line' | 'label' | 'code', string>,
  { by, at }: ChartStamp,
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(sql`
    insert into account_mapping (entry, line, label, code, created_by, created_at, modified_by,
      modified_at)
    values (${mapped.entry}, ${mapped.line}, ${mapped.label}, ${mapped.code}, ${by}, ${at}, ${by},
      ${at})
    on conflict (entry, line) do update set label = excluded.label, code = excluded.code,
      modified_by = excluded.modified_by, modified_at = excluded.modified_at
    returning id`);
  return row?.id;
}

/** A code with the number of its accounts. */
export type CountedCode = LedgerCodeRow & { readonly accounts: bigint };

/** Reads a page of codes in id order, plus one extra row to detect a next page. */
export function selectCountedCodes(db: Database, page: PageRequest): Promise<CountedCode[]> {
  return db.query(sql`
    select ${CODE_COLUMNS}, (
        select count(*) from account a
        where a.acct_type = c.code or c.family and starts_with(a.acct_type, c.code || ':')
      ) as accounts
    from ledger_code c where c.id > ${page.after ?? 0n}
    order by c.id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countCodes(db: Database): Promise<bigint> {
  return countRows(db, sql`select count(*) from ledger_code`);
}

/** A mapped line with the class of its code. */
export type ClassedMapping = MappingRow & {
  readonly account_class: string;
  readonly client_money: boolean;
};

/** Reads a page of the mapping in id order, plus one extra row to detect a next page. */
export function selectClassedMapping(db: Database, page: PageRequest): Promise<ClassedMapping[]> {
  return db.query(sql`
    select m.*, c.class as account_class, c.client_money
    from account_mapping m join ledger_code c on c.code = m.code
    where m.id > ${page.after ?? 0n}
    order by m.id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countMapping(db: Database): Promise<bigint> {
  return countRows(db, sql`select count(*) from account_mapping`);
}
