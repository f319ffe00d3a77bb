// Computes the income that the positions on a past date would receive from events that had been
// announced by then and whose ex-date came later.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { selectTaxed } from '../../asset/index.js';
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

/** A customer's securities and units at the end of a date. Short positions are not included. */
interface AnnouncedRequest {
  readonly customerId: bigint;
  readonly positions: ReadonlyMap<bigint, bigint>;
  readonly date: BusinessDate;
}

/** Returns the income without proceeds, under the option that applies without an election. */
export async function announcedIncomes(
  tx: Tx,
  { customerId, positions, date }: AnnouncedRequest,
): Promise<AnnouncedIncome[]> {
  const incomes: AnnouncedIncome[] = [];
  for (const event of await selectAnnounced(tx, [...positions.keys()], date)) {
    const terms = await loadTerms(tx, event);
    const quantity = positions.get(event.security_id) ?? 0n;
    const option = terms.options.find(({ takesRest }) => takesRest);
    if (option === undefined) continue;
    const holder = await holderOf(tx, { customerId, ...terms });
    const amounts = amountsOf(option, { quantity, costMinor: 0n }, { terms: terms.tax, holder });
    incomes.push({
      paymentDate: event.payment_date ?? event.ex_date,
      currency: option.currency,
      grossMinor: amounts.grossMinor - amounts.principalMinor,
      taxMinor: amounts.withheldMinor,
    });
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
  const exemptions = taxed?.tax_exemptions ?? [];
  return {
    payerClass: taxed?.payer_class ?? '',
    isExempt: exemptions.some(
      ({ from, to }) => from <= tax.taxDate && (to === null || to >= tax.taxDate),
    ),
  };
}
