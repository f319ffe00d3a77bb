// Transfers between portfolios of the firm, and transfers against payment.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { TODAY } from './event-desk.js';
import {
  inward,
  OTHER_PORTFOLIO,
  openTransferDesk,
  outward,
  PORTFOLIO,
  TRANSFER,
  type TransferDesk,
} from './transfer-desk.js';

const gift = (securityName: string, quantity: number, changes: object = {}) => ({
  ...{ type: 'INTERNAL', portfolioName: PORTFOLIO, toPortfolioName: OTHER_PORTFOLIO },
  ...{ effectiveDate: '2026-09-03', ownerChange: 'GIFT', reason: 'deed of 1 September' },
  lines: [{ securityName, quantity: String(quantity) }],
  ...changes,
});
type Deal = readonly [quantity: number, amount: number];
const sale = (securityName: string, [quantity, amount]: Deal, changes: object = {}) => ({
  ...{ type: 'INTERNAL', portfolioName: PORTFOLIO, toPortfolioName: OTHER_PORTFOLIO },
  effectiveDate: TODAY,
  lines: [{ securityName, quantity: String(quantity), amount }],
  ...changes,
});

describe('a transfer between portfolios of the firm', () => {
  let desk: TransferDesk;
  before(async () => {
    desk = await openTransferDesk();
  });
  after(() => desk?.stop());

  const journals = (sourceIds: Json[]) =>
    desk.db.query<Json>(sql`
      select a.acct_type as code, l.amount_minor as minor from journal j
      join journal_line l on l.journal_id = j.id join account a on a.id = l.account_id
      where j.source_type = 'HOLDING_TRANSFER' and j.source_id in (
        select id from holding_transfer_line
        where holding_transfer_id = any(${sourceIds}::bigint[]))
      order by l.amount_minor, a.acct_type`);

  it('carries the cost and the dates of the purchases', async () => {
    const name = await desk.security({ name: 'TRBFREE' });
    await desk.settle(inward(name));
    const done = await desk.settle(gift(name, 700));
    // 700 of 1,000 units that cost 18,800.01 are transferred with a cost of 13,160.01, split in the
    // ratio of 10,800.00 to 2,000.00.
    assert.deepEqual(await desk.holding(name), {
      ...{ quantity: 300n, cost: 564_000n, gain: 0n, held: 0n },
    });
    assert.deepEqual(await desk.holding(name, OTHER_PORTFOLIO), {
      ...{ quantity: 700n, cost: 1_316_001n, gain: 0n, held: 0n },
    });
    const lots = [
      { quantity: '600', cost: 11_103.76, acquiredOn: '2024-05-14' },
      { quantity: '100', cost: 2_056.25, acquiredOn: '2025-02-03' },
    ];
    assert.deepEqual(
      [done.toPortfolioName, done.isPaid, done.lines[0].cost, done.lines[0].lots],
      [OTHER_PORTFOLIO, false, 13_160.01, lots],
    );
    const arrived = await desk.movements(name, OTHER_PORTFOLIO);
    assert.deepEqual(
      arrived.map((one) => [one.kind, one.quantity, one.cost, one.acquiredOn, one.effectiveDate]),
      [
        ['TRANSFER_IN', '600', 11_103.76, '2024-05-14', '2026-09-03'],
        ['TRANSFER_IN', '100', 2_056.25, '2025-02-03', '2026-09-03'],
      ],
    );
    const { body } = await desk.maker.get(`${TRANSFER}/list?p=2`);
    assert.equal(body.result[0].name, done.name);
    await desk.sound();
  });

  it('keeps an unknown cost unknown', async () => {
    const name = await desk.security({ name: 'TRBUNKNOWN' });
    const lines = [{ securityName: name, quantity: '80', costBasis: 'UNKNOWN' }];
    await desk.settle(inward(name, { lines }));
    const done = await desk.settle(gift(name, 80));
    assert.equal(done.lines[0].cost, undefined);
    const [row] = await desk.db.query(sql`
      select m.cost_known, m.acquired_on from holding_movement m
      join security s on s.id = m.security_id join portfolio p on p.id = m.portfolio_id
      where s.name = ${name} and p.name = ${OTHER_PORTFOLIO}`);
    assert.deepEqual(row, { cost_known: false, acquired_on: '2026-09-01' });
    await desk.sound();
  });

  it('against payment is a sale and a purchase at one price', async () => {
    const name = await desk.security({ name: 'TRBPAID' });
    await desk.settle(inward(name));
    const [seller, buyer] = [await desk.cash(PORTFOLIO), await desk.cash(OTHER_PORTFOLIO)];
    const made = await desk.create(sale(name, [400, 9_000]));
    assert.equal(made.status, 201, made.text);
    assert.equal((await desk.holding(name))?.held, 400n);
    assert.equal((await desk.cash(OTHER_PORTFOLIO)).held - buyer.held, 900_000n);
    const approved = await desk.approve(made.body.id);
    assert.equal(approved.status, 200, approved.text);
    // Of 1,000 units that cost 18,800.01, 400 are sold for 9,000.00. They cost 7,520.00.
    assert.deepEqual(await desk.holding(name), {
      ...{ quantity: 600n, cost: 1_128_001n, gain: 148_000n, held: 0n },
    });
    assert.deepEqual(await desk.holding(name, OTHER_PORTFOLIO), {
      ...{ quantity: 400n, cost: 900_000n, gain: 0n, held: 0n },
    });
    const after = [await desk.cash(PORTFOLIO), await desk.cash(OTHER_PORTFOLIO)];
    assert.deepEqual(
      after.map(({ balance, held }) => [balance, held]),
      [
        [seller.balance + 900_000n, seller.held],
        [buyer.balance - 900_000n, buyer.held],
      ],
    );
    // The customers belong to different offices.
    assert.deepEqual(await journals([made.body.id]), [
      { code: 'CUSTOMER_CASH', minor: -900_000n },
      { code: 'TRANSFER:CONTROL', minor: -900_000n },
      { code: 'CUSTOMER_CASH', minor: 900_000n },
      { code: 'TRANSFER:CONTROL', minor: 900_000n },
    ]);
    await desk.sound();
  });

  it('against payment from and to another firm moves units and money together', async () => {
    const name = await desk.security({ name: 'TRBDVP' });
    const before = await desk.cash(PORTFOLIO);
    const other = { counterParty: { memberCode: 'XYZ' }, effectiveDate: TODAY };
    const line = (quantity: string, amount: number) => [{ securityName: name, quantity, amount }];
    const bought = await desk.settle(
      inward(name, { ...other, type: 'IN_PAID', lines: line('250', 5_000.5) }),
    );
    assert.deepEqual(
      [bought.isPaid, bought.effectiveDate, bought.lines[0].amount],
      [true, TODAY, 5_000.5],
    );
    assert.equal((await desk.cash(PORTFOLIO)).balance, before.balance - 500_050n);
    const sold = await desk.settle(
      outward(name, 100, { ...other, type: 'OUT_PAID', lines: line('100', 1_900) }),
    );
    // Of 250 units that cost 5,000.50, 100 are sold for 1,900.00. They cost 2,000.20.
    assert.deepEqual(await desk.holding(name), {
      ...{ quantity: 150n, cost: 300_030n, gain: -10_020n, held: 0n },
    });
    assert.deepEqual(await desk.cash(PORTFOLIO), {
      ...{ balance: before.balance - 310_050n, held: before.held },
    });
    assert.deepEqual(
      await journals([bought.id, sold.id]),
      [
        { code: 'CUSTOMER_CASH', minor: -190_000n },
        { code: 'BANK:CLIENT', minor: -500_050n },
        { code: 'BANK:CLIENT', minor: 190_000n },
        { code: 'CUSTOMER_CASH', minor: 500_050n },
      ].sort((a, b) => Number(a.minor - b.minor)),
    );
    await desk.sound();
  });

  it('moves nothing if units or money are missing', async () => {
    const name = await desk.security({ name: 'TRBNONE' });
    await desk.settle(inward(name));
    const [units, money] = [await desk.holding(name), await desk.cash(OTHER_PORTFOLIO)];
    const poor = await desk.create(sale(name, [10, 1e12]));
    assert.deepEqual([poor.status, poor.body.msgCode], [422, 'INSUFFICIENT_FUNDS']);
    assert.deepEqual(await desk.holding(name), units, 'no units are held without the money');
    const few = await desk.create(sale(name, [1_001, 10]));
    assert.deepEqual([few.status, few.body.msgCode], [422, 'INSUFFICIENT_HOLDING']);
    assert.deepEqual(await desk.cash(OTHER_PORTFOLIO), money, 'no money is held without the units');
    for (const end of ['cancel', 'reject'] as const) {
      const made = await desk.create(sale(name, [10, 20]));
      const by = end === 'cancel' ? desk.maker : desk.checker;
      const ended = await by.put(`${TRANSFER}/${end}/id/${made.body.id}`, {});
      assert.equal(ended.status, 200, ended.text);
      assert.deepEqual(
        [await desk.holding(name), await desk.cash(OTHER_PORTFOLIO)],
        [units, money],
      );
    }
    await desk.sound();
  });

  it('succeeds in parallel with the opposite one, and moves nothing if repeated', async () => {
    const name = await desk.security({ name: 'TRBCROSS' });
    await desk.settle(inward(name));
    await desk.settle(gift(name, 500));
    const back = { portfolioName: OTHER_PORTFOLIO, toPortfolioName: PORTFOLIO };
    const made = [
      await desk.create(sale(name, [100, 2_000])),
      await desk.create(sale(name, [100, 2_000], back)),
    ];
    const ids = made.map(({ body }) => body.id);
    const replies = await Promise.all([...ids, ...ids].map(desk.approve));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 409, 409]);
    assert.deepEqual(
      [await desk.holding(name), await desk.holding(name, OTHER_PORTFOLIO)].map((one) => [
        one?.quantity,
        one?.held,
      ]),
      [
        [500n, 0n],
        [500n, 0n],
      ],
    );
    await desk.sound();
  });

  it('against payment is dated on the day of its approval', async () => {
    const name = await desk.security({ name: 'TRBDAY' });
    await desk.settle(inward(name));
    const made = await desk.create(sale(name, [10, 200]));
    await desk.at('2026-09-08');
    const approved = await desk.approve(made.body.id);
    await desk.at(TODAY);
    assert.equal(approved.body.result.effectiveDate, '2026-09-08', approved.text);
    const moved = await desk.movements(name, OTHER_PORTFOLIO);
    assert.deepEqual(
      moved.map((one) => [one.kind, one.effectiveDate]),
      [['BUY', '2026-09-08']],
    );
  });

  it('is refused with the name of the wrong member', async () => {
    const name = await desk.security({ name: 'TRBBAD' });
    await desk.settle(inward(name));
    const cases: readonly (readonly [object, string, string])[] = [
      [gift(name, 1, { toPortfolioName: undefined }), 'MOVEMENT_REFUSED', '/toPortfolioName'],
      [gift(name, 1, { toPortfolioName: PORTFOLIO }), 'MOVEMENT_REFUSED', '/toPortfolioName'],
      [gift(name, 1, { toPortfolioName: 'NONE' }), 'UNKNOWN_REFERENCE', '/toPortfolioName'],
      [gift(name, 1, { ownerChange: undefined }), 'MOVEMENT_REFUSED', '/ownerChange'],
      [gift(name, 1, { reason: ' ' }), 'MOVEMENT_REFUSED', '/reason'],
      [gift(name, 1, { counterParty: { chn: 'C1' } }), 'MOVEMENT_REFUSED', '/counterParty'],
      [
        outward(name, 1, { toPortfolioName: OTHER_PORTFOLIO }),
        'MOVEMENT_REFUSED',
        '/toPortfolioName',
      ],
      [outward(name, 1, { type: 'OUT_PAID' }), 'MOVEMENT_REFUSED', '/lines/0/amount'],
      [
        outward(name, 1, { lines: [{ securityName: name, quantity: '1', amount: 5 }] }),
        'MOVEMENT_REFUSED',
        '/lines/0/amount',
      ],
      [sale(name, [1, 0]), 'MOVEMENT_REFUSED', '/lines/0/amount'],
      [sale(name, [1, 0.001]), 'TOO_MANY_DECIMALS', '/lines/0/amount'],
      [sale(name, [1, 5], { effectiveDate: '2026-09-04' }), 'MOVEMENT_REFUSED', '/effectiveDate'],
    ];
    for (const [body, code, pointer] of cases) {
      const { status, body: reply } = await desk.create(body);
      assert.deepEqual([status, reply.msgCode, reply.errors?.[0]?.pointer], [422, code, pointer]);
    }
  });
});
