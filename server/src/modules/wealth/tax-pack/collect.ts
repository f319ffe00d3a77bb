// Collects the content of a tax pack: the sender, the recipient, and the figures.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { maskedText } from '../../../platform/http/shape/data-class.js';
import { findCustomer, senderOf } from '../../party/index.js';
import { selectHolder } from '../statement/queries.js';
import { type PayerRow, selectPayer } from '../tax/queries.js';
import type { TaxYear } from '../tax-rule/rule.js';
import type { OwnerRow } from '../valuation/queries.js';
import type { PackContent } from './content.js';
import { collectFigures } from './figures.js';

/** The customer, the year and the time of a pack to collect. */
interface ContentRequest {
  readonly customer: OwnerRow;
  readonly yearOf: (payer: PayerRow) => TaxYear;
  readonly today: BusinessDate;
  readonly at: Instant;
}

/** Collects the content of a pack without a number. */
export async function contentOf(
  { tx, context }: { readonly tx: Tx; readonly context: Context },
  { customer, yearOf, today, at }: ContentRequest,
): Promise<PackContent> {
  const id = customer.customer_id;
  const sender = await senderOf(tx, customer.office_id);
  const holder = await selectHolder(tx, id);
  const person = await findCustomer({ context, tx }, { id });
  const payer = present(await selectPayer(tx, id), 'the customer exists');
  const year = yearOf(payer);
  return {
    form: 1,
    number: '',
    version: 1,
    replaces: '',
    issuedAt: at,
    office: { ...sender, timeZone: holder.time_zone },
    customer: {
      code: customer.customer_name,
      name: customer.customer_label,
      address: holder.address.join('\n'),
      taxNumber: maskedText(person?.details.taxIdentificationNumber) ?? '',
    },
    figures: await collectFigures(tx, { customer, payer, year, today }),
    changes: [],
    changeCount: 0,
  };
}
