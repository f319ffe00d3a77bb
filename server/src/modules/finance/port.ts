// The port through which finance uses modules that depend on it; the app passes it in.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Tx } from '../../platform/database/database.js';
import type { Money } from '../../platform/money/money.js';

/** A customer's income from which tax is withheld. */
interface TaxedIncome {
  readonly customerId: bigint;
  /** The class of the withholding tax rules, such as DIVIDEND. */
  readonly taxClass: string;
  readonly date: BusinessDate;
  readonly gross: Money;
}

export interface FinancePorts {
  /**
   * Returns the tax to withhold, zero for an exempt customer; undefined if no withholding tax rule
   * has the class.
   */
  readonly taxOnIncome: (tx: Tx, income: TaxedIncome) => Promise<Money | undefined>;
}
