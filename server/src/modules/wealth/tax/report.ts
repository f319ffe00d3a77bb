// Reports a customer's tax on gains in a year. The report helps to prepare a tax return and is not
// tax advice.

import { type BusinessDate, yearOf } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type Call, seesOffice } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor } from '../../../platform/money/money.js';
import { wealthProblems } from '../problems.js';
import { statusOf, type TaxYear, taxYearOf } from '../tax-rule/rule.js';
import { computeYear, type YearComputation } from './computation.js';
import {
  type LoadedClass,
  type LoadedTax,
  loadTax,
  type SecurityDisposal,
  type UntaxedDisposal,
} from './load.js';
import { type PayerRow, selectPayer } from './queries.js';
import { classRecord, untaxedRecord } from './record.js';

/** The year of a report, and the customer's other income. */
interface TaxRequest {
  readonly y?: number | undefined;
  readonly otherIncome?: Decimal | undefined;
}

const AID =
  'This report helps to prepare a tax return and is not advice. The firm withholds no tax on ' +
  'gains.';

/** Returns a customer's taxable gains in a year, by class of assets. */
export function readTax(call: Call, id: bigint, request: TaxRequest): Promise<object> {
  return onSnapshot(call.db, async (tx) => {
    const payer = await selectPayer(tx, id);
    if (payer === undefined || !seesOffice(call.principal, payer.office_id)) {
      throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
    }
    const today = await currentBusinessDate(tx);
    const year = yearFor(payer, request, today);
    const { computations, untaxed } = await taxOf(tx, { payer, year, ...request });
    return {
      customerId: payer.id,
      customerName: payer.name,
      customerLabel: payer.label,
      payerClass: payer.payer_class,
      year: year.year,
      from: year.from,
      until: year.until,
      status: await statusOf(tx, year, today),
      notice: AID,
      classes: computations.map(classRecord),
      untaxed: untaxed.map(untaxedRecord),
    };
  });
}

/**
 * Returns the requested tax year, by default the current one. Refuses a year that has not begun.
 */
export function yearFor(
  payer: Pick<PayerRow, 'start_month'>,
  { y }: Pick<TaxRequest, 'y'>,
  today: BusinessDate,
): TaxYear {
  const startMonth = payer.start_month;
  const present = taxYearOf(yearOf(today), startMonth);
  const started = present.from <= today ? present.year : present.year - 1;
  if (y === undefined || y <= started) return taxYearOf(y ?? started, startMonth);
  const detail = `must not begin after the business date, ${today}`;
  throw refuseMember(wealthProblems.VALUATION_DATE_REFUSED, 'y', detail);
}

/** The customer and the year to compute. */
interface TaxTerms {
  readonly payer: PayerRow;
  readonly year: TaxYear;
  readonly otherIncome?: Decimal | undefined;
}

/** A customer's tax on gains in a year. */
interface YearTax {
  /** The computations by class of assets. */
  readonly computations: readonly YearComputation<SecurityDisposal>[];
  /** The disposals of the year that no tax rule covers. */
  readonly untaxed: readonly UntaxedDisposal[];
  readonly loaded: LoadedTax;
}

/** Computes a customer's tax on gains in a year. Refuses if there are too many movements. */
export async function taxOf(tx: Tx, terms: TaxTerms): Promise<YearTax> {
  const loaded = await loadTax(tx, terms.payer.id);
  const { from, until } = terms.year;
  return {
    loaded,
    computations: loaded.classes.flatMap((each) => computationOf(each, terms) ?? []),
    untaxed: loaded.untaxed.filter(({ folded: { movement } }) => {
      const { effectiveDate: date } = movement;
      return from <= date && date <= until;
    }),
  };
}

function computationOf(
  of: LoadedClass,
  { payer, year, otherIncome }: TaxTerms,
): YearComputation<SecurityDisposal> | undefined {
  const currency = of.versions.at(-1)?.currency;
  const otherIncomeMinor =
    otherIncome === undefined || currency === undefined
      ? undefined
      : decimalToMinor(otherIncome, currency, 'HALF_UP');
  const taxed = { ...of, payerClass: payer.payer_class, otherIncomeMinor };
  return computeYear(taxed, year.year, (each) => taxYearOf(each, payer.start_month));
}
