// Deposits that pay interest upfront or periodically, or capitalise it, day by day over HTTP.
// Amounts must match an independent calculation in whole kobo.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  addTermInstrumentType,
  type NewTermInstrumentType,
} from '../../../src/modules/asset/index.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import {
  type AssetApp,
  type Depositor,
  FIXED,
  READ,
  SUBMIT,
  startAssetApp,
  TERMINATE,
  VALUATION,
} from './app.js';

const FUNDS = 2_000_000_000n;
const FACE = 500_000_000n;
const minor = (amount: number) => BigInt(Math.round(amount * 100));

/** Returns simple interest on a 365-day year, by default at 15 %, in kobo rounded half up. */
function interest(principal: bigint, days: number, percent = 15n): bigint {
  return (2n * principal * percent * BigInt(days) + 36_500n) / 73_000n;
}
const tenth = (amount: bigint) => (amount + 5n) / 10n;

const MONTHLY = {
  ...FIXED,
  name: 'MONTHLY',
  label: 'Income deposit',
  interest_payment: 'PERIODIC',
  interest_frequency: 'MONTHLY',
} as const satisfies NewTermInstrumentType;

const TYPES: readonly NewTermInstrumentType[] = [
  { ...FIXED, name: 'AHEAD', label: 'Deposit paid ahead', interest_payment: 'UPFRONT' },
  {
    ...FIXED,
    name: 'AHEADFREE',
    label: 'Deposit paid ahead, free of tax',
    interest_payment: 'UPFRONT',
    tax_exempt_payers: ['INDIVIDUAL'],
  },
  MONTHLY,
  {
    ...MONTHLY,
    name: 'MONTHLYLOST',
    label: 'Income deposit that forfeits',
    early_liquidation: { rule: { kind: 'FORFEIT_ALL' } },
  },
  {
    ...FIXED,
    name: 'EVERY45',
    label: 'Deposit paid every 45 days',
    interest_payment: 'PERIODIC',
    interest_frequency: 'DAYS',
    interest_days: 45,
  },
  { ...MONTHLY, name: 'CAPITAL', label: 'Growing deposit', interest_payment: 'CAPITALISED' },
  {
    ...MONTHLY,
    name: 'MONTHLYLOAN',
    label: 'Loan with monthly interest',
    rate_tiers: [{ percent: '15' }],
    tax_class: null,
    early_liquidation: { rule: { kind: 'EARNED' } },
    loan_product: true,
  },
];

let app: AssetApp;

before(async () => {
  app = await startAssetApp();
  await systemWork(app.context, 'fixtures', async (work) => {
    for (const type of TYPES) await addTermInstrumentType(work, type);
  });
});
after(() => app.stop());

const read = async (id: number) => (await app.as('CLIENT').get(`${READ}/${id}`)).body;
const value = async (id: number, day: string) =>
  (await app.as('CLIENT').get(`${VALUATION}?t=${id}&d=${day}`)).body;

interface Placed {
  readonly id: number;
  readonly owner: Depositor;
}

/** Places a deposit for a new customer and posts it. */
async function place(instrumentTypeName: string, body: object = {}, funds = FUNDS) {
  const owner = await app.depositor(funds);
  const { id } = (await app.running({ customerId: owner.id, instrumentTypeName, ...body })).body;
  return { id, owner };
}

/**
 * Returns how the customer's cash has changed since before the placement. It is negative while the
 * principal is placed.
 */
const gained = async ({ owner }: Placed) => (await app.balanceOf(owner.accountId)) - FUNDS;

const WHOLE = interest(FACE, 91);

describe('deposits of 5,000,000 at 15 % for 91 days from 2026-01-05', () => {
  let ahead: Placed;
  let free: Placed;
  let rolling: Placed;
  let monthly: Placed;
  let every45: Placed;
  let capital: Placed;
  let loan: Placed;
  let debtor: Placed;
  const terminated = new Map<string, Placed>();

  before(async () => {
    ahead = await place('AHEAD');
    free = await place('AHEADFREE');
    rolling = await place('AHEAD', { rolloverRule: 'PRINCIPAL_ONLY' });
    monthly = await place('MONTHLY');
    every45 = await place('EVERY45');
    capital = await place('CAPITAL');
    loan = await place('MONTHLYLOAN');
    debtor = await place('MONTHLYLOAN', {}, 1n);
    for (const type of ['AHEAD', 'MONTHLY', 'MONTHLYLOST', 'CAPITAL']) {
      terminated.set(type, await place(type));
    }
    // The debtor places the borrowed money in a deposit, so no cash is left to pay the interest.
    const { id } = (await app.running({ customerId: debtor.owner.id })).body;
    assert.ok(id > 0);
  });

  test('paid upfront cost 4,831,712.33, or 4,813,013.70 free of tax', async () => {
    assert.equal(await gained(ahead), -483_171_233n);
    assert.equal(await gained(free), -481_301_370n);
    assert.deepEqual(await app.linesOf(ahead.id), [
      ['CUSTOMER_CASH', 483_171_233n],
      ['TD:PRINCIPAL', -FACE],
      ['TD:INTEREST-PREPAID', WHOLE],
      ['LIAB:WHT', -1_869_863n],
      ['BANK:CLIENT', -483_171_233n],
      ['BANK:FIRM', 483_171_233n],
    ]);
    const record = await read(ahead.id);
    assert.equal(record.paidInterest, 186_986.3);
    assert.equal(record.paidNetInterest, 168_287.67);
    assert.equal(record.accruedInterest, 0);
    assert.equal(record.expectedNetInterest, 168_287.67);
    assert.equal((await value(ahead.id, '2026-01-05')).value, 4_831_712.33);
    await booksAgree();
  });

  test('show on the first day the interest that they will have earned on the last', async () => {
    assert.equal((await read(monthly.id)).expectedNetInterest, 168_287.67);
    assert.equal((await read(monthly.id)).nextInterestDate, '2026-02-05T00:00:00.000Z');
    const { gross, tax } = grown();
    const record = await read(capital.id);
    assert.equal(minor(record.expectedInterest), gross);
    assert.equal(minor(record.expectedNetInterest), gross - tax);
    assert.ok(gross > WHOLE);
  });

  test('pay the first month on 2026-02-05, or add it to the principal', async () => {
    await app.closeUntil('2026-02-05');
    assert.equal(await gained(monthly), -FACE + 5_732_877n);
    const record = await read(monthly.id);
    assert.equal(record.accruedInterest, 63_698.63);
    assert.equal(record.accruedNetInterest, 57_328.77);
    assert.equal(record.paidInterest, 63_698.63);
    assert.equal(record.nextInterestDate, '2026-03-05T00:00:00.000Z');
    assert.equal((await value(monthly.id, '2026-02-05')).value, 5_000_000);
    assert.equal((await value(monthly.id, '2026-02-04')).value, 5_055_479.46);
    assert.deepEqual((await app.linesOf(monthly.id)).slice(4, 7), [
      ['TD:INTEREST-PAYABLE', 6_369_863n],
      ['LIAB:WHT', -636_986n],
      ['CUSTOMER_CASH', -5_732_877n],
    ]);
    const grew = await read(capital.id);
    assert.equal(grew.faceValue, 5_000_000);
    assert.equal(grew.capitalisedInterest, 57_328.77);
    assert.equal(await gained(capital), -FACE);
    assert.equal((await value(capital.id, '2026-02-05')).value, 5_057_328.77);
    await booksAgree();
  });

  test('a loan pays its interest from cash, and is overdue without it', async () => {
    assert.equal(await gained(loan), FACE - 6_369_863n);
    assert.equal((await read(debtor.id)).paidInterest, 0);
    assert.equal((await read(debtor.id)).nextInterestDate, '2026-02-05T00:00:00.000Z');
    await app.closeUntil('2026-02-06');
    assert.equal((await read(debtor.id)).accruedInterest, 65_753.42);
    const [notified] = await app.db.query<{ n: bigint }>(sql`
      select count(*) as n from outbox_event
      where type = 'term-instrument.overdue' and subject_id = ${debtor.id}`);
    assert.ok((notified?.n ?? 0n) >= 1n);
  });

  const BREAKS = [
    // The rate is three percentage points lower: 73,972.60 gross, 66,575.34 net, less the interest
    // already paid.
    ['AHEAD', 73_972.6, 4_898_287.67],
    ['MONTHLY', 73_972.6, 5_009_246.57],
    ['MONTHLYLOST', 0, 4_942_671.23],
  ] as const;
  for (const [type, gross, payout] of BREAKS) {
    test(`of type ${type} terminated on day 45 claw back and pay ${payout}`, async () => {
      await app.closeUntil('2026-02-19');
      const { id } = terminated.get(type) ?? monthly;
      assert.equal((await value(id, '2026-02-19')).terminationValue, payout);
      const reply = await app.as('CLIENT').put(`${TERMINATE}?t=${id}`);
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.body.settlement.terminationValue, payout);
      assert.equal(reply.body.result.accruedInterest, gross);
      assert.equal(reply.body.result.nextInterestDate, undefined);
      await booksAgree();
    });
  }

  test('of type CAPITAL terminated on day 45 earn the lower rate from the start', async () => {
    const { id } = terminated.get('CAPITAL') ?? capital;
    const first = interest(FACE, 31, 12n);
    const second = interest(FACE + first - tenth(first), 14, 12n);
    const gross = first + second;
    // Tax withheld for the first month at the full rate is not refunded. Only the gross interest
    // above that month's is taxed now.
    const before = interest(FACE, 31);
    const tax = tenth(before) + tenth(gross - before);
    const reply = await app.as('CLIENT').put(`${TERMINATE}?t=${id}`);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(minor(reply.body.settlement.terminationInterest), gross);
    assert.equal(minor(reply.body.settlement.terminationTax), tax);
    assert.equal(minor(reply.body.settlement.terminationValue), FACE + gross - tax);
    await booksAgree();
  });

  test('with interest every 45 days are paid on 2026-02-19, before there is cash', async () => {
    assert.equal(minor((await read(every45.id)).paidInterest), interest(FACE, 45));
  });

  test('pay the remainder at maturity, with all interest earned and taxed', async () => {
    await app.closeUntil('2026-04-06');
    for (const placed of [ahead, monthly, every45]) {
      const record = await read(placed.id);
      assert.equal(record.status, 'TERMINATED');
      assert.equal(record.accruedInterest, 186_986.3);
      assert.equal(record.accruedNetInterest, record.expectedNetInterest);
      assert.equal(await gained(placed), minor(record.expectedNetInterest));
    }
    assert.equal((await read(monthly.id)).accruedNetInterest, 168_287.67);
    assert.equal(await gained(free), WHOLE);
    const { gross, tax } = grown();
    const record = await read(capital.id);
    assert.equal(record.terminationReason, 'MATURED');
    assert.equal(minor(record.accruedInterest), gross);
    assert.equal(await gained(capital), gross - tax);
    assert.equal(await gained(loan), -WHOLE);
    await booksAgree();
  });

  test('have one row of interest for each interest payment date', async () => {
    const rows = await app.db.query<object>(sql`
      select interest_date, gross_minor, tax_minor from term_interest_payment
      where instrument_id = ${monthly.id} order by interest_date`);
    assert.deepEqual(rows, [
      { interest_date: '2026-02-05', gross_minor: 6_369_863n, tax_minor: 636_986n },
      { interest_date: '2026-03-05', gross_minor: 5_753_425n, tax_minor: 575_343n },
      { interest_date: '2026-04-05', gross_minor: 6_369_863n, tax_minor: 636_986n },
    ]);
  });

  test('roll over into a child that pays its own interest upfront', async () => {
    const child = await app.childOf(rolling.id);
    assert.equal(child.faceValue, 5_000_000);
    assert.equal(child.interestPayment, 'UPFRONT');
    assert.equal(child.paidNetInterest, 168_287.67);
    assert.equal(await gained(rolling), -FACE + 2n * 16_828_767n);
    await booksAgree();
  });
});

describe('refusals', () => {
  test('interest that was paid upfront cannot roll over', async () => {
    const reply = await app.as('CLIENT').post(SUBMIT, {
      instrumentTypeName: 'AHEAD',
      customerId: app.rich.id,
      faceValue: 5_000_000,
      rolloverRule: 'NET_INTEREST_ONLY',
    });
    assert.equal(reply.status, 422, reply.text);
    assert.equal(reply.body.msgCode, 'ROLLOVER_REFUSED');
  });
});

/**
 * Returns the totals for a deposit whose interest is capitalised on 5 February, 5 March and 5
 * April.
 */
function grown(): { readonly gross: bigint; readonly tax: bigint } {
  let principal = FACE;
  let gross = 0n;
  let tax = 0n;
  for (const days of [31, 28, 31, 1]) {
    const earned = interest(principal, days);
    gross += earned;
    tax += tenth(earned);
    principal += earned - tenth(earned);
  }
  return { gross, tax };
}

// Checks the books: liabilities match the running deposits, prepaid interest is not yet earned, and
// every kobo of expense and tax belongs to a deposit.
async function booksAgree(): Promise<void> {
  const [sum] = await app.db.query<Record<string, bigint>>(sql`
    select coalesce(sum(face_value_minor + capitalised_minor) filter (where running), 0)::bigint
        as face,
      coalesce(sum(accrued_minor - interest_paid_minor)
        filter (where running and interest_payment <> 'UPFRONT'), 0)::bigint as payable,
      coalesce(sum(interest_paid_minor - accrued_minor)
        filter (where running and interest_payment = 'UPFRONT'), 0)::bigint as prepaid,
      coalesce(sum(coalesce(paid_gross_minor, accrued_minor)), 0)::bigint as earned,
      coalesce(sum(coalesce(paid_tax_minor, interest_tax_minor)), 0)::bigint as tax
    from (select *, status = 'RUNNING' as running from term_instrument) t where not loan_product`);
  assert.equal(await app.booked('TD:PRINCIPAL'), -(sum?.face ?? 0n), 'principal');
  assert.equal(await app.booked('TD:INTEREST-PAYABLE'), -(sum?.payable ?? 0n), 'payable');
  assert.equal(await app.booked('TD:INTEREST-PREPAID'), sum?.prepaid, 'prepaid');
  assert.equal(await app.booked('EXP:INTEREST'), sum?.earned, 'expense');
  assert.equal(await app.booked('LIAB:WHT'), -(sum?.tax ?? 0n), 'tax');
}
