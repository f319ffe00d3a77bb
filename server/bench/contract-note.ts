// Measures the cost of sending contract notes with the demonstration's rules. Orders are executed
// first, while event processing is blocked, and then all resulting messages are sent.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from '../src/platform/database/sql.js';
import { JOB_SIGNAL } from '../src/platform/jobs/job.js';
import { freePort } from './free-port.js';
import { type BenchServer, openBenchServer } from './own-server.js';
import { type ProcessorTime, perRound, processorOf, type ReadProcessor } from './processor.js';
import { type Stage, setStage } from './stage.js';
import { isLoggedOn, startExchange, submitOrders, until, untilEnded } from './trip-stage.js';

/** The cost of a note, and the notes sent per second when nothing else is running. */
export interface NoteFigures {
  readonly notes: number;
  readonly mails: number;
  readonly notesPerSecond: number;
  /** Processor time per note. Zero if the system does not provide it. */
  readonly processor: NoteTime;
}

/** Processor time in milliseconds. */
interface NoteTime {
  readonly mainMs: number;
  /** Time of the server's other threads, which collect garbage, access files and run workers. */
  readonly threadsMs: number;
  readonly childrenMs: number;
  readonly databaseMs: number;
}

interface NotePlan {
  readonly databaseUrl: string | undefined;
  readonly rounds: number;
  /** How long orders are submitted in each round, in seconds. */
  readonly seconds: number;
  /** True if a customer's notes are combined in one mail. */
  readonly gather: boolean;
  readonly onFigures: (figures: NoteFigures) => void;
}

/** Measures rounds one after the other. The first round warms up the program. */
export async function measureContractNotes(plan: NotePlan): Promise<readonly NoteFigures[]> {
  const server = await openBenchServer(plan.databaseUrl);
  const figures: NoteFigures[] = [];
  try {
    await withNoteStage(server, async (parts) => {
      if (plan.gather) await gatherNotes(parts.stage);
      for (let round = 0; round < plan.rounds; round += 1) {
        const measured = await measureRound(parts, plan.seconds);
        figures.push(measured);
        plan.onFigures(measured);
      }
    });
  } finally {
    await server.stop();
  }
  return figures;
}

interface NoteStage {
  readonly stage: Stage;
  readonly readProcessor: ReadProcessor;
}

async function withNoteStage(
  server: BenchServer,
  work: (parts: NoteStage) => Promise<void>,
): Promise<void> {
  const exchangeDatabase = await server.createDatabase();
  const port = await freePort();
  const exchange = await startExchange(exchangeDatabase.url, port);
  const sink = await startSink();
  const stage = await setStage(server, {
    settings: {
      COUNTINGHOUSE_EXCHANGE: 'fix',
      FIX_PORT: String(port),
      FIX_SENDER: 'BROKER1',
      FIX_TARGET: 'NGX',
      SMTP_URL: sink.url,
    },
  });
  try {
    await until('the logon', () => isLoggedOn(stage));
    const otherPids = [exchange.pid ?? 0, sink.child.pid ?? 0];
    await work({ stage, readProcessor: await processorOf(stage.databaseUrl, { otherPids }) });
  } finally {
    await stage.stop();
    sink.child.disconnect();
    exchange.kill('SIGTERM');
    await once(exchange, 'exit');
    await exchangeDatabase.drop();
  }
}

async function startSink(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const self = fileURLToPath(import.meta.url);
  const child = fork(self.replace(/contract-note\.(ts|js)$/, 'mail-sink.$1'), {
    execArgv: process.execArgv,
  });
  const [url] = await once(child, 'message');
  return { child, url: String(url) };
}

async function gatherNotes({ app }: Stage): Promise<void> {
  await app.context.db.query(sql`
    update notification_rule set gather = 'MINUTES', gather_minutes = 60
    where name = 'CONTRACT-NOTE'`);
}

async function measureRound(parts: NoteStage, seconds: number): Promise<NoteFigures> {
  const { stage, readProcessor } = parts;
  const { db } = stage.app.context;
  const before = await sentMails(stage);
  // The rules cannot process events while the cursor is locked.
  const notes = await db.transaction(async (tx) => {
    await tx.query(sql`select from notification_cursor for update`);
    const { stamps } = await submitOrders(stage, { callers: 4, seconds });
    await untilEnded(stage);
    return stamps.length;
  });
  const used = readProcessor();
  const beganMs = performance.now();
  await until('every mail to be sent', async () => {
    await endGathering(stage);
    return (await waiting(stage)) === 0;
  });
  const tookMs = performance.now() - beganMs;
  return {
    notes,
    mails: (await sentMails(stage)) - before,
    notesPerSecond: notes / (tookMs / 1_000),
    processor: noteTimeOf(perRound(used, readProcessor(), notes)),
  };
}

function noteTimeOf(time: ProcessorTime): NoteTime {
  const { serverMs, mainMs = 0, childrenMs = 0, databaseMs = 0 } = time;
  return { mainMs, threadsMs: serverMs - mainMs, childrenMs, databaseMs };
}

// Makes batches due as soon as all notices are added, so that no time is spent waiting.
async function endGathering({ app }: Stage): Promise<void> {
  const moved = await app.context.db.query(sql`
    update job set not_before = clock_timestamp()
    where kind = 'notification.send-batch' and state = 'QUEUED'
      and not_before > clock_timestamp() + interval '1 minute'
      and not exists (select from notification where state = 'WAITING')
      and (select last_position from event_sequence)
        = (select position from notification_cursor)
      and not exists (select from outbox_event e
        where e.id > (select max(event_id) from event_position))
    returning id`);
  if (moved.length > 0) app.context.signals.raise(JOB_SIGNAL);
}

// Counts events after the cursor, waiting notifications, and unsent messages.
async function waiting({ app }: Stage): Promise<number> {
  const [row] = await app.context.db.query<{ count: bigint }>(sql`
    select (select count(*) from notification where done_at is null)
      + (select count(*) from message_transport where state in ('WAITING', 'SENDING')
          and channel = 'EMAIL')
      + (select last_position from event_sequence) - (select position from notification_cursor)
      + (select count(*) from outbox_event e
          where e.id > (select max(event_id) from event_position)) as count`);
  return Number(row?.count ?? 0n);
}

async function sentMails({ app }: Stage): Promise<number> {
  const [row] = await app.context.db.query<{ count: bigint }>(
    sql`select count(*) from message_transport where channel = 'EMAIL' and state = 'SENT'`,
  );
  return Number(row?.count ?? 0n);
}
