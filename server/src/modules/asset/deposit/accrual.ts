// Accrues interest at the end of the day. Posts each day's interest to the ledger exactly once.

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
 * Accrues every running instrument for the days before the new business date. On that date its
 * accrued interest covers the start day to the day before: k days give A(k). Days without a close,
 * such as weekends, accrue at the next close, each under its own date. A day's row holds A(k) − A(k
 * − 1), with each A rounded, so that rounding errors do not add up and missed days are caught up.
 * Each batch of instruments is one transaction: it stores accrual rows, each instrument's progress,
 * and, per office, currency, kind and day, one journal for their total. A journal's source id is
 * the batch; its accrual rows store the batch too. If the process is killed, the next run resumes
 * after the last committed batch. Returns the number of accrual rows.
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
 * What the caller needs from each journal of a batch: its number of rows, and where the next batch
 * starts.
 */
type BatchGroup = Pick<AccrualGroup, 'rows' | 'last_id' | 'behind'>;

/**
 * Runs accrual batches, each in its own transaction, until nothing is due. A batch starts after the
 * previous batch's last instrument. If an instrument had more missed days than one batch catches
 * up, another pass runs over all instruments. Returns the number of rows.
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
    // Interest below half a minor unit creates a row but no posting.
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
