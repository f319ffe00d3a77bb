// Submitting orders in one transaction gives the same result as submitting them one by one: the
// same outcomes, warnings, holds and rows, even if orders compete for the same money, units and
// days.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { randomOf } from '../../../src/exchanges/simulator/random.js';
import type { OrderRequest } from '../../../src/modules/order/trade/request.js';
import {
  submitTradeOrder,
  submitTradeOrders,
} from '../../../src/modules/order/trade/submission.js';
import type { Principal, Work } from '../../../src/platform/context.js';
import type { Tx } from '../../../src/platform/database/database.js';
import { sql } from '../../../src/platform/database/sql.js';
import { toJson } from '../../../src/platform/json/json.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { SYSTEM } from '../../../src/platform/system-work.js';
import { type MarketDesk, openMarketDesk } from '../../api/order/exchange/market-desk.js';
import { bringInstead } from '../../support/holding.js';
import { undone } from '../../support/undone.js';
import { assertSameOutcomes, outcomesOf, placing, type Settled, settledAlone } from './outcome.js';

const ROUNDS = 30;
const ORDERS_MAX = 24;
const BOND = 'FG142029S1';

type Random = ReturnType<typeof randomOf>;

/** The effect of a group, with ids replaced by the index of their order. */
interface Done {
  readonly outcomes: readonly unknown[];
  readonly rows: string;
}

describe('orders submitted in a batch', () => {
  let desk: MarketDesk;
  let earlier: bigint;
  before(async () => {
    desk = await openMarketDesk();
    earlier = await prepare(desk);
  });
  after(() => desk.stop());

  const met = new Set<string>();

  const principals: readonly Principal[] = [SYSTEM, SYSTEM, SYSTEM, { ...SYSTEM, offices: [-1n] }];

  const doneBy = (count: number, run: (works: readonly Work[]) => Promise<readonly Settled[]>) =>
    undone(desk.db, async (tx) => {
      const works = Array.from({ length: count }, (_, place) => workOf(tx, place));
      return toldOf(tx, await run(works), works);
    });

  function workOf(tx: Tx, place: number): Work {
    return {
      context: desk.context,
      tx,
      principal: principals[(place * 7) % 11 === 5 ? 3 : 0] ?? SYSTEM,
      requestId: `request-${place}`,
      now: desk.context.clock.now(),
      ifMatch: undefined,
      events: [],
    };
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    it(`have the same outcomes as one after the other, round ${round}`, async () => {
      const random = randomOf('submit-group', 'round', BigInt(round));
      const requests = Array.from({ length: random.between(2, ORDERS_MAX) }, () =>
        requestOf(random, earlier),
      );
      const together = await doneBy(requests.length, (works) =>
        submitTradeOrders(works.map((work, place) => ({ work, input: inputOf(requests[place]) }))),
      );
      const single = await doneBy(requests.length, (works) => oneByOne(works, requests));
      const outcomes = [together.outcomes, single.outcomes] as const;
      for (const code of assertSameOutcomes(outcomes, 'order')) met.add(code);
      assert.equal(together.rows, single.rows);
    });
  }

  it('get every refusal that depends on earlier orders', () => {
    const wanted = ['INSUFFICIENT_FUNDS', 'INSUFFICIENT_HOLDING', 'DAY_VALUE_LIMIT_EXCEEDED'];
    for (const code of [...wanted, 'LOOKS_LIKE_REPEAT', 'UNKNOWN_REFERENCE']) {
      assert.ok(met.has(code), code);
    }
  });
});

function inputOf(body: OrderRequest | undefined) {
  assert.ok(body);
  return { params: {}, query: {}, body };
}

async function oneByOne(works: readonly Work[], requests: readonly OrderRequest[]) {
  const outcomes: Settled[] = [];
  for (const [place, work] of works.entries()) {
    const request = inputOf(requests[place]).body;
    outcomes.push(await settledAlone(work, () => submitTradeOrder(work, request)));
  }
  return outcomes;
}

async function toldOf(tx: Tx, outcomes: readonly Settled[], works: readonly Work[]): Promise<Done> {
  const known = placing(outcomes, 'order');
  const rows = await tx.query(LEFT);
  return { outcomes: outcomesOf(outcomes, { works, known }), rows: known(toJson(rows)) };
}

/** Selects everything that submitted orders leave in the database. */
const LEFT = sql`
  select 'order' as kind, to_jsonb(t) as row from trade_order t
  union all select 'hold', to_jsonb(h) - 'placed_at' from cash_hold h
  union all select 'balance', to_jsonb(b) from account_balance b where b.held_minor <> 0
  union all select 'holding', to_jsonb(h) from holding h where h.held_quantity <> 0
  union all select 'instruction', to_jsonb(i) - 'id' from exchange_instruction i
  order by 1, 2`;

function requestOf(random: Random, earlier: bigint): OrderRequest {
  const limited = random.percent(70);
  const bond = random.percent(20);
  const price = bond ? random.between(97, 99) : random.between(24, 26);
  const { id, reference, custodian, group } = oddities(random, earlier);
  return {
    portfolioName: random.percent(4) ? 'nobody' : String(random.between(1, 4)).padStart(10, '0'),
    securityName: bond ? BOND : random.percent(90) ? 'ACCESS' : 'NONE',
    orderType: random.percent(35) ? 'SELL' : 'BUY',
    priceType: limited ? 'LIMIT' : random.percent(30) ? 'STOP' : 'MARKET',
    orderTermName: random.percent(95) ? 'DAY' : 'NEVER',
    ...(limited ? { limitPrice: new Decimal(price) } : {}),
    ...(limited ? {} : { stopPrice: new Decimal(price) }),
    ...sizeOf(random, bond),
    ...{ ...id, ...reference, ...custodian, ...group },
  };
}

// Returns an order size. Small quantities are likely, so that orders often have equal sizes.
function sizeOf(random: Random, bond: boolean) {
  if (random.percent(10)) {
    return { orderBase: 'VALUE' as const, orderValue: new Decimal(random.between(1, 9_000)) };
  }
  const quantity = random.percent(60) ? random.between(1, 3) : random.between(1, bond ? 40 : 900);
  return { quantityRequested: new Decimal(random.percent(3) ? 0 : quantity) };
}

function oddities(random: Random, earlier: bigint) {
  return {
    id: random.percent(3) ? { id: 7n } : {},
    reference: random.percent(8)
      ? { referenceOrderId: earlier + BigInt(random.below(2)) * 900n }
      : {},
    custodian: random.percent(3) ? { custodianName: 'Nobody' } : {},
    group: random.percent(3) ? { commissionGroupName: 'OTHER' } : {},
  };
}

// Prepares four customers, each with little to spend or sell. One has an overdraft, and one belongs
// to a group with a daily limit. The first customer has an order that others can refer to.
async function prepare(desk: MarketDesk): Promise<bigint> {
  // Uses ids that cannot be mistaken for other numbers.
  await desk.db.query(sql`select setval('trade_order_id', 7000000000)`);
  await bringInstead(
    desk.db,
    sql`select p.id as portfolio_id, s.id as security_id, 40 * p.id as quantity,
      100000 as cost_minor
      from portfolio p, security s where p.id <= 4 and s.name in ('ACCESS', ${BOND})`,
  );
  await desk.db.query(sql`
    update security_price set previous_close = 98, last = 98
    where security_id = (select id from security where name = ${BOND})`);
  await desk.change('order/limit/propose', {
    ...{ customerGroup: 'PREMIUM', currency: 'NGN' },
    dayValueMost: 30_000,
  });
  const { id } = await desk.accepted({ quantityRequested: '3' });
  await desk.db.query(sql`
    update account_balance b set balance_minor = held_minor + 2000000 * (a.customer_id % 3 + 1),
      floor_minor = case a.customer_id when 3 then -1000000 else floor_minor end
    from account a where a.id = b.account_id and a.acct_type = 'CUSTOMER_CASH'`);
  return BigInt(id);
}
