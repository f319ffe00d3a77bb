// Selects the withholding tax rules that apply to a payment.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { selectWithholdingRules } from './queries.js';
import { type WithholdingRule, withholdingRulesFor } from './withholding-tax.js';

/** The inputs to the tax on a payment; without `tax_class` the payment is exempt. */
export interface Taxed {
  readonly tax_class: string | null;
  readonly payer_class: string;
  /** Payer classes that the product exempts from tax. */
  readonly tax_exempt_payers?: readonly string[];
  /** When the customer is exempt. Dates are inclusive, and the end date may be absent. */
  readonly tax_exemptions?: readonly Exemption[];
}

/** A period in which a customer is exempt. */
export interface Exemption {
  readonly from: BusinessDate;
  readonly to: BusinessDate | null;
}

/** Reads all rules. There are few enough to read them on every request. */
export async function withholdingRules(on: Database | Tx): Promise<readonly WithholdingRule[]> {
  return (await selectWithholdingRules(on)).map((row) => ({
    taxCode: row.tax_code,
    instrumentClass: row.instrument_class,
    percent: row.percent.toFixed(),
    isFinal: row.is_final,
    ...(row.payer_class === null ? {} : { payerClass: row.payer_class }),
    ...(row.valid_from === null ? {} : { validFrom: row.valid_from }),
    ...(row.valid_to === null ? {} : { validTo: row.valid_to }),
  }));
}

/** Returns the rules for a payment on a date; none if the payment is exempt. */
export function rulesOn(
  rules: readonly WithholdingRule[],
  taxed: Taxed,
  paymentDate: BusinessDate,
): WithholdingRule[] {
  if (taxed.tax_class === null || isExempt(taxed, paymentDate)) return [];
  return withholdingRulesFor(rules, {
    instrumentClass: taxed.tax_class,
    payerClass: taxed.payer_class,
    paymentDate,
  });
}

function isExempt(taxed: Taxed, paymentDate: BusinessDate): boolean {
  if (taxed.tax_exempt_payers?.includes(taxed.payer_class)) return true;
  const spans = taxed.tax_exemptions ?? [];
  return spans.some(({ from, to }) => from <= paymentDate && (to === null || paymentDate <= to));
}

/**
 * Returns whether any withholding tax rule has the class. A misspelt class would exempt a product
 * by mistake.
 */
export async function isTaxClass(tx: Tx, name: string): Promise<boolean> {
  const rules = await withholdingRules(tx);
  return rules.some((rule) => rule.instrumentClass === name);
}
