// The tax to withhold from customers' income that other modules book.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Money } from '../../../platform/money/money.js';
import { selectTaxed } from './queries.js';
import { rulesOn, withholdingRules } from './rule.js';
import { withholdingTax } from './withholding-tax.js';

/** A customer's income and its tax class. */
interface TaxedIncome {
  readonly customerId: bigint;
  readonly taxClass: string;
  readonly date: BusinessDate;
  readonly gross: Money;
}

/**
 * Returns the tax on income under the rules in force on its date, after the customer's exemptions.
 * Returns undefined if the class has no rules.
 */
export async function taxOnIncome(
  tx: Tx,
  { customerId, taxClass, date, gross }: TaxedIncome,
): Promise<Money | undefined> {
  const rules = await withholdingRules(tx);
  if (!rules.some(({ instrumentClass }) => instrumentClass === taxClass)) return undefined;
  const [taxed] = await selectTaxed(tx, [customerId], [taxClass]);
  return taxed && withholdingTax(gross, rulesOn(rules, taxed, date));
}
