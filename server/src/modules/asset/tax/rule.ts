// Selects the withholding tax rules that apply to a payment.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { selectWithholdingRules } from './queries.js';
import { type WithholdingRule, withholdingRulesFor } from './withholding-tax.js';

/** The inputs for the tax on a payment. Without `tax_class`, the payment is exempt. */
export interface Taxed {
  readonly tax_class: string | null;
  readonly payer_class: string;
  /** Payer classes that the product exempts from tax. */
  readonly tax_exempt_payers?: readonly string[];
  /** The customer's exempt periods. Dates are inclusive; a missing end date means no end. */
  readonly tax_exemptions?: readonly Exemption[];
}

/** A period in which a customer is exempt. */
export interface Exemption {
  readonly from: BusinessDate;
  readonly to: BusinessDate | null;
}

/** Reads all rules. There are few, so every request can read them all. */
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

/** Returns the rules for a payment on a date, or an empty list if the payment is exempt. */
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

/** Returns whether the customer or the product is exempt from tax on a payment. */
export function isExempt(taxed: Taxed, paymentDate: BusinessDate): boolean {
  if (taxed.tax_exempt_payers?.includes(taxed.payer_class)) return true;
  const spans = taxed.tax_exemptions ?? [];
  return spans.some(({ from, to }) => from <= paymentDate && (to === null || paymentDate <= to));
}

/**
 * Returns whether any withholding tax rule has the class. With a misspelt class, a product would be
 * exempt by mistake.
 */
export async function isTaxClass(tx: Tx, name: string): Promise<boolean> {
  const rules = await withholdingRules(tx);
  return rules.some((rule) => rule.instrumentClass === name);
}
