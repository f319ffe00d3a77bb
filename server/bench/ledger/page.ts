// Measures ledger pages over HTTP: the first and the last page of a short and a long account.

import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { median } from '../measured.js';
import type { Stage } from '../stage.js';

export interface LedgerPages {
  readonly lines: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

const PAGE_SIZE = 20;
const READS = 60;
const LINES_PER_JOURNAL = 100;
const JOURNALS_PER_CALL = 100;
const FOLD_POLL_INTERVAL_MS = 250;
const FOLD_POLLS_MAX = 2_400;
/** A firm account. Its id is lower than the filled accounts' ids. */
const FIRM = 1_000_010_007;
const FIRST_ACCOUNT = 1_001_000_000;

interface Times {
  readonly first: number[];
  readonly last: number[];
}

/**
 * Fills one account for each length and times its pages in turn. Returns medians in milliseconds.
 */
export async function measurePages(
  stage: Stage,
  client: pg.Client,
  lengths: readonly number[],
): Promise<LedgerPages[]> {
  const accounts = lengths.map((lines, index) => ({ lines, id: FIRST_ACCOUNT + index }));
  for (const { id } of accounts) await client.query(FRESH, [id]);
  for (const { id, lines } of accounts) await fill(client, id, lines);
  await folded(client);
  await client.query('vacuum analyze');
  const times = accounts.map((): Times => ({ first: [], last: [] }));
  for (let read = 0; read < READS; read += 1) {
    for (const [index, { id, lines }] of accounts.entries()) {
      const last = Math.ceil(lines / PAGE_SIZE);
      times[index]?.first.push(await readPage(stage, id, 1));
      times[index]?.last.push(await readPage(stage, id, last));
    }
  }
  return accounts.map(({ lines }, index) => ({
    lines,
    firstMs: median(times[index]?.first ?? []),
    lastMs: median(times[index]?.last ?? []),
  }));
}

const FRESH = `
  with made as (
    insert into account (id, name, label, class, acct_type, currency, office_id, customer_id,
      inline, created_by, created_at, modified_by, modified_at)
    values ($1::bigint, 'BENCH' || $1::bigint, 'Measured', 'LIABILITY', 'BENCH', 'NGN', 1,
      $1::bigint, true, 'bench', now(), 'bench', now())
    returning id, currency, side, inline
  )
  insert into account_balance (account_id, currency, side, inline, floor_minor)
    select id, currency, side, inline, 0 from made`;

// Creates journals of a hundred receipts each, spread over the days of a year.
const FILL = `
  select count(*) from post_journals(
    (select jsonb_agg(jsonb_build_object('officeId', 1, 'transactionDate', day, 'valueDate', day,
        'narration', 'measured', 'sourceType', 'BENCH', 'sourceId', n, 'createdBy', 'bench',
        'createdAt', '2026-11-20T10:00:00Z'))
      from generate_series(1, $3::integer) n,
        lateral (select date '2026-01-01' + ($4::integer % 300) as day) dated),
    (select array_agg(n) from generate_series(1, $3::integer) n)
      || (select array_agg((n - 1) / $5::integer + 1)
        from generate_series(1, $3::integer * $5::integer) n),
    (select array_agg(1) from generate_series(1, $3::integer) n)
      || (select array_agg((n - 1) % $5::integer + 2)
        from generate_series(1, $3::integer * $5::integer) n),
    (select array_agg($1::bigint) from generate_series(1, $3::integer) n)
      || (select array_agg($2::bigint) from generate_series(1, $3::integer * $5::integer) n),
    (select array_agg($5::integer::bigint) from generate_series(1, $3::integer) n)
      || (select array_agg(-1::bigint) from generate_series(1, $3::integer * $5::integer) n))`;

async function fill(client: pg.Client, account: number, lines: number): Promise<void> {
  const journals = Math.ceil(lines / LINES_PER_JOURNAL);
  for (let done = 0; done < journals; done += JOURNALS_PER_CALL) {
    const count = Math.min(JOURNALS_PER_CALL, journals - done);
    const day = done / JOURNALS_PER_CALL;
    await client.query(FILL, [FIRM, account, count, day, LINES_PER_JOURNAL]);
  }
}

async function folded(client: pg.Client): Promise<void> {
  for (let poll = 0; poll < FOLD_POLLS_MAX; poll += 1) {
    const { rows } = await client.query(`
      select folded_journal_id >= (select max(id) from journal) as done from ledger_fold_state`);
    if (rows[0].done === true) return;
    await pause(FOLD_POLL_INTERVAL_MS);
  }
  throw new Error('the fold did not catch up');
}

async function readPage(stage: Stage, account: number, page: number): Promise<number> {
  const query = `a=${account}&b=${page}&s=${PAGE_SIZE}`;
  const url = `${stage.app.url}/api/v1/finance/filedger/list/account/id?${query}`;
  const began = performance.now();
  const reply = await fetch(url, { headers: stage.headers });
  const text = await reply.text();
  const took = performance.now() - began;
  if (!reply.ok) throw new Error(`filedger: ${text}`);
  return took;
}
