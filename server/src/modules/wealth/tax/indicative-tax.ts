// Computes the possible tax on a chargeable gain by class of payer. For individuals it is an
// estimate, because the firm does not know their other income.

import { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor, minorToDecimal } from '../../../platform/money/money.js';
import type { CapitalGainsRule } from '../tax-rule/rule.js';

/**
 * RATE: one rate for every gain. GAIN_ALONE: the bands, assuming no other income. TOP_BAND: the
 * rate of the open band. OTHER_INCOME: the bands on top of other income given by the caller.
 */
export const TAX_BASES = ['RATE', 'GAIN_ALONE', 'TOP_BAND', 'OTHER_INCOME'] as const;

/** An amount of tax in minor units, and its assumptions. */
export interface IndicativeTax {
  readonly basis: (typeof TAX_BASES)[number];
  readonly taxMinor: bigint;
  readonly isEstimate: boolean;
}

type Rates = CapitalGainsRule['rates'];
type Bands = NonNullable<Rates[number]['bands']>;

/** A chargeable gain and the other income in the year, in minor units. */
interface ChargedIncome {
  readonly payerClass: string;
  readonly currency: string;
  readonly gainMinor: bigint;
  readonly otherIncomeMinor?: bigint | undefined;
}

/**
 * Returns the tax on a gain, rounded half-up once; undefined if there is no rate for the class of
 * payer.
 */
export function indicativeTax(rates: Rates, income: ChargedIncome): IndicativeTax[] {
  const rate = rates.find(({ payerClass }) => payerClass === income.payerClass);
  if (rate === undefined) return [];
  const { gainMinor, currency, otherIncomeMinor } = income;
  const gain = minorToDecimal(gainMinor, currency);
  const round = (tax: Decimal) => decimalToMinor(tax, currency, 'HALF_UP');
  const { percent, bands } = rate;
  if (percent !== undefined) {
    return [{ basis: 'RATE', taxMinor: round(percentOf(gain, percent)), isEstimate: false }];
  }
  if (bands === undefined) return [];
  const estimate = (basis: IndicativeTax['basis'], tax: Decimal) =>
    ({ basis, taxMinor: round(tax), isEstimate: true }) as const;
  const top = bands.at(-1)?.percent ?? new Decimal(0);
  const amounts = [
    estimate('GAIN_ALONE', bandedTax(gain, bands)),
    estimate('TOP_BAND', percentOf(gain, top)),
  ];
  if (otherIncomeMinor === undefined) return amounts;
  const other = minorToDecimal(otherIncomeMinor, currency);
  const more = bandedTax(other.plus(gain), bands).minus(bandedTax(other, bands));
  return [...amounts, estimate('OTHER_INCOME', more)];
}

// Each part of the income is taxed at the rate of its band. The last band has no upper limit.
function bandedTax(income: Decimal, bands: Bands): Decimal {
  let left = income;
  let tax = new Decimal(0);
  for (const { width, percent } of bands) {
    const part = width === undefined ? left : Decimal.min(left, width);
    tax = tax.plus(percentOf(part, percent));
    left = left.minus(part);
  }
  return tax;
}

function percentOf(amount: Decimal, percent: Decimal): Decimal {
  return amount.times(percent).dividedBy(100);
}
