// Identity's background work. Extends the audit chain and stores its heads, rotates keys, and
// removes old sessions.

import { startLoop } from '../../platform/concurrency/loop.js';
import type { Context } from '../../platform/context.js';
import type { Worker } from '../../platform/worker.js';
import { extendAuditChain } from './audit/chain.js';
import { type HeadKeeper, publishHead } from './audit/head.js';
import { rotateWhenDue } from './credential/signing-key.js';
import { AUDIT } from './limits.js';
import { purgeDelays } from './login/delay-queries.js';
import { purgeSessions } from './login/session-queries.js';
import { purgeChallenges } from './passkey/queries.js';
import { purgeResets } from './password/reset-queries.js';
import type { Guard } from './principal/guard.js';

type ChainKeeper = Pick<Guard, 'auditHeads' | 'auditSources'>;

/**
 * Returns the worker that extends the audit chain. It may run on any number of nodes; only one
 * works at a time.
 */
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

/** Returns the worker that publishes the chain's head and writes it to the head file. */
export function auditHeadWorker(heads: HeadKeeper): Worker {
  return {
    name: 'audit-head',
    start: async (context) => {
      const loop = startLoop(context, {
        name: 'audit-head',
        everyMs: AUDIT.publishPollMs,
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
            .update(context)
            .then(() => heads.write(context))
            .catch((error: unknown) =>
              context.log.warn({ err: error }, 'the head of the audit chain was not written'),
            );
        },
      };
    },
  };
}

/** The worker that rotates signing keys and removes expired rows. */
export const sessionWorker: Worker = {
  name: 'session-housekeeping',
  role: 'jobs',
  start: async (context) =>
    startLoop(context, {
      name: 'session-housekeeping',
      everyMs: AUDIT.housekeepingEveryMs,
      round: async () => {
        const { db, clock } = context;
        await rotateWhenDue(context);
        await purgeChallenges(db, clock.now());
        await purgeDelays(db, clock.now());
        await purgeSessions(db, clock.now());
        await purgeResets(db, clock.now());
      },
    }),
};

// Extends the chain before checking its heads, so that an unreadable head file does not stop the
// chain. This does not hide a missing head: it is still missing after the chain has grown.
async function chainAudit(context: Context, guard: ChainKeeper): Promise<void> {
  const added = await extendAuditChain(context, guard.auditSources);
  if (added > 0) context.metrics.events.inc({ name: 'audit_chained' }, added);
  await guard.auditHeads.update(context);
}
