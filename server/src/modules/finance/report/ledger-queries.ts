// SQL for one account's ledger. Pages are ranges of account versions: the limit applies before the
// join, so that a page costs the same at the end of a long ledger as at its start.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';

/** The date by which ranges and balances select lines: booking date or value date. */
export type DateBasis = 'TRANSACTION' | 'VALUE';

/** The range of an account's ledger; absent bounds are open. */
export interface LedgerRange {
  readonly accountId: bigint;
  readonly inline: boolean;
  readonly basis: DateBasis;
  readonly from: BusinessDate | undefined;
  readonly to: BusinessDate | undefined;
  /** The last version known at an earlier moment, for the ledger as of that moment. */
  readonly knownVersion: bigint | undefined;
}

/** The sums of a range in minor units; `opening_minor` is debits less credits before it. */
export interface LedgerSums {
  readonly opening_minor: bigint;
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
  readonly line_count: bigint;
  /** The first and last version of the range's lines; null if it has none. */
  readonly first_version: bigint | null;
  readonly last_version: bigint | null;
}

/** One line of an account as posted. */
export interface PostedLine {
  readonly journal_id: bigint;
  readonly line_no: number;
  readonly amount_minor: bigint;
  readonly account_version: bigint;
  /**
   * The account's balance after this line, on its normal side, over all lines in posting order. The
   * running balances of a range differ, because they exclude lines outside its dates.
   */
  readonly posted_balance_minor: bigint;
  readonly narration: string;
  readonly source_type: string;
  readonly source_id: bigint;
  readonly reversal_of_id: bigint | null;
  readonly transaction_date: BusinessDate;
  readonly value_date: BusinessDate;
  readonly created_by: string;
  readonly created_at: Instant;
  /** True for income from a corporate action that was entered as a cash transaction. */
  readonly is_income: boolean;
}

/** Returns the last version that was known at a given time. */
export async function versionKnownAt(tx: Tx, accountId: bigint, moment: Instant): Promise<bigint> {
  const [row] = await tx.query<{ version: bigint }>(
    sql`select version_known_at(${accountId}, ${moment}) as version`,
  );
  return row?.version ?? 0n;
}

/** Returns the date column that the range uses, in a journal or in the tail. */
function dayOf(range: LedgerRange): Sql {
  return range.basis === 'VALUE' ? sql`value_date` : sql`transaction_date`;
}

// Sums folded days plus the tail; lines recorded after `asOf` are subtracted again.
function movements(range: LedgerRange): Sql {
  const id = range.accountId;
  const shift = sql`
    union all
    select value_date, debit_minor, credit_minor, line_count, first_version, last_version
    from account_value_shift where account_id = ${id}`;
  const late = sql`
    union all
    select j.${dayOf(range)}, -greatest(late.amount_minor, 0), -greatest(-late.amount_minor, 0),
      -1, null, null
    from (${linesBetween(range, lateOf(range))}) late join journal j on j.id = late.journal_id`;
  return sql`
    select transaction_date as day, debit_minor, credit_minor, line_count, first_version,
      last_version
    from account_day where account_id = ${id}
    ${range.basis === 'VALUE' ? shift : sql``}
    union all
    select ${dayOf(range)}, greatest(amount_minor, 0), greatest(-amount_minor, 0), 1,
      account_version, account_version
    from ledger_tail(${id})
    ${range.knownVersion === undefined ? sql`` : late}`;
}

function lateOf({ knownVersion = 0n }: LedgerRange): VersionBounds {
  return { first: knownVersion + 1n, last: null, limit: null };
}

/** Sums a range. The cost depends on its number of days, not on its number of lines. */
export async function sumLedger(tx: Tx, range: LedgerRange): Promise<LedgerSums> {
  const inside = sql`
    (${range.from ?? null}::date is null or day >= ${range.from ?? null}::date)
    and (${range.to ?? null}::date is null or day <= ${range.to ?? null}::date)`;
  const [row] = await tx.query<LedgerSums>(sql`
    select
      coalesce(sum(debit_minor - credit_minor) filter (
        where day < ${range.from ?? null}::date), 0)::bigint as opening_minor,
      coalesce(sum(debit_minor) filter (where ${inside}), 0)::bigint as debit_minor,
      coalesce(sum(credit_minor) filter (where ${inside}), 0)::bigint as credit_minor,
      coalesce(sum(line_count) filter (where ${inside}), 0)::bigint as line_count,
      min(first_version) filter (where ${inside}) as first_version,
      least(max(last_version) filter (where ${inside}), ${range.knownVersion ?? null}::bigint)
        as last_version
    from (${movements(range)}) movement`);
  return (
    row ?? {
      opening_minor: 0n,
      debit_minor: 0n,
      credit_minor: 0n,
      line_count: 0n,
      first_version: null,
      last_version: null,
    }
  );
}

interface VersionBounds {
  readonly first: bigint;
  readonly last: bigint | null;
  readonly limit: number | null;
}

/**
 * Selects the lines between two versions, by version. The range is open-ended if the last version
 * is null; `limit`, if not null, limits the number of lines.
 */
function linesBetween(
  range: Pick<LedgerRange, 'accountId' | 'inline'>,
  { first, last, limit }: VersionBounds,
): Sql {
  const id = range.accountId;
  const within = sql`account_version >= ${first}
    and (${last}::bigint is null or account_version <= ${last}::bigint)`;
  if (range.inline) {
    return sql`select journal_id, line_no, amount_minor, account_version, balance_minor
      from journal_line where account_id = ${id} and ${within}
      order by account_version limit ${limit}`;
  }
  return sql`
    (select f.journal_id, f.line_no, l.amount_minor, f.account_version, f.balance_minor
      from (
        select * from ledger_fold where account_id = ${id} and ${within}
        order by account_version limit ${limit}
      ) f
      join journal_line l on l.journal_id = f.journal_id and l.line_no = f.line_no)
    union all
    (select journal_id, line_no, amount_minor, account_version, balance_minor
      from ledger_tail(${id}) where ${within}
      order by account_version limit ${limit})
    order by account_version limit ${limit}`;
}

const WITH_JOURNAL: Sql = sql`page.journal_id, page.line_no, page.amount_minor,
  page.account_version, page.balance_minor as posted_balance_minor, j.narration,
  j.source_type, j.source_id, j.reversal_of_id, j.transaction_date, j.value_date, j.created_by,
  j.created_at, j.source_type = 'CASH_TRANSACTION' and exists (
    select from cash_transaction c where c.id = j.source_id and c.corp_action) as is_income`;

interface VersionPage {
  readonly first: bigint;
  readonly last: bigint;
  readonly limit: number;
}

/** Reads a page of a range without gaps, whose rows can be found by version alone. */
export function pageOfVersions(
  tx: Tx,
  range: LedgerRange,
  page: VersionPage,
): Promise<PostedLine[]> {
  return tx.query(sql`
    with page as materialized (${linesBetween(range, page)})
    select ${WITH_JOURNAL} from page join journal j on j.id = page.journal_id
    order by page.account_version`);
}

interface FilteredPage extends VersionPage {
  readonly after: bigint;
  readonly offset: number;
}

/** Returns the lines between two versions that are dated in the range, in no particular order. */
function linesOfDates(range: LedgerRange, bounds: VersionBounds): Sql {
  const { from = null, to = null } = range;
  return sql`
    (${linesBetween(range, bounds)}) page
      join journal j on j.id = page.journal_id
        and (${from}::date is null or j.${dayOf(range)} >= ${from}::date)
        and (${to}::date is null or j.${dayOf(range)} <= ${to}::date)`;
}

/** Reads a page of a range with back-dated lines. */
export function pageOfDates(tx: Tx, range: LedgerRange, page: FilteredPage): Promise<PostedLine[]> {
  const first = page.after < page.first ? page.first : page.after + 1n;
  return tx.query(sql`
    select ${WITH_JOURNAL}
    from ${linesOfDates(range, { first, last: page.last, limit: null })}
    order by page.account_version limit ${page.limit} offset ${page.offset}`);
}

/** Sums the range's lines between two versions, inclusive: debits less credits. */
export async function sumOfDates(
  tx: Tx,
  range: LedgerRange,
  { first, last }: { readonly first: bigint; readonly last: bigint },
): Promise<bigint> {
  const [row] = await tx.query<{ moved: bigint }>(sql`
    select coalesce(sum(page.amount_minor), 0)::bigint as moved
    from ${linesOfDates(range, { first, last, limit: null })}`);
  return row?.moved ?? 0n;
}
