// The documents of records that go along with messages: CRM does not know the modules that draw
// them.

import type { CrmPorts } from '../../modules/crm/index.js';
import { contractNotePdf } from '../../modules/order/index.js';
import { assert } from '../../platform/assert.js';
import { SYSTEM } from '../../platform/system-work.js';

/** The documents that CRM is handed. */
export const crmDocuments: NonNullable<CrmPorts['documents']> = {
  CONTRACT_NOTE: async (context, id) => {
    const { db, clock } = context;
    const call = { context, db, principal: SYSTEM, requestId: 'document', now: clock.now() };
    const { bytes, fileName = 'contract-note.pdf' } = await contractNotePdf(call, id);
    assert(Buffer.isBuffer(bytes), 'a contract note is drawn whole');
    return { fileName, mimeType: 'application/pdf', bytes };
  },
};
