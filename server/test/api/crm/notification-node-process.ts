// A process with a node that turns events into messages. A test kills it. Argument: database URL.

import { notificationIntake } from '../../../src/modules/crm/notification/intake.js';
import { notificationJobs } from '../../../src/modules/crm/notification/job.js';
import { eventSequencer } from '../../../src/platform/events/sequence.js';
import { contextOn, startNode } from '../../platform/job-node.js';
import { nodePorts } from './notification-node.js';

const [, , url = ''] = process.argv;

const { context } = contextOn(url);
await eventSequencer.start(context);
await notificationIntake.start(context);
await startNode(url, notificationJobs(nodePorts));
process.stdout.write('ready\n');
