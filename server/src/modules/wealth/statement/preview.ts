// Draws the preview of a statement from the current books. A preview is not stored.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { pdfFile } from '../../../platform/files/pdf-file.js';
import type { FileReply } from '../../../platform/http/route.js';
import { selectCustomer } from '../valuation/queries.js';
import { currencyOf, visible } from '../valuation/valuation.js';
import { contentOf } from './collect.js';
import { drawStatementInBackground } from './drawing.js';
import { type RequestedPeriod, refusePeriod } from './period.js';

/** The customer and period of a preview, and its currency if it is not the office's. */
interface PreviewRequest extends RequestedPeriod {
  readonly c: bigint;
  readonly cu?: string | undefined;
}

/**
 * Returns a statement as a PDF without issuing it. Its period may end on the business date. It is
 * drawn after the snapshot has ended, so that pending drawings do not keep a snapshot open.
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
