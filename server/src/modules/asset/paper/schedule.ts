// The schedule of a discounted instrument or treasury bill: all past and future accruals and cash
// flows, from placement to end.

import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { type Money, minorToDecimal } from '../../../platform/money/money.js';
import { rulesOn, withholdingRules } from '../tax/rule.js';
import { netOfTax, type WithholdingRule } from '../tax/withholding-tax.js';
import { visibleDiscounted } from './discounted-instrument.js';
import type { NewDiscountedChange } from './history-queries.js';
import { type DiscountedAccrual, selectAccruals, selectChanges } from './history-queries.js';
import type { DiscountedKey } from './queries.js';
import { carryingValue, type DiscountedRow, positionOf } from './record.js';

/**
 * One line of the schedule. Amounts are in minor units; cash is positive if the customer receives
 * it.
 */
interface ScheduleLine {
  readonly date: BusinessDate;
  readonly kind: NewDiscountedChange['kind'] | 'ACCRUAL';
  readonly projected: boolean;
  /** The day's discount or, for a termination or maturity, the interest beyond the accrual. */
  readonly earned: bigint;
  readonly cash: bigint;
  readonly tax: bigint;
  /** Face value held after the line. */
  readonly face: bigint;
  readonly cost: bigint;
  readonly accrued: bigint;
}

type Held = Pick<ScheduleLine, 'face' | 'cost' | 'accrued'>;

const NOTHING: Held = { face: 0n, cost: 0n, accrued: 0n };

/**
 * Lists the lines of one instrument in order. Their total interest equals the net cash flow before
 * tax, and nothing is held after the last line.
 */
export async function listDiscountedSchedule(
  call: Call,
  key: DiscountedKey,
  page: PageRequest,
): Promise<Page<object>> {
  const { row, lines } = await onSnapshot(call.db, async (tx) => {
    const seen = await visibleDiscounted({ db: tx, principal: call.principal }, key);
    const booked = bookedLines(await selectChanges(tx, seen.id), await selectAccruals(tx, seen.id));
    const due = rulesOn(await withholdingRules(tx), seen, seen.payment_date);
    return { row: seen, lines: [...booked, ...linesToCome(seen, due)] };
  });
  const from = page.after === null ? page.offset : Number(page.after);
  const numbered = lines
    .map((line, index) => ({ ...line, id: BigInt(index + 1) }))
    .slice(from, from + page.limit + 1);
  const { rows, nextAfter } = pageFrom(numbered, page);
  return {
    count: lines.length,
    result: rows.map((line) => lineRecord(line, row.currency)),
    nextAfter,
  };
}

/**
 * Returns the future lines of a newly created instrument, with all accruals summed into one line.
 */
export async function projectedDiscountedSchedule(tx: Tx, row: DiscountedRow): Promise<object[]> {
  const due = rulesOn(await withholdingRules(tx), row, row.payment_date);
  return accrualsJoined(linesToCome(row, due)).map((line, index) =>
    lineRecord({ ...line, id: BigInt(index + 1) }, row.currency),
  );
}

function accrualsJoined(lines: readonly ScheduleLine[]): ScheduleLine[] {
  const joined: ScheduleLine[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    const joins = before?.kind === 'ACCRUAL' && line.kind === 'ACCRUAL';
    if (joins) joined.splice(-1, 1, { ...line, earned: before.earned + line.earned });
    else joined.push(line);
  }
  return joined;
}

type Booked =
  | { readonly date: BusinessDate; readonly change: NewDiscountedChange }
  | { readonly date: BusinessDate; readonly accrual: DiscountedAccrual };

// A day's accrual is booked at the close, after everything else on that day.
function bookedLines(
  changes: readonly NewDiscountedChange[],
  accruals: readonly DiscountedAccrual[],
): ScheduleLine[] {
  const merged: Booked[] = [
    ...changes.map((change) => ({ date: change.booked_date, change })),
    ...accruals.map((accrual) => ({ date: accrual.accrual_day, accrual })),
  ];
  let held = NOTHING;
  return merged
    .toSorted((one, other) => (one.date === other.date ? 0 : one.date < other.date ? -1 : 1))
    .map((one) => {
      const line = 'change' in one ? changeLine(one.change, held) : accrualLine(one.accrual, held);
      held = line;
      return line;
    });
}

function changeLine(change: NewDiscountedChange, held: Held): ScheduleLine {
  const isPlacement = change.kind === 'PLACEMENT';
  const left = isPlacement
    ? { face: change.face_minor, cost: change.cost_minor, accrued: 0n }
    : {
        face: change.face_after_minor,
        cost: held.cost - change.cost_minor,
        accrued: held.accrued - change.released_minor,
      };
  return {
    date: change.booked_date,
    kind: change.kind,
    projected: false,
    earned: change.earned_minor - change.released_minor,
    cash: isPlacement ? -change.amount_minor : change.amount_minor,
    tax: change.tax_minor,
    ...left,
  };
}

function accrualLine({ accrual_day, amount_minor }: DiscountedAccrual, held: Held): ScheduleLine {
  return {
    ...held,
    date: accrual_day,
    kind: 'ACCRUAL',
    projected: false,
    earned: amount_minor,
    cash: 0n,
    tax: 0n,
    accrued: held.accrued + amount_minor,
  };
}

function linesToCome(row: DiscountedRow, rules: readonly WithholdingRule[]): ScheduleLine[] {
  if (row.status === 'TERMINATED') return [];
  const common = { projected: true, face: row.face_value_minor, cost: row.cost_minor } as const;
  const placing: ScheduleLine = {
    ...common,
    date: row.start_date,
    kind: 'PLACEMENT',
    earned: 0n,
    cash: -row.cost_minor,
    tax: 0n,
    accrued: 0n,
  };
  const days = row.status === 'PENDING' ? [placing] : [];
  const position = positionOf(row);
  const [goal = row.maturity_date] = [row.maturity_date, row.payment_date].toSorted();
  let accrued = row.accrued_minor;
  for (let day = row.accrued_to; day < goal; day = addDays(day, 1)) {
    const after = carryingValue(position, addDays(day, 1)).minor - row.cost_minor;
    const flow = { cash: 0n, tax: 0n, earned: after - accrued, accrued: after };
    days.push({ ...common, ...flow, date: day, kind: 'ACCRUAL' });
    accrued = after;
  }
  const discount: Money = {
    minor: row.face_value_minor - row.cost_minor,
    currency: row.currency,
  };
  const end: ScheduleLine = {
    ...NOTHING,
    date: row.payment_date,
    kind: 'MATURITY',
    projected: true,
    earned: discount.minor - accrued,
    cash: row.face_value_minor,
    tax: netOfTax(discount, rules).tax.minor,
  };
  return [...days, end];
}

function lineRecord(line: ScheduleLine & { readonly id: bigint }, currency: string): object {
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  return {
    id: line.id,
    date: line.date,
    kind: line.kind,
    projected: line.projected,
    currency,
    interest: amount(line.earned),
    cashFlow: amount(line.cash),
    withholdingTax: amount(line.tax),
    netCashFlow: amount(line.cash - line.tax),
    faceValue: amount(line.face),
    accruedInterest: amount(line.accrued),
    bookValue: amount(line.cost + line.accrued),
  };
}
