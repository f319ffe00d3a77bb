// Wakes the node that owns a session when another node accepts an order for it. Otherwise the
// adapter would find the instruction only at its next poll.

import { instructionTopic } from '../modules/order/index.js';
import { startLoop } from '../platform/concurrency/loop.js';
import type { Context } from '../platform/context.js';
import type { Database } from '../platform/database/database.js';
import { isSettledWithin } from '../platform/stop.js';
import type { RunningWorker, Worker } from '../platform/worker.js';
import { notifyInstructions } from './queries.js';

const CHANNEL = 'countinghouse_instruction';
/**
 * The interval, in milliseconds, at which a node tries to reconnect after its connection has ended.
 */
const RECONNECT_EVERY_MS = 5_000;
const CLOSE_WAIT_MS = 2_000;

/** Nodes without the role `fix` send notifications; nodes with it listen. */
export const instructionRelay: Worker = {
  name: 'instruction-relay',
  start: async (context) =>
    context.config.roles.includes('fix') ? listen(context) : notifyOwners(context),
};

// Runs after the commit and outside its transaction, because a NOTIFY makes commits wait for each
// other. Sessions signalled while a notification is being sent are included in the next batch.
function notifyOwners({ db, config, signals, log }: Context): RunningWorker {
  const due = new Set<string>();
  let running: Promise<void> | undefined;
  const send = async () => {
    while (due.size > 0) {
      const names = [...due];
      due.clear();
      await notifyInstructions(db, CHANNEL, names);
    }
  };
  const forgets = config.sessions.map(({ name }) =>
    signals.on(instructionTopic(name), () => {
      due.add(name);
      running ??= send()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the owner of a session could not be notified'),
        )
        .finally(() => {
          running = undefined;
        });
    }),
  );
  return {
    ready: () => true,
    stop: async () => {
      for (const forget of forgets) forget();
      await running;
    },
  };
}

type Listener = Awaited<ReturnType<Database['dedicated']>>;

function listen(context: Context): RunningWorker {
  const { sessions, databaseUrl } = context.config;
  // With the embedded database there are no other nodes.
  const names = databaseUrl === undefined ? [] : sessions.map(({ name }) => name);
  let listener: Listener | undefined;
  let isDisconnected = true;
  const close = async () => {
    const closing = listener?.end().catch(() => undefined);
    listener = undefined;
    if (closing !== undefined) await isSettledWithin(closing, CLOSE_WAIT_MS);
  };
  const loop = startLoop(context, {
    name: 'instruction-relay',
    everyMs: RECONNECT_EVERY_MS,
    round: async () => {
      if (names.length === 0 || !isDisconnected) return;
      await close();
      listener = await context.db.dedicated();
      let hasEnded = false;
      // The listener also ends when the database layer loses its connection.
      listener.once('end', () => {
        hasEnded = true;
        isDisconnected = true;
      });
      await listenOn(context, listener, names);
      isDisconnected = hasEnded;
    },
  });
  return {
    ready: () => true,
    stop: async () => {
      await loop.stop();
      await close();
    },
  };
}

async function listenOn(
  { signals }: Context,
  listener: Listener,
  names: readonly string[],
): Promise<void> {
  listener.on('notification', ({ payload = '' }) => {
    if (names.includes(payload)) signals.raise(instructionTopic(payload));
  });
  await listener.query(`listen ${CHANNEL}`);
}
