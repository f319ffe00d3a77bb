// The dated table of withholding tax: what is withheld from a payment of some class to some payer.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../platform/database/database.js';
import type { Decimal } from '../../platform/money/decimal.js';
import { selectWithholdingRules } from './queries.js';
import { type WithholdingRule, withholdingRulesFor } from './withholding-tax.js';

export interface WithholdingRuleRow {
  readonly tax_code: string;
  readonly instrument_class: string;
  readonly payer_class: string | null;
  readonly percent: Decimal;
  readonly is_final: boolean;
  readonly valid_from: BusinessDate | null;
  readonly valid_to: BusinessDate | null;
}

/** What tax depends on; without `tax_class` the payment is exempt. */
export interface Taxed {
  readonly tax_class: string | null;
  readonly payer_class: string;
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
  if (taxed.tax_class === null) return [];
  return withholdingRulesFor(rules, {
    instrumentClass: taxed.tax_class,
    payerClass: taxed.payer_class,
    paymentDate,
  });
}
