// Maturity ladder: the repayments of running deposits and bills, by date.

import type { Call } from '../../../platform/context.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { MATURITY_LADDER } from '../limits.js';
import { type LadderFilter, selectRungs } from './maturity-ladder-queries.js';

/**
 * Returns the ladder of a customer, a portfolio, or everything that the caller can see. There is
 * one rung for each time step, kind and currency. Each rung contains the number of instruments that
 * are paid, their principal (for bills, face value) and their accrued interest to date. Loans have
 * their own kind, LOAN, because they are paid to the firm.
 */
export async function maturityLadder(
  call: Call,
  requested: Omit<LadderFilter, 'offices'>,
): Promise<object> {
  const rows = await selectRungs(call.db, { ...requested, offices: call.principal.offices });
  return {
    by: requested.by,
    isWhole: rows.length <= MATURITY_LADDER.rungsMax,
    rungs: rows.slice(0, MATURITY_LADDER.rungsMax).map((row) => ({
      date: row.from_date,
      kind: row.kind,
      currency: row.currency,
      instruments: row.instruments,
      principal: minorToDecimal(row.principal_minor, row.currency),
      accruedInterest: minorToDecimal(row.accrued_minor, row.currency),
    })),
  };
}
