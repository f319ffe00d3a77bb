// Computes the expected income of positions held on a past date, from events that were announced by
// that date and have a later ex-date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { isExempt, selectTaxed } from '../../asset/index.js';
import { loadTerms } from '../entitlement/terms.js';
import { amountsOf } from '../rule/amount.js';
import { selectAnnounced } from './queries.js';

/** Income in minor units, with the tax withheld from it. */
interface AnnouncedIncome {
  readonly paymentDate: BusinessDate;
  readonly currency: string;
  readonly grossMinor: bigint;
  readonly taxMinor: bigint;
}

/** Units of one security in one portfolio. */
interface HeldUnits {
  readonly securityId: bigint;
  readonly quantity: bigint;
}

/** A customer's positions at the end of a date, excluding short positions. */
interface AnnouncedRequest {
  readonly customerId: bigint;
  readonly positions: readonly HeldUnits[];
  readonly date: BusinessDate;
}

/**
 * Returns the income, excluding proceeds, under the option that applies if no election is made.
 * Entitlements are computed and rounded separately for each portfolio.
 */
export async function announcedIncomes(
  tx: Tx,
  { customerId, positions, date }: AnnouncedRequest,
): Promise<AnnouncedIncome[]> {
  const incomes: AnnouncedIncome[] = [];
  const securityIds = positions.map(({ securityId }) => securityId);
  for (const event of await selectAnnounced(tx, securityIds, date)) {
    const terms = await loadTerms(tx, event);
    const option = terms.options.find(({ takesRest }) => takesRest);
    if (option === undefined) continue;
    const tax = { terms: terms.tax, holder: await holderOf(tx, { customerId, ...terms }) };
    for (const { quantity } of positions.filter((each) => each.securityId === event.security_id)) {
      const amounts = amountsOf(option, { quantity, costMinor: 0n }, tax);
      incomes.push({
        paymentDate: event.payment_date ?? event.ex_date,
        currency: option.currency,
        grossMinor: amounts.grossMinor - amounts.principalMinor,
        taxMinor: amounts.withheldMinor,
      });
    }
  }
  return incomes.filter(({ grossMinor }) => grossMinor > 0n);
}

async function holderOf(
  tx: Tx,
  tax: {
    readonly customerId: bigint;
    readonly taxClass: string | null;
    readonly taxDate: BusinessDate;
  },
): Promise<{ payerClass: string; isExempt: boolean }> {
  const classes = tax.taxClass === null ? [] : [tax.taxClass];
  const [taxed] = await selectTaxed(tx, [tax.customerId], classes);
  return {
    payerClass: taxed?.payer_class ?? '',
    isExempt: taxed !== undefined && isExempt(taxed, tax.taxDate),
  };
}
