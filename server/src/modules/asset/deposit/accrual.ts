// Accrues interest at the end of the day, and posts each day's interest to the ledger exactly once.

import { assert } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context, Work } from '../../../platform/context.js';
import type { ClosingDay, StepProgress } from '../../../platform/end-of-day/step.js';
import { systemWork } from '../../../platform/system-work.js';
import { type JournalDraft, postJournals } from '../../finance/index.js';
import { TERM_END_OF_DAY } from '../limits.js';
import { type AccrualGroup, accrueBatch, nextAccrualBatch } from './end-of-day-queries.js';
import { accrualLines, journalOf } from './ledger-entry.js';

/**
 * Accrues every running instrument up to, but excluding, the new business date. Let A(k) be the
 * rounded interest for k days from the start. The row of day k holds A(k) − A(k − 1), so rounding
 * errors do not add up, and missed days are caught up. Days without a close, such as weekends,
 * accrue at the next close, each under its own date. Each batch of instruments is one transaction.
 * It stores the accrual rows, each instrument's progress, and one journal per office, currency,
 * kind and day. The batch is the source of these journals, and the accrual rows refer to it too. If
 * the process is killed, the next run resumes after the last committed batch. Returns the number of
 * accrual rows.
 */
export function accrueTermInstruments(
  context: Context,
  day: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  return accrueInBatches((after) =>
    systemWork(context, `end-of-day ${day.closing}`, async (work) => {
      const groups = await accrueOnce(work, day, after);
      await progress?.count(work.tx, rowsOf(groups));
      return groups;
    }),
  );
}

/**
 * The columns of an accrual group that the batch loop needs: how many rows it wrote, and where the
 * next batch starts.
 */
type BatchGroup = Pick<AccrualGroup, 'rows' | 'last_id' | 'behind'>;

/**
 * Runs accrual batches, each in its own transaction, until nothing is due. Each batch continues
 * after the last instrument of the previous one. If an instrument missed more days than one batch
 * can catch up on, another pass over all instruments follows. Returns the number of rows.
 */
export async function accrueInBatches(
  accrue: (after: bigint) => Promise<readonly BatchGroup[]>,
): Promise<number> {
  let total = 0;
  let after = 0n;
  let behind = false;
  for (let batch = 0; ; batch += 1) {
    assert(batch < TERM_END_OF_DAY.batchesMax, 'accrual ends within its limit of batches');
    const groups = await accrue(after);
    total += rowsOf(groups);
    behind ||= groups.some((group) => group.behind);
    if (groups.length > 0) {
      after = lastOf(groups, after);
    } else if (behind) {
      after = 0n;
      behind = false;
    } else {
      return total;
    }
  }
}

function lastOf(groups: readonly BatchGroup[], after: bigint): bigint {
  let last = after;
  for (const group of groups) if (group.last_id > last) last = group.last_id;
  return last;
}

/** Returns the number of accrual rows in a batch's groups. */
export function rowsOf(groups: readonly BatchGroup[]): number {
  return groups.reduce((sum, group) => sum + Number(group.rows), 0);
}

async function accrueOnce(work: Work, day: ClosingDay, after: bigint): Promise<AccrualGroup[]> {
  const id = await nextAccrualBatch(work.tx);
  const groups = await accrueBatch(work.tx, { id, after, until: day.next });
  const journals: JournalDraft[] = [];
  for (const group of groups) {
    // If the interest is less than half a minor unit, there is a row but no posting.
    if (group.amount_minor !== 0n) journals.push(await accrualJournal(work, group, id));
  }
  await postJournals(work.tx, journals);
  return groups;
}

function accrualJournal(work: Work, group: AccrualGroup, batchId: bigint): Promise<JournalDraft> {
  const kind = group.loan_product ? 'loans' : 'term deposits';
  const date: BusinessDate = group.accrual_day;
  return journalOf(
    work,
    {
      officeId: group.office_id,
      currency: group.currency,
      date,
      narration: `Interest on ${kind} for ${date}`,
      sourceType: 'TERM_ACCRUAL',
      sourceId: batchId,
    },
    accrualLines(group),
  );
}
