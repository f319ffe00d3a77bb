// The deposits and loans that a customer has on a date, and what each is worth.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { interestContextOf } from './interest-plan.js';
import { selectTermPositions } from './position-queries.js';
import { moneyOf } from './record.js';
import { worthOn } from './valuation.js';

/** A deposit or a loan on a date; amounts are in minor units and never negative for a loan. */
export interface TermPosition {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  readonly portfolioName: string | null;
  readonly isLoan: boolean;
  /** The face value and the interest that has become principal. */
  readonly principalMinor: bigint;
  /** What was paid for it: the face value, less interest paid at the start. */
  readonly costMinor: bigint;
  /** Principal and accrued interest, less the tax expected on it and what was paid out. */
  readonly valueMinor: bigint;
}

/**
 * Returns the deposits and loans of a customer on a date up to the business date. Interest counts
 * as settled when it was booked, so overdue interest of a loan is still owed.
 */
export async function termPositions(
  tx: Tx,
  customerId: bigint,
  date: BusinessDate,
): Promise<TermPosition[]> {
  const rows = await selectTermPositions(tx, customerId, date);
  if (rows.length === 0) return [];
  const interest = await interestContextOf(tx, rows);
  return rows.map((row) => {
    const settled = {
      gross: moneyOf(row, row.settled_gross_minor),
      tax: moneyOf(row, row.settled_tax_minor),
    };
    const worth = worthOn(row, { date, interest, settled });
    const ahead = row.interest_payment === 'UPFRONT' ? worth.paidOut.minor : 0n;
    return {
      id: row.id,
      name: row.name,
      label: row.label,
      currency: row.currency,
      portfolioName: row.portfolio_name,
      isLoan: row.loan_product,
      principalMinor: row.face_value_minor + row.added_minor,
      costMinor: row.face_value_minor - ahead,
      valueMinor: worth.value.minor,
    };
  });
}
