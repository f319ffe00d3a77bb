// CRM ports for a test node that has its own folder.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrmPorts } from '../../../src/modules/crm/port.js';
import { customerCash } from '../../../src/modules/finance/index.js';
import { openPortfolio } from '../../../src/modules/order/index.js';
import { openAttachmentStore } from '../../../src/platform/files/attachment-store.js';

export const nodePorts: CrmPorts = {
  attachments: openAttachmentStore(join(tmpdir(), 'countinghouse-notification-node')),
  party: { cashAccounts: customerCash, portfolios: { open: openPortfolio } },
};
