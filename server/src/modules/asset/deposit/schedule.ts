// The schedule of a term instrument: all past and future accruals and cash flows, from placement to
// end.

import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import { type Call, seesOffice } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { idOf } from '../instrument/day.js';
import { accrualOf } from '../instrument/interest.js';
import type { ScheduleStep } from '../instrument/schedule-step.js';
import {
  type InterestContext,
  type InterestFlow,
  interestContextOf,
  interestTermsOf,
  plannedInterest,
} from './interest-plan.js';
import {
  type InterestPaymentRow,
  selectInterestPayments,
  selectTermAccruals,
  type TermAccrualRow,
} from './interest-settlement-queries.js';
import type { TermInstrumentRow } from './queries.js';
import { selectInstrument } from './queries.js';
import { termInstrumentSteps } from './term-instrument.js';

/**
 * The kinds of lines, in their order within a day. The accrual comes last because it is booked at
 * the close.
 */
const KINDS = ['PLACEMENT', 'INTEREST', 'CAPITALISATION', 'END', 'ACCRUAL'] as const;

/**
 * A line before accruals are summed. Amounts are in minor units; cash is positive if the depositor
 * receives it.
 */
interface Line {
  readonly date: BusinessDate;
  /** The first day, if the accrual covers several days. */
  readonly from?: BusinessDate;
  readonly kind: (typeof KINDS)[number];
  readonly projected: boolean;
  /** Interest earned on this line. */
  readonly interest: bigint;
  readonly cash: bigint;
  readonly tax: bigint;
  /** Increase in principal. */
  readonly principal: bigint;
  /** Interest settled on this line. */
  readonly settled: bigint;
}

/** A line with the balances after it. */
interface LineWithBalance extends Line {
  readonly held: bigint;
  readonly unsettled: bigint;
}

interface ScheduleQuery {
  readonly t?: bigint;
  readonly id?: bigint;
  readonly by?: ScheduleStep;
}

/**
 * Lists the lines of one instrument in order. Their total interest equals the interest that the
 * instrument earns, and also equals the net cash flow before tax. The balance after the last line
 * is zero.
 */
export async function listTermSchedule(
  call: Call,
  query: ScheduleQuery,
  page: PageRequest,
): Promise<Page<object>> {
  const { row, lines } = await onSnapshot(call.db, async (tx) => {
    const found = await selectInstrument(tx, idOf(query));
    if (found === undefined || !seesOffice(call.principal, found.office_id))
      throw termInstrumentSteps.notFound(idOf(query));
    const interest = await interestContextOf(tx, [found]);
    const booked = bookedLines(found, {
      accruals: await selectTermAccruals(tx, found.id),
      payments: await selectInterestPayments(tx, found.id),
    });
    return { row: found, lines: [...booked, ...linesToCome(found, interest)] };
  });
  const shown = query.by === 'PERIOD' ? byPeriod(inOrder(lines)) : inOrder(lines);
  const from = page.after === null ? page.offset : Number(page.after);
  const numbered = withBalances(shown)
    .map((line, index) => ({ ...line, id: BigInt(index + 1) }))
    .slice(from, from + page.limit + 1);
  const { rows, nextAfter } = pageFrom(numbered, page);
  const count = shown.length;
  return { count, result: rows.map((line) => lineRecord(line, row)), nextAfter };
}

/** Returns the future lines of a newly created instrument, with accruals summed by period. */
export async function projectedTermSchedule(tx: Tx, row: TermInstrumentRow): Promise<object[]> {
  const lines = byPeriod(inOrder(linesToCome(row, await interestContextOf(tx, [row]))));
  return withBalances(lines).map((line, index) =>
    lineRecord({ ...line, id: BigInt(index + 1) }, row),
  );
}

const NOTHING = { projected: false, interest: 0n, cash: 0n, tax: 0n, principal: 0n, settled: 0n };

function placement(row: TermInstrumentRow, projected: boolean): Line {
  const face = row.face_value_minor;
  return {
    ...NOTHING,
    date: row.start_date,
    kind: 'PLACEMENT',
    projected,
    cash: -face,
    principal: face,
  };
}

function bookedLines(
  row: TermInstrumentRow,
  booked: {
    readonly accruals: readonly TermAccrualRow[];
    readonly payments: readonly InterestPaymentRow[];
  },
): Line[] {
  if (row.status === 'PENDING' || row.termination_reason === 'CANCELLED') return [];
  const lines = [placement(row, false)];
  for (const { accrual_day, amount_minor } of booked.accruals) {
    lines.push({ ...NOTHING, date: accrual_day, kind: 'ACCRUAL', interest: amount_minor });
  }
  for (const {
    paid_on: date,
    gross_minor: gross,
    tax_minor: tax,
    capitalised,
  } of booked.payments) {
    lines.push(settlement({ date, gross, tax, capitalised }, false));
  }
  if (row.status === 'TERMINATED') lines.push(bookedEnd(row));
  return lines;
}

// Capitalised interest is paid out and placed again, so only its tax is a cash flow.
function settlement(
  flow: {
    readonly date: BusinessDate;
    readonly gross: bigint;
    readonly tax: bigint;
    readonly capitalised: boolean;
  },
  projected: boolean,
): Line {
  const { date, gross, tax, capitalised } = flow;
  const common = { ...NOTHING, date, projected, tax, settled: gross };
  return capitalised
    ? { ...common, kind: 'CAPITALISATION', cash: tax, principal: gross - tax }
    : { ...common, kind: 'INTEREST', cash: gross };
}

function bookedEnd(row: TermInstrumentRow): Line {
  const gross = row.paid_gross_minor ?? 0n;
  const rest = gross - row.interest_paid_minor;
  const charge = row.paid_charge_minor ?? 0n;
  return endLine(row, {
    date: row.termination_date ?? row.payment_date,
    projected: false,
    interest: gross - row.accrued_minor,
    rest,
    tax: (row.paid_tax_minor ?? 0n) - row.interest_tax_minor,
    principal: row.face_value_minor + row.capitalised_minor,
    charge,
  });
}

function endLine(
  row: TermInstrumentRow,
  end: Pick<Line, 'date' | 'projected' | 'interest' | 'tax' | 'principal'> & {
    readonly rest: bigint;
    readonly charge: bigint;
  },
): Line {
  const { date, projected, interest, tax, principal, rest, charge } = end;
  // Accruals for the days before the payment date come first, even if the payment date was moved.
  const [, last = date] = [date, projected ? row.payment_date : date].toSorted();
  const cash = principal + rest - charge;
  return {
    ...{ date: last, kind: 'END', projected, interest, tax },
    cash,
    principal: -principal,
    settled: rest,
  };
}

function linesToCome(row: TermInstrumentRow, interest: InterestContext): Line[] {
  if (row.status === 'TERMINATED') return [];
  const pending = row.status === 'PENDING';
  const flows = plannedInterest(row, interest);
  const last = row.interest_payment === 'UPFRONT' ? undefined : flows.at(-1);
  const between = flows.filter((flow) => flow !== last && !isSettled(row, flow));
  const added = between
    .filter((flow) => flow.capitalised)
    .reduce((sum, { gross, tax }) => sum + gross.minor - tax.minor, 0n);
  const rest = last?.gross.minor ?? 0n;
  return [
    ...(pending ? [placement(row, true)] : []),
    ...accrualsToCome(row, interest),
    ...between.map((flow) =>
      settlement({ ...flow, gross: flow.gross.minor, tax: flow.tax.minor }, true),
    ),
    endLine(row, {
      date: row.payment_date,
      projected: true,
      interest: 0n,
      rest,
      tax: last?.tax.minor ?? 0n,
      principal: row.face_value_minor + row.capitalised_minor + added,
      charge: 0n,
    }),
  ];
}

function isSettled(row: TermInstrumentRow, flow: InterestFlow): boolean {
  if (row.interest_payment === 'UPFRONT') return row.status !== 'PENDING';
  return row.interest_dates.includes(flow.date);
}

function accrualsToCome(row: TermInstrumentRow, interest: InterestContext): Line[] {
  const accrued = accrualOf(interestTermsOf(row, interest));
  const lines: Line[] = [];
  let before = row.accrued_minor;
  for (let date = row.accrued_to; date < row.accrual_end; date = addDays(date, 1)) {
    const after = accrued(addDays(date, 1)).minor;
    const interest = after - before;
    lines.push({ ...NOTHING, date, kind: 'ACCRUAL', projected: true, interest });
    before = after;
  }
  return lines;
}

function inOrder(lines: readonly Line[]): Line[] {
  const rank = (line: Line) => KINDS.indexOf(line.kind);
  return lines.toSorted((one, other) =>
    one.date === other.date ? rank(one) - rank(other) : one.date < other.date ? -1 : 1,
  );
}

// Merges consecutive accrual days into one line up to the next cash flow. Past and future days are
// not merged.
function byPeriod(lines: readonly Line[]): Line[] {
  const periods: Line[] = [];
  for (const line of lines) {
    const before = periods.at(-1);
    const joins =
      before?.kind === 'ACCRUAL' && line.kind === 'ACCRUAL' && before.projected === line.projected;
    if (!joins) {
      periods.push(line);
      continue;
    }
    const interest = before.interest + line.interest;
    periods.splice(-1, 1, { ...line, from: before.from ?? before.date, interest });
  }
  return periods;
}

function withBalances(lines: readonly Line[]): LineWithBalance[] {
  let held = 0n;
  let unsettled = 0n;
  return lines.map((line) => {
    held += line.principal;
    unsettled += line.interest - line.settled;
    return { ...line, held, unsettled };
  });
}

// For a borrower, every cash flow has the opposite sign.
function lineRecord(
  line: LineWithBalance & { readonly id: bigint },
  row: TermInstrumentRow,
): object {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  const sign = row.loan_product ? -1n : 1n;
  return {
    id: line.id,
    date: line.date,
    fromDate: line.from,
    kind: line.kind === 'END' ? (row.termination_reason ?? 'MATURED') : line.kind,
    projected: line.projected,
    currency: row.currency,
    interest: amount(line.interest),
    cashFlow: amount(sign * line.cash),
    withholdingTax: amount(line.tax),
    netCashFlow: amount(sign * (line.cash - line.tax)),
    faceValue: amount(line.held),
    accruedInterest: amount(line.unsettled),
    bookValue: amount(line.held + line.unsettled),
  };
}
