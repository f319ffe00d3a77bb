// The dated table of withholding tax: what is withheld from a payment of some class to some payer.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { selectWithholdingRules } from './queries.js';
import { type WithholdingRule, withholdingRulesFor } from './withholding-tax.js';

/** What tax depends on; without `tax_class` the payment is exempt. */
export interface Taxed {
  readonly tax_class: string | null;
  readonly payer_class: string;
  /** Classes of payers that the product exempts. */
  readonly tax_exempt_payers?: readonly string[];
  /** When the customer is exempt; dates are inclusive, and a last one may be open. */
  readonly tax_exemptions?: readonly Exemption[];
}

/** A span of days in which a customer is exempt. */
export interface Exemption {
  readonly from: BusinessDate;
  readonly to: BusinessDate | null;
}

/** The whole table; small, so that one read serves a request. */
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

/** The rules for a payment on a date; none where the type is exempt. */
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
 * Whether a rule of withholding tax knows the class. One that none knows would exempt a product by
 * a slip of the pen.
 */
export async function isTaxClass(tx: Tx, name: string): Promise<boolean> {
  const rules = await withholdingRules(tx);
  return rules.some((rule) => rule.instrumentClass === name);
}
