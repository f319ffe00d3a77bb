// Rollover of commercial paper and treasury bills at maturity, over HTTP: 1,000,000 for 30 days
// from 2026-03-05. The term ends on a Saturday, which is included in Friday's close.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addDiscountedType } from '../../src/modules/asset/index.js';
import { sql } from '../../src/platform/database/sql.js';
import { systemWork } from '../../src/platform/system-work.js';
import { type Depositor, surplusOf, toFirm } from '../api/asset/app.js';
import {
  AGREES,
  BILL,
  bodyFor,
  CP,
  type DiscountedApp,
  discountedBooks,
  ISSUE,
  PAPER,
  startDiscountedApp,
} from '../api/asset/discounted-app.js';
import type { Json } from '../support/app.js';

const FUNDS = 200_000_000n;
const FACE = 100_000_000n;
const COST = 98_624_932n;
const TAX = 137_507n;
const END = '2026-04-04T00:00:00.000Z';

const PAPERS = [
  { name: 'CP-K', denomination: 1_000, tenures: [30] },
  { name: 'CP-10K', denomination: 10_000, tenures: [30] },
  { name: 'CP-DEARER', tenures: [30] },
  { name: 'CP-CLOSED', tenures: [30] },
  { name: 'CP-DAY', tenures: [1] },
] as const;

// Issues of 30 days. Only NEXT may continue a bill of NTB-30 on 2026-04-04: OLDER was auctioned
// before it, and each of the others fails one condition.
const ISSUES = [
  { name: 'NTB-30', auctionDate: '2026-03-04', settlementDate: '2026-03-05', stopRate: 15.95 },
  { name: 'OLDER', auctionDate: '2026-03-18', settlementDate: '2026-03-19', stopRate: 15.1 },
  { name: 'NEXT', auctionDate: '2026-03-25', settlementDate: '2026-03-26', stopRate: 14.2 },
  { name: 'UNPRICED', auctionDate: '2026-04-01', settlementDate: '2026-04-02' },
  { name: 'SHUT', auctionDate: '2026-04-01', settlementDate: '2026-04-02', stopRate: 13 },
  { name: 'LATER', auctionDate: '2026-04-02', settlementDate: '2026-04-05', stopRate: 12 },
  { name: 'EXEMPT', auctionDate: '2026-04-01', settlementDate: '2026-04-02', stopRate: 11 },
] as const;
const ENDS: Readonly<Record<string, string>> = {
  ...{ 'NTB-30': '2026-04-04', OLDER: '2026-04-18', NEXT: '2026-04-25', UNPRICED: '2026-05-02' },
  ...{ SHUT: '2026-05-02', LATER: '2026-05-05', EXEMPT: '2026-05-02' },
};

/** Rule, face value of the child in naira, and the change in the customer's cash at maturity. */
const RULES = [
  ['PRINCIPAL_ONLY', { rolloverRule: 'PRINCIPAL_ONLY' }, 1_000_000, 1_237_561n],
  ['NET', { rolloverRule: 'principal_and_net_interest' }, 1_012_000, 54_062n],
  ['GROSS', { rolloverRule: 'PRINCIPAL_AND_GROSS_INTEREST' }, 1_013_000, -44_563n],
  ['NET_ONLY', { rolloverRule: 'NET_INTEREST_ONLY' }, 12_000, 98_678_994n],
  [
    'SPECIAL',
    { rolloverRule: 'SPECIAL_AMOUNT', rolloverAmount: '1200000' },
    1_216_000,
    -20_065_424n,
  ],
] as const;

interface Held {
  readonly id: number;
  readonly owner: Depositor;
}

let app: DiscountedApp;
const client = () => app.as('CLIENT');

async function hold(path: string, body: object, funds = FUNDS): Promise<Held> {
  const owner = await app.depositor(funds);
  const more = { customerId: owner.id, faceValue: 1_000_000, ...body };
  return { id: (await app.bought(path, more)).body.id, owner };
}

async function childOf(path: string, { id }: Held): Promise<Json> {
  const { childId } = await app.shown(path, id);
  return childId === undefined ? undefined : app.shown(path, childId);
}

async function eventsOf({ id }: Held): Promise<readonly object[]> {
  return app.db.query<object>(sql`
    select type, data from outbox_event
    where subject_id = ${id} and (type like '%matured' or type like '%rolled-over') order by id`);
}

async function offerPaper(): Promise<void> {
  await systemWork(app.context, 'fixtures', async (work) => {
    for (const paper of PAPERS) {
      const [defaultTenure] = paper.tenures;
      const type = { ...CP, label: `Paper ${paper.name}`, ...paper, defaultTenure };
      await addDiscountedType(work, 'DISCOUNTED_INSTRUMENT', type);
    }
    await addDiscountedType(work, 'TREASURY_BILL', {
      ...{ ...ISSUE, name: 'NTB-29', label: 'Bill of 29 days', maturityDate: '2026-04-03' },
    });
  });
}

async function auction(issues: readonly (typeof ISSUES)[number][]): Promise<void> {
  await systemWork(app.context, 'fixtures', async (work) => {
    for (const { name, ...issue } of issues) {
      await addDiscountedType(work, 'TREASURY_BILL', {
        ...{ ...ISSUE, stopRate: undefined, ...issue, name, label: `Bill ${name}` },
        ...{ active: name !== 'SHUT', maturityDate: ENDS[name] },
        ...(name === 'EXEMPT' ? { taxClass: undefined } : {}),
      });
    }
  });
}

describe('instruments with rollover instructions', () => {
  const rolled = new Map<string, Held>();
  let bill: Held;
  let alone: Held;
  let small: Held;
  let dearer: Held;
  let agreed: Held;
  let closed: Held;
  let idle: Held;
  let short: Held;
  let changed: Held;
  let part: Held;
  let sameDay: Held;

  before(async () => {
    app = await startDiscountedApp();
    await offerPaper();
    await auction(ISSUES.slice(0, 1));
    for (const [name, body] of RULES) {
      rolled.set(name, await hold(PAPER, { ...body, instrumentTypeName: 'CP-K' }));
    }
    const net = { rolloverRule: 'PRINCIPAL_AND_NET_INTEREST' };
    const gross = { rolloverRule: 'PRINCIPAL_AND_GROSS_INTEREST', tenure: 30 };
    bill = await hold(BILL, { ...net, instrumentTypeName: 'NTB-30' });
    alone = await hold(BILL, { ...net, instrumentTypeName: 'NTB-29' });
    small = await hold(PAPER, {
      ...{ instrumentTypeName: 'CP-10K', faceValue: 100_000, rolloverRule: 'NET_INTEREST_ONLY' },
    });
    dearer = await hold(PAPER, { ...net, instrumentTypeName: 'CP-DEARER' });
    agreed = await hold(PAPER, { ...net, instrumentTypeName: 'CP-DEARER', currentRate: 20 });
    closed = await hold(PAPER, { ...net, instrumentTypeName: 'CP-CLOSED' });
    idle = await hold(PAPER, { ...net, instrumentTypeName: 'CP-K', autoRollover: 'False' });
    short = await hold(PAPER, gross, COST);
    changed = await hold(BILL, { instrumentTypeName: 'NTB-30' });
    part = await hold(PAPER, { ...net, instrumentTypeName: 'CP-K' });
    sameDay = await hold(PAPER, { ...net, instrumentTypeName: 'CP-CLOSED' });
    const update = { id: changed.id, rolloverRule: 'PRINCIPAL_ONLY' };
    assert.equal((await client().put(`${BILL}/update`, update)).status, 200);
    const whole = `${PAPER}/terminate?id=${sameDay.id}&c=${sameDay.owner.id}`;
    assert.equal((await client().put(whole)).status, 200);
    await app.closeUntil('2026-03-10');
    const some = `${PAPER}/terminate?id=${part.id}&c=${part.owner.id}&fv=400000`;
    assert.equal((await client().put(some)).status, 200);
    await app.db.query(sql`
      update discounted_instrument_type set rate = 18, version = version + 1
      where name = 'CP-DEARER'`);
    await app.db.query(sql`
      update discounted_instrument_type set active = false where name = 'CP-CLOSED'`);
    await app.skipUntil('2026-04-02');
    await auction(ISSUES.slice(1));
    await app.closeUntil('2026-04-06');
  });
  after(() => app.stop());

  for (const [name, , face, cash] of RULES) {
    test(`with rule ${name} roll over into a face value of ${face}`, async () => {
      const held = rolled.get(name) ?? bill;
      const parent = await app.shown(PAPER, held.id);
      assert.deepEqual(
        [parent.status, parent.terminationReason, parent.rolledOver, parent.terminationDate],
        ['TERMINATED', 'ROLLED_OVER', true, END],
      );
      const child = await childOf(PAPER, held);
      assert.equal(child.parentId, held.id);
      assert.deepEqual(
        [child.status, child.rolledOver, child.startDate, child.expectedMaturity],
        ['RUNNING', false, END, '2026-05-04T00:00:00.000Z'],
      );
      assert.equal(child.faceValue, face);
      assert.equal(child.rolloverRule, parent.rolloverRule);
      assert.equal(child.rolloverAmount, parent.rolloverAmount);
      assert.equal(await app.balanceOf(held.owner.accountId), FUNDS - COST + cash);
      assert.deepEqual(await eventsOf(held), [
        {
          type: 'discounted-instrument.rolled-over',
          data: { name: parent.name, childId: child.id },
        },
      ]);
    });
  }

  test('book the end and the new placement in one journal', async () => {
    const lines = await app.bookedFor('DISCOUNTED_INSTRUMENT', (rolled.get('NET') ?? bill).id);
    const child = 99_808_431n;
    assert.deepEqual(lines.slice(4), [
      ['DI:PLACEMENT', COST],
      ['DI:DISCOUNT-PAYABLE', FACE - COST],
      ['LIAB:WHT', -TAX],
      ['DI:PLACEMENT', -child],
      ['CUSTOMER_CASH', -54_062n],
      ...toFirm(-54_062n),
    ]);
  });

  test('keep in their history the amounts placed again and paid out', async () => {
    const held = rolled.get('GROSS') ?? bill;
    const { result } = (await client().get(`${PAPER}/history?id=${held.id}`)).body;
    const [, end] = result;
    assert.deepEqual(
      [end.kind, end.proceeds, end.withholdingTax, end.rolledAmount, end.paidOut],
      ['MATURITY', 1_000_000, 1_375.07, 999_070.56, -445.63],
    );
    const child = await childOf(PAPER, held);
    const begun = (await client().get(`${PAPER}/history?id=${child.id}`)).body.result;
    assert.deepEqual(
      [begun.length, begun[0].kind, begun[0].cost, begun[0].journalId],
      [1, 'PLACEMENT', 999_070.56, end.journalId],
    );
  });

  test('a bill rolls over into the most recently auctioned issue of its tenor', async () => {
    const parent = await app.shown(BILL, bill.id);
    assert.equal(parent.terminationReason, 'ROLLED_OVER');
    const child = await childOf(BILL, bill);
    assert.equal(child.instrumentTypeName, 'NEXT');
    assert.deepEqual(
      [child.startDate, child.expectedMaturity, child.tenure, child.currentRate],
      [END, '2026-04-25T00:00:00.000Z', 21, 14.2],
    );
    assert.equal(child.faceValue, 1_006_000);
    assert.equal(child.cost, 997_781.12);
    // The customer is paid 1,000,000.00 less 1,310.96 in tax and less the cost of the child.
    const cash = FUNDS - 98_689_041n + 100_000_000n - 131_096n - 99_778_112n;
    assert.equal(await app.balanceOf(bill.owner.accountId), cash);
    assert.deepEqual((await app.bookedFor('TREASURY_BILL', bill.id)).slice(4), [
      ['BANK:CLIENT', FACE],
      ['TB:HOLDING', -FACE],
      ['TB:PLACEMENT', FACE],
      ['LIAB:WHT', -131_096n],
      ['TB:PLACEMENT', -99_778_112n],
      ['TB:HOLDING', 99_778_112n],
      ['BANK:CLIENT', -99_778_112n],
      ['CUSTOMER_CASH', -90_792n],
      ...toFirm(131_096n),
    ]);
  });

  test('a bill without an open issue of its tenor is paid out, which is recorded', async () => {
    const record = await app.shown(BILL, alone.id);
    assert.deepEqual(
      [record.terminationReason, record.rolledOver, record.notRolledOverReason, record.childId],
      ['MATURED', false, 'NO_OPEN_ISSUE', undefined],
    );
    assert.deepEqual(await eventsOf(alone), [
      { type: 'treasury-bill.matured', data: { name: record.name } },
      {
        type: 'treasury-bill.not-rolled-over',
        data: { name: record.name, reason: 'NO_OPEN_ISSUE' },
      },
    ]);
    const paid = record.faceValue * 100 - record.expectedInterest * 10;
    const cash = FUNDS - BigInt(Math.round(record.cost * 100)) + BigInt(Math.round(paid));
    assert.equal(await app.balanceOf(alone.owner.accountId), cash);
  });

  test('cash below the denomination is paid out, which is recorded', async () => {
    const record = await app.shown(PAPER, small.id);
    assert.equal(record.notRolledOverReason, 'BELOW_DENOMINATION');
    assert.equal(await app.balanceOf(small.owner.accountId), FUNDS + 137_507n - 13_751n);
  });

  test('paper of a closed type is paid out, which is recorded', async () => {
    const record = await app.shown(PAPER, closed.id);
    assert.deepEqual(
      [record.terminationReason, record.notRolledOverReason],
      ['MATURED', 'TYPE_NOT_OFFERED'],
    );
    assert.equal(await app.balanceOf(closed.owner.accountId), FUNDS + FACE - COST - TAX);
  });

  test('paper rolls over at the rate of that day, unless its rate was negotiated', async () => {
    const child = await childOf(PAPER, dearer);
    assert.deepEqual([child.currentRate, child.faceValue], [18, 1_013620.97]);
    assert.equal(child.instrumentTypeVersion, 2);
    const kept = await childOf(PAPER, agreed);
    assert.deepEqual([kept.currentRate, kept.faceValue], [20, 1_015041.78]);
  });

  test('with autoRollover false are paid out, whatever their rule', async () => {
    const record = await app.shown(PAPER, idle.id);
    assert.deepEqual(
      [record.terminationReason, record.notRolledOverReason, record.childId],
      ['MATURED', undefined, undefined],
    );
  });

  test('without cash for the tax of a gross rollover, roll over with net interest', async () => {
    const child = await childOf(PAPER, short);
    assert.equal(child.faceValue, 1_012_548.16);
    assert.equal(await app.balanceOf(short.owner.accountId), 0n);
  });

  test('accept instructions while they run, and do not place terminated parts again', async () => {
    const child = await childOf(BILL, changed);
    assert.equal(child.rolloverRule, 'PRINCIPAL_ONLY');
    const rest = await childOf(PAPER, part);
    assert.equal(rest.faceValue, 607000);
  });

  test('terminated early end without a child', async () => {
    const record = await app.shown(PAPER, sameDay.id);
    assert.deepEqual(
      [record.terminationReason, record.rolledOver, record.notRolledOverReason],
      ['PRELIQUIDATED', false, undefined],
    );
  });

  test('accrue as children from the day on which the parent ended', async () => {
    const rows = await app.db.query<object>(sql`
      select count(*) as days, min(a.accrual_day) as first, max(a.accrual_day) as last
      from discounted_accrual a join discounted_instrument t on t.id = a.instrument_id
      where t.parent_id = ${(rolled.get('NET') ?? bill).id}`);
    assert.deepEqual(rows, [{ days: 2n, first: '2026-04-04', last: '2026-04-05' }]);
  });

  test('of one day roll over on Saturday and Sunday within one close', async () => {
    await app.closeUntil('2026-04-10');
    const held = await hold(PAPER, {
      ...{ instrumentTypeName: 'CP-DAY', rolloverRule: 'PRINCIPAL_AND_NET_INTEREST' },
    });
    await app.closeUntil('2026-04-13');
    const starts: string[] = [];
    let last = await childOf(PAPER, held);
    for (; last.rolledOver; last = await app.shown(PAPER, last.childId)) {
      starts.push(last.startDate);
    }
    assert.deepEqual(starts, ['2026-04-11T00:00:00.000Z', '2026-04-12T00:00:00.000Z']);
    assert.deepEqual([last.startDate, last.status], ['2026-04-13T00:00:00.000Z', 'RUNNING']);
  });

  test('have one child each if they rolled over, whose cost was not paid out', async () => {
    const [row] = await app.db.query<object>(sql`
      select count(*) filter (where p.termination_reason = 'ROLLED_OVER') as rolled,
        count(k.id) as children,
        count(*) filter (where (p.termination_reason = 'ROLLED_OVER') <> (k.id is not null)) as odd,
        count(*) filter (where e.rolled_minor <> coalesce(b.cost_minor, 0)) as differences
      from discounted_instrument p
      left join discounted_instrument k on k.parent_id = p.id
      left join discounted_change e on e.instrument_id = p.id and e.kind = 'MATURITY'
      left join discounted_change b on b.instrument_id = k.id and b.kind = 'PLACEMENT'`);
    assert.deepEqual(row, { rolled: 14n, children: 14n, odd: 0n, differences: 0n });
  });

  test('leave balanced books, with all the money owed to clients', async () => {
    assert.deepEqual(await discountedBooks(app), AGREES);
    const { body, text } = await app.as('FINANCE').get('/api/v1/finance/integrity');
    assert.equal(body.holds, true, text);
    assert.equal(await surplusOf(app), 0);
  });
});

describe('rollover instructions', () => {
  before(async () => {
    app = await startDiscountedApp();
  });
  after(() => app.stop());

  const submit = (more: object) =>
    client().post(`${PAPER}/submit`, bodyFor(PAPER, app.rich, { tenure: 91, ...more }));

  test('are stored at submit, and a rule alone means that the instrument rolls over', async () => {
    const { result } = (await submit({ rolloverRule: 'NET_INTEREST_ONLY' })).body;
    assert.deepEqual([result.rolloverRule, result.autoRollover], ['NET_INTEREST_ONLY', true]);
  });

  test('may be changed while pending and while running, and are then stopped', async () => {
    const { id } = (await submit({})).body;
    const update = (change: object) => client().put(`${PAPER}/update`, { id, ...change });
    const pending = (await update({ rolloverRule: 'PRINCIPAL_ONLY' })).body.result;
    assert.deepEqual([pending.rolloverRule, pending.autoRollover], ['PRINCIPAL_ONLY', true]);
    await client().put(`${PAPER}/post/${id}`);
    const special = { rolloverRule: 'SPECIAL_AMOUNT', rolloverAmount: 150_000 };
    const running = (await update(special)).body.result;
    assert.deepEqual([running.rolloverRule, running.rolloverAmount], ['SPECIAL_AMOUNT', 150_000]);
    const whole = await update({ ...running, id, autoRollover: false });
    assert.equal(whole.status, 200, whole.text);
    assert.equal(whole.body.result.autoRollover, false);
    for (const [change, member] of [
      [{ label: 'Mine' }, 'label'],
      [{ tenure: 30 }, 'tenure'],
      [{ faceValue: 5 }, 'faceValue'],
      [{ currentRate: 12 }, 'currentRate'],
    ] as const) {
      const reply = await update(change);
      assert.deepEqual([reply.status, reply.body.msgArgs], [409, ['RUNNING', member]], reply.text);
    }
    await client().put(`${PAPER}/terminate?id=${id}&c=${app.rich.id}`);
    const ended = await update({ rolloverRule: 'NONE' });
    assert.deepEqual([ended.status, ended.body.msgArgs], [409, ['TERMINATED']]);
  });

  test('an amount that the rule does not use is stored with a warning', async () => {
    const reply = await submit({ rolloverRule: 'PRINCIPAL_ONLY', rolloverAmount: 150_001 });
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.warnings[0].code, 'MEMBER_IGNORED');
    assert.equal(reply.body.warnings[0].pointer, '/rolloverAmount');
  });

  // The minimum face value of 100,000 costs 95,828.96 for 91 days at 16.73 %.
  for (const [body, member] of [
    [{ rolloverRule: 'NONE', autoRollover: true }, 'rolloverRule'],
    [{ rolloverRule: 'SPECIAL_AMOUNT' }, 'rolloverAmount'],
    [{ rolloverRule: 'SPECIAL_AMOUNT', rolloverAmount: -1 }, 'rolloverAmount'],
    [{ rolloverRule: 'SPECIAL_AMOUNT', rolloverAmount: 150_000.001 }, 'rolloverAmount'],
    [{ rolloverRule: 'SPECIAL_AMOUNT', rolloverAmount: 95_828.95 }, 'rolloverAmount'],
    [{ rolloverRule: 'SPECIAL_AMOUNT', rolloverAmount: 96_000_000 }, 'rolloverAmount'],
  ] as const) {
    test(`422 for ${JSON.stringify(body)}, naming ${member}`, async () => {
      const reply = await submit(body);
      assert.deepEqual([reply.status, reply.body.msgArgs], [422, [member]], reply.text);
    });
  }
});
