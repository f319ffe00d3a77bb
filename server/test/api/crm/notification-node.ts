// A node that turns events into messages, as a program that the tests kill.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { notificationIntake } from '../../../src/modules/crm/notification-intake.js';
import { notificationJobs } from '../../../src/modules/crm/notification-job.js';
import type { CrmPorts } from '../../../src/modules/crm/port.js';
import { customerCash } from '../../../src/modules/finance/index.js';
import { openPortfolio } from '../../../src/modules/order/index.js';
import { eventSequencer } from '../../../src/platform/events/sequence.js';
import { openAttachmentStore } from '../../../src/platform/files/attachment-store.js';
import { contextOn, startNode } from '../../platform/job-node.js';

/** What CRM needs, in a folder of its own. */
export const nodePorts: CrmPorts = {
  attachments: openAttachmentStore(join(tmpdir(), 'countinghouse-notification-node')),
  party: { cashAccounts: customerCash, portfolios: { open: openPortfolio } },
};

async function work(url: string): Promise<void> {
  const { context } = contextOn(url);
  await eventSequencer.start(context);
  await notificationIntake.start(context);
  await startNode(url, notificationJobs(nodePorts));
  process.stdout.write('ready\n');
}

// As a program: `notification-node.ts <database url>`.
const url = process.argv[2];
if (process.argv[1] === fileURLToPath(import.meta.url) && url !== undefined) await work(url);
