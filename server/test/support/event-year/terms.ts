// Random terms of corporate actions of every kind, in the form of a proposal and in the model's
// form.

import type { Random } from '../../../src/exchanges/simulator/random.js';
import { isinCheckDigit } from '../../../src/modules/market/index.js';
import type { OptionModel } from './model.js';

/** A security by its code and its id. */
export interface Listed {
  readonly name: string;
  readonly id: bigint;
}

/** The securities in the terms: the security itself, another security for new units, and rights. */
export interface Subject {
  readonly security: Listed;
  readonly other: Listed;
  readonly right: Listed | undefined;
}

/** An event's options, on the wire and in the model. */
export interface Options {
  readonly wire: readonly object[];
  readonly model: readonly OptionModel[];
}

type Draw = (random: Random, subject: Subject) => Options;

/** How events of a kind are simulated. */
export interface KindPlan {
  readonly kind: string;
  readonly options: Draw;
  /** Members of the event other than its dates. */
  readonly members?: (random: Random, subject: Subject) => object;
  /** True if holders choose until a deadline. */
  readonly hasChoice?: boolean;
  /** True if units move on the payment date. */
  readonly movesWhenPaid?: boolean;
  /** True if the income is taxed as a dividend. */
  readonly isTaxed?: boolean;
  /** True if the event has no payment date. */
  readonly isUnpaid?: boolean;
  /**
   * True if the event needs a separate security, because it ends the security or puts units on
   * hold.
   */
  readonly isAlone?: boolean;
  /** The deviations that may occur, chosen at random. */
  readonly fates: readonly Fate[];
}

/** Ways in which an event deviates from its normal course. */
export type Fate = 'CORRECTED' | 'CANCELLED' | 'LATE' | 'EXTENDED' | 'POSTPONED';

const EVERY: readonly Fate[] = ['CORRECTED', 'CANCELLED', 'LATE', 'POSTPONED'];
const CHOSEN: readonly Fate[] = ['CORRECTED', 'CANCELLED', 'EXTENDED'];

function rate(random: Random): string {
  return `${random.between(0, 1)}.${String(random.between(1, 999)).padStart(3, '0')}`;
}

function ratio(random: Random, most = 9): readonly [number, number] {
  return [random.between(1, 3), random.between(4, most)];
}

const wireRatio = ([newUnits, oldUnits]: readonly [number, number]) => ({ newUnits, oldUnits });

const numbered = (options: readonly object[]) =>
  options.map((option, index) => ({ number: index + 1, ...option }));

const cash = (random: Random): Options => {
  const income = rate(random);
  return {
    wire: numbered([{ type: 'CASH', isDefault: true, cashPerUnit: Number(income) }]),
    model: [{ number: 1, takesRest: true, income }],
  };
};

const capital = (random: Random): Options => {
  const principal = rate(random);
  return {
    wire: numbered([{ type: 'CASH', isDefault: true, cashPerUnit: Number(principal) }]),
    model: [{ number: 1, takesRest: true, principal }],
  };
};

/** New units for old ones, half of the time with cash in lieu of fractions. */
function units(pair: readonly [number, number], random: Random, leaves?: string): Options {
  const price = random.percent(50) ? `${random.between(9, 40)}.35` : undefined;
  const fractions = price === undefined ? {} : { fractions: 'CINL', fractionPrice: Number(price) };
  return {
    wire: numbered([{ type: 'SECU', isDefault: true, ...wireRatio(pair), ...fractions }]),
    model: [
      {
        ...{ number: 1, takesRest: true, ratio: pair },
        ...(price === undefined ? {} : { fractionPrice: price }),
        ...(leaves === undefined ? {} : { leaves }),
      },
    ],
  };
}

const inUnits: Draw = (random) => {
  const [income, pair] = [rate(random), ratio(random, 20)];
  const option = { type: 'SECU', isDefault: true, ...wireRatio(pair), cashPerUnit: Number(income) };
  return {
    wire: numbered([option]),
    model: [{ number: 1, takesRest: true, income, ratio: pair, isInKind: true }],
  };
};

const cashOrUnits = (isUnitsDefault: boolean): Draw => {
  return (random) => {
    const [income, price] = [rate(random), `${random.between(11, 40)}.${random.between(10, 99)}`];
    const cashPerUnit = Number(income);
    return {
      wire: numbered([
        { type: 'CASH', isDefault: !isUnitsDefault, cashPerUnit },
        { type: 'SECU', isDefault: isUnitsDefault, cashPerUnit, price: Number(price) },
      ]),
      model: [
        { number: 1, takesRest: !isUnitsDefault, income },
        { number: 2, takesRest: isUnitsDefault, income, price },
      ],
    };
  };
};

const rights: Draw = (random, { right }) => {
  const pair = ratio(random);
  const price = random.between(5, 9);
  const distributed = { type: 'SECU', ...wireRatio(pair), newSecurityName: right?.name };
  return {
    wire: numbered([
      { ...distributed, costPercent: random.between(2, 15) },
      { type: 'EXER', price },
      { type: 'OVER', price: price + 1 },
      { type: 'LAPS', isDefault: true },
    ]),
    model: [{ number: 1, takesRest: true, ratio: pair, ...otherOf(right) }],
  };
};

function otherOf(listed: Listed | undefined): { readonly other?: bigint } {
  return listed === undefined ? {} : { other: listed.id };
}

const merger: Draw = (random, { other }) => {
  const [pair, principal] = [ratio(random), rate(random)];
  const option = { type: 'CASE', isDefault: true, ...wireRatio(pair), newSecurityName: other.name };
  return {
    wire: numbered([{ ...option, cashPerUnit: Number(principal), exPrice: 12.5 }]),
    model: [{ number: 1, takesRest: true, principal, leaves: '100', ratio: pair, other: other.id }],
  };
};

const tender: Draw = (random) => {
  const principal = `${random.between(12, 20)}.75`;
  const percent = random.percent(50) ? `${random.between(30, 90)}.5` : undefined;
  const part = percent === undefined ? {} : { percent: Number(percent) };
  return {
    wire: numbered([
      { type: 'CASH', cashPerUnit: Number(principal), ...part },
      { type: 'NOAC', isDefault: true },
    ]),
    model: [{ number: 1, takesRest: false, principal, leaves: percent ?? '100' }],
  };
};

const spinOff: Draw = (random, { other }) => {
  const pair = ratio(random);
  const option = { type: 'SECU', isDefault: true, ...wireRatio(pair), newSecurityName: other.name };
  return {
    wire: numbered([{ ...option, costPercent: random.between(5, 40) }]),
    model: [{ number: 1, takesRest: true, ratio: pair, other: other.id }],
  };
};

const exchange: Draw = (random, { other }) => {
  const pair = ratio(random);
  return {
    wire: numbered([
      { type: 'SECU', ...wireRatio(pair), newSecurityName: other.name },
      { type: 'NOAC', isDefault: true },
    ]),
    model: [{ number: 1, takesRest: false, leaves: '100', ratio: pair, other: other.id }],
  };
};

const nothing: Draw = () => ({ wire: [], model: [] });

const taxed = (random: Random) => ({
  withheldBy: random.percent(50) ? 'ISSUER' : 'FIRM',
  issuerExempts: random.percent(30),
});

const worthless: Draw = () => ({
  wire: [],
  model: [{ number: 1, takesRest: true, leaves: '100' }],
});

// A new code, a new ISIN and a new name, at least one of them.
const renamed = (random: Random) => {
  const number = random.between(1_000, 9_999);
  const body = `NGSIM${number}00`;
  const changes = random.between(1, 7);
  return {
    ...(changes % 2 === 1 && { newName: `NEW${number}` }),
    ...(changes % 4 >= 2 && { newIsin: `${body}${isinCheckDigit(body)}` }),
    ...(changes >= 4 && { newLabel: `Renamed ${number}` }),
  };
};

/** The kinds of events for shares. Bond events result from the bonds' terms. */
export const KIND_PLANS: readonly KindPlan[] = [
  { kind: 'DVCA', options: cash, members: taxed, isTaxed: true, fates: EVERY },
  {
    ...{ kind: 'DVOP', options: cashOrUnits(false), members: taxed, isTaxed: true },
    ...{ hasChoice: true, movesWhenPaid: true, fates: CHOSEN },
  },
  {
    kind: 'BONU',
    options: (random) => units(ratio(random), random),
    fates: EVERY,
  },
  {
    kind: 'RHTS',
    options: rights,
    hasChoice: true,
    isUnpaid: true,
    fates: ['LATE', 'EXTENDED', 'CANCELLED'],
  },
  { kind: 'MRGR', options: merger, isAlone: true, fates: EVERY },
  {
    kind: 'TEND',
    options: tender,
    ...{ hasChoice: true, movesWhenPaid: true },
    fates: ['CANCELLED', 'EXTENDED'],
  },
  {
    kind: 'CHAN',
    options: nothing,
    members: renamed,
    ...{ isUnpaid: true, isAlone: true, fates: ['LATE'] },
  },
  {
    ...{ kind: 'SPLF', options: (random) => units([random.between(4, 9), 3], random, '100') },
    fates: EVERY,
  },
  { kind: 'DVSE', options: inUnits, members: taxed, isTaxed: true, fates: EVERY },
  {
    ...{ kind: 'DRIP', options: cashOrUnits(true), members: taxed, isTaxed: true },
    ...{ hasChoice: true, movesWhenPaid: true, fates: CHOSEN },
  },
  {
    ...{ kind: 'SPLR', options: (random) => units(ratio(random, 5), random, '100') },
    fates: ['CANCELLED', 'LATE'],
  },
  { kind: 'SOFF', options: spinOff, fates: EVERY },
  { kind: 'CAPD', options: capital, fates: EVERY },
  {
    ...{ kind: 'EXOF', options: exchange, hasChoice: true },
    fates: ['CANCELLED', 'EXTENDED'],
  },
  { kind: 'LIQU', options: capital, isAlone: true, fates: EVERY },
  { kind: 'WRTH', options: worthless, isUnpaid: true, isAlone: true, fates: ['CANCELLED', 'LATE'] },
  { kind: 'DLST', options: nothing, isUnpaid: true, isAlone: true, fates: ['LATE'] },
];
