// What the app hands to CRM: offices, customers and the attachment store.

import type { CrmPorts } from './modules/crm/index.js';
import { assert } from './platform/assert.js';
import type { Context } from './platform/context.js';
import { sql } from './platform/database/sql.js';
import { openAttachmentStore } from './platform/files/attachment-store.js';

/** The ports of CRM, fulfilled by the modules to its left. */
export function crmPorts(context: Context): CrmPorts {
  return {
    attachments: openAttachmentStore(context.config.dataFolder),
    offices: {
      officeFor: async (work, _choice) => {
        const [row] = await work.tx.query<{ id: bigint }>(
          sql`select id from business_office order by id limit 1`,
        );
        assert(row, 'there is an office');
        return work.principal.offices?.[0] ?? row.id;
      },
    },
  };
}
