// The preview of a statement: drawn from the books as they are, and not stored.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { pdfFile } from '../../../platform/files/pdf-file.js';
import type { FileReply } from '../../../platform/http/route.js';
import { senderOf } from '../../party/index.js';
import { type OwnerRow, selectCustomer } from '../valuation/queries.js';
import { currencyOf, visible } from '../valuation/valuation.js';
import type { StatementContent } from './content.js';
import { drawStatementInBackground } from './drawing.js';
import { collectFigures } from './figures.js';
import { type RequestedPeriod, refusePeriod } from './period.js';
import { selectHolder } from './queries.js';

/** The customer and period of a preview, and its currency if it is not that of the office. */
interface PreviewRequest extends RequestedPeriod {
  readonly c: bigint;
  readonly cu?: string | undefined;
}

/**
 * Returns the PDF that a statement would be. It may end on the business date. Draws after the
 * snapshot has ended, so that pending drawings keep no snapshot open.
 */
export async function previewPdf(call: Call, request: PreviewRequest): Promise<FileReply> {
  const content = await onSnapshot(call.db, async (tx) => {
    const customer = visible(call, await selectCustomer(tx, request.c));
    const today = await currentBusinessDate(tx);
    refusePeriod(request, { today, last: today });
    const { sd: from, ed: to } = request;
    const currency = currencyOf(request) ?? customer.office_currency;
    return contentOf(tx, { customer, from, to, currency, today, at: call.now });
  });
  return pdfFile(call, {
    fileName: `wealth-${content.customer.code}-${request.ed}.pdf`,
    bytes: await drawStatementInBackground({ content }),
  });
}

/** Whose statement to collect, and when. */
export interface ContentRequest {
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
