// How a line's gain divides into income, price, currency, charges and tax.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayTotals } from '../../../src/modules/wealth/return/day-total.js';
import type {
  History,
  HistoryDay,
  PlacedMove,
  StrandValue,
} from '../../../src/modules/wealth/return/history.js';
import { strandKey } from '../../../src/modules/wealth/return/history.js';
import { cashKey, type LineKey, type ReturnLine } from '../../../src/modules/wealth/return/line.js';
import { lineGains, netOf, sumOf } from '../../../src/modules/wealth/return/line-gain.js';
import { NOTHING_MOVED } from '../../../src/modules/wealth/return/move.js';
import { convert } from '../../../src/modules/wealth/valuation/rate.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { randomFrom } from '../../support/random.js';

const OPENING = businessDate('2026-11-24');
const RULE = { timing: 'IN_START_OUT_END', smallestCapital: new Decimal(1000) } as const;
const SHARE: LineKey = 'SECURITY/1/1';
const DEPOSIT: LineKey = 'TERM_INSTRUMENT/1';
const BILL: LineKey = 'TREASURY_BILL/1';
const FUND: LineKey = 'FUND/1/P';

/** A line's amounts at the end of a day, in minor units. */
type Held = Partial<Omit<StrandValue, 'line' | 'currency' | 'dueMinor'>>;

interface GivenDay {
  readonly held?: Readonly<Partial<Record<LineKey, bigint | Held>>>;
  readonly moves?: readonly (Partial<PlacedMove> & { readonly line: LineKey })[];
  readonly cash?: readonly Partial<HistoryDay['cash'][number]>[];
  /** The naira amount for one unit of the currency. */
  readonly rate?: string;
}

const CLASS: Readonly<Record<string, ReturnLine['class']>> = {
  SECURITY: 'BOND',
  TERM_INSTRUMENT: 'DEPOSIT',
  TREASURY_BILL: 'BILL',
  FUND: 'FUND',
  ACCOUNT: 'CASH',
};

/**
 * Makes a history of days, the first of which is the opening. All amounts except naira are
 * converted.
 */
function historyOf(given: readonly GivenDay[], currency = 'NGN'): History {
  const days = given.map((day, index) => dayOf(day, index, currency));
  const keys = new Set<LineKey>([
    ...days.flatMap((day) => [...day.strands.values(), ...day.moves].map(({ line }) => line)),
    ...days.flatMap((day) => day.cash.map((move) => cashKey(move.currency))),
    ...days.flatMap((day) => day.moves.map((move) => cashKey(move.currency))),
    'COSTS/',
  ]);
  const lines = [...keys].map((key): ReturnLine => {
    const type = key.split('/')[0] ?? '';
    const subjectType = type === 'ACCOUNT' ? 'ACCOUNT' : 'SECURITY';
    const named = { name: key, label: key, subjectId: 1n, portfolioName: undefined };
    return { key, class: CLASS[type] ?? 'COSTS', subjectType, ...named };
  });
  return { days, lines: new Map(lines.map((line) => [line.key, line])), ruleOn: () => RULE };
}

function dayOf(
  { held = {}, moves = [], cash = [], rate }: GivenDay,
  index: number,
  currency: string,
) {
  const date = addDays(OPENING, index);
  const strands = Object.entries(held).flatMap(([key, amount]): StrandValue[] => {
    const line = keyOf(key);
    const value: Held = typeof amount === 'bigint' ? { ownMinor: amount } : (amount ?? {});
    const { ownMinor = 0n, minor = ownMinor, taxMinor = 0n, accruedMinor = 0n } = value;
    const own = line.startsWith('ACCOUNT/') ? line.slice('ACCOUNT/'.length) : currency;
    const { aboveBookMinor = 0n } = value;
    const amounts = { ownMinor, minor, taxMinor, accruedMinor, aboveBookMinor };
    return [{ line, currency: own, ...amounts, dueMinor: new Map() }];
  });
  const one = { to: 'NGN', numerator: new Decimal(rate ?? 1), denominator: new Decimal(1) };
  const day: HistoryDay = {
    date,
    strands: new Map(strands.map((strand) => [strandKey(strand), strand])),
    moves: moves.map((move) => {
      const flow = move.flowMinor ?? 0n;
      const place = { date, currency, source: 'CONTRACT_NOTE', minor: flow };
      return { ...NOTHING_MOVED, ...place, ...move };
    }),
    cash: cash.map((move) => ({
      ...{ date, currency: 'NGN', source: 'CASH_TRANSACTION', counterpartyId: null },
      ...{ inMinor: 0n, outMinor: 0n, feeMinor: 0n, legMinor: 0n },
      ...{ incomeMinor: 0n, taxMinor: 0n },
      ...move,
    })),
    unknown: new Map(),
    rates: new Map([
      ['NGN', { ...one, numerator: new Decimal(1), date: undefined }],
      [currency, { ...one, date: rate === undefined ? undefined : date }],
    ]),
  };
  return day;
}

function keyOf(text: string): LineKey {
  for (const key of [SHARE, DEPOSIT, BILL, FUND]) if (key === text) return key;
  return cashKey(text.slice('ACCOUNT/'.length));
}

/** Returns the non-zero parts of a line's gain over two days. */
function partsOf(given: readonly GivenDay[], key: LineKey, currency?: string) {
  const history = historyOf(given, currency);
  const gain = lineGains(history, [0, given.length - 1], () => true).find(
    ({ line }) => line.key === key,
  );
  assert.ok(gain);
  const { line, ...parts } = gain;
  return Object.fromEntries(Object.entries(parts).filter(([, minor]) => minor !== 0n));
}

describe('the gain of a bond', () => {
  const bond = (clean: bigint, accruedMinor: bigint, taxMinor = 0n) => ({
    held: { [SHARE]: { ownMinor: clean + accruedMinor - taxMinor, accruedMinor, taxMinor } },
  });

  it('is the interest of the day and the change in the clean price', () => {
    // The accrued interest rises from 7,275 x 29 / 182 to 7,275 x 30 / 182.
    const parts = partsOf([bond(9_740_000n, 115_920n), bond(9_750_000n, 119_918n)], SHARE);
    assert.deepEqual(parts, { incomeMinor: 3_998n, priceMinor: 10_000n });
  });

  it('is one more day of interest on the day on which the interest is paid', () => {
    const paid = { flowMinor: -727_500n, source: 'ENTITLEMENT' };
    const parts = partsOf(
      [
        bond(9_750_000n, 723_503n),
        { ...bond(9_750_000n, 0n), moves: [{ line: SHARE, incomeMinor: 727_500n, ...paid }] },
      ],
      SHARE,
    );
    assert.deepEqual(parts, { incomeMinor: 3_997n });
  });

  it('has its interest gross, and the tax that is expected and then withheld', () => {
    const paid = { flowMinor: -654_750n, incomeMinor: 727_500n, taxMinor: 72_750n };
    const parts = partsOf(
      [
        bond(9_750_000n, 723_503n, 72_350n),
        { ...bond(9_750_000n, 0n), moves: [{ line: SHARE, ...paid }] },
      ],
      SHARE,
    );
    assert.deepEqual(parts, { incomeMinor: 3_997n, taxesMinor: 400n });
  });

  it('does not include accrued interest that was bought', () => {
    const bought = { flowMinor: 9_900_000n, chargesMinor: 30_000n, accruedMinor: 119_918n };
    const parts = partsOf(
      [{}, { ...bond(9_750_000n, 119_918n), moves: [{ line: SHARE, ...bought }] }],
      SHARE,
    );
    assert.deepEqual(parts, { priceMinor: -82n, chargesMinor: 30_000n });
  });
});

describe('the gain of other lines', () => {
  it('of a purchase is the price after it, less its charges', () => {
    // 10,000 units are bought at 25 for 254,638.68, and close at 25.40.
    const buy = { flowMinor: 25_463_868n, chargesMinor: 463_868n };
    const given = [
      { held: { [SHARE]: 0n } },
      { held: { [SHARE]: 25_400_000n }, moves: [{ line: SHARE, ...buy }] },
    ];
    assert.deepEqual(partsOf(given, SHARE), { priceMinor: 400_000n, chargesMinor: 463_868n });
  });

  it('of a bill at market is the discount of the day, and the rest is price', () => {
    // The book value rises by 4,583.56, and the price is 20,000.00 and then 21,000.00 above it.
    const given = [
      { held: { [BILL]: { ownMinor: 956_000_000n, aboveBookMinor: 2_000_000n } } },
      {
        held: {
          [BILL]: { ownMinor: 956_512_520n, aboveBookMinor: 2_100_000n, taxMinor: 45_836n },
        },
      },
    ];
    assert.deepEqual(partsOf(given, BILL), {
      incomeMinor: 458_356n,
      priceMinor: 100_000n,
      taxesMinor: 45_836n,
    });
  });

  it('of a foreign share is the price at the rate of the day, and the change in the rate', () => {
    const share = (ownMinor: bigint, minor: bigint, rate: string) => ({
      ...{ held: { [SHARE]: { ownMinor, minor } }, rate },
    });
    const given = [share(10_000n, 40_000n, '4.00'), share(11_000n, 41_800n, '3.80')];
    assert.deepEqual(partsOf(given, SHARE, 'USD'), { priceMinor: 3_800n, currencyMinor: -2_000n });
  });

  it('of a deposit is interest, less the tax on it', () => {
    const deposit = (ownMinor: bigint, taxMinor: bigint) => ({
      held: { [DEPOSIT]: { ownMinor, taxMinor } },
    });
    const given = [deposit(500_184_932n, 20_548n), deposit(500_369_863n, 41_096n)];
    assert.deepEqual(partsOf(given, DEPOSIT), { incomeMinor: 205_479n, taxesMinor: 20_548n });
  });

  it('of a bill that ends early is accretion, and the payment beyond the book value', () => {
    const end = { flowMinor: -9_600_000n, taxMinor: 60_000n, priceMinor: -40_000n };
    const given = [
      { held: { [BILL]: { ownMinor: 9_640_000n, taxMinor: 55_000n } } },
      { moves: [{ line: BILL, ...end, source: 'TREASURY_BILL' }] },
    ];
    // The payout of 9,600,000 is 40,000 less than the value of 9,640,000, after tax of 5,000. So
    // 5,000 accreted, and 40,000 was lost.
    assert.deepEqual(partsOf(given, BILL), {
      ...{ incomeMinor: 5_000n, priceMinor: -40_000n, taxesMinor: 5_000n },
    });
  });

  it('of a fund is its distribution and the change in its value per unit', () => {
    const income = { flowMinor: -9_000n, incomeMinor: 10_000n, taxMinor: 1_000n };
    const given = [
      { held: { [FUND]: 500_000n } },
      { held: { [FUND]: 493_000n }, moves: [{ line: FUND, ...income }] },
    ];
    assert.deepEqual(partsOf(given, FUND), {
      ...{ incomeMinor: 10_000n, priceMinor: -7_000n, taxesMinor: 1_000n },
    });
  });

  it('of a conversion is its loss against the rate of the day', () => {
    const given: GivenDay[] = [
      { held: { 'ACCOUNT/USD': { ownMinor: 10_000n, minor: 15_000_000n } }, rate: '1500' },
      {
        held: { 'ACCOUNT/NGN': 14_800_000n },
        cash: [
          { currency: 'USD', legMinor: -15_000_000n },
          { currency: 'NGN', legMinor: 14_800_000n },
        ],
        rate: '1500',
      },
    ];
    assert.deepEqual(partsOf(given, 'COSTS/', 'USD'), { currencyMinor: -200_000n });
    assert.deepEqual(partsOf(given, cashKey('USD'), 'USD'), {});
  });
});

describe('the change in a value', () => {
  const random = randomFrom(20_261_127);
  const whole = (most: number) => BigInt(Math.floor(random() * most));

  it('is flows, income and gains less costs, to the minor unit, on any day', () => {
    for (let round = 0; round < 200; round += 1) {
      const history = randomHistory();
      for (const scope of ['CUSTOMER', { portfolioName: 'P' }] as const) {
        const days = dayTotals(history, scope);
        for (const [index, { value, inMinor, outMinor, gains = [] }] of days.entries()) {
          const before = days[index - 1]?.value;
          if (before === undefined) continue;
          assert.ok(typeof value === 'bigint' && typeof before === 'bigint');
          assert.equal(value - before, inMinor - outMinor + netOf(sumOf(gains)));
        }
      }
    }
  });

  it('is explained to the minor unit in another currency too', () => {
    for (let round = 0; round < 100; round += 1) {
      const rates = Array.from({ length: 5 }, () => `${1_400n + whole(200)}.${whole(99)}`);
      let cash = 0n;
      const given = rates.map((rate): GivenDay => {
        const by = { to: 'NGN', numerator: new Decimal(rate), denominator: new Decimal(1) };
        const converted = (minor: bigint) => convert(minor, 'USD', { ...by, date: OPENING });
        const both = (ownMinor: bigint) => ({ ownMinor, minor: converted(ownMinor) });
        const [inMinor, feeMinor, spent] = [whole(90_000), whole(90), whole(70_000)];
        cash += inMinor - feeMinor - spent;
        const flows = { inMinor: converted(inMinor), feeMinor: converted(feeMinor) };
        return {
          held: { 'ACCOUNT/USD': both(cash), [SHARE]: both(whole(99_999)) },
          moves: [{ line: SHARE, flowMinor: spent, minor: converted(spent), chargesMinor: 7n }],
          cash: [{ currency: 'USD', ...flows }],
          rate,
        };
      });
      const days = dayTotals(historyOf(given, 'USD'), 'CUSTOMER');
      for (const [index, { value, inMinor, gains = [] }] of days.entries()) {
        const before = days[index - 1]?.value;
        if (before === undefined) continue;
        assert.ok(typeof value === 'bigint' && typeof before === 'bigint');
        assert.equal(value - before, inMinor + netOf(sumOf(gains)));
      }
    }
  });

  // Every amount of an asset moves through cash, and cash is the sum of these movements.
  function randomHistory(): History {
    let cash = 0n;
    const given = Array.from({ length: 6 }, (): GivenDay => {
      const inMinor = whole(900_000);
      const feeMinor = whole(500);
      const outMinor = whole(100_000);
      const moves = [SHARE, DEPOSIT, BILL, FUND].map((line) => ({
        line,
        flowMinor: whole(90_000) - whole(60_000),
        chargesMinor: whole(300),
        accruedMinor: whole(200) - whole(200),
        incomeMinor: whole(1_000),
        taxMinor: whole(100),
        priceMinor: whole(50),
      }));
      const spent = moves.reduce((sum, { flowMinor }) => sum + flowMinor, 0n);
      cash += inMinor - outMinor - feeMinor - spent;
      const value = () => ({
        ...{ ownMinor: whole(900_000), taxMinor: whole(400), accruedMinor: whole(700) },
      });
      return {
        held: {
          'ACCOUNT/NGN': cash,
          [SHARE]: value(),
          [DEPOSIT]: value(),
          [BILL]: value(),
          [FUND]: value(),
        },
        moves,
        cash: [{ inMinor, outMinor, feeMinor }],
      };
    });
    const { days, lines } = historyOf(given);
    const placed = [...lines].map(([key, line]): [LineKey, ReturnLine] => [
      key,
      { ...line, portfolioName: key === SHARE || key === FUND ? 'P' : undefined },
    ]);
    return { days, lines: new Map(placed), ruleOn: () => RULE };
  }
});
