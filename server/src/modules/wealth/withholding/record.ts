// Converts deductions to API records.

import {
  addMonths,
  type BusinessDate,
  dateOf,
  monthOf,
  yearOf,
} from '../../../platform/calendar/business-date.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { roundTo } from '../../../platform/money/rounding.js';
import { rulesOn, type WithholdingRule, withholdingTax } from '../../asset/index.js';
import { TAX } from '../limits.js';
import type { DeductionRow, DeductionSum } from './queries.js';

/**
 * Returns the record of a deduction. The rules in force on its date determine its rate and whether
 * it is final.
 */
export function deductionRecord(row: DeductionRow, rules: readonly WithholdingRule[]): object {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    name: row.name,
    kind: row.kind,
    date: row.paid_on,
    customerId: row.customer_id,
    customerName: row.customer_name,
    customerLabel: row.customer_label,
    taxClass: row.tax_class ?? undefined,
    source: row.source,
    payer: row.payer,
    currency: row.currency,
    gross: amount(row.gross_minor),
    rate: rateOf(row, rules),
    tax: amount(row.tax_minor),
    treatment: treatmentOf(row, rules),
    remitBy: remitDate(row.paid_on),
    journalId: row.journal_id ?? undefined,
    certificateId: row.certificate_id ?? undefined,
    certificateNumber: row.certificate_number ?? undefined,
  };
}

function appliedTo(row: DeductionRow, rules: readonly WithholdingRule[]) {
  const { tax_class, payer_class, exemptions: tax_exemptions } = row;
  return rulesOn(rules, { tax_class, payer_class, tax_exemptions }, row.paid_on);
}

/** Returns whether the tax of a deduction is final, under the rules in force on its date. */
export function treatmentOf(
  row: DeductionRow,
  rules: readonly WithholdingRule[],
): 'FINAL' | 'CREDIT' {
  const applied = appliedTo(row, rules);
  return applied.length > 0 && applied.every(({ isFinal }) => isFinal) ? 'FINAL' : 'CREDIT';
}

/**
 * Returns the rate in the rules if it results in this tax, or else the withheld tax as a percentage
 * of the gross amount.
 */
export function rateOf(row: DeductionRow, rules: readonly WithholdingRule[]): Decimal | undefined {
  const applied = appliedTo(row, rules);
  const gross = { minor: row.gross_minor, currency: row.currency };
  if (applied.length > 0 && withholdingTax(gross, applied).minor === row.tax_minor) {
    return applied.reduce(
      (sum, { percent }) => sum.plus(percent),
      minorToDecimal(0n, row.currency),
    );
  }
  if (row.gross_minor === 0n) return undefined;
  const { currency } = row;
  const part = minorToDecimal(row.tax_minor, currency).times(100);
  const exact = part.dividedBy(minorToDecimal(row.gross_minor, currency));
  return roundTo(exact, TAX.rateDecimals, 'HALF_UP');
}

function remitDate(paidOn: BusinessDate): BusinessDate {
  const next = addMonths(dateOf(yearOf(paidOn), monthOf(paidOn), 1), 1);
  return dateOf(yearOf(next), monthOf(next), TAX.remitDay);
}

/** Returns the API record of the deduction totals in one currency. */
export function deductionSumRecord(sum: DeductionSum): object {
  const amount = (minor: bigint) => minorToDecimal(minor, sum.currency);
  return {
    currency: sum.currency,
    count: sum.count,
    gross: amount(sum.gross_minor),
    tax: amount(sum.tax_minor),
    certified: amount(sum.certified_minor),
    missing: amount(sum.tax_minor - sum.certified_minor),
  };
}
