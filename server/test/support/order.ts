// Orders in tests: request bodies that work with the demonstration data, and invariants to check
// after any scenario.

import assert from 'node:assert/strict';
import { checkIntegrity } from '../../src/modules/finance/integrity/integrity.js';
import { sql } from '../../src/platform/database/sql.js';
import type { Json, TestApp } from './app.js';
import { waitFor } from './wait.js';

/** Returns a market buy of ACCESS by the first customer. The given fields override the defaults. */
export function orderBody(changes: object = {}): object {
  return {
    portfolioName: '0000000001',
    securityName: 'ACCESS',
    orderType: 'BUY',
    priceType: 'MARKET',
    quantityRequested: '100',
    orderTermName: 'DAY',
    orderOrigin: 'API',
    ...changes,
  };
}

/** Waits until an order has one of these statuses and returns the order. */
export function orderIn(
  app: Pick<TestApp, 'as'>,
  id: number,
  statuses: readonly string[],
): Promise<Json> {
  return waitFor(`order ${id} to be ${statuses.join(' or ')}`, async () => {
    const { body } = await app.as('CLIENT').get(`/api/v1/order/tradeorder/id/${id}`);
    return statuses.includes(body.orderStatus) ? body : undefined;
  });
}

/**
 * Checks that holds match live orders, that journals balance, that balances equal the sum of their
 * lines, and that fills add up to filled quantities.
 */
export async function assertBooks(app: Pick<TestApp, 'db'>): Promise<void> {
  const { db } = app;
  const wrong = await db.query(sql`
    select 'held cash' as what, b.account_id as id from account_balance b
    left join (select account_id, sum(amount_minor) as held from cash_hold group by 1) h using
      (account_id)
    where b.held_minor <> coalesce(h.held, 0)
    union all
    select 'hold of an ended order', h.source_id from cash_hold h join trade_order t on t.id =
      h.source_id
    where h.source_type = 'TRADE_ORDER' and t.order_status not in ('BOOKED', 'EXECUTING')
    union all
    select 'held units', h.portfolio_id from holding h
    left join (
      select o.portfolio_id, o.security_id,
        sum(greatest(o.quantity_pending, i.quantity - o.quantity_filled)) as pending
      from trade_order o
      left join exchange_instruction i on i.exchange_id = o.exchange_id
        and i.cl_ord_id = o.pending_cl_ord_id and i.kind = 'REPLACE'
      where o.order_type = 'SELL' and o.order_status in ('BOOKED', 'EXECUTING')
        and not o.custodian_settles
      group by 1, 2
    ) t on t.portfolio_id = h.portfolio_id and t.security_id = h.security_id
    where h.held_quantity <> coalesce(t.pending, 0)
    union all
    select 'live buy without a hold', t.id from trade_order t
    left join cash_hold h on h.source_type = 'TRADE_ORDER' and h.source_id = t.id
    where t.order_type = 'BUY' and t.order_status in ('BOOKED', 'EXECUTING')
      and t.quantity_pending > 0 and not t.custodian_settles and h.amount_minor is null
    union all
    select 'note that does not cover its fills', t.id from trade_order t
    left join (
      select order_id, sum(quantity) as noted from contract_note where reversed_at is null group by
      1
    ) n on n.order_id = t.id
    where t.order_status not in ('BOOKED', 'EXECUTING') and coalesce(n.noted, 0) <>
      t.quantity_filled
    union all
    select 'two notes of one date', order_id from contract_note where reversed_at is null
    group by order_id, trade_date having count(*) > 1
    union all
    select 'unbalanced journal', journal_id from journal_line group by journal_id, currency
    having sum(amount_minor) <> 0
    union all
    select 'filled quantity', t.id from trade_order t
    left join (
      select order_id, sum(quantity) as filled from execution_report where kind = 'TRADE' group by 1
    ) x on x.order_id = t.id
    where t.quantity_filled <> coalesce(x.filled, 0)
      and not exists (select from execution_report c where c.order_id = t.id and c.kind <> 'TRADE')
    union all
    select 'fills of an ended order without a note', t.id from trade_order t
    join order_trade_day d on d.order_id = t.id and d.has_news
    where t.order_status not in ('BOOKED', 'EXECUTING')`);
  assert.deepEqual(wrong, []);
  const { invariants } = await checkIntegrity({ db });
  assert.deepEqual(
    invariants.filter(({ holds }) => !holds),
    [],
  );
}
