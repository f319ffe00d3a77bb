// Events from their announcement to their cancellation: the movements of units, cost and money.
// Afterwards, the books must be as they were before.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import type { EventKey } from '../../support/event-year/desk.js';
import { type Books, CUSTODY, openWalkDesk, type WalkDesk } from './walk-desk.js';

/**
 * Indexes into the desk's holders: two of different offices with plenty of cash, and one exempt
 * from tax.
 */
const [OWNER, SELLER, EXEMPT] = [5, 4, 1];
/** 100 units at 98.50 % of 1,000.00, and charges of 1,063.29. */
const BOUGHT: readonly bigint[] = [100n, 0n, 99_563_29n, 0n];
const units = { number: 1, type: 'SECU', isDefault: true };

describe('the books after a cancelled event equal those before', () => {
  let desk: WalkDesk;
  before(async () => {
    desk = await openWalkDesk(businessDate('2027-01-04'));
  });
  after(() => desk?.stop());

  const share = (name: string) =>
    desk.list({ name, securityType: 'EQUITY', previousClose: 250, label: name });
  const announce = (terms: object) => desk.announce({ status: 'CONFIRMED', ...terms });
  async function eventOf(securityName: string, kind: string, at = 0): Promise<EventKey> {
    const path = `${CUSTODY}/corporate-action/list?securityName=${securityName}&kind=${kind}`;
    const { body } = await desk.as('OPERATIONS').get(path);
    const rows = body.result.toSorted((one: { exDate: string }, next: { exDate: string }) =>
      one.exDate < next.exDate ? -1 : 1,
    );
    return { id: BigInt(rows[at].id), name: rows[at].name };
  }

  // The money that an event pays to a customer, without tax.
  const payment = (minor: bigint) => [
    ['CA:CONTROL', minor],
    ['CUSTOMER_CASH', -minor],
  ];
  async function deliver({ id }: EventKey): Promise<void> {
    await desk.byTwo({
      ...{ method: 'put', path: `${CUSTODY}/corporate-action/deliver/propose` },
      ...{ body: { id: String(id), date: desk.day() } },
      approval: `${CUSTODY}/corporate-action/deliver/approve/id`,
    });
    await desk.closeDay();
  }
  // An event can be cancelled until its claim period has ended, so this lengthens that period.
  async function lengthenClaims(): Promise<void> {
    const rule = await desk.as('ADMIN').get('/api/v1/order/exchange/rule?x=NGX&t=BOND');
    const [shipped] = rule.body.entitlement;
    await desk.byTwo({
      ...{ method: 'put', path: '/api/v1/order/exchange/entitlement/propose' },
      ...{ approval: '/api/v1/system/change/approve/id' },
      body: {
        ...{ exchange: 'NGX', assetClass: 'BOND', reason: 'test' },
        rows: [shipped, { ...shipped, validFrom: desk.day(1), claimDays: 60 }],
      },
    });
  }
  async function assertAsBefore(before: Books): Promise<void> {
    assert.deepEqual(await desk.books(), before);
    await desk.sound();
  }

  it('for a bond that was bought, paid two coupons and was redeemed', async () => {
    await lengthenClaims();
    const bond = await desk.list({
      ...{ name: 'FGWALK', securityType: 'BOND_NAT', faceValue: 1000, couponRate: 12 },
      ...{ couponsPerYear: 12, maturityDate: '2027-02-15', previousClose: 98 },
    });
    const order = {
      securityName: 'FGWALK',
      orderType: 'BUY',
      priceType: 'LIMIT',
      limitPrice: 98.5,
    };
    await desk.trade(OWNER, { ...order, quantityRequested: '100' }, '98.50');
    await desk.closeDay(3);
    const before = await desk.books();
    assert.deepEqual(await desk.holding(OWNER, bond), BOUGHT);
    await desk.closeUntil(businessDate('2027-01-15'));
    const first = await eventOf('FGWALK', 'INTR');
    await desk.pay(first);
    await desk.closeUntil(businessDate('2027-02-15'));
    const second = await eventOf('FGWALK', 'INTR', 1);
    const redemption = await eventOf('FGWALK', 'REDM');
    await desk.pay(second);
    await desk.pay(redemption);
    // A month's interest at 12 % on 100 units of 1,000, then the face value. The units cost
    // 98,500.00 plus charges.
    assert.deepEqual(await desk.lines(first, OWNER), payment(100_000n));
    assert.deepEqual(await desk.lines(second, OWNER), payment(100_000n));
    assert.deepEqual(await desk.lines(redemption, OWNER), payment(10_000_000n));
    const gain = 10_000_000n - (BOUGHT[2] ?? 0n);
    assert.deepEqual(await desk.holding(OWNER, bond), [0n, 0n, 0n, gain]);
    await desk.closeDay();
    await desk.sound();
    for (const event of [redemption, second, first]) await desk.cancel(event);
    await assertAsBefore(before);
  });

  it('for a dividend with an exempt holder, and a seller after the ex-date', async () => {
    const id = await share('DIVI');
    await desk.give(OWNER, id, [10_000n, 1_000_000n]);
    await desk.give(EXEMPT, id, [5_000n, 500_000n]);
    await desk.give(SELLER, id, [1_000n, 100_000n]);
    const exDate = desk.day();
    const order = { securityName: 'DIVI', orderType: 'SELL', priceType: 'LIMIT', limitPrice: 250 };
    await desk.trade(SELLER, { ...order, quantityRequested: '400' }, '250.00');
    const qualificationDate = await desk.closeDay();
    const paymentDate = await desk.closeDay(2);
    const before = await desk.books();
    const event = await announce({
      ...{ kind: 'DVCA', securityName: 'DIVI', exDate, qualificationDate, paymentDate },
      ...{ withheldBy: 'FIRM', options: [{ number: 1, type: 'CASH', cashPerUnit: 0.57 }] },
    });
    await desk.pay(event);
    const paid = async (place: number) => {
      const { state, eligibleQuantity, gross, tax, net } = await desk.entitled(event, place);
      return [state, eligibleQuantity, gross, tax, net];
    };
    assert.deepEqual(await paid(OWNER), ['PAID', '10000', 5_700, 570, 5_130]);
    assert.deepEqual(await paid(EXEMPT), ['PAID', '5000', 2_850, 0, 2_850]);
    assert.deepEqual(await paid(SELLER), ['PAID', '1000', 570, 57, 513]);
    assert.deepEqual(await desk.lines(event, EXEMPT), payment(285_000n));
    assert.deepEqual(await desk.lines(event, SELLER), [
      ...[
        ['CA:CONTROL', 57_000n],
        ['CUSTOMER_CASH', -51_300n],
        ['LIAB:WHT', -5_700n],
      ],
      ...[
        ['BANK:CLIENT', -5_700n],
        ['BANK:FIRM', 5_700n],
      ],
    ]);
    await desk.sound();
    await desk.cancel(event);
    await assertAsBefore(before);
  });

  it('for a delivered bonus of 1 for 10 with fractions in cash', async () => {
    const id = await share('BONI');
    await desk.give(OWNER, id, [1_234n, 25_914_00n]);
    await desk.give(SELLER, id, [5n, 100_00n]);
    const before = await desk.books();
    const [exDate, paymentDate] = [desk.day(1), desk.day(2)];
    const option = { ...units, newUnits: 1, oldUnits: 10, fractions: 'CINL', fractionPrice: 18.2 };
    const terms = { kind: 'BONU', securityName: 'BONI', exDate, paymentDate };
    const event = await announce({ ...terms, options: [option] });
    await desk.closeDay(2);
    await desk.pay(event);
    // OWNER gets 123 units and 0.4 of a unit in cash, which cost 7.64. SELLER gets 0.5 of a unit in
    // cash, which cost 9.09.
    assert.deepEqual(await desk.holding(OWNER, id), [1_357n, 123n, 25_906_36n, -36n]);
    assert.deepEqual(await desk.holding(SELLER, id), [5n, 0n, 90_91n, 1n]);
    assert.deepEqual(await desk.lines(event, OWNER), payment(7_28n));
    await deliver(event);
    assert.deepEqual(await desk.holding(OWNER, id), [1_357n, 0n, 25_906_36n, -36n]);
    await desk.sound();
    await desk.cancel(event);
    await assertAsBefore(before);
  });

  it('for a split of 2 for 1 with a live limit order and a stop order', async () => {
    const id = await share('SPLT');
    await desk.give(OWNER, id, [1_001n, 15_015_00n]);
    const before = await desk.books();
    const sale = { securityName: 'SPLT', orderType: 'SELL', orderTermName: 'GTC' };
    const limit = await desk.order(OWNER, {
      ...{ ...sale, priceType: 'LIMIT', limitPrice: 260.3, quantityRequested: '300' },
    });
    const stop = await desk.order(OWNER, {
      ...{ ...sale, priceType: 'STOP', stopPrice: 240.1, quantityRequested: '400' },
    });
    const terms = { kind: 'SPLF', securityName: 'SPLT', exDate: desk.day(1) };
    const event = await announce({ ...terms, options: [{ ...units, newUnits: 2, oldUnits: 1 }] });
    await desk.closeDay();
    assert.deepEqual(await desk.holding(OWNER, id), [2_002n, 0n, 15_015_00n, 0n]);
    // The sell limit is rounded up to the tick of 0.10, the sell stop down.
    const adjusted = [await desk.readOrder(limit.id), await desk.readOrder(stop.id)];
    assert.deepEqual(
      adjusted.map(({ orderStatus, quantityRequested, limitPrice, stopPrice }) => [
        ...[orderStatus, quantityRequested, limitPrice ?? stopPrice],
      ]),
      [
        ['BOOKED', '600', 130.2],
        ['BOOKED', '800', 120],
      ],
    );
    await desk.sound();
    await desk.cancel(event);
    for (const { id: order } of [limit, stop]) {
      const { orderStatus, fixMessage } = await desk.readOrder(order);
      assert.deepEqual([orderStatus, fixMessage], ['CANCELLED', `EX_DATE ${event.name}`]);
    }
    await assertAsBefore(before);
  });

  it('for a merger in units and cash', async () => {
    const [old, other] = [await share('OLDCO'), await share('NEWCO')];
    await desk.give(OWNER, old, [1_001n, 20_020_00n]);
    const before = await desk.books();
    const [exDate, paymentDate] = [desk.day(1), desk.day(2)];
    const option = { ...units, type: 'CASE', newUnits: 1, oldUnits: 2, newSecurityName: 'NEWCO' };
    const event = await announce({
      ...{ kind: 'MRGR', securityName: 'OLDCO', exDate, paymentDate },
      options: [{ ...option, cashPerUnit: 1.5, exPrice: 12.5 }],
    });
    await desk.closeDay(2);
    await desk.pay(event);
    // The cash of 1,501.50 takes 20,020.00 × 1,501.50 / (1,501.50 + 500.5 × 12.50) of the cost.
    assert.deepEqual(await desk.holding(OWNER, old), [0n, 0n, 0n, 1_501_50n - 3_874_84n]);
    assert.deepEqual(await desk.holding(OWNER, other), [500n, 500n, 16_145_16n, 0n]);
    assert.deepEqual(await desk.lines(event, OWNER), payment(1_501_50n));
    await desk.sound();
    await desk.cancel(event);
    await assertAsBefore(before);
  });

  it('for a rights issue that was taken up in part and lapsed in part', async () => {
    const id = await share('RIGHTCO');
    const [from, to] = [desk.day(1), desk.day(3)];
    const right = await desk.list({
      ...{ name: 'RIGHTCORT', securityType: 'RIGHT', previousClose: 2.1 },
      ...{ tradableFrom: from, tradableTo: to },
    });
    await desk.give(OWNER, id, [1_000n, 35_000_00n]);
    const before = await desk.books();
    const both = async () => [await desk.holding(OWNER, id), await desk.holding(OWNER, right)];
    const rights = await announce({
      ...{ kind: 'RHTS', securityName: 'RIGHTCO', exDate: from, deadline: `${to}T14:00:00Z` },
      options: [
        {
          ...{ number: 1, type: 'SECU', newUnits: 1, oldUnits: 6, newSecurityName: 'RIGHTCORT' },
          ...{ firstDayPrice: 2.1, exPrice: 38.15 },
        },
        { number: 2, type: 'EXER', price: 36 },
        { number: 3, type: 'LAPS', isDefault: true },
      ],
    });
    await desk.closeDay();
    await deliver(rights);
    assert.deepEqual(await both(), [
      [1_000n, 0n, 34_681_82n, 0n],
      [166n, 0n, 318_18n, 0n],
    ]);
    const call = await eventOf('RIGHTCORT', 'EXRI');
    const made = await desk.as('DEALER').post(`${CUSTODY}/election/submit`, {
      ...{ eventName: call.name, portfolioName: desk.holders[OWNER]?.name, optionNumber: 1 },
      quantity: '100',
    });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.result.heldAmount, 3_600);
    await desk.closeDay(2);
    // The cost of the 66 rights that lapse is added back to the share.
    assert.deepEqual(await both(), [
      [1_100n, 100n, 35_000_00n + 3_600_00n, 0n],
      [0n, 0n, 0n, 0n],
    ]);
    await desk.sound();
    await desk.cancel(call);
    await desk.cancel(rights);
    await assertAsBefore(before);
  });
});
