// Transfers of units into and out of portfolios, and write-offs of units.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { selectBringing } from '../../../src/modules/wealth/day/flow-queries.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import {
  inward,
  openTransferDesk,
  outward,
  PORTFOLIO,
  TRANSFER,
  type TransferDesk,
} from './transfer-desk.js';

describe('a transfer of units', () => {
  let desk: TransferDesk;
  before(async () => {
    desk = await openTransferDesk();
  });
  after(() => desk?.stop());

  it('brings in units with the cost and date of each lot after its approval', async () => {
    const name = await desk.security({ name: 'TRFIN' });
    const made = await desk.create(inward(name));
    assert.deepEqual([made.status, made.body.result.state], [201, 'PENDING'], made.text);
    assert.equal(await desk.holding(name), undefined);
    const admin = desk.as('ADMIN');
    const mine = await admin.post(`${TRANSFER}/create`, inward(name));
    const own = await admin.put(`${TRANSFER}/approve/id/${mine.body.id}`, {});
    assert.deepEqual([own.status, own.body.msgCode], [403, 'OWN_WORK']);
    const approved = await desk.approve(made.body.id);
    assert.deepEqual([approved.status, approved.body.result.state], [200, 'SETTLED']);
    assert.equal(approved.body.result.lines[0].cost, 18_800.01);
    assert.deepEqual(await desk.holding(name), {
      quantity: 1000n,
      cost: 1_880_001n,
      gain: 0n,
      held: 0n,
    });
    const again = await desk.approve(made.body.id);
    assert.deepEqual(
      [again.status, again.body.msgCode, again.body.msgArgs],
      [409, 'TRANSFER_WRONG_STATE', ['SETTLED']],
    );
    const { body } = await desk.maker.get(
      `/api/v1/order/portfolio/holding-movements?securityName=${name}`,
    );
    assert.deepEqual(
      body.result.map((one: Json) => [one.kind, one.quantity, one.cost, one.acquiredOn]).reverse(),
      [
        ['TRANSFER_IN', '600', 10_800, '2024-05-14'],
        ['TRANSFER_IN', '400', 8_000.01, '2025-02-03'],
      ],
    );
    await desk.sound();
  });

  it('moves the average cost out without a gain, and a write-off is a loss', async () => {
    const name = await desk.security({ name: 'TRFOUT' });
    await desk.settle(inward(name));
    // 300 of 1,000 units are transferred out, with 5,640.003 of the cost of 18,800.01.
    await desk.settle(outward(name, 300));
    assert.deepEqual(await desk.holding(name), {
      quantity: 700n,
      cost: 1_316_001n,
      gain: 0n,
      held: 0n,
    });
    // 100 of 700 units are lost, with 1,880.0014 of the cost of 13,160.01.
    const lost = { type: 'WRITE_OFF', counterParty: undefined, reason: 'certificate destroyed' };
    await desk.settle(outward(name, 100, lost));
    const after = { quantity: 600n, cost: 1_128_001n, gain: -188_000n, held: 0n };
    assert.deepEqual(await desk.holding(name), after);
    await desk.sound();
  });

  it('is a flow in the snapshot of its date, in and out', async () => {
    const name = await desk.security({ name: 'TRFFLOW' });
    const flowing = async (date: string) => {
      const [owner] = await desk.db.query<{ id: bigint; customer_id: bigint }>(
        sql`select id, customer_id from portfolio where name = ${PORTFOLIO}`,
      );
      assert.ok(owner);
      const holders = { customerIds: [owner.customer_id] };
      const range = { after: addDays(businessDate(date), -1), to: businessDate(date) };
      const ids = await desk.db.transaction((tx) => selectBringing(tx, holders, range));
      return ids.includes(owner.id);
    };
    assert.deepEqual([await flowing('2026-08-17'), await flowing('2026-08-20')], [false, false]);
    await desk.settle(inward(name, { effectiveDate: '2026-08-17' }));
    await desk.settle(outward(name, 250, { effectiveDate: '2026-08-20' }));
    assert.deepEqual([await flowing('2026-08-17'), await flowing('2026-08-20')], [true, true]);
  });

  it('changes the cost of later transfers if it is recorded late', async () => {
    const name = await desk.security({ name: 'TRFLATE' });
    await desk.settle(inward(name, { effectiveDate: '2026-09-02' }));
    await desk.settle(outward(name, 500, { effectiveDate: '2026-09-03' }));
    const lots = [{ quantity: '1000', cost: 1_199.99 }];
    const lines = [{ securityName: name, quantity: '1000', costBasis: 'GIVEN', lots }];
    await desk.settle(inward(name, { effectiveDate: '2026-09-01', lines }));
    // Of 2,000 units that cost 20,000.00, 500 were transferred out, with 5,000.00 of the cost.
    assert.deepEqual(await desk.holding(name), {
      ...{ quantity: 1500n, cost: 1_500_000n, gain: 0n, held: 0n },
    });
    await desk.sound();
  });

  it('holds outgoing units until it is approved, rejected or cancelled', async () => {
    const name = await desk.security({ name: 'TRFHOLD' });
    const lines = [{ securityName: name, quantity: '1000', costBasis: 'UNKNOWN' }];
    await desk.settle(inward(name, { lines }));
    const [movement] = await desk.db.query(sql`
      select m.cost_known, m.cost_minor from holding_movement m
      join security s on s.id = m.security_id where s.name = ${name}`);
    assert.deepEqual(movement, { cost_known: false, cost_minor: 0n });
    for (const end of ['cancel', 'reject'] as const) {
      const made = await desk.create(outward(name, 800));
      assert.equal((await desk.holding(name))?.held, 800n);
      const more = await desk.create(outward(name, 201));
      assert.deepEqual([more.status, more.body.msgCode], [422, 'INSUFFICIENT_HOLDING']);
      const by = end === 'cancel' ? desk.maker : desk.checker;
      const ended = await by.put(`${TRANSFER}/${end}/id/${made.body.id}`, { reason: 'no' });
      assert.equal(ended.status, 200, ended.text);
      assert.deepEqual(await desk.holding(name), { quantity: 1000n, cost: 0n, gain: 0n, held: 0n });
    }
    const early = await desk.create(outward(name, 10, { effectiveDate: '2026-08-31' }));
    assert.deepEqual([early.status, early.body.msgCode], [422, 'INSUFFICIENT_HOLDING']);
    await desk.sound();
  });

  it('is approved once if two approvals are concurrent', async () => {
    const name = await desk.security({ name: 'TRFTWICE' });
    const made = await desk.create(inward(name));
    const replies = await Promise.all([desk.approve(made.body.id), desk.approve(made.body.id)]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    assert.equal((await desk.holding(name))?.quantity, 1000n);
    const both = await Promise.all([
      desk.create(outward(name, 600)),
      desk.create(outward(name, 600)),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 422]);
    assert.equal((await desk.holding(name))?.held, 600n);
    await desk.sound();
  });

  it('is refused with the name of the wrong member, and writes nothing', async () => {
    const name = await desk.security({ name: 'TRFBAD' });
    const [line] = inward(name).lines;
    const lineOf = (changes: object) => inward(name, { lines: [{ ...line, ...changes }] });
    const lot = (changes: object) =>
      lineOf({ lots: [{ quantity: '1000', cost: 1, acquiredOn: '2024-05-14', ...changes }] });
    const cases: readonly (readonly [object, string, string])[] = [
      [inward(name, { effectiveDate: '2026-09-08' }), 'MOVEMENT_REFUSED', '/effectiveDate'],
      [inward(name, { counterParty: { holder: 'X' } }), 'MOVEMENT_REFUSED', '/counterParty'],
      [inward(name, { ownerChange: 'GIFT' }), 'MOVEMENT_REFUSED', '/reason'],
      [outward(name, 1, { type: 'WRITE_OFF' }), 'MOVEMENT_REFUSED', '/reason'],
      [lineOf({ quantity: '999' }), 'MOVEMENT_REFUSED', '/lines/0/lots'],
      [lineOf({ costBasis: 'UNKNOWN' }), 'MOVEMENT_REFUSED', '/lines/0/lots'],
      [lineOf({ costBasis: undefined }), 'MOVEMENT_REFUSED', '/lines/0/costBasis'],
      [lineOf({ securityName: 'NOSUCH' }), 'UNKNOWN_REFERENCE', '/lines/0/securityName'],
      [inward(name, { lines: [line, line] }), 'MOVEMENT_REFUSED', '/lines/1/securityName'],
      [lot({ cost: -0.01 }), 'MOVEMENT_REFUSED', '/lines/0/lots/0/cost'],
      [lot({ cost: 0.001 }), 'TOO_MANY_DECIMALS', '/lines/0/lots/0/cost'],
      [lot({ acquiredOn: '2026-09-02' }), 'MOVEMENT_REFUSED', '/lines/0/lots/0/acquiredOn'],
      [inward(name, { portfolioName: 'NOSUCH' }), 'UNKNOWN_REFERENCE', '/portfolioName'],
    ];
    const counted = () => desk.db.query(sql`select count(*) from holding_transfer`);
    const count = await counted();
    for (const [body, code, pointer] of cases) {
      const { status, body: reply } = await desk.create(body);
      assert.deepEqual([status, reply.msgCode, reply.errors?.[0]?.pointer], [422, code, pointer]);
    }
    assert.deepEqual(await counted(), count);
  });

  it('entitles its receiver to the dividend if it is before the ex-date', async () => {
    const name = await desk.security({ name: 'TRFDIV' });
    await desk.settle(inward(name));
    const event = await desk.record({
      ...{ kind: 'DVCA', securityName: name, status: 'CONFIRMED', label: 'Dividend' },
      ...{ qualificationDate: '2026-09-03', paymentDate: '2026-09-25' },
      options: [{ number: 1, type: 'CASH', isDefault: true, cashPerUnit: 1, currency: 'NGN' }],
    });
    const path = `/api/v1/custody/corporate-action/preview/id/${event.id}`;
    const eligible = async () => (await desk.maker.get(path)).body.result[0]?.eligibleQuantity;
    assert.equal(await eligible(), '1000');
    await desk.settle(outward(name, 250, { effectiveDate: '2026-09-03' }));
    assert.equal(await eligible(), '750');
    await desk.settle(outward(name, 250, { effectiveDate: '2026-09-04' }));
    assert.equal(await eligible(), '750');
  });
});
