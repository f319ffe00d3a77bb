// The end-of-day step that deals orders whose value has been approved since.

import { present } from '../../platform/assert.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Context } from '../../platform/context.js';
import type { ClosingDay } from '../../platform/http/module.js';
import { systemWork } from '../../platform/system-work.js';
import { isFresh } from './fund.js';
import { dealOrders } from './fund-execution.js';
import { FUND_DEALING } from './fund-limits.js';
import { lockFundShared, selectFund, selectNav } from './fund-queries.js';
import { type DueDealing, selectDueDealings } from './fund-transaction-queries.js';

/**
 * Deals every approved order whose dealing day has an approved, fresh value, booked on the date
 * that is closed. A batch is one transaction and leaves its orders EXECUTED or REJECTED, so that
 * a killed run goes on where it was and a second one finds nothing. Returns how many orders
 * ended.
 */
export async function priceFundOrders(context: Context, day: ClosingDay): Promise<number> {
  let total = 0;
  for (const due of await selectDueDealings(context.db, day.closing)) {
    for (let batch = 0; batch < FUND_DEALING.batchesMost; batch += 1) {
      const dealt = await dealBatch(context, due, day.closing);
      if (dealt === 0) break;
      total += dealt;
    }
  }
  return total;
}

function dealBatch(context: Context, due: DueDealing, date: BusinessDate): Promise<number> {
  return systemWork(context, `end-of-day ${date}`, async (work) => {
    await lockFundShared(work.tx, due.fund_id);
    const fund = present(await selectFund(work.tx, { id: due.fund_id }), 'the fund exists');
    const nav = present(await selectNav(work.tx, due.nav_id), 'a value is never removed');
    if (nav.status !== 'APPROVED' || !isFresh(fund, nav.valuation_date, date)) return 0;
    return dealOrders(work, { fund, nav, date }, FUND_DEALING.ordersPerBatch);
  });
}
