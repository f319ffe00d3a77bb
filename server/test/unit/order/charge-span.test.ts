// Charge rules that span several notes, and the maximum charges of an order over all its notes.
// Uses random schedules and random splits of an order into trade dates.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type ChargeableTrade,
  type ChargeLine,
  chargesOf,
  totalCharges,
} from '../../../src/modules/order/fee/charge.js';
import type {
  ChargeBase,
  ChargeRule,
  ChargeSpan,
  FeeSchedule,
} from '../../../src/modules/order/fee/charge-rule.js';
import type { ChargedNote } from '../../../src/modules/order/fee/charge-span.js';
import { scheduleError } from '../../../src/modules/order/fee/schedule-error.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { decimalToMinor } from '../../../src/platform/money/money.js';
import { bases, bound, percent, rateBelow, rounding } from './charge-arbitrary.js';

const FIRST_DAY = businessDate('2026-11-16');
const RUNS = 400;

const FEE: ChargeRule = {
  code: 'FEE',
  payee: 'FIRM',
  ledgerAccount: 'INC:FEE',
  base: { kind: 'CONSIDERATION' },
  rate: { kind: 'PERCENT', percent: '1' },
  rounding: { mode: 'HALF_UP' },
};

function schedule(...rules: Partial<ChargeRule>[]): FeeSchedule {
  return {
    ...{ name: 'TEST', version: 1, currency: 'NGN', assetClasses: ['EQUITY'] },
    rules: rules.map((rule) => ({ ...FEE, ...rule })),
  };
}

/** The fills of one date: a quantity at one price. */
interface Part {
  readonly quantity: bigint;
  readonly price: string;
}

const worth = ({ quantity, price }: Part) => new Decimal(price).times(String(quantity));

function tradeOf(parts: readonly Part[], day = 0): ChargeableTrade {
  const exactValue = parts.reduce((sum, part) => sum.plus(worth(part)), new Decimal(0));
  return {
    side: 'BUY',
    consideration: { minor: decimalToMinor(exactValue, 'NGN', 'HALF_UP'), currency: 'NGN' },
    exactValue,
    quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0n),
    tradeDate: addDays(FIRST_DAY, day),
    assetClass: 'EQUITY',
    executionCount: parts.length,
  };
}

function noteOf(of: FeeSchedule, trade: ChargeableTrade, lines: readonly ChargeLine[]) {
  const { quantity, executionCount, exactValue } = trade;
  const charges = lines.map(({ code, onCode, amount }) => ({ code, onCode, minor: amount.minor }));
  const value = exactValue ?? new Decimal(0);
  return { rules: of.rules, scope: trade, value, quantity, executionCount, charges };
}

/** The notes of an order by date, each for that date's fills. */
class Notes {
  readonly byDay = new Map<number, ChargedNote>();
  readonly of: FeeSchedule;
  constructor(of: FeeSchedule) {
    this.of = of;
  }

  /** Issues or reissues the note of a day, or reverses it if `part` is undefined. */
  issue(day: number, part: Part | undefined): void {
    this.byDay.delete(day);
    if (part === undefined) return;
    const trade = { ...tradeOf([part], day), ofOrder: [...this.byDay.values()] };
    this.byDay.set(day, noteOf(this.of, trade, chargesOf(this.of, trade)));
  }

  charged(): bigint {
    return [...this.byDay.values()]
      .flatMap(({ charges }) => charges)
      .reduce((sum, { minor }) => sum + minor, 0n);
  }
}

const total = (of: FeeSchedule, trade: ChargeableTrade) =>
  totalCharges(chargesOf(of, trade), 'NGN').minor;

const isFalling = (of: FeeSchedule) => scheduleError(of)?.member.endsWith('/tiers') === true;
const rate = rateBelow(200_000);
const feeOf = (spans: readonly ChargeSpan[]) =>
  fc
    .record({
      base: bases,
      rate,
      rounding,
      min: bound(1_000),
      max: bound(3_000),
      per: fc.constantFrom(...spans),
    })
    .map(({ min, max, per, base, ...rule }): Partial<ChargeRule> => {
      const isOwn = base.kind === 'PER_ORDER' || base.kind === 'PER_CONTRACT_NOTE';
      return {
        ...rule,
        base,
        per: isOwn ? undefined : per,
        min: min ?? undefined,
        max: max === null || Number(max) < Number(min ?? 0) ? undefined : max,
      };
    });

const taxOf = (spans: readonly ChargeSpan[]) =>
  fc.record({
    code: fc.constant('VAT'),
    base: fc.constantFrom<ChargeBase>(
      { kind: 'EACH_LINE', codes: ['FEE'] },
      { kind: 'LINES', codes: ['FEE', 'LEVY'] },
    ),
    rate: percent.map((each) => ({ kind: 'PERCENT' as const, percent: each })),
    rounding,
    per: fc.constantFrom(...spans),
  });

const LEVY = { code: 'LEVY', rate: { kind: 'PERCENT', percent: '0.3' } } as const;

const partOf = (prices: readonly string[]) =>
  fc.record({
    quantity: fc.bigInt({ min: 1n, max: 2_000n }),
    price: fc.constantFrom(...prices),
  });
const partsOf = (prices: readonly string[]) =>
  fc.array(partOf(prices), { minLength: 1, maxLength: 6 });
const PRICES = ['25.00', '24.37', '0.01', '98.1234'];

describe('a rule per ORDER', () => {
  const schedules = fc
    .tuple(feeOf(['ORDER']), taxOf(['ORDER']))
    .filter(([fee]) => fee.base?.kind !== 'PER_CONTRACT_NOTE')
    .map(([fee, tax]) => schedule(fee, { ...LEVY, per: 'ORDER' }, tax))
    .filter((of) => !isFalling(of));

  it('charges the notes of random dates exactly what a single note would cost', () => {
    fc.assert(
      fc.property(schedules, partsOf(PRICES), (of, parts) => {
        assert.equal(scheduleError(of), undefined);
        const notes = new Notes(of);
        for (const [day, part] of parts.entries()) {
          notes.issue(day, part);
          assert.equal(notes.charged(), total(of, tradeOf(parts.slice(0, day + 1))));
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps that total when notes are issued again, in any sequence', () => {
    const steps = fc.array(fc.tuple(fc.nat({ max: 4 }), fc.option(partOf(PRICES))), {
      minLength: 3,
      maxLength: 14,
    });
    fc.assert(
      fc.property(schedules, steps, (of, changes) => {
        const notes = new Notes(of);
        const standing = new Map<number, Part>();
        for (const [day, part] of changes) {
          if (part === null) standing.delete(day);
          else standing.set(day, part);
          notes.issue(day, part ?? undefined);
          // If a note was reversed, the last remaining note takes over its charge.
          const last = [...standing.keys()].sort().at(-1);
          if (part === null && last !== undefined) notes.issue(last, standing.get(last));
          const expected = standing.size === 0 ? 0n : total(of, tradeOf([...standing.values()]));
          assert.equal(notes.charged(), expected);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('has its minimum of 1,000 once, and each later note pays the increase of the total', () => {
    const of = schedule({ per: 'ORDER', min: '1000' });
    const notes = new Notes(of);
    const day = (minor: string, at: number) => {
      const before = notes.charged();
      notes.issue(at, { quantity: 1n, price: minor });
      return notes.charged() - before;
    };
    assert.deepEqual(
      [day('40000.00', 0), day('30000.00', 1), day('45000.00', 2), day('100.50', 3)],
      [100_000n, 0n, 15_000n, 101n],
    );
  });

  it('starts again under other figures, but not under equal figures of a later version', () => {
    const of = schedule({ per: 'ORDER', min: '10' });
    const first = tradeOf([{ quantity: 1n, price: '100.00' }]);
    const earlier = noteOf(of, first, chargesOf(of, first));
    const next = { ...tradeOf([{ quantity: 1n, price: '100.00' }], 1), ofOrder: [earlier] };
    assert.equal(total(schedule({ per: 'ORDER', min: '10', label: 'Fee' }), next), 0n);
    assert.equal(total(schedule({ per: 'ORDER', min: '20' }), next), 2_000n);
  });
});

describe('a rule per DAY', () => {
  it('has its minimum, maximum and flat amount once over a customer’s notes of a day', () => {
    const of = schedule(
      { per: 'DAY', min: '1000', max: '2000' },
      { code: 'FLAT', base: { kind: 'PER_DAY' }, rate: { kind: 'FLAT', amount: '25' } },
    );
    const notes: ChargedNote[] = [];
    const charged = ['40000.00', '80000.00', '500000.00', '10000.00'].map((price) => {
      const trade = { ...tradeOf([{ quantity: 1n, price }]), ofDay: [...notes] };
      const lines = chargesOf(of, trade);
      notes.push(noteOf(of, trade, lines));
      return lines.map(({ amount }) => amount.minor);
    });
    assert.deepEqual(charged, [[100_000n, 2_500n], [20_000n], [80_000n], []]);
  });
});

describe('the maximum of an order', () => {
  it('is never less than the sum of its notes, and the rest covers later notes', () => {
    const fees = fc.tuple(feeOf(['ORDER', 'NOTE']), taxOf(['ORDER', 'NOTE']));
    const schedules = fees
      .map(([fee, tax]) => schedule(fee, LEVY, tax))
      .filter((of) => !isFalling(of));
    fc.assert(
      fc.property(schedules, partsOf(['25.00', '24.37']), fc.nat({ max: 3 }), (of, parts, more) => {
        const notes = new Notes(of);
        const left = [...parts];
        let most = mostOf(of, left, { notesMax: parts.length + more, notes });
        for (const [day, part] of parts.entries()) {
          const before = notes.charged();
          notes.issue(day, part);
          left.shift();
          const charged = notes.charged() - before;
          const rest = mostOf(of, left, { notesMax: parts.length + more - day - 1, notes });
          const worthMinor = decimalToMinor(worth(part), 'NGN', 'HALF_UP');
          assert.ok(
            worthMinor + charged + rest <= most,
            `${worthMinor} ${charged} ${rest} ${most}`,
          );
          most = rest;
        }
      }),
      { numRuns: RUNS * 3 },
    );
  });

  it('is that of one note if it can have only one', () => {
    fc.assert(
      fc.property(feeOf(['ORDER', 'NOTE']), partOf(PRICES), (fee, part) => {
        const rising = fee.rate?.kind !== 'WHOLE';
        const of = schedule(fee, LEVY);
        const trade = tradeOf([part]);
        if (rising) assert.equal(total(of, { ...trade, notesMax: 1 }), total(of, trade));
        else assert.ok(total(of, { ...trade, notesMax: 1 }) >= total(of, trade));
      }),
      { numRuns: RUNS },
    );
  });

  // Returns the value plus maximum charges, as held for a buy.
  function mostOf(
    of: FeeSchedule,
    parts: readonly Part[],
    { notesMax, notes }: { readonly notesMax: number; readonly notes: Notes },
  ): bigint {
    if (parts.length === 0) return 0n;
    const trade = { ...tradeOf(parts), notesMax, ofOrder: [...notes.byDay.values()] };
    return trade.consideration.minor + total(of, trade);
  }
});
