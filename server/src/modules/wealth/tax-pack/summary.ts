// Computes the summary of a tax pack.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { YearComputation } from '../tax/computation.js';
import type { IndicativeTax } from '../tax/indicative-tax.js';
import type { SecurityDisposal } from '../tax/load.js';
import type { PackState, PackTotal } from './content.js';
import { amountText } from './gain-rows.js';
import { type PackRow, rowOf } from './table.js';

/** The data for a summary. */
interface Summarised {
  readonly state: PackState;
  readonly asAt: BusinessDate;
  readonly payerClass: string;
  readonly computations: readonly YearComputation<SecurityDisposal>[];
  readonly totals: readonly PackTotal[];
}

/** Returns the rows of the summary: state, tax on gains, and sums by currency. */
export function summaryRows(of: Summarised): PackRow[] {
  return [
    rowOf({ item: 'State', note: `${of.state}: ${STATE_NOTES[of.state]}` }),
    rowOf({ item: 'As at', note: of.asAt }),
    rowOf({ item: 'Class of payer', note: of.payerClass }),
    ...of.computations.flatMap(classRows),
    ...of.totals.flatMap(totalRows),
  ];
}

const STATE_NOTES: Readonly<Record<PackState, string>> = {
  DRAFT: 'the year is not over',
  PROVISIONAL: 'disposals in the next twelve months can make gains of this year chargeable',
  FINAL: 'the year is closed, and later disposals cannot change it',
};

function classRows(of: YearComputation<SecurityDisposal>): PackRow[] {
  const { rule, isExempt, carried, tax, unknownGains } = of;
  const { name, currency } = rule;
  const row = (item: string, minor: bigint, note = '') =>
    rowOf({ item: `${name}: ${item}`, currency, amount: amountText(minor, currency), note });
  return [
    row('gains of chargeable disposals', of.gainMinor),
    row('losses of chargeable disposals', of.lossMinor),
    row('relieved by reinvestment', of.relievedMinor),
    row('losses of the year used', of.lossUsedMinor),
    row('losses of earlier years used', of.carriedUsedMinor),
    row('chargeable gain', of.chargeableMinor, isExempt ? 'the payer is exempt' : ''),
    ...carried.map(({ year, lossMinor }) => row(`loss carried from ${year}`, lossMinor)),
    ...tax.map(({ basis, taxMinor, isEstimate }) =>
      row(BASES[basis], taxMinor, isEstimate ? 'an estimate, because other income is unknown' : ''),
    ),
    ...(unknownGains === 0
      ? []
      : [
          rowOf({
            item: `${name}: disposals with unknown gain`,
            note: `${unknownGains}, not included in any sum`,
          }),
        ]),
  ];
}

const BASES: Readonly<Record<IndicativeTax['basis'], string>> = {
  RATE: 'indicative tax at the rate',
  GAIN_ALONE: 'indicative tax on the gain alone',
  TOP_BAND: 'indicative tax at the highest rate',
  OTHER_INCOME: 'indicative tax on top of other income',
};

function totalRows({ currency, ...sums }: PackTotal): PackRow[] {
  const row = (item: string, amount: string) => rowOf({ item, currency, amount });
  return [
    row('Proceeds of all disposals', sums.proceeds),
    row('Income before tax', sums.income),
    row('Tax withheld', sums.withheld),
    row('Tax with a certificate', sums.certified),
    row('Tax without a certificate', sums.missing),
    row('Charges and duties on trades', sums.charges),
    row('Value of positions', sums.value),
  ];
}
