// Terminates a discounted instrument or treasury bill early, in whole or in part.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { type Money, parseMinor, toDecimal } from '../../../platform/money/money.js';
import { postJournal } from '../../finance/index.js';
import { journalOf, shownLines } from '../deposit/ledger-entry.js';
import { tooManyDecimals } from '../deposit/rate.js';
import { TERM_INSTRUMENT } from '../limits.js';
import { assetProblems } from '../problems.js';
import { stampOf } from '../stamp.js';
import { rulesOn, withholdingRules } from '../tax/rule.js';
import { netOfTax } from '../tax/withholding-tax.js';
import {
  type DiscountPosition,
  type DiscountSettlement,
  terminateDiscount,
  terminationError,
} from './discount.js';
import {
  discountedSteps,
  discountedWritten,
  sendDiscountedEvent,
} from './discounted-instrument.js';
import { discountEndingLines, discountedFrame } from './entry.js';
import {
  endedAfter,
  type NewDiscountedChange,
  recordChanges,
  selectDuplicatePart,
} from './history-queries.js';
import type { DiscountedKind } from './kind.js';
import { type DiscountedChanges, updateDiscounted } from './queries.js';
import { carryingValue, type DiscountedRow, positionOf, shownRate } from './record.js';
import type { DiscountedTerminationQuery } from './schema.js';
import type { DiscountedTypeRow } from './type-queries.js';
import { selectDiscountedType } from './type-queries.js';

/** The face value to terminate, the discount rate, and the date. */
interface Terms {
  readonly face: Money;
  readonly ratePercent: Decimal;
  readonly date: BusinessDate;
  readonly onFirstDay: boolean;
}

/**
 * A termination with its computed amounts. `tax` is calculated for the business date, because it is
 * paid on that date.
 */
interface Settled extends DiscountSettlement {
  readonly terms: Terms;
  readonly tax: Money;
  readonly net: Money;
}

/**
 * Terminates a running instrument as of a date after its start, before its maturity and not after
 * the business date. The payout is made today. On its first day, an instrument can also be
 * terminated as of that day: the customer then gets the cost back, like the principal of a deposit.
 * After a partial termination, the instrument keeps running with a smaller face value and cost.
 * Refuses with DISCOUNTED_INSTRUMENT_WRONG_STATE, REFERENCE_MISMATCH for a customer who is not the
 * owner, and TERMINATION_AMOUNT_REFUSED, TERMINATION_RATE_REFUSED and TERMINATION_DATE_REFUSED for
 * `fv`, `dr` and `td`.
 */
export async function terminateDiscounted(
  work: Work,
  kind: DiscountedKind,
  query: DiscountedTerminationQuery,
): Promise<Outcome> {
  const key = { kind, id: query.id };
  const row = await discountedSteps.lockVisible(work, key, ['RUNNING']);
  if (query.c !== row.customer_id) {
    throw refuseMember(
      commonProblems.REFERENCE_MISMATCH,
      'c',
      'is not the customer who holds the instrument',
    );
  }
  const today = await currentBusinessDate(work.tx);
  const found = await selectDiscountedType(work.tx, row.type_id);
  const type = present(found, 'the type of an instrument exists');
  const terms = termsOf(query, row, { type, today });
  await refuseBeforeParts(work, row, terms.date);
  const settled = await settle(work, row, { today, terms });
  const accrued = accruedShare(row, settled);
  const lines = discountEndingLines(row, {
    cost: settled.cost.minor,
    accrued,
    proceeds: settled.proceeds.minor,
    tax: settled.tax.minor,
  });
  const narration = settled.remaining ? 'Partial termination of' : 'Early termination of';
  const draft = await journalOf(work, discountedFrame(row, today, narration), lines);
  const journalId = await postJournal(work.tx, draft);
  const stamp = stampOf(work, row.id);
  await updateDiscounted(work.tx, stamp, changesOf(row, settled, accrued));
  const booked = { today, journalId, accrued, description: query.dc ?? null };
  const change = changeOf(row, settled, booked);
  const duplicate = await selectDuplicatePart(work.tx, change, work.now);
  await recordChanges(work.tx, [change], stamp);
  const isPart = settled.remaining !== undefined;
  const outcome = await discountedWritten(work, key, isPart ? 'PART_TERMINATED' : 'TERMINATED');
  sendDiscountedEvent(work, isPart ? 'part-terminated' : 'terminated', outcome.row);
  return {
    ...outcome.reply,
    extra: {
      settlement: shownSettlement(settled),
      ...(duplicate === undefined ? {} : { warnings: [repeatWarning(row, duplicate)] }),
      ...(work.tx.dryRun ? { journalLines: await shownLines(work, lines, row.currency) } : {}),
    },
  };
}

function termsOf(
  query: DiscountedTerminationQuery,
  row: DiscountedRow,
  on: { readonly type: DiscountedTypeRow; readonly today: BusinessDate },
): Terms {
  const position = positionOf(row);
  const face = faceOf(query.fv, row);
  const date = query.td ?? on.today;
  if (date > on.today) throw refuseDate(`is after the business date ${on.today}`);
  const onFirstDay = on.today === row.start_date;
  const error = terminationError(position, { face, date, onFirstDay });
  if (error === 'DATE') {
    throw refuseDate(`must be after ${row.start_date} and before ${row.maturity_date}`);
  }
  if (error === 'FACE') {
    const most = toDecimal(position.face).toFixed();
    throw refuseFace(`must be above zero and at most ${most}`);
  }
  return { face, date, onFirstDay, ratePercent: rateOf(query.dr, row, on.type) };
}

// Terminations must be in date order, because a part terminated as of a later date was still held
// on the earlier one.
async function refuseBeforeParts(work: Work, row: DiscountedRow, date: BusinessDate) {
  const { faceMinor } = await endedAfter(work.tx, row.id, date);
  if (faceMinor > 0n) throw refuseDate('is before the date of the last partial termination');
}

function faceOf(requested: Decimal | undefined, row: DiscountedRow): Money {
  const { currency } = row;
  if (requested === undefined) return { minor: row.face_value_minor, currency };
  const minor = parseMinor(requested, currency);
  if (minor === undefined) throw tooManyDecimals('fv', currency);
  return { minor, currency };
}

// A termination at the instrument's own rate is always allowed, because it causes neither gain nor
// loss.
function rateOf(
  requested: Decimal | undefined,
  row: DiscountedRow,
  type: DiscountedTypeRow,
): Decimal {
  if (requested === undefined || requested.equals(row.discount_rate)) return row.discount_rate;
  const { termination_rate_least: least, termination_rate_most: most } = type;
  if (requested.decimalPlaces() > TERM_INSTRUMENT.rateDecimalsMax) {
    throw refuseMember(
      commonProblems.TOO_MANY_DECIMALS,
      'dr',
      `must have at most ${TERM_INSTRUMENT.rateDecimalsMax} decimals`,
    );
  }
  if (requested.lessThan(least) || requested.greaterThan(most)) {
    throw refuseRate(`must be between ${least.toFixed()} and ${most.toFixed()}`);
  }
  return requested;
}

async function settle(
  work: Work,
  row: DiscountedRow,
  at: { readonly today: BusinessDate; readonly terms: Terms },
): Promise<Settled> {
  const settlement = terminateDiscount(positionOf(row), at.terms);
  if (settlement.proceeds.minor <= 0n) throw refuseRate('would leave no proceeds');
  const rules = rulesOn(await withholdingRules(work.tx), row, at.today);
  const { tax } = netOfTax(settlement.earned, rules);
  const net = { minor: settlement.proceeds.minor - tax.minor, currency: row.currency };
  return { ...settlement, terms: at.terms, tax, net };
}

// Returns the share of the ledger's accrued discount that belongs to the terminated face value. A
// rounding difference of one minor unit remains with the rest of the holding, and the next accrual
// corrects it.
function accruedShare(row: DiscountedRow, { remaining, terms, cost }: Settled): bigint {
  if (remaining === undefined) return row.accrued_minor;
  const part: DiscountPosition = { ...positionOf(row), face: terms.face, cost };
  return carryingValue(part, row.accrued_to).minor - cost.minor;
}

function changesOf(row: DiscountedRow, settled: Settled, accrued: bigint): DiscountedChanges {
  const { remaining } = settled;
  if (remaining !== undefined) {
    return {
      face_value_minor: remaining.face.minor,
      cost_minor: remaining.cost.minor,
      accrued_minor: row.accrued_minor - accrued,
    };
  }
  return {
    status: 'TERMINATED',
    termination_reason: 'PRELIQUIDATED',
    termination_date: settled.terms.date,
    paid_gross_minor: settled.earned.minor,
    paid_tax_minor: settled.tax.minor,
  };
}

function changeOf(
  row: DiscountedRow,
  settled: Settled,
  booked: {
    readonly today: BusinessDate;
    readonly journalId: bigint;
    readonly accrued: bigint;
    readonly description: string | null;
  },
): NewDiscountedChange {
  const { terms, remaining } = settled;
  return {
    instrument_id: row.id,
    kind: remaining === undefined ? 'TERMINATION' : 'PART_TERMINATION',
    effective_date: terms.date,
    booked_date: booked.today,
    face_minor: terms.face.minor,
    face_after_minor: remaining?.face.minor ?? 0n,
    cost_minor: settled.cost.minor,
    rate: terms.ratePercent,
    amount_minor: settled.proceeds.minor,
    book_value_minor: settled.bookValue.minor,
    earned_minor: settled.earned.minor,
    released_minor: booked.accrued,
    tax_minor: settled.tax.minor,
    rolled_minor: 0n,
    journal_id: booked.journalId,
    description: booked.description,
  };
}

function shownSettlement(settled: Settled): object {
  return {
    terminationDate: settled.terms.date,
    terminationAmount: toDecimal(settled.terms.face),
    terminationRate: shownRate(settled.terms.ratePercent),
    terminationProceeds: toDecimal(settled.proceeds),
    terminationBookValue: toDecimal(settled.bookValue),
    terminationGain: toDecimal(settled.gain),
    terminationCost: toDecimal(settled.cost),
    terminationInterest: toDecimal(settled.earned),
    terminationTax: toDecimal(settled.tax),
    terminationValue: toDecimal(settled.net),
  };
}

// A retry without an idempotency key would terminate a second part, so the reply contains a warning
// about the first one.
function repeatWarning(row: DiscountedRow, duplicate: bigint): object {
  const detail = `the same amount of ${row.name} was already terminated within the last minute`;
  return { code: 'LOOKS_LIKE_REPEAT', detail, id: duplicate };
}

function refuseFace(why: string) {
  return refuseMember(assetProblems.TERMINATION_AMOUNT_REFUSED, 'fv', why);
}

function refuseRate(why: string) {
  return refuseMember(assetProblems.TERMINATION_RATE_REFUSED, 'dr', why);
}

function refuseDate(why: string) {
  return refuseMember(assetProblems.TERMINATION_DATE_REFUSED, 'td', why);
}
