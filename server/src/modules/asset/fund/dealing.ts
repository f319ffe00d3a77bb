// End-of-day step that deals orders once the value of their dealing day is approved.

import { present } from '../../../platform/assert.js';
import type { Context } from '../../../platform/context.js';
import type { ClosingDay, StepProgress } from '../../../platform/end-of-day/step.js';
import { systemWork } from '../../../platform/system-work.js';
import { type DueDealing, selectDueDealings } from './dealing-queries.js';
import { dealOrders } from './execution.js';
import { isFresh } from './fund.js';
import { FUND_DEALING } from './limits.js';
import { lockFundShared, selectFund, selectNav } from './queries.js';

/**
 * Deals every approved order whose dealing day has a value that is approved and recent enough.
 * Books it on the date being closed. Each batch is one transaction that leaves its orders EXECUTED
 * or REJECTED. An interrupted run therefore resumes where it stopped, and a second run finds
 * nothing. Returns the number of orders executed or rejected.
 */
export async function priceFundOrders(
  context: Context,
  day: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  let total = 0;
  for (const due of await selectDueDealings(context.db, day.closing)) {
    for (let batch = 0; batch < FUND_DEALING.batchesMax; batch += 1) {
      const dealt = await dealBatch(context, due, { day, progress });
      if (dealt === 0) break;
      total += dealt;
    }
  }
  return total;
}

interface Closing {
  readonly day: ClosingDay;
  readonly progress: StepProgress | undefined;
}

function dealBatch(context: Context, due: DueDealing, closing: Closing): Promise<number> {
  const date = closing.day.closing;
  return systemWork(context, `end-of-day ${date}`, async (work) => {
    await lockFundShared(work.tx, due.fund_id);
    const fund = present(await selectFund(work.tx, { id: due.fund_id }), 'the fund exists');
    const nav = present(await selectNav(work.tx, due.nav_id), 'a value is never deleted');
    if (nav.status !== 'APPROVED' || !isFresh(fund, nav.valuation_date, date)) return 0;
    const dealt = await dealOrders(work, { fund, nav, date }, FUND_DEALING.ordersPerBatch);
    await closing.progress?.count(work.tx, dealt);
    return dealt;
  });
}
