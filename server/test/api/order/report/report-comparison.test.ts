// Reports that contradict their order: each readable report is booked, and a work item shows the
// difference. A doubtful report is parked until a person decides.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { settleReport } from '../../../../src/modules/order/work-item/settlement.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import { assertBooks } from '../../../support/order.js';
import { type Desk, openDesk, type Said, type Terms } from '../../../support/order-desk.js';

type Told = readonly [status: string, said?: Said];

interface Case {
  readonly name: string;
  readonly terms?: Terms;
  readonly told: readonly Told[];
  /** The work items' reasons, in order. */
  readonly reasons: readonly string[];
  readonly left: string;
}

const SELL: Terms = { side: 'SELL', quantity: 40, portfolio: '0000000001' };

const CONTRADICTORY: readonly Case[] = [
  {
    name: 'a sale reported on a purchase',
    told: [['1', { fill: [30, '24.90'], side: '2', cum: 30, leaves: 70 }]],
    reasons: ['SIDE_DIFFERS'],
    left: 'EXECUTING 30/70',
  },
  {
    name: 'a purchase reported on a sale',
    terms: SELL,
    told: [['0', { side: '1' }]],
    reasons: ['SIDE_DIFFERS'],
    left: 'EXECUTING 0/40',
  },
  {
    name: 'another security by its symbol',
    told: [['1', { fill: [10, '25.00'], symbol: 'ZENITHBANK' }]],
    reasons: ['SYMBOL_DIFFERS'],
    left: 'EXECUTING 10/90',
  },
  {
    name: 'another security by its ISIN',
    told: [['1', { fill: [10, '25.00'], symbol: 'access', isin: 'NGZENITHBNK9' }]],
    reasons: ['SYMBOL_DIFFERS'],
    left: 'EXECUTING 10/90',
  },
  {
    name: 'another currency',
    told: [['1', { fill: [10, '25.00'], currency: 'USD' }]],
    reasons: ['CURRENCY_DIFFERS'],
    left: 'EXECUTING 10/90',
  },
  {
    name: 'a purchase above its limit, as of kobo taken for naira',
    told: [['1', { fill: [1, '2500'], cum: 1, leaves: 99 }]],
    reasons: ['PRICE_BEYOND_LIMIT'],
    left: 'EXECUTING 1/99',
  },
  {
    name: 'a sale below its limit',
    terms: SELL,
    told: [['1', { fill: [5, '24.99'] }]],
    reasons: ['PRICE_BEYOND_LIMIT'],
    left: 'EXECUTING 5/35',
  },
  {
    name: 'a count above what was reported, once however often it comes',
    told: [
      ['1', { fill: [20, '25.00'], cum: 50, leaves: 50 }],
      ['1', { fill: [20, '24.50'], cum: 70, leaves: 30 }],
    ],
    reasons: ['FILLS_DIFFER'],
    left: 'EXECUTING 40/60',
  },
  {
    name: 'a count below what is booked',
    told: [
      ['1', { fill: [20, '25.00'], cum: 20, leaves: 80 }],
      ['6', { cum: 0 }],
    ],
    reasons: ['FILLS_DIFFER'],
    left: 'EXECUTING 20/80',
  },
  {
    name: 'another quantity of the order',
    told: [['0', { quantity: 1000, cum: 0, leaves: 1000 }]],
    reasons: ['QUANTITY_DIFFERS'],
    left: 'EXECUTING 0/100',
  },
  {
    name: 'a rest that does not follow from the quantity and the count',
    told: [['1', { fill: [25, '25.00'], quantity: 100, cum: 25, leaves: 80 }]],
    reasons: ['QUANTITY_DIFFERS'],
    left: 'EXECUTING 25/75',
  },
  {
    name: 'an average that does not follow from the fills',
    told: [
      ['1', { fill: [10, '24.00'], cum: 10, average: '24' }],
      ['1', { fill: [10, '25.00'], cum: 20, average: '24.6' }],
    ],
    reasons: ['AVERAGE_PRICE_DIFFERS'],
    left: 'EXECUTING 20/80',
  },
  {
    name: 'more than was ordered',
    told: [
      ['1', { fill: [90, '25.00'], cum: 90 }],
      ['2', { fill: [20, '25.00'], cum: 110 }],
    ],
    reasons: ['OVERFILLED'],
    left: 'EXECUTED 110/0',
  },
  {
    name: 'a bust of an execution that is not known',
    told: [
      ['1', { fill: [60, '25.00'], cum: 60 }],
      ['1', { type: 'H', ref: 'NEVER-SEEN', cum: 60 }],
    ],
    reasons: ['UNKNOWN_EXECUTION_REFERENCE'],
    left: 'EXECUTING 60/40',
  },
  {
    name: 'all at once',
    told: [['1', { fill: [30, '31.00'], side: '5', symbol: 'GTCO', cum: 300, currency: 'GBP' }]],
    reasons: [
      'SIDE_DIFFERS',
      'SYMBOL_DIFFERS',
      'CURRENCY_DIFFERS',
      'PRICE_BEYOND_LIMIT',
      'FILLS_DIFFER',
    ],
    left: 'EXECUTING 30/70',
  },
];

const CONSISTENT: readonly Case[] = [
  {
    name: 'every figure, in the words of the exchange',
    told: [
      ['A', { side: '1', symbol: 'ACCESS', cum: 0, leaves: 0, quantity: 100, average: '0' }],
      ['0', { side: '1', symbol: 'access', cum: 0, leaves: 100, quantity: 100, limit: '25' }],
      ['1', { fill: [30, '24.90'], side: '3', cum: 30, leaves: 70, average: '24.9' }],
      ['1', { fill: [30, '24.95'], cum: 60, leaves: 40, average: '24.92', currency: 'ngn' }],
      ['6', { cum: 60, leaves: 40 }],
      ['2', { fill: [40, '25.00'], cum: 100, leaves: 0, average: '24.9549' }],
    ],
    reasons: [],
    left: 'EXECUTED 100/0',
  },
  {
    name: 'two fills alike, which the count tells apart',
    told: [
      ['1', { fill: [50, '25.00'], cum: 50, leaves: 50 }],
      ['2', { fill: [50, '25.00'], cum: 100, leaves: 0 }],
    ],
    reasons: [],
    left: 'EXECUTED 100/0',
  },
  {
    name: 'a bust and a correction of what is known',
    told: [
      ['1', { execId: 'K1', fill: [50, '25.00'], cum: 50 }],
      ['1', { execId: 'K2', fill: [20, '24.00'], cum: 70 }],
      ['1', { type: 'G', ref: 'K2', fill: [10, '24.50'], cum: 60 }],
      ['1', { type: 'H', ref: 'K1', cum: 10, average: '24.50' }],
      ['4', { cum: 10, leaves: 0 }],
    ],
    reasons: [],
    left: 'CANCELLED 10/0',
  },
];

describe('a report that contradicts its order', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
  });
  after(() => desk.stop());
  afterEach(() => assertBooks(desk));

  interface Item {
    readonly id: bigint;
    readonly reason: string;
  }

  const openItems = (row: OrderRow): Promise<Item[]> =>
    desk.db.query<Item>(sql`
      select id, reason from unmatched_report
      where order_id = ${row.id} and not resolved order by id`);

  const reasonsOf = async (row: OrderRow): Promise<string[]> =>
    (await openItems(row)).map(({ reason }) => reason);

  async function left(row: OrderRow): Promise<string> {
    const order = await desk.order(row.id);
    return `${order.order_status} ${order.quantity_filled}/${order.quantity_pending}`;
  }

  async function hear(row: OrderRow, told: readonly Told[]): Promise<void> {
    for (const [status, said] of told) await desk.say(row, status, said);
  }

  const apply = (item: Item | undefined, acceptContradiction?: boolean) =>
    systemWork(desk.context, 'test', (work) =>
      settleReport(work, item?.id ?? 0n, {
        act: 'APPLY',
        resolution: 'by telephone',
        acceptContradiction,
      }),
    );

  const settle = (row: OrderRow) =>
    desk.db.query(sql`
      update unmatched_report set resolved = true, resolution = 'test' where order_id = ${row.id}`);

  describe('is booked and becomes a work item:', () => {
    for (const { name, terms, told, reasons, left: expected } of CONTRADICTORY) {
      it(name, async () => {
        const row = await desk.send(terms);
        await hear(row, told);
        assert.deepEqual(await reasonsOf(row), reasons);
        assert.equal(await left(row), expected);
        await settle(row);
        await desk.say(row, '4');
      });
    }
  });

  describe('is not found if an exchange reports', () => {
    for (const { name, told, left: expected } of CONSISTENT) {
      it(name, async () => {
        const row = await desk.send();
        await hear(row, told);
        assert.deepEqual(await reasonsOf(row), []);
        assert.equal(await left(row), expected);
      });
    }
  });

  describe('is parked', () => {
    it('when a fill arrives under a second ExecID without a higher count', async () => {
      const row = await desk.send();
      await desk.say(row, '1', { execId: 'D1', fill: [35, '24.80'], cum: 35 });
      const second = { execId: 'D2', fill: [35, '24.80'] as const, cum: 35 };
      assert.equal(await desk.say(row, '1', second), 'UNMATCHED');
      assert.equal(await desk.say(row, '1', second), 'UNMATCHED');
      assert.deepEqual(await reasonsOf(row), ['DUPLICATE_EXECUTION_SUSPECTED']);
      assert.equal(await left(row), 'EXECUTING 35/65');
      const [item] = await openItems(row);
      await apply(item);
      assert.equal(await left(row), 'EXECUTING 70/30');
      assert.equal(await desk.say(row, '1', second), 'DUPLICATE');
      await desk.say(row, '4');
    });

    it('when an ExecID is repeated with other figures, and books both on request', async () => {
      const row = await desk.send();
      await desk.say(row, '1', { execId: 'S1', fill: [10, '24.80'] });
      assert.equal(await desk.say(row, '1', { execId: 'S1', fill: [10, '24.80'] }), 'DUPLICATE');
      assert.equal(await desk.say(row, '1', { execId: 'S1', fill: [15, '24.80'] }), 'UNMATCHED');
      assert.equal(await left(row), 'EXECUTING 10/90');
      const [item] = await openItems(row);
      assert.equal(item?.reason, 'DUPLICATE_EXECUTION_SUSPECTED');
      await apply(item);
      assert.equal(await left(row), 'EXECUTING 25/75');
      await desk.say(row, '4');
    });

    it('when a cancel arrives under a used ExecID, instead of being ignored', async () => {
      const row = await desk.send();
      await desk.say(row, '0', { execId: '0' });
      assert.equal(await desk.say(row, '4', { execId: '0' }), 'UNMATCHED');
      const [item] = await openItems(row);
      await apply(item);
      assert.equal(await left(row), 'CANCELLED 0/0');
    });

    it('when the end includes unreported fills, and the order stays live', async () => {
      const row = await desk.send();
      await desk.say(row, '1', { fill: [10, '25.00'], cum: 10 });
      const held = await desk.held(row.id);
      for (const [status, said] of [
        ['C', { cum: 30 }],
        ['B', { cum: 100, leaves: 0 }],
        ['4', { cum: 40 }],
      ] as const) {
        assert.equal(await desk.say(row, status, said), 'UNMATCHED', status);
      }
      assert.equal(await left(row), 'EXECUTING 10/90');
      assert.equal(await desk.held(row.id), held);
      const [expiry, , cancel] = await openItems(row);
      await assert.rejects(apply(cancel), { details: { args: ['FILLS_DIFFER'] } });
      await desk.say(row, '1', { fill: [20, '25.00'], cum: 30 });
      await apply(expiry);
      assert.equal(await left(row), 'EXPIRED 30/0');
      await settle(row);
    });

    it('and ends the order once a person accepts the contradiction', async () => {
      const row = await desk.send();
      assert.equal(await desk.say(row, '4', { cum: 25 }), 'UNMATCHED');
      const [item] = await openItems(row);
      await apply(item, true);
      assert.equal(await left(row), 'CANCELLED 0/0');
      assert.equal(await desk.held(row.id), 0n);
      assert.deepEqual(await reasonsOf(row), []);
    });
  });
});
