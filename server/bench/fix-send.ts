// Measures FIX messages per second with the message store, compared with a bare socket writer that
// sends the same orders.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { SILENT_LOG } from '../src/exchanges/fix/session/application.js';
import { sessionConfig } from '../src/exchanges/fix/session/config.js';
import { type OutboundMessage, outbound } from '../src/exchanges/fix/session/message/message.js';
import { fixTimestamp, SYSTEM_CLOCK } from '../src/exchanges/fix/session/message/time.js';
import { frameOf } from '../src/exchanges/fix/session/number/resend.js';
import { type Initiator, startInitiator } from '../src/exchanges/fix/session/peer/initiator.js';
import { writeFrames } from '../src/exchanges/fix/session/peer/wire.js';
import { ORDER } from '../src/modules/order/limits.js';
import { openDatabase } from '../src/platform/database/database.js';
import { clockMs } from './load.js';
import { type Effort, type Figures, median } from './measured.js';

/** The number of instructions that an adapter processes per batch. */
const BATCH = ORDER.instructionsPerBatch;
const BATCHES_PER_SECOND_ASKED = 50;
const LOGON_WAIT_MS = 10_000;
const SINK_WAIT_MS = 120_000;
const KEY = {
  beginString: 'FIX.4.4',
  senderCompId: 'BENCH',
  targetCompId: 'SINK',
  qualifier: '',
} as const;

/** A process that receives orders and reports their arrival. */
interface Sink {
  readonly port: number;
  /**
   * `arrival` resolves when the given number of further orders has arrived, with the time by
   * `clockMs`.
   */
  expect(orders: number): Promise<{ readonly arrival: Promise<number> }>;
  stop(): void;
}

/** Starts the sink process. */
export async function startSink(): Promise<Sink> {
  const file = fileURLToPath(import.meta.url).replace(/fix-send\.(ts|js)$/, 'fix-sink.$1');
  const child = fork(file, { execArgv: process.execArgv });
  const port = await next(child, 'port');
  return {
    port,
    expect: async (orders) => {
      child.send(orders);
      await next(child, 'ready');
      return { arrival: next(child, 'atMs') };
    },
    stop: () => child.kill(),
  };
}

async function next(child: ChildProcess, member: string): Promise<number> {
  const signal = AbortSignal.timeout(SINK_WAIT_MS);
  for (;;) {
    const [message]: Record<string, number>[] = await once(child, 'message', { signal });
    const value = message?.[member];
    if (value !== undefined) return value;
  }
}

/** Measures both senders with the same database and sink. */
export async function measureFixSend(databaseUrl: string, effort: Effort): Promise<Figures> {
  const sink = await startSink();
  const db = openDatabase({ connectionString: databaseUrl });
  const session = startInitiator({
    db,
    config: sessionConfig({ role: 'initiator', key: KEY, resetOnLogon: true }),
    application: { onMessage: async () => [] },
    log: SILENT_LOG,
    clock: SYSTEM_CLOCK,
    host: '127.0.0.1',
    port: sink.port,
  });
  const turns: number[] = [];
  try {
    await loggedOn(session);
    const batches = BATCHES_PER_SECOND_ASKED * effort.seconds;
    const bare: number[] = [];
    const committed: number[] = [];
    await sendCommitted({ sink, session, turns: [] }, batches);
    for (let round = 0; round < effort.rounds; round += 1) {
      bare.push(await bareRate(sink, batches));
      committed.push(await sendCommitted({ sink, session, turns }, batches));
    }
    const [limitPerSecond, perSecond] = [median(bare), median(committed)];
    const sorted = turns.sort((left, right) => left - right);
    return {
      name: 'fix-send',
      limit: 'a bare socket writer with no store',
      callers: 1,
      limitPerSecond,
      perSecond,
      ratio: perSecond / limitPerSecond,
      p50Ms: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
      p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
      residentMegabytes: Math.round(process.memoryUsage().rss / 1_048_576),
    };
  } finally {
    sink.stop();
    await session.stop();
    await db.close();
  }
}

/**
 * Measures the orders per second of a writer that numbers, encodes and writes them but stores
 * nothing.
 */
export async function bareRate(sink: Sink, batches: number): Promise<number> {
  const socket: Socket = connect({ port: sink.port, host: '127.0.0.1' });
  await once(socket, 'connect');
  const { arrival } = await sink.expect(batches * BATCH);
  const began = clockMs();
  for (let batch = 0; batch < batches; batch += 1) {
    const sendingMs = SYSTEM_CLOCK.nowMs();
    const frames = ordersOf(batch).map((order, at) =>
      frameOf(KEY, order, { seqNum: batch * BATCH + at + 1, sendingMs }),
    );
    await writeFrames(socket, frames);
  }
  const seconds = ((await arrival) - began) / 1_000;
  socket.destroy();
  return (batches * BATCH) / seconds;
}

interface Sending {
  readonly sink: Sink;
  readonly session: Initiator;
  /** The time of each batch from the call until it is written to the socket. */
  readonly turns: number[];
}

async function sendCommitted({ sink, session, turns }: Sending, batches: number): Promise<number> {
  const { arrival } = await sink.expect(batches * BATCH);
  const began = clockMs();
  for (let batch = 0; batch < batches; batch += 1) {
    const handed = clockMs();
    const outcome = await session.session.send(async () => ordersOf(batch));
    if (!outcome.sent) throw new Error(`fix-send: ${outcome.reason}`);
    turns.push(clockMs() - handed);
  }
  return (batches * BATCH) / (((await arrival) - began) / 1_000);
}

function ordersOf(batch: number): readonly OutboundMessage[] {
  const at = fixTimestamp(SYSTEM_CLOCK.nowMs());
  return Array.from({ length: BATCH }, (_, index) =>
    outbound('D', [
      [11, `${String(batch * BATCH + index).padStart(10, '0')}-1`],
      [55, 'ACCESS'],
      [54, '1'],
      [60, at],
      [38, 100],
      [21, '1'],
      [1, 'CSCS0000000001'],
      [40, '2'],
      [44, '22.5'],
      [59, '0'],
      [15, 'NGN'],
    ]),
  );
}

async function loggedOn({ session }: Initiator): Promise<void> {
  for (let waited = 0; waited < LOGON_WAIT_MS; waited += 10) {
    if (session.isLoggedOn()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('fix-send: no logon');
}
