// Closes a year: moves each office's income and expense, by currency, to retained earnings.

import type { Work } from '../../../platform/context.js';
import { mappedAccount } from '../account/account.js';
import { postJournals } from '../ledger/ledger.js';
import type { JournalDraft, LineDraft } from '../ledger/queries.js';
import type { Period } from './period.js';
import { type ResultBalance, resultBalances } from './queries.js';

/** The source type of closing journals; their source id is the year. */
export const YEAR_END_SOURCE = 'YEAR_END';

/**
 * Books the close on the last day of the year, which must be soft closed: one journal per office
 * and currency. The caller must hold the lock that blocks postings. Returns the ids of the
 * journals.
 */
export async function closeResults(work: Work, year: Period): Promise<bigint[]> {
  const journals: JournalDraft[] = [];
  for (const results of byPlace(await resultBalances(work.tx, year.last))) {
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

function closingLines(results: readonly ResultBalance[], retained: bigint): LineDraft[] {
  const lines = results.map((row) => ({ accountId: row.account_id, amountMinor: -row.net_minor }));
  const net = results.reduce((sum, row) => sum + row.net_minor, 0n);
  return [...lines, { accountId: retained, amountMinor: net }];
}

type Results = readonly [ResultBalance, ...ResultBalance[]];

function byPlace(results: readonly ResultBalance[]): readonly Results[] {
  const places = new Map<string, Results>();
  for (const row of results) {
    const key = `${row.office_id} ${row.currency}`;
    const before = places.get(key);
    places.set(key, before === undefined ? [row] : [...before, row]);
  }
  return [...places.values()];
}
