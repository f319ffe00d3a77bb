// Deposits from placement to maturity over HTTP: amounts must match the golden values to the kobo.
// All start on 2026-01-05 in one app, so each day is closed only once.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import {
  type AssetApp,
  type Depositor,
  POST,
  READ,
  SUBMIT,
  startAssetApp,
  TERMINATE,
  toFirm,
  VALUATION,
} from './app.js';

const FUNDS = 2_000_000_000n;
const FACE = 500_000_000n;
const GROSS = 18_698_630n;
const TAX = 1_869_863n;
const minor = (amount: number) => BigInt(Math.round(amount * 100));

let app: AssetApp;

before(async () => {
  app = await startAssetApp();
});
after(() => app.stop());

const read = async (id: number) => (await app.as('CLIENT').get(`${READ}/${id}`)).body;

interface Placed {
  readonly id: number;
  readonly owner: Depositor;
}

/** Places a deposit for a new customer and posts it. */
async function place(body: object, funds = FUNDS): Promise<Placed> {
  const owner = await app.depositor(funds);
  const { id } = (await app.running({ customerId: owner.id, ...body })).body;
  return { id, owner };
}

/**
 * Proposes and approves the deposit type CLOSED as two people. `active` sets whether it is on
 * offer.
 */
async function offer(active: boolean): Promise<void> {
  const type = {
    ...{ name: 'CLOSED', label: 'Closed deposit', currency: 'NGN', active },
    ...{ minimumAmount: 100_000, tenures: [91], defaultTenure: 91, rateTiers: [{ rate: 15 }] },
    ...{ dayCount: 'ACT_365F', taxClass: 'TERM_DEPOSIT', earlyTermination: { rule: 'EARNED' } },
  };
  const path = '/api/v1/order/terminstrumenttype/propose';
  const proposed = await app.as('OPERATIONS').put(path, type);
  assert.equal(proposed.status, 201, proposed.text);
  const change = `/api/v1/system/change/approve/id/${proposed.body.id}`;
  assert.equal((await app.as('APPROVER').put(change)).status, 200);
}

const ROLLOVERS = [
  ['PRINCIPAL_ONLY', { rolloverRule: 'PRINCIPAL_ONLY' }, 5_000_000, 16_828_767n],
  ['NET', { rolloverRule: 'principal_and_net_interest' }, 5_168_287.67, 0n],
  ['GROSS', { rolloverRule: 'PRINCIPAL_AND_GROSS_INTEREST' }, 5_186_986.3, -TAX],
  ['NET_ONLY', { rolloverRule: 'NET_INTEREST_ONLY' }, 168_287.67, FACE],
  [
    'SPECIAL',
    { rolloverRule: 'SPECIAL_AMOUNT', rolloverAmount: '6000000' },
    6_000_000,
    -83_171_233n,
  ],
] as const;

const BREAKS = [
  ['FD', 73_972.6, 7_397.26, 5_066_575.34],
  ['FIXEDRATE', 69_349.31, 6_934.93, 5_062_414.38],
  ['GROWTH', 0, 0, 5_000_000],
] as const;

describe('deposits of 5,000,000 at 15 % for 91 days from 2026-01-05', () => {
  let paid: Placed;
  let idle: Placed;
  let short: Placed;
  let loan: Placed;
  let closed: Placed;
  const rolled = new Map<string, Placed>();
  const terminated = new Map<string, Placed>();

  before(async () => {
    paid = await place({});
    idle = await place({ rolloverRule: 'PRINCIPAL_ONLY', autoRollover: 'False' });
    short = await place({ rolloverRule: 'PRINCIPAL_AND_GROSS_INTEREST' }, FACE);
    loan = await place({ instrumentTypeName: 'LOAN', faceValue: 1_000_000 });
    await offer(true);
    closed = await place({ instrumentTypeName: 'CLOSED', rolloverRule: 'PRINCIPAL_ONLY' });
    await offer(false);
    for (const [name, body] of ROLLOVERS) rolled.set(name, await place(body));
    for (const [type] of BREAKS) {
      terminated.set(type, await place({ instrumentTypeName: type }));
    }
  });

  test('take the principal when posted, and expect 186,986.30', async () => {
    const record = await read(paid.id);
    assert.equal(record.status, 'RUNNING');
    assert.equal(record.startDate, '2026-01-05T00:00:00.000Z');
    assert.equal(record.expectedMaturity, '2026-04-06T00:00:00.000Z');
    assert.equal(record.currentRate, 15);
    assert.equal(record.expectedInterest, 186_986.3);
    assert.equal(record.expectedNetInterest, 168_287.67);
    assert.equal(record.accruedInterest, 0);
    assert.equal(await app.balanceOf(paid.owner.accountId), FUNDS - FACE);
    assert.deepEqual(await app.linesOf(paid.id), [
      ['CUSTOMER_CASH', FACE],
      ['TD:PRINCIPAL', -FACE],
      ...toFirm(FACE),
    ]);
    assert.equal(await app.balanceOf(loan.owner.accountId), FUNDS + 100_000_000n);
  });

  const GOLDEN = [
    ['2026-01-06', 2_054.79, 1_849.31],
    ['2026-02-04', 61_643.84, 55_479.46],
    ['2026-02-19', 92_465.75, 83_219.17],
  ] as const;
  for (const [date, accrued, net] of GOLDEN) {
    test(`have accrued ${accrued} on ${date}, and the ledger agrees`, async () => {
      await app.closeUntil(date);
      const record = await read(paid.id);
      assert.equal(record.accruedInterest, accrued);
      assert.equal(record.accruedNetInterest, net);
      await booksAgree();
    });
  }

  for (const [type, gross, tax, payout] of BREAKS) {
    test(`of type ${type} terminated on day 45 pay ${payout}`, async () => {
      const { id, owner } = terminated.get(type) ?? paid;
      const { accruedInterest } = await read(id);
      const value = await app.as('CLIENT').get(`${VALUATION}?t=${id}`);
      assert.equal(value.body.terminationValue, payout);
      const reply = await app.as('CLIENT').put(`${TERMINATE}?t=${id}&d=2026-02-19`);
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.body.msgCode, 'TERM_INSTRUMENT_TERMINATED');
      assert.equal(reply.body.settlement.terminationValue, payout);
      const { result } = reply.body;
      assert.equal(result.status, 'TERMINATED');
      assert.equal(result.terminationReason, 'PRELIQUIDATED');
      assert.equal(result.terminationDate, '2026-02-19T00:00:00.000Z');
      assert.equal(result.accruedInterest, gross);
      assert.equal(await app.balanceOf(owner.accountId), FUNDS - FACE + minor(payout));
      const lines: [string, bigint][] = [
        ['TD:PRINCIPAL', FACE],
        ['TD:INTEREST-PAYABLE', minor(accruedInterest)],
        ['EXP:INTEREST', minor(gross) - minor(accruedInterest)],
        ['LIAB:WHT', -minor(tax)],
        ['CUSTOMER_CASH', -minor(payout)],
        ...toFirm(-minor(payout)),
      ];
      const booked = (await app.linesOf(id)).slice(4);
      assert.deepEqual(
        booked,
        lines.filter(([, amount]) => amount !== 0n),
      );
      await booksAgree();
    });
  }

  test('accrue a weekend with the close of Friday, each day under its own date', async () => {
    await app.closeUntil('2026-04-03');
    assert.equal((await read(paid.id)).accruedInterest, 180_821.92);
    const rows = await app.db.query<object>(sql`
      select count(*) as days, sum(amount_minor)::bigint as total, min(accrual_day) as first,
        max(accrual_day) as last from term_accrual where instrument_id = ${paid.id}`);
    assert.deepEqual(rows, [
      { days: 88n, total: 18_082_192n, first: '2026-01-05', last: '2026-04-02' },
    ]);
  });

  test('have a net value of 5,166,438.36 on day 90, and of 5,168,287.67 later', async () => {
    const value = async (d: string) =>
      (await app.as('CLIENT').get(`${VALUATION}?t=${paid.id}&d=${d}`)).body;
    const day90 = await value('2026-04-05');
    assert.equal(day90.accruedInterest, 184_931.51);
    assert.equal(day90.accruedNetInterest, 166_438.36);
    assert.equal(day90.value, 5_166_438.36);
    const later = await value('2027-01-01');
    assert.equal(later.value, 5_168_287.67);
    assert.equal(later.terminationValue, undefined);
  });

  test('have no value before their start, when the customer had the money', async () => {
    const query = `t=${paid.id}&d=2026-01-04`;
    const { body } = await app.as('CLIENT').get(`${VALUATION}?${query}`);
    assert.deepEqual([body.value, body.accruedInterest, body.faceValue], [0, 0, 0]);
  });

  test('pay principal and net interest at maturity, with a liability for the tax', async () => {
    await app.closeUntil('2026-04-06');
    const record = await read(paid.id);
    assert.equal(record.status, 'TERMINATED');
    assert.equal(record.terminationReason, 'MATURED');
    assert.equal(record.terminationDate, '2026-04-06T00:00:00.000Z');
    assert.equal(record.rolledOver, false);
    assert.equal(record.accruedInterest, 186_986.3);
    assert.equal(record.accruedNetInterest, 168_287.67);
    assert.equal(await app.balanceOf(paid.owner.accountId), FUNDS + GROSS - TAX);
    assert.deepEqual((await app.linesOf(paid.id)).slice(4), [
      ['TD:PRINCIPAL', FACE],
      ['TD:INTEREST-PAYABLE', GROSS],
      ['LIAB:WHT', -TAX],
      ['CUSTOMER_CASH', -(FACE + GROSS - TAX)],
      ...toFirm(-(FACE + GROSS - TAX)),
    ]);
    await booksAgree();
  });

  test('show in the ledger of the cash account', async () => {
    const path = `/api/v1/finance/filedger/list/account/id?a=${paid.owner.accountId}`;
    const { body } = await app.as('CLIENT').get(path);
    const [placing, paying] = body.result.slice(-2);
    assert.equal(placing.debitAmount, 5_000_000);
    assert.equal(paying.creditAmount, 5_168_287.67);
    assert.equal(paying.balance, 20_168_287.67);
    assert.match(paying.transactionDate, /^2026-04-06/);
  });

  for (const [name, , face, cash] of ROLLOVERS) {
    test(`with rule ${name} roll over into a child of ${face}`, async () => {
      const { id, owner } = rolled.get(name) ?? paid;
      const parent = await read(id);
      assert.equal(parent.status, 'TERMINATED');
      assert.equal(parent.terminationReason, 'ROLLED_OVER');
      assert.equal(parent.rolledOver, true);
      const child = await app.childOf(id);
      assert.equal(child.parentId, id);
      assert.equal(child.status, 'RUNNING');
      assert.equal(child.rolledOver, false);
      assert.equal(child.faceValue, face);
      assert.equal(child.startDate, '2026-04-06T00:00:00.000Z');
      assert.equal(child.expectedMaturity, '2026-07-06T00:00:00.000Z');
      assert.equal(await app.balanceOf(owner.accountId), FUNDS - FACE + cash);
      const principal = (await app.linesOf(id)).filter(([code]) => code === 'TD:PRINCIPAL');
      assert.deepEqual(principal, [
        ['TD:PRINCIPAL', -FACE],
        ['TD:PRINCIPAL', FACE],
        ['TD:PRINCIPAL', -minor(face)],
      ]);
    });
  }

  test('the child of principal and net interest expects 193,279.80', async () => {
    const child = await app.childOf((rolled.get('NET') ?? paid).id);
    assert.equal(child.expectedInterest, 193_279.8);
    assert.equal(child.expectedNetInterest, 173_951.82);
  });

  test('with autoRollover false are paid out, whatever their rule', async () => {
    assert.equal((await read(idle.id)).terminationReason, 'MATURED');
    assert.equal(await app.childOf(idle.id), undefined);
  });

  test('of an inactive product are paid out, whatever their rule', async () => {
    const record = await read(closed.id);
    assert.deepEqual([record.terminationReason, record.rolledOver], ['MATURED', false]);
    assert.equal(await app.balanceOf(closed.owner.accountId), FUNDS + GROSS - TAX);
    assert.equal(await app.childOf(closed.id), undefined);
  });

  test('without cash for the tax of a gross rollover, roll over net interest only', async () => {
    assert.equal((await app.childOf(short.id)).faceValue, 5_168_287.67);
    assert.equal(await app.balanceOf(short.owner.accountId), 0n);
  });

  test('a loan is paid back with interest and without tax', async () => {
    assert.equal((await read(loan.id)).status, 'TERMINATED');
    assert.equal(await app.balanceOf(loan.owner.accountId), FUNDS - 5_983_562n);
    assert.equal(await app.booked('LOAN:PRINCIPAL'), 0n);
    assert.equal(await app.booked('LOAN:INTEREST-RECEIVABLE'), 0n);
    assert.equal(await app.booked('INC:INTEREST'), -5_983_562n);
  });

  test('a loan that cannot be repaid remains open, and is paid once there is money', async () => {
    const debtor = await place({ instrumentTypeName: 'LOAN', tenure: 30, faceValue: 100_000 }, 1n);
    const { id, owner } = debtor;
    await app.closeUntil('2026-05-07');
    assert.equal((await read(id)).status, 'RUNNING');
    await app.as('CLIENT').post('/api/v1/finance/cash-transaction/create', {
      transType: 'RECEIPT',
      transMethod: 'CASH',
      cashAccountId: Number(owner.accountId),
      amount: 5_000,
    });
    const [created] = await app.db.query<{ id: bigint }>(
      sql`select max(id) as id from cash_transaction`,
    );
    await app.as('CLIENT').put(`/api/v1/finance/cash-transaction/post/id/${created?.id}`);
    await app.closeUntil('2026-05-08');
    assert.equal((await read(id)).status, 'TERMINATED');
    assert.equal(await app.balanceOf(owner.accountId), 500_001n - 197_260n);
  });

  test('of one day that run over a weekend also mature on Saturday and Sunday', async () => {
    const { id } = await place({
      tenure: 1,
      faceValue: 3_650_000,
      rolloverRule: 'PRINCIPAL_AND_NET_INTEREST',
    });
    await app.closeUntil('2026-05-11');
    const days: string[] = [];
    let child = await app.childOf(id);
    for (; child?.rolledOver; child = await app.childOf(child.id)) days.push(child.startDate);
    assert.deepEqual(days, ['2026-05-09T00:00:00.000Z', '2026-05-10T00:00:00.000Z']);
    assert.equal(child.startDate, '2026-05-11T00:00:00.000Z');
    assert.equal(child.status, 'RUNNING');
    await booksAgree();
  });

  test('lose no day of interest if they are submitted while days are being closed', async () => {
    const late = await app.as('CLIENT').post(SUBMIT, {
      instrumentTypeName: 'FD',
      customerId: app.stranger.id,
      faceValue: '100000.00',
      startDate: '2026-05-09',
    });
    await app.closeUntil('2026-05-13');
    const posted = await app.as('CLIENT').put(`${POST}/${late.body.id}`);
    assert.equal(posted.body.result.startDate, '2026-05-13T00:00:00.000Z');
    await app.closeUntil('2026-05-14');
    assert.equal((await read(late.body.id)).accruedInterest, 41.1);
    await booksAgree();
  });
});

// Checks the books: liabilities match the running deposits, and every kobo of expense was earned on
// a deposit.
async function booksAgree(): Promise<void> {
  const [sum] = await app.db.query<{ face: bigint; accrued: bigint; earned: bigint }>(sql`
    select coalesce(sum(face_value_minor) filter (where status = 'RUNNING'), 0)::bigint as face,
      coalesce(sum(accrued_minor) filter (where status = 'RUNNING'), 0)::bigint as accrued,
      coalesce(sum(coalesce(paid_gross_minor, accrued_minor)), 0)::bigint as earned
    from term_instrument where not loan_product`);
  assert.equal(await app.booked('TD:PRINCIPAL'), -(sum?.face ?? 0n));
  assert.equal(await app.booked('TD:INTEREST-PAYABLE'), -(sum?.accrued ?? 0n));
  assert.equal(await app.booked('EXP:INTEREST'), sum?.earned);
}
