// Documents attached to messages. CRM does not depend on the modules that render them.

import type { CrmPorts } from '../../modules/crm/index.js';
import { contractNotePdf } from '../../modules/order/index.js';
import { taxPackPdf, wealthStatementPdf } from '../../modules/wealth/index.js';
import { assert } from '../../platform/assert.js';
import type { Call, Context } from '../../platform/context.js';
import type { FileReply } from '../../platform/http/route.js';
import { SYSTEM } from '../../platform/system-work.js';

/** For each kind of document, the function that renders it. */
export const crmDocuments: NonNullable<CrmPorts['documents']> = {
  CONTRACT_NOTE: (context, id) => attached(context, (call) => contractNotePdf(call, id)),
  WEALTH_STATEMENT: (context, id) => attached(context, (call) => wealthStatementPdf(call, id)),
  TAX_PACK: (context, id) => attached(context, (call) => taxPackPdf(call, id)),
};

async function attached(context: Context, draw: (call: Call) => Promise<FileReply>) {
  const { db, clock } = context;
  const call = { context, db, principal: SYSTEM, requestId: 'document', now: clock.now() };
  const { bytes, fileName = 'document.pdf' } = await draw(call);
  assert(Buffer.isBuffer(bytes), 'a document is one buffer');
  return { fileName, mimeType: 'application/pdf', bytes };
}
