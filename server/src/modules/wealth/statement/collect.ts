// Collects the content of a statement: the sender, the recipient, and the figures.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { senderOf } from '../../party/index.js';
import type { OwnerRow } from '../valuation/queries.js';
import type { StatementContent } from './content.js';
import { collectFigures } from './figures.js';
import { selectHolder } from './queries.js';

/** The customer, the period and the time of a statement to collect. */
interface ContentRequest {
  readonly customer: OwnerRow;
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  readonly currency: string;
  readonly today: BusinessDate;
  readonly at: Instant;
}

/** Collects the content of a statement without a number. */
export async function contentOf(tx: Tx, request: ContentRequest): Promise<StatementContent> {
  const { customer, from, to, currency, today, at } = request;
  const sender = await senderOf(tx, customer.office_id);
  const holder = await selectHolder(tx, customer.customer_id);
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
    },
    figures: await collectFigures(tx, { customer, firm: sender.firm, from, to, currency, today }),
  };
}
