// Totals of the cash transactions that are waiting, for the home pages of the people who work on
// them.

import type { Call } from '../../../platform/context.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { selectWaitingCash } from './waiting-queries.js';

/** Returns count, sum and oldest record by type, state and currency. */
export async function summariseWaitingCash(call: Call): Promise<object> {
  const rows = await selectWaitingCash(call.db, call.principal.offices);
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0n),
    result: rows.map(({ currency, count, ...row }) => ({
      transType: row.trans_type,
      transState: row.state,
      currency,
      count,
      amount: minorToDecimal(row.amount_minor, currency),
      oldestDttm: row.oldest_at,
    })),
  };
}
