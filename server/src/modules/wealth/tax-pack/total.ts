// Computes the sums of a tax pack by currency.

import { type DisposalByMethod, disposalBy } from '../gain/disposal.js';
import type { AssetIncomeRow } from '../statement/queries.js';
import type { YearComputation } from '../tax/computation.js';
import type { SecurityDisposal } from '../tax/load.js';
import type { DeductionRow } from '../withholding/queries.js';
import type { PackTotal } from './content.js';
import { amountText } from './gain-rows.js';
import type { Charge } from './income-rows.js';
import type { PackPosition } from './position.js';

/** The amounts to add up. */
interface Summed {
  readonly disposals: readonly DisposalByMethod[];
  readonly computations: readonly YearComputation<SecurityDisposal>[];
  readonly income: readonly AssetIncomeRow[];
  readonly deductions: readonly DeductionRow[];
  readonly charges: readonly Charge[];
  readonly positions: readonly PackPosition[];
}

type Sum = Exclude<keyof PackTotal, 'currency'>;

/** Returns the sums, by currency. */
export function totalsOf(of: Summed): PackTotal[] {
  const sums = new Map<string, Map<Sum, bigint>>();
  const add = (currency: string, sum: Sum, minor: bigint) => {
    const own = sums.get(currency) ?? new Map<Sum, bigint>();
    sums.set(currency, own.set(sum, (own.get(sum) ?? 0n) + minor));
  };
  for (const each of of.disposals) {
    add(each.currency, 'proceeds', disposalBy(each, 'AVERAGE').proceedsMinor);
  }
  for (const each of of.computations) addTax(each, add);
  for (const { currency, gross_minor: minor } of of.income) add(currency, 'income', minor);
  for (const { currency, tax_minor: minor, certificate_id: certificate } of of.deductions) {
    add(currency, 'withheld', minor);
    add(currency, certificate === null ? 'missing' : 'certified', minor);
  }
  for (const { currency, minor } of of.charges) add(currency, 'charges', minor);
  for (const { line, valueMinor = 0n } of of.positions) add(line.currency, 'value', valueMinor);
  return [...sums.keys()].toSorted().map((currency) => {
    const own = sums.get(currency);
    const amount = (sum: Sum) => amountText(own?.get(sum) ?? 0n, currency) ?? '0';
    return {
      currency,
      proceeds: amount('proceeds'),
      gains: amount('gains'),
      losses: amount('losses'),
      relieved: amount('relieved'),
      chargeableGain: amount('chargeableGain'),
      indicativeTax: amount('indicativeTax'),
      income: amount('income'),
      withheld: amount('withheld'),
      certified: amount('certified'),
      missing: amount('missing'),
      charges: amount('charges'),
      value: amount('value'),
    };
  });
}

// The first indicative tax of a year is calculated at the flat rate or, if the rule has bands, by
// the bands on the gain alone.
function addTax(
  of: YearComputation<SecurityDisposal>,
  add: (currency: string, sum: Sum, minor: bigint) => void,
): void {
  const { currency } = of.rule;
  add(currency, 'gains', of.gainMinor);
  add(currency, 'losses', of.lossMinor);
  add(currency, 'relieved', of.relievedMinor);
  add(currency, 'chargeableGain', of.chargeableMinor);
  add(currency, 'indicativeTax', of.tax[0]?.taxMinor ?? 0n);
}
