// What identity does beside the requests: extends the audit chain and keeps its heads, rotates
// keys, clears old sessions.

import { startLoop } from '../../platform/concurrency/loop.js';
import type { Context } from '../../platform/context.js';
import type { Worker } from '../../platform/worker.js';
import { extendAuditChain } from './audit/chain.js';
import { type HeadKeeper, publishHead } from './audit/head.js';
import { AUDIT } from './limits.js';
import { purgeSessions } from './login/session.js';
import { rotateWhenDue } from './login/signing-key.js';
import { purgeResets } from './password/reset-queries.js';
import type { Guard } from './principal/guard.js';

type ChainKeeper = Pick<Guard, 'auditHeads' | 'auditSources'>;

/** The worker of the audit chain; any number of nodes may run it, one at a time does the work. */
export function auditChainWorker(guard: ChainKeeper): Worker {
  return {
    name: 'audit-chain',
    role: 'jobs',
    start: async (context) =>
      startLoop(context, {
        name: 'audit-chain',
        everyMs: AUDIT.extendEveryMs,
        round: () => chainAudit(context, guard),
      }),
  };
}

/** The worker that publishes the head of the chain and writes it to the file of its heads. */
export function auditHeadWorker(heads: HeadKeeper): Worker {
  return {
    name: 'audit-head',
    start: async (context) => {
      const loop = startLoop(context, {
        name: 'audit-head',
        everyMs: AUDIT.publishPollIntervalMs,
        round: () => publishHead(context),
      });
      const writing = startLoop(context, {
        name: 'audit-head-file',
        everyMs: AUDIT.publishEverySeconds * 1_000,
        round: () => heads.write(context),
      });
      return {
        ready: loop.ready,
        stop: async () => {
          await Promise.all([loop.stop(), writing.stop()]);
          await heads
            .look(context)
            .then(() => heads.write(context))
            .catch((error: unknown) => context.log.warn({ err: error }, 'no head was written'));
        },
      };
    },
  };
}

/** The worker that keeps keys and sessions in order. */
export const sessionWorker: Worker = {
  name: 'session-housekeeping',
  role: 'jobs',
  start: async (context) =>
    startLoop(context, {
      name: 'session-housekeeping',
      everyMs: AUDIT.housekeepingEveryMs,
      round: async () => {
        await rotateWhenDue(context);
        await purgeSessions(context);
        await purgeResets(context.db, context.clock.now());
      },
    }),
};

// A head that was lost stays lost when the chain goes on, so one look after it is enough; and a
// file of heads that cannot be read holds no entry back.
async function chainAudit(context: Context, guard: ChainKeeper): Promise<void> {
  const added = await extendAuditChain(context, guard.auditSources);
  if (added > 0) context.metrics.events.inc({ name: 'audit_chained' }, added);
  await guard.auditHeads.look(context);
}
