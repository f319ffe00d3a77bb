// The maturity ladder: what running deposits and bills pay back, by when.

import type { Call } from '../../../platform/context.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { MATURITY_LADDER } from '../limits.js';
import { type LadderFilter, selectRungs } from './maturity-ladder-queries.js';

/**
 * The rungs of a customer, a portfolio, or all that the caller sees: for each step of time, kind
 * and currency how many instruments end, with their principal (of a bill its face) and what is
 * accrued of it until now. Loans are apart, as LOAN: they come in.
 */
export async function maturityLadder(
  call: Call,
  asked: Omit<LadderFilter, 'offices'>,
): Promise<object> {
  const rows = await selectRungs(call.db, { ...asked, offices: call.principal.offices });
  return {
    by: asked.by,
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
