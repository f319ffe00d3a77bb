// End of day for discounted instruments and treasury bills: accrues discount and pays maturities.

import { assert, present } from '../../../platform/assert.js';
import type { Context, Work } from '../../../platform/context.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { systemWork } from '../../../platform/system-work.js';
import { type JournalDraft, postJournals } from '../../finance/index.js';
import { accrueInBatches, rowsOf } from '../deposit/accrual.js';
import { nextAccrualBatch } from '../deposit/end-of-day-queries.js';
import { journalOf } from '../deposit/ledger-entry.js';
import { TERM_END_OF_DAY } from '../limits.js';
import { rulesOn, withholdingRules } from '../tax/rule.js';
import { type NetAmount, netOfTax } from '../tax/withholding-tax.js';
import {
  accrueDiscountBatch,
  countDiscountAccruable,
  countMaturedDiscounted,
  type DiscountAccrualGroup,
  lockMaturedDiscounted,
  matureDiscounted,
} from './end-of-day-queries.js';
import { discountAccrualLines, discountEndingLines, discountedFrame } from './entry.js';
import { discountedEvent } from './event.js';
import { type NewDiscountedChange, recordChanges } from './history-queries.js';
import { KIND_WORDS } from './kind.js';
import type { DiscountedRow } from './record.js';

/** The end-of-day steps, in order. */
export const discountedEndOfDay: readonly EndOfDayStep[] = [
  {
    name: 'accrue-discounted-instruments',
    expected: async ({ db }, { next }) => Number(await countDiscountAccruable(db, next)),
    skipsNone: true,
    run: accrueDiscountedInstruments,
  },
  {
    name: 'mature-discounted-instruments',
    expected: async ({ db }, { next }) => Number(await countMaturedDiscounted(db, next)),
    skipsNone: true,
    run: matureDiscountedInstruments,
  },
];

/**
 * Accrues the discount of every running instrument for the days before the business date that
 * begins. Like term interest, it accrues in batches, with one journal per office, currency, kind
 * and day. Returns the number of accrual rows.
 */
export function accrueDiscountedInstruments(
  context: Context,
  day: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  return accrueInBatches((after) =>
    systemWork(context, `end-of-day ${day.closing}`, async (work) => {
      const id = await nextAccrualBatch(work.tx);
      const groups = await accrueDiscountBatch(work.tx, { id, after, until: day.next });
      const journals: JournalDraft[] = [];
      for (const group of groups) {
        // Discount below half a minor unit creates a row but no posting.
        if (group.amount_minor !== 0n) journals.push(await accrualJournal(work, group, id));
      }
      await postJournals(work.tx, journals);
      await progress?.count(work.tx, rowsOf(groups));
      return groups;
    }),
  );
}

function accrualJournal(
  work: Work,
  group: DiscountAccrualGroup,
  batchId: bigint,
): Promise<JournalDraft> {
  const date = group.accrual_day;
  return journalOf(
    work,
    {
      officeId: group.office_id,
      currency: group.currency,
      date,
      narration: `Discount on ${KIND_WORDS[group.kind].text}s for ${date}`,
      sourceType: 'DISCOUNT_ACCRUAL',
      sourceId: batchId,
    },
    discountAccrualLines(group.kind, group.amount_minor),
  );
}

/**
 * Pays the face value of every instrument whose payment date has come, less that day's tax on its
 * discount. A second run finds nothing: the state has changed, and the history accepts only one
 * end. Returns the number of matured instruments.
 */
export async function matureDiscountedInstruments(
  context: Context,
  day: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  let total = 0;
  for (let batch = 0; ; batch += 1) {
    assert(batch < TERM_END_OF_DAY.batchesMax, 'maturity ends within its limit of batches');
    const matured = await systemWork(context, `end-of-day ${day.closing}`, async (work) => {
      const due = await lockMaturedDiscounted(work.tx, day.next);
      if (due.length > 0) await payAll(work, due);
      await progress?.count(work.tx, due.length);
      return due.length;
    });
    if (matured === 0) return total;
    total += matured;
  }
}

async function payAll(work: Work, rows: readonly DiscountedRow[]): Promise<void> {
  const rules = await withholdingRules(work.tx);
  const journals: JournalDraft[] = [];
  const ends = rows.map((row) => {
    const discount = { minor: row.face_value_minor - row.cost_minor, currency: row.currency };
    return { row, earned: netOfTax(discount, rulesOn(rules, row, row.payment_date)) };
  });
  for (const { row, earned } of ends) {
    const lines = discountEndingLines(row, {
      cost: row.cost_minor,
      accrued: row.accrued_minor,
      proceeds: row.face_value_minor,
      tax: earned.tax.minor,
    });
    const frame = discountedFrame(row, row.payment_date, 'Maturity of');
    journals.push(await journalOf(work, frame, lines));
  }
  const journalIds = await postJournals(work.tx, journals);
  const stamp = { by: work.principal.name, at: work.now };
  const paid = ends.map(({ row, earned }) => ({
    id: row.id,
    paid_gross_minor: earned.gross.minor,
    paid_tax_minor: earned.tax.minor,
  }));
  await matureDiscounted(work.tx, paid, stamp);
  const changes = ends.map(({ row, earned }, index) =>
    maturityOf(row, earned, present(journalIds[index], 'each journal has a number')),
  );
  await recordChanges(work.tx, changes, stamp);
  work.events.push(...rows.map((row) => discountedEvent('matured', row)));
}

function maturityOf(row: DiscountedRow, earned: NetAmount, journalId: bigint): NewDiscountedChange {
  return {
    instrument_id: row.id,
    kind: 'MATURITY',
    effective_date: row.payment_date,
    booked_date: row.payment_date,
    face_minor: row.face_value_minor,
    face_after_minor: 0n,
    cost_minor: row.cost_minor,
    rate: null,
    amount_minor: row.face_value_minor,
    book_value_minor: row.face_value_minor,
    earned_minor: earned.gross.minor,
    released_minor: row.accrued_minor,
    tax_minor: earned.tax.minor,
    journal_id: journalId,
    description: null,
  };
}
