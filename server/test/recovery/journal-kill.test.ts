// Kills the database server with all its processes while callers post. No acknowledged journal is
// lost, none is stored twice, and the books' invariants hold. The control commits asynchronously,
// which our program never does, and must lose some journals. Otherwise the kills prove nothing.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type JournalDraft, postJournal } from '../../src/modules/finance/index.js';
import { checkIntegrity } from '../../src/modules/finance/integrity/integrity.js';
import { type Database, openDatabase } from '../../src/platform/database/database.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/postgres.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { sql } from '../../src/platform/database/sql.js';
import { ledgerOn, type TestLedger } from '../support/ledger.js';
import { killsOr } from '../support/process/kill.js';
import { sayProof } from '../support/proof.js';
import { waitFor } from '../support/wait.js';

const KILLS = killsOr(1);
const CONTROL_KILLS_MAX = Math.max(KILLS, 10);
const CALLERS = 8;
const CUSTOMERS = 20;
const ACKNOWLEDGED_MIN = 100;
/**
 * The maximum random time added to the minimum, so that kills can fall anywhere between two
 * flushes.
 */
const LONGER_MAX = 300;

interface Running {
  readonly server: EmbeddedPostgres;
  readonly db: Database;
}

interface Stage {
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly acknowledged: Set<bigint>;
  running: Running;
  readonly ledger: TestLedger;
  readonly accounts: readonly bigint[];
}

async function start(folder: string, settings: Stage['settings']): Promise<Running> {
  const server = await startEmbeddedPostgres({ dataFolder: join(folder, 'postgres'), settings });
  return { server, db: openDatabase({ ...server.connection, max: CALLERS + 2 }) };
}

async function openStage(settings: Stage['settings']): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-journal-kill-'));
  const running = await start(folder, settings);
  await migrate(running.db);
  const ledger = await ledgerOn(running.db, async () => undefined);
  const made = await Promise.all(Array.from({ length: CUSTOMERS }, ledger.newCustomer));
  const accounts = made.map(({ account }) => account);
  await running.db.query(sql`checkpoint`);
  return { folder, settings, acknowledged: new Set(), running, ledger, accounts };
}

async function closeStage({ running, folder }: Stage): Promise<void> {
  await running.db.close();
  await running.server.stop();
  await rm(folder, { recursive: true, force: true });
}

// Returns journals that pay money in and move it between customers. Each journal has its own
// source.
function drafts({ ledger, accounts }: Stage, turn: number): JournalDraft[] {
  const [one = 0n, other = 0n] = [accounts[turn % CUSTOMERS], accounts[(turn * 7 + 1) % CUSTOMERS]];
  const receipt = ledger.journal([
    [ledger.bank, 500n],
    [one, -500n],
  ]);
  if (one === other) return [receipt];
  const transfer = ledger.journal([
    [one, 500n],
    [other, -500n],
  ]);
  return [receipt, transfer];
}

async function flowAndKill(stage: Stage, kill: number): Promise<void> {
  const { db } = stage.running;
  const before = stage.acknowledged.size;
  const longer = (kill * 97) % LONGER_MAX;
  let broken = false;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let turn = caller; !broken; turn += CALLERS) {
      for (const draft of drafts(stage, turn)) {
        await db.transaction((tx) => postJournal(tx, draft));
        stage.acknowledged.add(draft.sourceId);
      }
    }
  });
  const flow = Promise.allSettled(callers);
  await waitFor(
    'journals to be acknowledged',
    async () => stage.acknowledged.size - before >= ACKNOWLEDGED_MIN + longer,
  );
  await killServer(stage);
  broken = true;
  await flow;
  await db.close();
  stage.running = await start(stage.folder, stage.settings);
}

// Kills the first process and all its children, by process id, so that none can still write what it
// has in memory.
async function killServer({ folder, running }: Stage): Promise<void> {
  const children = await running.db.query<{ pid: number }>(sql`select pid from pg_stat_activity`);
  const text = await readFile(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  const first = Number(text.split('\n')[0]);
  for (const pid of [first, ...children.map((child) => child.pid)]) killQuietly(pid);
  let ended = false;
  void running.server.ended.then(() => {
    ended = true;
  });
  await waitFor('the server to end', async () => ended);
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended, as children of a dead first process do.
  }
}

interface Fate {
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly unbalanced: number;
}

async function fateOf({ running: { db }, acknowledged }: Stage): Promise<Fate> {
  const rows = await db.query<{ source_id: bigint; count: bigint }>(sql`
    select source_id, count(*) as count from journal where source_type = 'TEST'
    group by source_id`);
  const counts = new Map(rows.map((row) => [row.source_id, row.count]));
  const lost = [...acknowledged].filter((source) => !counts.has(source)).length;
  const doubled = rows.filter(({ count }) => count > 1n).length;
  const { invariants } = await checkIntegrity({ db });
  const broken = invariants.filter(({ holds }) => !holds);
  const unbalanced = Number(broken.find(({ number }) => number === 1)?.violations ?? 0n);
  assert.deepEqual(broken, []);
  return { acknowledged: acknowledged.size, lost, doubled, unbalanced };
}

function sayFate(name: string, kills: number, { acknowledged: journals, ...fate }: Fate): void {
  sayProof(name, { kills, journals, ...fate });
}

describe('journals over kill -9 of the database server', () => {
  let stage: Stage | undefined;
  after(() => stage && closeStage(stage));

  for (let kill = 1; kill <= KILLS; kill += 1) {
    it(`are all stored once after kill ${kill} of ${KILLS}`, async () => {
      stage ??= await openStage({});
      await flowAndKill(stage, kill);
      const fate = await fateOf(stage);
      if (kill === KILLS) sayFate('database server killed', kill, fate);
      assert.deepEqual([fate.lost, fate.doubled, fate.unbalanced], [0, 0, 0]);
    });
  }
});

describe('the control, which commits asynchronously', () => {
  let stage: Stage | undefined;
  after(() => stage && closeStage(stage));

  it('loses acknowledged journals', async () => {
    // With a short delay, a flush may happen just before the only kill of a usual run, which then
    // loses nothing.
    stage = await openStage({ synchronous_commit: 'off', wal_writer_delay: '10s' });
    let kills = 0;
    let fate: Fate;
    // A kill right after a flush loses nothing.
    do {
      kills += 1;
      await flowAndKill(stage, kills);
      fate = await fateOf(stage);
    } while (kills < KILLS || (fate.lost === 0 && kills < CONTROL_KILLS_MAX));
    sayFate('control committing asynchronously', kills, fate);
    assert.ok(fate.lost > 0, 'the kills find what is not on the disk');
    assert.equal(fate.doubled, 0);
  });
});
