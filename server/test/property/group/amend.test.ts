// Amending orders in one transaction gives the same result as amending them one by one: the same
// outcomes, holds and rows, even if amendments compete for the same money, units and days, or some
// of them are refused.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { randomOf } from '../../../src/exchanges/simulator/random.js';
import { amendTradeOrder, amendTradeOrders } from '../../../src/modules/order/trade/amendment.js';
import type { OrderRequest } from '../../../src/modules/order/trade/request.js';
import type { Principal, Work } from '../../../src/platform/context.js';
import type { Tx } from '../../../src/platform/database/database.js';
import { sql } from '../../../src/platform/database/sql.js';
import { toJson } from '../../../src/platform/json/json.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { SYSTEM } from '../../../src/platform/system-work.js';
import { type MarketDesk, openMarketDesk } from '../../api/order/exchange/market-desk.js';
import { bringInstead } from '../../support/holding.js';
import { undone } from '../../support/undone.js';
import { assertSameOutcomes, outcomesOf, type Settled, settledAlone } from './outcome.js';

const ROUNDS = 30;
const REQUESTS_MAX = 24;
const BOND = 'FG142029S1';

type Random = ReturnType<typeof randomOf>;

/** A stored order that the rounds amend. */
interface Stored {
  readonly id: bigint;
  readonly portfolio_name: string;
  readonly security_name: string;
  readonly order_type: 'BUY' | 'SELL';
  readonly price_type: OrderRequest['priceType'];
}

/** The resources that remain after a group of amendments. */
interface Done {
  readonly outcomes: readonly unknown[];
  readonly rows: string;
  /** The number of amendments that the group left out. */
  readonly alone: number;
}

describe('orders amended in a batch', () => {
  let desk: MarketDesk;
  let orders: readonly Stored[];
  before(async () => {
    desk = await openMarketDesk();
    orders = await prepare(desk);
  });
  after(() => desk.stop());

  const met = new Set<string>();
  let alone = 0;
  let requested = 0;

  const principals: readonly Principal[] = [SYSTEM, { ...SYSTEM, offices: [-1n] }];

  function workOf(tx: Tx, place: number): Work {
    return {
      context: desk.context,
      tx,
      principal: principals[(place * 7) % 13 === 5 ? 1 : 0] ?? SYSTEM,
      requestId: `request-${place}`,
      now: desk.context.clock.now(),
      ifMatch: (place * 5) % 17 === 3 ? '99' : undefined,
      events: [],
    };
  }

  function doneBy(
    requests: readonly OrderRequest[],
    run: (works: readonly Work[]) => Promise<readonly Settled[]>,
  ): Promise<Done> {
    return undone(desk.db, async (tx) => {
      const works = requests.map((_, place) => workOf(tx, place));
      const settled = [...(await run(works))];
      const skipped = [...settled.entries()].filter(([, each]) => each === undefined);
      // Requests that the group leaves out are run individually, as the server does.
      for (const [place] of skipped) settled[place] = await aloneAt(works, requests, place);
      const outcomes = outcomesOf(settled, { works, known: (text) => text });
      return { outcomes, rows: toJson(await tx.query(LEFT)), alone: skipped.length };
    });
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    it(`have the same outcomes as one after the other, round ${round}`, async () => {
      const random = randomOf('amend-group', 'round', BigInt(round));
      const requests = Array.from({ length: random.between(2, REQUESTS_MAX) }, () =>
        amendmentOf(random, orders),
      );
      const together = await doneBy(requests, (works) =>
        amendTradeOrders(works.map((work, place) => ({ work, input: inputOf(requests[place]) }))),
      );
      const single = await doneBy(requests, async (works) => works.map(() => undefined));
      const outcomes = [together.outcomes, single.outcomes] as const;
      for (const code of assertSameOutcomes(outcomes, 'amendment')) met.add(code);
      assert.equal(together.rows, single.rows);
      alone += together.alone;
      requested += requests.length;
    });
  }

  it('get every outcome, and many of them in the batch', () => {
    const wanted = ['INSUFFICIENT_FUNDS', 'INSUFFICIENT_HOLDING', 'DAY_VALUE_LIMIT_EXCEEDED'];
    const refused = ['PRECONDITION_FAILED', 'ORDER_WRONG_STATE', 'PENDING_REPLACE'];
    const fixed = ['ORDER_TERM_FIXED', 'UNKNOWN_REFERENCE', 'DOCUMENT_NOT_FOUND'];
    const done = ['TRADE_ORDER_UPDATED', 'TRADE_ORDER_UPDATE_REQUESTED'];
    for (const code of [...wanted, ...refused, ...fixed, ...done]) assert.ok(met.has(code), code);
    assert.ok(alone * 3 < requested * 2, `${alone} of ${requested} amendments ran by themselves`);
  });
});

function inputOf(body: OrderRequest | undefined) {
  assert.ok(body);
  return { params: {}, query: {}, body };
}

function aloneAt(
  works: readonly Work[],
  requests: readonly OrderRequest[],
  place: number,
): Promise<Settled> {
  const work = works[place];
  assert.ok(work);
  return settledAlone(work, () => amendTradeOrder(work, inputOf(requests[place]).body));
}

/** Selects everything that amendments change. */
const LEFT = sql`
  select 'order' as kind, to_jsonb(t) as row from trade_order t
  union all select 'hold', to_jsonb(h) - 'placed_at' from cash_hold h
  union all select 'balance', to_jsonb(b) from account_balance b where b.held_minor <> 0
  union all select 'holding', to_jsonb(h) from holding h where h.held_quantity <> 0
  union all select 'instruction', to_jsonb(i) - 'id' from exchange_instruction i
  order by 1, 2`;

function amendmentOf(random: Random, orders: readonly Stored[]): OrderRequest {
  const order = orders[random.below(orders.length)];
  assert.ok(order);
  const priceType = random.percent(4) ? 'STOP' : order.price_type;
  const price = new Decimal(
    order.security_name === BOND ? random.between(97, 99) : random.between(24, 26),
  );
  return {
    id: random.percent(4) ? 987_654n : order.id,
    portfolioName: random.percent(4) ? 'nobody' : order.portfolio_name,
    securityName: order.security_name,
    orderType: order.order_type,
    priceType,
    orderTermName: random.percent(20) ? 'GTC' : random.percent(96) ? 'DAY' : 'NEVER',
    ...(priceType === 'STOP' ? { stopPrice: price } : { limitPrice: price }),
    ...sizeOf(random),
    ...oddities(random, order),
  };
}

function sizeOf(random: Random) {
  if (random.percent(6)) {
    return { orderBase: 'VALUE' as const, orderValue: new Decimal(random.between(50, 9_000)) };
  }
  const quantity = random.percent(60) ? random.between(1, 60) : random.between(60, 900);
  return { quantityRequested: new Decimal(random.percent(3) ? 0 : quantity) };
}

function oddities(random: Random, order: Stored) {
  return {
    ...(random.percent(4) ? { commissionGroupName: 'OTHER' } : {}),
    ...(random.percent(4) ? { custodianName: 'Nobody' } : {}),
    ...(random.percent(6) ? { referenceOrderId: random.percent(50) ? order.id : 900n } : {}),
    ...(random.percent(10) ? { description: 'Call "1" \\ ünï' } : {}),
    ...(random.percent(10) ? { doNotAdjust: true } : {}),
    ...(random.percent(10) ? { settlementInstructions: 'Through Custodian A' } : {}),
  };
}

// Four customers have orders here and at the exchange, one of which is partly filled, and have
// little left to spend or sell. One has an overdraft, one a daily limit, and one is below its
// floor.
async function prepare(desk: MarketDesk): Promise<readonly Stored[]> {
  await bringInstead(
    desk.db,
    sql`select p.id as portfolio_id, s.id as security_id, 2000 as quantity, 100000 as cost_minor
      from portfolio p, security s where p.id <= 4 and s.name in ('ACCESS', ${BOND})`,
  );
  await desk.db.query(sql`
    update security_price set previous_close = 98, last = 98
    where security_id = (select id from security where name = ${BOND})`);
  const sent: number[] = [];
  for (const body of sentBodies()) sent.push((await desk.accepted(body)).id);
  await desk.take();
  for (const id of sent) await desk.say(id, '0');
  const [filled, ended, ...others] = await desk.db.query<{ id: bigint }>(sql`
    select id from trade_order where order_type = 'BUY' and instrument_type <> 'BOND' order by id`);
  assert.ok(filled !== undefined && ended !== undefined && others.length > 0);
  await desk.say(Number(filled.id), '1', { fill: [40, '25.00'] });
  await desk.say(Number(ended.id), '4', {});
  for (const body of storedBodies()) await desk.accepted(body);
  await desk.change('order/limit/propose', {
    ...{ customerGroup: 'PREMIUM', currency: 'NGN' },
    dayValueMost: 18_000,
  });
  await setMoney(desk);
  return desk.db.query<Stored>(sql`
    select t.id, p.name as portfolio_name, s.name as security_name, t.order_type, t.price_type
    from trade_order t join portfolio p on p.id = t.portfolio_id
    join security s on s.id = t.security_id order by t.id`);
}

const PORTFOLIOS = ['0000000001', '0000000002', '0000000003', '0000000004'];

function sentBodies(): object[] {
  return PORTFOLIOS.flatMap((portfolioName) => [
    { portfolioName, quantityRequested: '50' },
    { portfolioName, quantityRequested: '20', orderType: 'SELL' },
    { portfolioName, quantityRequested: '10', securityName: BOND, limitPrice: '98' },
  ]);
}

function storedBodies(): object[] {
  return PORTFOLIOS.flatMap((portfolioName) => [
    { portfolioName, quantityRequested: '50', limitPrice: '24.50' },
    { portfolioName, quantityRequested: '30', orderType: 'SELL', limitPrice: '25.50' },
    { portfolioName, quantityRequested: '5', priceType: 'STOP', stopPrice: '26' },
    { portfolioName, quantityRequested: '70', limitPrice: '24.00' },
  ]);
}

async function setMoney({ db }: MarketDesk): Promise<void> {
  await db.query(sql`
    update account_balance b
    set balance_minor = held_minor + case a.customer_id when 1 then 9000000 else 400000 end,
      floor_minor = case a.customer_id when 3 then -1000000 else floor_minor end
    from account a where a.id = b.account_id and a.acct_type = 'CUSTOMER_CASH'`);
  await db.query(sql`
    update account_balance b set balance_minor = held_minor - 500, forced_minor = 500
    from account a where a.id = b.account_id and a.acct_type = 'CUSTOMER_CASH'
      and a.customer_id = 4 and b.floor_minor = 0`);
  await db.query(sql`
    update holding h set quantity = held_quantity + 40 * portfolio_id
    where h.portfolio_id <= 4`);
}
