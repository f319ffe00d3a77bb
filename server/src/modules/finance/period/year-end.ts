// The close of a year: income and expense of each office and currency go to retained earnings.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { mappedAccount } from '../account/account.js';
import { type JournalDraft, type LineDraft, postJournals } from '../ledger/ledger.js';
import type { Period } from './period.js';

/** Journals of a close name it as their source, with the year as its id. */
export const YEAR_END_SOURCE = 'YEAR_END';

/** What an account of income or expense has gathered; debit positive. */
interface GatheredResult {
  readonly account_id: bigint;
  readonly office_id: bigint;
  readonly currency: string;
  readonly net_minor: bigint;
}

/** The balances of income and expense at the end of a date, those of zero left out. */
export function gatheredResults(tx: Tx, through: BusinessDate): Promise<GatheredResult[]> {
  return tx.query(sql`
    with result_account as (
      select id, office_id, currency from account where class in ('INCOME', 'EXPENSE')
    ), moved as (
      select d.account_id, d.debit_minor - d.credit_minor as net_minor
      from account_day d join result_account a on a.id = d.account_id
      where d.transaction_date <= ${through}::date
      union all
      select l.account_id, l.amount_minor
      from ledger_fold_state s
      join journal_line l on l.journal_id > s.folded_journal_id
      join result_account a on a.id = l.account_id
      join journal j on j.id = l.journal_id
      where j.transaction_date <= ${through}::date
    )
    select a.id as account_id, a.office_id, a.currency, sum(m.net_minor)::bigint as net_minor
    from moved m join result_account a on a.id = m.account_id
    group by a.id, a.office_id, a.currency having sum(m.net_minor) <> 0
    order by a.office_id, a.currency, a.id`);
}

/**
 * Books the close on the last day of the year, which must be soft closed, one journal per office
 * and currency. Postings must be locked out. Returns the numbers of the journals.
 */
export async function closeResults(work: Work, year: Period): Promise<bigint[]> {
  const journals: JournalDraft[] = [];
  for (const results of byPlace(await gatheredResults(work.tx, year.last))) {
    const [{ office_id: officeId, currency }] = results;
    const retained = await mappedAccount(work, 'YEAR_END/RETAINED_EARNINGS', {
      officeId,
      currency,
    });
    journals.push({
      officeId,
      transactionDate: year.last,
      valueDate: year.last,
      narration: `Close of the year ${year.name}`,
      sourceType: YEAR_END_SOURCE,
      sourceId: BigInt(year.year),
      intoSoftClosed: true,
      createdBy: work.principal.name,
      createdAt: work.now,
      lines: closingLines(results, retained),
    });
  }
  return postJournals(work.tx, journals);
}

function closingLines(results: readonly GatheredResult[], retained: bigint): LineDraft[] {
  const lines = results.map((row) => ({ accountId: row.account_id, amountMinor: -row.net_minor }));
  const net = results.reduce((sum, row) => sum + row.net_minor, 0n);
  return [...lines, { accountId: retained, amountMinor: net }];
}

type Results = readonly [GatheredResult, ...GatheredResult[]];

function byPlace(results: readonly GatheredResult[]): readonly Results[] {
  const places = new Map<string, Results>();
  for (const row of results) {
    const key = `${row.office_id} ${row.currency}`;
    const before = places.get(key);
    places.set(key, before === undefined ? [row] : [...before, row]);
  }
  return [...places.values()];
}
