// Customers' deposits and loans on given dates, and their values.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { groupedBy } from '../../../platform/collection/grouped.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Holders } from '../../party/index.js';
import { ASSET_POSITION } from '../limits.js';
import {
  type InterestContext,
  type InterestFlow,
  interestContextOf,
  plannedInterest,
} from './interest-plan.js';
import {
  type SettledRow,
  selectSettled,
  selectTermPositions,
  type TermPositionRow,
} from './position-queries.js';
import { moneyOf } from './record.js';
import { worthOn } from './valuation.js';

/** A deposit or loan on a date. Amounts are in minor units and never negative, even for a loan. */
export interface TermPosition {
  readonly id: bigint;
  readonly customerId: bigint;
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  readonly portfolioName: string | null;
  readonly isLoan: boolean;
  readonly maturityDate: BusinessDate;
  /** The face value plus capitalised interest. */
  readonly principalMinor: bigint;
  /** The price paid: the face value less upfront interest. */
  readonly costMinor: bigint;
  /** The principal plus accrued interest, less expected tax and interest already paid out. */
  readonly valueMinor: bigint;
  /** The tax on all interest earned so far, both withheld and expected. */
  readonly taxMinor: bigint;
  /** Returns all interest of the term by settlement date. */
  readonly planned: () => readonly InterestFlow[];
}

/** Returns customers' deposits and loans on a date that is not after the business date. */
export async function termPositions(
  tx: Tx,
  holders: Holders,
  date: BusinessDate,
): Promise<TermPosition[] | undefined> {
  const positions = await termPositionsOn(tx, holders, [date]);
  return positions && (positions.get(date) ?? []);
}

/**
 * Returns customers' deposits and loans on several dates, in ascending order and not after the
 * business date. Interest counts as settled only once it is booked, so overdue loan interest is
 * still owed. Returns undefined if there are too many instruments.
 */
export async function termPositionsOn(
  tx: Tx,
  holders: Holders,
  dates: readonly BusinessDate[],
): Promise<Map<BusinessDate, TermPosition[]> | undefined> {
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return new Map();
  const rows = await selectTermPositions(tx, holders, { from, to });
  if (rows.length > ASSET_POSITION.rowsMax * holders.customerIds.length) return undefined;
  if (rows.length === 0) return new Map();
  const interest = await interestContextOf(tx, rows);
  const ids = rows.map(({ id }) => id);
  const settled = groupedBy(
    await selectSettled(tx, ids, { to, knownAt: holders.knownAt }),
    ({ instrument_id }) => instrument_id,
  );
  const known = rows.map((row) => ({
    row,
    interest,
    settled: settled.get(row.id) ?? [],
  }));
  return new Map(
    dates.map((date) => [
      date,
      known.filter(({ row }) => isInForce(row, date)).map((each) => positionOn(each, date)),
    ]),
  );
}

function isInForce({ start_date, ended_on }: TermPositionRow, date: BusinessDate): boolean {
  return start_date <= date && (ended_on === null || ended_on > date);
}

interface Known {
  readonly row: TermPositionRow;
  readonly interest: InterestContext;
  readonly settled: readonly SettledRow[];
}

function positionOn({ row, interest, settled }: Known, date: BusinessDate): TermPosition {
  const paid = settled.filter(({ paid_on }) => paid_on <= date);
  const gross = sumOf(paid.map(({ gross_minor }) => gross_minor));
  const tax = sumOf(paid.map(({ tax_minor }) => tax_minor));
  const added = sumOf(
    paid
      .filter(({ capitalised }) => capitalised)
      .map(({ gross_minor, tax_minor }) => gross_minor - tax_minor),
  );
  const booked = { gross: moneyOf(row, gross), tax: moneyOf(row, tax) };
  const worth = worthOn(row, { date, interest, settled: booked });
  const ahead = row.interest_payment === 'UPFRONT' ? worth.paidOut.minor : 0n;
  return {
    id: row.id,
    customerId: row.customer_id,
    name: row.name,
    label: row.label,
    currency: row.currency,
    portfolioName: row.portfolio_name,
    isLoan: row.loan_product,
    maturityDate: row.maturity_date,
    principalMinor: row.face_value_minor + added,
    costMinor: row.face_value_minor - ahead,
    valueMinor: worth.value.minor,
    taxMinor: worth.tax.minor,
    planned: () => plannedInterest(row, interest),
  };
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, minor) => total + minor, 0n);
}
