// Filters by order and portfolio.

import { type Call, seesOffice } from '../../platform/context.js';
import { type FilterKind, namedByCode, namedById } from '../../platform/http/request/filter.js';
import { readTariff } from './fee/tariff-queries.js';
import { visiblePortfolio } from './portfolio/portfolio.js';
import { selectOrder } from './record/queries.js';

/** The kinds of order records that a parameter can filter by. */
export const orderFilters: readonly FilterKind[] = [
  namedById('portfolio', async (call, id) => ofCaller(call, await visiblePortfolio(call, id))),
  namedByCode('fee schedule', async ({ db }, code) => {
    const { schedules } = await readTariff(db);
    return schedules.find(({ name }) => name === code.toUpperCase())?.name;
  }),
  namedById('order', async (call, id) => {
    const order = await selectOrder(call.db, id);
    const isSeen = order !== undefined && seesOffice(call.principal, order.office_id);
    return isSeen ? ofCaller(call, order) : undefined;
  }),
];

// A customer's own API client can filter only by that customer's records.
function ofCaller<Row extends { readonly customer_id: bigint }>(
  { principal }: Call,
  row: Row,
): Row | undefined {
  return principal.kind === 'customer' && row.customer_id !== principal.id ? undefined : row;
}
