// What identity does beside the requests: extends the audit chain, rotates keys, clears old
// sessions.

import type { Context } from '../../platform/context.js';
import type { RunningWorker, Worker } from '../../platform/http/module.js';
import { extendAuditChain } from './audit-chain.js';
import { AUDIT } from './limits.js';
import { purgeSessions } from './session.js';
import { rotateWhenDue } from './signing-key.js';

/** The worker of the audit chain; any number of nodes may run it, one at a time does the work. */
export const auditChainWorker: Worker = {
  name: 'audit-chain',
  start: (context) => startLoop(context, AUDIT.extendEveryMs, chainAudit),
};

/** The worker that keeps keys and sessions in order. */
export const sessionWorker: Worker = {
  name: 'session-housekeeping',
  start: (context) =>
    startLoop(context, AUDIT.housekeepingEveryMs, async () => {
      await rotateWhenDue(context);
      await purgeSessions(context);
    }),
};

async function chainAudit(context: Context): Promise<void> {
  const added = await extendAuditChain(context.db);
  if (added > 0) context.metrics.events.inc({ name: 'audit_chained' }, added);
}

// The next run is timed when the last one has ended, so that a slow one is never overtaken.
async function startLoop(
  context: Context,
  everyMs: number,
  work: (context: Context) => Promise<void>,
): Promise<RunningWorker> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = async () => {
    await work(context).catch((error: unknown) => {
      if (!stopped) context.log.warn({ err: error }, 'identity housekeeping failed, trying again');
    });
    if (!stopped) timer = setTimeout(tick, everyMs);
  };
  const tick = () => {
    running = run();
  };
  timer = setTimeout(tick, 0);
  return {
    ready: () => true,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
