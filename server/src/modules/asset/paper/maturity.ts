// End of day for discounted instruments and treasury bills: accrues discount, and pays out or rolls
// over matured instruments.

import { present } from '../../../platform/assert.js';
import type { Context, Work } from '../../../platform/context.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import { codeOf } from '../../../platform/ids.js';
import { systemWork } from '../../../platform/system-work.js';
import { type JournalDraft, postJournals } from '../../finance/index.js';
import { accrueInBatches, rowsOf } from '../deposit/accrual.js';
import { type DueBatch, settleAllDue, withoutCounting } from '../deposit/due-batch.js';
import { nextAccrualBatch } from '../deposit/end-of-day-queries.js';
import { journalOf } from '../deposit/ledger-entry.js';
import { labelOf } from '../deposit/request.js';
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
import { placementOf } from './history.js';
import { type NewDiscountedChange, recordChanges } from './history-queries.js';
import { KIND_WORDS } from './kind.js';
import { insertDiscounted, type NewDiscountedRow } from './queries.js';
import type { DiscountedRow } from './record.js';
import { type MaturitySettlement, nextProductsOf, settleMaturity } from './rollover.js';

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
 * Accrues the discount of every running instrument up to, but excluding, the new business date. As
 * for term interest, this is done in batches, with one journal per office, currency, kind and day.
 * Returns the number of accrual rows.
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
        // If the discount is less than half a minor unit, there is a row but no posting.
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
 * Settles every instrument whose payment date is on or before the new business date. Its face
 * value, less that day's tax on its discount, is paid out or rolled over under its rollover rule. A
 * second run finds nothing, because the state has changed. In addition, the history allows only one
 * end, and a parent only one child. Children accrue up to the new business date. A short child may
 * also mature in this run. Returns the number of settled instruments.
 */
export async function matureDiscountedInstruments(
  context: Context,
  day: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  let total = 0;
  for (let round = 0; round < TERM_END_OF_DAY.roundsMax; round += 1) {
    const ended = await settleAllDue(
      context,
      { day, progress },
      { lock: lockDue, settle: settleAll },
    );
    if (ended === 0) return total;
    total += ended;
    await accrueDiscountedInstruments(context, day, withoutCounting(progress));
  }
  return total;
}

function lockDue(work: Work, { after, most, day }: DueBatch): Promise<DiscountedRow[]> {
  return lockMaturedDiscounted(work.tx, { after, most, until: day.next });
}

/** A matured instrument, its earnings, and its settlement. */
interface Ended extends MaturitySettlement {
  readonly row: DiscountedRow;
  readonly earned: NetAmount;
}

async function settleAll(
  work: Work,
  rows: readonly DiscountedRow[],
  { withoutCash }: DueBatch,
): Promise<void> {
  const rules = await withholdingRules(work.tx);
  const products = await nextProductsOf(work.tx, rows);
  const ended: Ended[] = [];
  const journals: JournalDraft[] = [];
  for (const row of rows) {
    const discount = { minor: row.face_value_minor - row.cost_minor, currency: row.currency };
    const earned = netOfTax(discount, rulesOn(rules, row, row.payment_date));
    const settled = await settleMaturity(work.tx, row, { earned, products, withoutCash });
    ended.push({ row, earned, ...settled });
    journals.push(await endingJournal(work, { row, earned, ...settled }));
  }
  await storeEnds(work, ended, await postJournals(work.tx, journals));
}

function endingJournal(work: Work, { row, earned, split, child }: Ended): Promise<JournalDraft> {
  const lines = discountEndingLines(row, {
    cost: row.cost_minor,
    accrued: row.accrued_minor,
    proceeds: row.face_value_minor,
    tax: earned.tax.minor,
    child: { cost: split.childPrincipal.minor, debited: split.debitedFromCash.minor },
  });
  const narration = child === undefined ? 'Maturity of' : 'Rollover of';
  return journalOf(work, discountedFrame(row, row.payment_date, narration), lines);
}

async function storeEnds(
  work: Work,
  ended: readonly Ended[],
  journalIds: readonly bigint[],
): Promise<void> {
  const stamp = { by: work.principal.name, at: work.now };
  const matured = ended.map(({ row, earned, child, notRolledOver }) => ({
    id: row.id,
    termination_reason: child === undefined ? ('MATURED' as const) : ('ROLLED_OVER' as const),
    not_rolled_over_reason: notRolledOver,
    paid_gross_minor: earned.gross.minor,
    paid_tax_minor: earned.tax.minor,
  }));
  await matureDiscounted(work.tx, matured, stamp);
  const children: NewDiscountedRow[] = [];
  const changes: NewDiscountedChange[] = [];
  for (const [index, end] of ended.entries()) {
    const journalId = present(journalIds[index], 'each journal has a number');
    const begun = await childOf(work, end);
    changes.push(maturityOf(end, journalId));
    if (begun !== undefined) {
      children.push(begun);
      changes.push(placementOf(begun, journalId));
    }
    work.events.push(...eventsOf(end, begun?.id));
  }
  await insertDiscounted(work.tx, children, stamp);
  await recordChanges(work.tx, changes, stamp);
}

// The child inherits the customer, the accounts, the portfolio and the rollover instructions.
async function childOf(work: Work, { row, child }: Ended): Promise<NewDiscountedRow | undefined> {
  if (child === undefined) return undefined;
  const { product, terms } = child;
  const id = await work.context.ids.next(work.tx, 'discounted_instrument_id');
  return {
    ...row,
    ...terms,
    ...{ id, name: codeOf(id), status: 'RUNNING', parent_id: row.id, requested_start: null },
    label: labelOf({ type: product, faceMinor: terms.face_value_minor, tenure: terms.tenure }),
  };
}

function maturityOf({ row, earned, split }: Ended, journalId: bigint): NewDiscountedChange {
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
    rolled_minor: split.childPrincipal.minor,
    journal_id: journalId,
    description: null,
  };
}

function eventsOf({ row, notRolledOver }: Ended, childId: bigint | undefined): DomainEvent[] {
  if (childId !== undefined) return [discountedEvent('rolled-over', row, { childId })];
  const matured = discountedEvent('matured', row);
  if (notRolledOver === null) return [matured];
  return [matured, discountedEvent('not-rolled-over', row, { reason: notRolledOver })];
}
