// Options of corporate actions and positions, for tests of entitlements.

import type { EventOptionRow } from '../../../src/modules/custody/record/queries.js';
import {
  amountsOf,
  type EffectMove,
  type EntitlementAmounts,
  movesOf,
  type TaxTerms,
} from '../../../src/modules/custody/rule/amount.js';
import { effectTerms } from '../../../src/modules/custody/rule/effect.js';
import type { EventKind } from '../../../src/modules/custody/rule/kind.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

/** The terms of an option, with rates and prices as decimal text. */
export interface OptionTerms {
  readonly cashPerUnit?: string;
  readonly units?: readonly [bigint, bigint];
  readonly newSecurity?: bigint;
  readonly costPercent?: string;
  readonly firstDayPrice?: string;
  readonly exPrice?: string;
  readonly price?: string;
  readonly pricePer100?: string;
  readonly percent?: string;
  readonly fractionPrice?: string;
  readonly type?: EventOptionRow['type'];
  readonly fractions?: EventOptionRow['fractions'];
}

/** A position of a holder, with its cost as decimal text. */
export interface HolderPosition {
  readonly quantity: bigint;
  readonly cost?: string;
  readonly isExempt?: boolean;
  readonly payerClass?: string;
}

export const TEN_PERCENT: TaxTerms = {
  withheldBy: 'ISSUER',
  issuerExempts: false,
  rules: [{ taxCode: 'WHT', instrumentClass: 'DIVIDEND', percent: '10', isFinal: false }],
};
export const UNTAXED: TaxTerms = { ...TEN_PERCENT, rules: [] };

const OWN_SECURITY = 1n;

/** Builds the row of an option. */
export function optionRow(terms: OptionTerms): EventOptionRow {
  const decimal = (text: string | undefined) => (text === undefined ? null : new Decimal(text));
  return {
    corporate_action_id: 1n,
    number: 1,
    type: terms.type ?? (terms.units === undefined ? 'CASH' : 'SECU'),
    is_default: true,
    cash_per_unit: decimal(terms.cashPerUnit),
    currency: 'NGN',
    new_units: terms.units?.[0] ?? null,
    old_units: terms.units?.[1] ?? null,
    new_security_id: terms.newSecurity ?? null,
    cost_percent: decimal(terms.costPercent),
    first_day_price: decimal(terms.firstDayPrice),
    ex_price: decimal(terms.exPrice),
    price: decimal(terms.price),
    price_per_100: decimal(terms.pricePer100),
    percent: decimal(terms.percent),
    fractions: terms.fractions ?? (terms.fractionPrice === undefined ? 'RDDN' : 'CINL'),
    fraction_price: decimal(terms.fractionPrice),
    available_date: null,
  };
}

/** Computes a position's entitlement and movements under an option of an event. */
export function entitle(
  kind: EventKind,
  option: OptionTerms,
  given: {
    readonly position: HolderPosition;
    readonly tax?: TaxTerms;
    readonly faceValue?: string;
  },
): { readonly amounts: EntitlementAmounts; readonly moves: readonly EffectMove[] } {
  const { position, tax = UNTAXED, faceValue } = given;
  const security = {
    id: OWN_SECURITY,
    currency: 'NGN',
    face_value: faceValue === undefined ? null : new Decimal(faceValue),
  };
  const terms = effectTerms({ kind, ex_price: null }, optionRow(option), security);
  if (terms === undefined) throw new Error(`${kind} has no effect`);
  const costMinor = BigInt(new Decimal(position.cost ?? '0').times(100).toFixed(0));
  const amounts = amountsOf(
    terms,
    { quantity: position.quantity, costMinor },
    {
      terms: tax,
      holder: {
        payerClass: position.payerClass ?? 'INDIVIDUAL',
        isExempt: position.isExempt ?? false,
      },
    },
  );
  const pendingUnits = terms.isPending && amounts.newUnits > 0n ? amounts.newUnits : 0n;
  const entitled = { ...amounts, eligibleQuantity: position.quantity, pendingUnits };
  return { amounts, moves: movesOf(terms, entitled) };
}

/** Sums a leg of movements: units, cost and gain in minor units. */
export function sumOfLeg(moves: readonly EffectMove[], leg: 'OWN' | 'NEW') {
  const sum = { units: 0n, cost: 0n, gain: 0n };
  for (const move of moves.filter((one) => one.leg === leg)) {
    sum.units += move.quantity;
    sum.cost += move.costMinor;
    sum.gain += move.gainMinor;
  }
  return sum;
}
