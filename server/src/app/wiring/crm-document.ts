// Documents that are attached to messages. CRM does not depend on the modules that draw them.

import type { CrmPorts } from '../../modules/crm/index.js';
import { contractNotePdf } from '../../modules/order/index.js';
import { assert } from '../../platform/assert.js';
import { SYSTEM } from '../../platform/system-work.js';

/** For each kind of document, the function that draws it. */
export const crmDocuments: NonNullable<CrmPorts['documents']> = {
  CONTRACT_NOTE: async (context, id) => {
    const { db, clock } = context;
    const call = { context, db, principal: SYSTEM, requestId: 'document', now: clock.now() };
    const { bytes, fileName = 'contract-note.pdf' } = await contractNotePdf(call, id);
    assert(Buffer.isBuffer(bytes), 'a contract note is one buffer');
    return { fileName, mimeType: 'application/pdf', bytes };
  },
};
