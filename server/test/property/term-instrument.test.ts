// Random term instruments of every kind, closed one day at a time and also caught up in one go.
// Both results are compared with a day-by-day whole-number computation that shares no code with the
// program.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import {
  addTermInstrumentType,
  assetModule,
  type NewTermInstrumentType,
  postTermInstrument,
  submitTermInstrument,
} from '../../src/modules/asset/index.js';
import { present } from '../../src/platform/assert.js';
import {
  addDays,
  type BusinessDate,
  isWeekend,
} from '../../src/platform/calendar/business-date.js';
import { sql } from '../../src/platform/database/sql.js';
import { Decimal } from '../../src/platform/money/decimal.js';
import { systemWork } from '../../src/platform/system-work.js';
import { type AssetApp, FIXED, START, startAssetApp } from '../api/asset/app.js';

const INSTRUMENTS = 32;
const LAST_DAY = addDays(START, 260);

const DAY_COUNTS = ['ACT_365F', 'ACT_360', 'ACT_ACT_ISDA', 'THIRTY_360', 'THIRTY_E_360'] as const;
const FREQUENCIES = ['MONTHLY', 'QUARTERLY', 'DAYS'] as const;
const PAYMENTS = ['AT_MATURITY', 'UPFRONT', 'PERIODIC', 'CAPITALISED'] as const;

interface Drawn {
  readonly payment: (typeof PAYMENTS)[number];
  readonly frequency: (typeof FREQUENCIES)[number];
  readonly days: number;
  readonly dayCount: (typeof DAY_COUNTS)[number];
  readonly tenure: number;
  readonly rate: number;
  readonly face: number;
  readonly taxed: boolean;
  readonly loan: boolean;
}

const DRAWN: fc.Arbitrary<Drawn> = fc.record({
  payment: fc.constantFrom(...PAYMENTS),
  frequency: fc.constantFrom(...FREQUENCIES),
  days: fc.integer({ min: 3, max: 50 }),
  dayCount: fc.constantFrom(...DAY_COUNTS),
  tenure: fc.integer({ min: 1, max: 250 }),
  // The rate is in hundredths of a percent; the amount is in kobo.
  rate: fc.integer({ min: 1, max: 4_000 }),
  face: fc.integer({ min: 10_000_000, max: 900_000_000 }),
  taxed: fc.boolean(),
  loan: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
});

/**
 * Returns a fraction of a year: days over 360, or the days in common years and those in leap years,
 * each over the length of the year.
 */
function share(start: BusinessDate, end: BusinessDate, dayCount: Drawn['dayCount']) {
  if (dayCount === 'THIRTY_360' || dayCount === 'THIRTY_E_360') {
    const [y1 = 0, m1 = 0, d1 = 0] = start.split('-').map(Number);
    const [y2 = 0, m2 = 0, d2 = 0] = end.split('-').map(Number);
    const from = d1 === 31 ? 30 : d1;
    const to = d2 === 31 && (dayCount === 'THIRTY_E_360' || from === 30) ? 30 : d2;
    return [BigInt((y2 - y1) * 360 + (m2 - m1) * 30 + to - from), 360n] as const;
  }
  let ordinary = 0n;
  let leap = 0n;
  for (let at = Date.parse(start); at < Date.parse(end); at += 86_400_000) {
    const year = new Date(at).getUTCFullYear();
    if (new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1) leap += 1n;
    else ordinary += 1n;
  }
  if (dayCount === 'ACT_365F') return [ordinary + leap, 365n] as const;
  if (dayCount === 'ACT_360') return [ordinary + leap, 360n] as const;
  return [ordinary * 366n + leap * 365n, 365n * 366n] as const;
}

function interest(drawn: Drawn, principal: bigint, span: readonly [BusinessDate, BusinessDate]) {
  const [days, year] = share(...span, drawn.dayCount);
  const over = 10_000n * year;
  return (2n * principal * BigInt(drawn.rate) * days + over) / (2n * over);
}

/**
 * Adds months using JavaScript's calendar, or returns the last day of a month that lacks the day.
 */
function monthsLater(start: BusinessDate, months: number): string {
  const [year = 0, month = 0, day = 0] = start.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  const at = Date.UTC(year, month - 1 + months, Math.min(day, last));
  return new Date(at).toISOString().slice(0, 10);
}

function interestDays(drawn: Drawn, end: BusinessDate): BusinessDate[] {
  const days: BusinessDate[] = [];
  for (let n = 1; ; n += 1) {
    const day =
      drawn.frequency === 'DAYS'
        ? addDays(START, n * drawn.days)
        : monthsLater(START, n * (drawn.frequency === 'MONTHLY' ? 1 : 3));
    if (day >= end) return days;
    days.push(addDays(START, (Date.parse(day) - Date.parse(START)) / 86_400_000));
  }
}

/** Returns the instrument's interest and tax over its whole life, in kobo. */
function reckoned(drawn: Drawn): { readonly gross: bigint; readonly tax: bigint } {
  const end = addDays(START, drawn.tenure);
  const face = BigInt(drawn.face);
  const taxOn = (gross: bigint) => (drawn.taxed && !drawn.loan ? (gross + 5n) / 10n : 0n);
  const whole = interest(drawn, face, [START, end]);
  if (drawn.payment === 'AT_MATURITY' || drawn.payment === 'UPFRONT') {
    return { gross: whole, tax: taxOn(whole) };
  }
  let [gross, tax, principal, from] = [0n, 0n, face, START];
  for (const day of [...interestDays(drawn, end), end]) {
    const earned =
      drawn.payment === 'CAPITALISED'
        ? interest(drawn, principal, [from, day])
        : interest(drawn, face, [START, day]) - gross;
    gross += earned;
    tax += taxOn(earned);
    principal += earned - taxOn(earned);
    from = day;
  }
  return { gross, tax };
}

function typeOf(drawn: Drawn, index: number): NewTermInstrumentType {
  const recurs = drawn.payment === 'PERIODIC' || drawn.payment === 'CAPITALISED';
  return {
    ...FIXED,
    name: `R${index}`,
    label: `Random ${index}`,
    allowed_tenures: null,
    rate_tiers: [{ percent: String(drawn.rate / 100) }],
    rate_least: null,
    rate_most: null,
    day_count: drawn.dayCount,
    interest_payment: drawn.payment,
    interest_frequency: recurs ? drawn.frequency : null,
    interest_days: recurs && drawn.frequency === 'DAYS' ? drawn.days : null,
    tax_class: drawn.taxed && !drawn.loan ? 'TERM_DEPOSIT' : null,
    early_liquidation: { rule: { kind: 'EARNED' } },
    loan_product: drawn.loan,
  };
}

async function place(app: AssetApp, all: readonly Drawn[]): Promise<void> {
  const owner = await app.depositor(2_000_000_000_000n);
  await systemWork(app.context, 'random', async (work) => {
    for (const [index, drawn] of all.entries()) {
      const type = typeOf(drawn, index);
      await addTermInstrumentType(work, type);
      const body = {
        instrumentTypeName: type.name,
        customerId: BigInt(owner.id),
        faceValue: new Decimal(drawn.face).dividedBy(100),
        tenure: drawn.tenure,
      };
      const { id } = await submitTermInstrument(work, body, {});
      await postTermInstrument(work, present(id, 'a submit gives an id'));
    }
  });
}

async function close(app: AssetApp, closing: BusinessDate, next: BusinessDate): Promise<void> {
  for (const step of assetModule().endOfDay ?? []) {
    await step.run(app.context, { closing, next });
  }
}

async function closeEachDay(app: AssetApp): Promise<void> {
  for (let day = START; day < LAST_DAY; ) {
    let next = addDays(day, 1);
    while (isWeekend(next)) next = addDays(next, 1);
    await close(app, day, next);
    day = next;
  }
}

const booksOf = async ({ db }: AssetApp) => ({
  instruments: await db.query<object>(sql`
    select y.name, t.status, t.termination_reason, t.termination_date, t.accrued_to,
      t.accrued_minor, t.interest_paid_minor, t.interest_tax_minor, t.capitalised_minor,
      t.paid_gross_minor, t.paid_tax_minor
    from term_instrument t join term_instrument_type y on y.id = t.type_id order by t.id`),
  payments: await db.query<object>(sql`
    select y.name, p.interest_date, p.paid_on, p.gross_minor, p.tax_minor, p.capitalised
    from term_interest_payment p join term_instrument t on t.id = p.instrument_id
    join term_instrument_type y on y.id = t.type_id order by y.name, p.interest_date`),
  ledger: await db.query<object>(sql`
    select a.acct_type, j.transaction_date, sum(l.amount_minor) as amount
    from journal_line l join journal j on j.id = l.journal_id join account a on a.id = l.account_id
    group by 1, 2 having sum(l.amount_minor) <> 0 order by 1, 2`),
});

describe('random term instruments', () => {
  const all = fc.sample(DRAWN, { numRuns: INSTRUMENTS, seed: 20_260_105 });
  let daily: AssetApp;
  let late: AssetApp;

  before(async () => {
    daily = await startAssetApp();
    late = await startAssetApp();
    await place(daily, all);
    await place(late, all);
    await closeEachDay(daily);
    // Runs on two nodes at once. Neither repeats what the other has done.
    await Promise.all([close(late, START, LAST_DAY), close(late, START, LAST_DAY)]);
  });
  after(async () => {
    await daily.stop();
    await late.stop();
  });

  test('leave equal books if run day by day, or caught up at once by two nodes', async () => {
    assert.deepEqual(await booksOf(late), await booksOf(daily));
  });

  test('earn and bear the tax of the independent computation, to the kobo', async () => {
    const rows = await daily.db.query<{
      status: string;
      paid_gross_minor: bigint;
      paid_tax_minor: bigint;
    }>(sql`select status, paid_gross_minor, paid_tax_minor from term_instrument order by id`);
    assert.equal(rows.length, INSTRUMENTS);
    for (const [index, drawn] of all.entries()) {
      const { gross, tax } = reckoned(drawn);
      const told = JSON.stringify(drawn);
      assert.deepEqual(
        rows[index],
        {
          status: 'TERMINATED',
          paid_gross_minor: gross,
          paid_tax_minor: tax,
        },
        told,
      );
    }
  });

  test('accrue each day once, first to last, and the days sum to the whole', async () => {
    const wrong = await daily.db.query<object>(sql`
      select t.id from term_instrument t left join lateral (
        select count(*) as days, min(accrual_day) as first, max(accrual_day) as last,
          sum(amount_minor) as total
        from term_accrual a where a.instrument_id = t.id) a on true
      where a.days <> t.tenure or a.first <> t.start_date or a.last <> t.accrual_end - 1
        or a.total <> t.paid_gross_minor`);
    assert.deepEqual(wrong, []);
  });

  test('leave no liability, and client and tax accounts show the payments', async () => {
    let tax = 0n;
    let earned = 0n;
    for (const drawn of all) {
      const life = reckoned(drawn);
      tax += life.tax;
      if (!drawn.loan) earned += life.gross;
    }
    for (const code of [
      'TD:PRINCIPAL',
      'TD:INTEREST-PAYABLE',
      'TD:INTEREST-PREPAID',
      'LOAN:PRINCIPAL',
      'LOAN:INTEREST-RECEIVABLE',
      'LOAN:INTEREST-UNEARNED',
    ]) {
      assert.equal(await daily.booked(code), 0n, code);
    }
    assert.equal(await daily.booked('LIAB:WHT'), -tax);
    assert.equal(await daily.booked('EXP:INTEREST'), earned);
  });
});
