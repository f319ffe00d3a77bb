// The rows of a tax pack about income: payments, withheld tax and its certificates, and trade
// charges.

import { groupedBy } from '../../../platform/collection/grouped.js';
import type { WithholdingRule } from '../../asset/index.js';
import type { AssetIncomeRow } from '../statement/queries.js';
import { sumOf } from '../tax/amount.js';
import type { DeductionRow } from '../withholding/queries.js';
import { rateOf, treatmentOf } from '../withholding/record.js';
import { amountText } from './gain-rows.js';
import type { CertificateOfYear } from './queries.js';
import { type PackRow, rowOf } from './table.js';

/** Returns income by date. */
export function incomeRows(income: readonly AssetIncomeRow[]): PackRow[] {
  const groups = groupedBy(income, ({ date, kind, currency }) => `${date} ${kind} ${currency}`);
  return [...groups.keys()].toSorted().flatMap((key) => {
    const rows = groups.get(key) ?? [];
    const [first] = rows;
    if (first === undefined) return [];
    const { date, kind, currency } = first;
    const gross = sumOf(rows.map(({ gross_minor: minor }) => minor));
    const tax = sumOf(rows.map(({ tax_minor: minor }) => minor));
    const amount = (minor: bigint) => amountText(minor, currency);
    return [
      rowOf({
        ...{ date, kind, currency },
        ...{ gross: amount(gross), tax: amount(tax), net: amount(gross - tax) },
      }),
    ];
  });
}

/** Returns deductions by date, with the number of the certificate or a note that it is missing. */
export function deductionRows(
  deductions: readonly DeductionRow[],
  rules: readonly WithholdingRule[],
): PackRow[] {
  return deductions.map((row) => {
    const amount = (minor: bigint) => amountText(minor, row.currency);
    return rowOf({
      date: row.paid_on,
      kind: row.kind,
      source: row.source,
      payer: row.payer,
      currency: row.currency,
      gross: amount(row.gross_minor),
      rate: rateOf(row, rules)?.toFixed(),
      tax: amount(row.tax_minor),
      treatment: treatmentOf(row, rules),
      certificate: row.certificate_number ?? 'missing',
      name: row.name,
    });
  });
}

/** Returns the certificates, sorted by number. */
export function certificateRows(certificates: readonly CertificateOfYear[]): PackRow[] {
  return certificates.map((row) =>
    rowOf({
      number: row.number,
      date: row.certificate_date,
      from: row.period_from,
      until: row.period_until,
      currency: row.currency,
      amount: amountText(row.tax_minor, row.currency),
    }),
  );
}

/** A kind of trade charge, in minor units. */
export interface Charge {
  readonly label: string;
  readonly currency: string;
  readonly minor: bigint;
}

/** Returns the charges of the year, one row for each kind. */
export function chargeRows(charges: readonly Charge[]): PackRow[] {
  const groups = groupedBy(charges, ({ label, currency }) => `${currency} ${label}`);
  return [...groups.keys()].toSorted().flatMap((key) => {
    const rows = groups.get(key) ?? [];
    const [first] = rows;
    if (first === undefined) return [];
    const { label: name, currency } = first;
    const minor = sumOf(rows.map((row) => row.minor));
    return [rowOf({ name, currency, amount: amountText(minor, currency) })];
  });
}
