// Compares the ledger, with all its rules, with the floor on the same server in the same run.

import pg from 'pg';
import { median } from '../measured.js';
import { openBenchServer } from '../own-server.js';
import { pgbench } from '../pgbench.js';
import { setStage } from '../stage.js';
import { type BatchedRun, measureBatched } from './batched.js';
import { type LedgerPages, measurePages } from './page.js';
import {
  CONTRACT_NOTE,
  FLOOR,
  HOT_ACCOUNT,
  HOT_FLOOR,
  HUNDRED,
  hotAccounts,
  JOURNALS_PER_BATCH,
  NOTES,
  NOTES_PER_TURN,
  RANDOM,
  randomAccounts,
  STAGE,
} from './stage.js';

interface LedgerBench {
  readonly databaseUrl: string | undefined;
  readonly seconds: number;
  readonly rounds: number;
  /** The number of lines in each account whose pages are timed. */
  readonly lines: readonly number[];
  readonly onRate: (rate: LedgerRate) => void;
}

/** Journals per second of the ledger and the floor, as medians of alternating rounds. */
export interface LedgerRate {
  readonly name: string;
  readonly callers: number;
  readonly perSecond: number;
  readonly floorPerSecond: number;
  readonly ratio: number;
  /** The target ratio. */
  readonly wanted: number;
}

export interface LedgerFigures {
  readonly rates: readonly LedgerRate[];
  /** The bytes of tables, indexes and write-ahead log for one two-line journal. */
  readonly journalBytes: number;
  readonly journalLogBytes: number;
  readonly pages: readonly LedgerPages[];
}

interface Shape {
  readonly name: string;
  readonly callers: number;
  /** A pgbench script, or the accounts of journals that are batched as in the server. */
  readonly script: string | BatchedRun['accounts'];
  readonly floor: string;
  readonly wanted: number;
  /** The number of journals posted by one run of the script. */
  readonly journals?: number;
}

const BATCHED = 'batched';
const EACH = 'a call each';

const SHAPES: readonly Shape[] = [
  ...[8, 32].flatMap((callers): Shape[] => [
    {
      name: `random accounts, ${BATCHED}`,
      callers,
      script: randomAccounts,
      floor: FLOOR,
      wanted: 0.75,
    },
    { name: `random accounts, ${EACH}`, callers, script: RANDOM, floor: FLOOR, wanted: 0.75 },
    {
      name: `one hot account, ${BATCHED}`,
      callers,
      script: hotAccounts,
      floor: HOT_FLOOR,
      wanted: 0.5,
    },
    {
      name: `one hot account, ${EACH}`,
      callers,
      script: HOT_ACCOUNT,
      floor: HOT_FLOOR,
      wanted: 0.5,
    },
  ]),
  { name: `contract notes, ${EACH}`, callers: 8, script: CONTRACT_NOTE, floor: FLOOR, wanted: 0.5 },
  {
    name: 'contract notes, of a turn of 8',
    callers: 8,
    script: NOTES,
    floor: FLOOR,
    wanted: 0.5,
    journals: NOTES_PER_TURN,
  },
  {
    name: 'batches of 100',
    callers: 8,
    script: HUNDRED,
    floor: FLOOR,
    wanted: 2,
    journals: JOURNALS_PER_BATCH,
  },
];

/** Measures on a separate database, with the fold running as in the server. */
export async function measureLedger(bench: LedgerBench): Promise<LedgerFigures> {
  const server = await openBenchServer(bench.databaseUrl);
  const stage = await setStage(server);
  const client = new pg.Client(stage.databaseUrl);
  try {
    await client.connect();
    for (const statement of STAGE) await client.query(statement);
    const size = await sizeOfJournal(client, stage.databaseUrl);
    const rates: LedgerRate[] = [];
    for (const shape of SHAPES) {
      const rate = await measureShape(stage.databaseUrl, shape, bench);
      rates.push(rate);
      bench.onRate(rate);
    }
    const pages = await measurePages(stage, client, bench.lines);
    return { rates, ...size, pages };
  } finally {
    await client.end();
    await stage.stop();
    await server.stop();
  }
}

async function measureShape(url: string, shape: Shape, bench: LedgerBench): Promise<LedgerRate> {
  const { name, callers, wanted, journals = 1 } = shape;
  const { seconds } = bench;
  const floors: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    floors.push(await pgbench({ url, script: shape.floor, callers, seconds }));
    const run = { url, callers, seconds };
    rates.push(
      typeof shape.script === 'string'
        ? journals * (await pgbench({ ...run, script: shape.script }))
        : await measureBatched({ ...run, accounts: shape.script }),
    );
  }
  const [floorPerSecond, perSecond] = [median(floors), median(rates)];
  return { name, callers, perSecond, floorPerSecond, ratio: perSecond / floorPerSecond, wanted };
}

// Measures many random journals, so that pages are as full as in practice.
async function sizeOfJournal(client: pg.Client, url: string) {
  const before = await sizes(client);
  await pgbench({ url, script: RANDOM, callers: 8, seconds: 3 });
  const after = await sizes(client);
  const posted = after.journals - before.journals;
  return {
    journalBytes: Math.round((after.bytes - before.bytes) / posted),
    journalLogBytes: Math.round((after.log - before.log) / posted),
  };
}

async function sizes(client: pg.Client) {
  const { rows } = await client.query(`
    select (select count(*) from journal)::integer as journals,
      (pg_total_relation_size('journal') + pg_total_relation_size('journal_line'))::float8 as bytes,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as log`);
  return { journals: Number(rows[0].journals), bytes: rows[0].bytes, log: rows[0].log };
}
