// The end of day over many running deposits, compared with a bare UPDATE of the same rows. Measures
// speed and memory, and whether a larger book takes more time per row.

import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { endOfDayOf } from '../src/modules/system/index.js';
import { addDays } from '../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../src/platform/calendar/business-day.js';
import { closeDays } from '../src/platform/end-of-day/run.js';
import { median } from './measured.js';
import { watchMemory } from './memory.js';
import { type OwnApp, onOwnApp, timed } from './own-app.js';

/** The results for one book size, as medians of the rounds. Rows are instruments. */
export interface EndOfDayFigures {
  readonly name: 'end-of-day';
  readonly instruments: number;
  readonly rounds: number;
  readonly updatePerSecond: number;
  /** Instruments per second over the whole close, including all steps. */
  readonly perSecond: number;
  readonly accrualPerSecond: number;
  readonly ratio: number;
  /** The peak memory of this process, and its memory before the close. */
  readonly residentMegabytes: number;
  readonly residentMegabytesBefore: number;
  /** Full scans of an instrument or accrual table during one close. */
  readonly wholeTableReads: number;
}

interface EndOfDayBench {
  readonly databaseUrl: string | undefined;
  readonly instruments: number;
  readonly rounds: number;
}

/** The server publishes a session's statistics within a second. */
const STATISTICS_MS = 1_500;

/** Measures one book size on its own database. */
export async function measureEndOfDay(bench: EndOfDayBench): Promise<EndOfDayFigures> {
  return onOwnApp(bench.databaseUrl, (own) => measureOn(own, bench));
}

async function measureOn(own: OwnApp, bench: EndOfDayBench): Promise<EndOfDayFigures> {
  const { instruments, rounds } = bench;
  await own.client.query(FILL, [instruments]);
  const watch = watchMemory();
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await closeOnce(own));
  const memory = watch.stop();
  const update = median(all.map((round) => round.updateMs));
  const close = median(all.map((round) => round.closeMs));
  return {
    name: 'end-of-day',
    instruments,
    rounds,
    updatePerSecond: (instruments * 1_000) / update,
    perSecond: (instruments * 1_000) / close,
    accrualPerSecond: (instruments * 1_000) / median(all.map((round) => round.accrualMs)),
    ratio: update / close,
    residentMegabytes: Math.round(memory.most.rss),
    residentMegabytesBefore: Math.round(memory.before.rss),
    wholeTableReads: median(all.map((round) => round.reads)),
  };
}

interface Round {
  readonly updateMs: number;
  readonly closeMs: number;
  readonly accrualMs: number;
  readonly reads: number;
}

async function closeOnce({ app, client }: OwnApp): Promise<Round> {
  await settle(client);
  const updateMs = await timed(() => client.query(BARE_UPDATE));
  await settle(client);
  const readsBefore = await wholeTableReads(client);
  const closeMs = await timed(async () => {
    const today = await currentBusinessDate(app.context.db);
    const asked = { until: addDays(today, 1), askedBy: 'bench', requestId: 'bench' };
    await closeDays(endOfDayOf(app.context, app.steps), asked);
  });
  await pause(STATISTICS_MS);
  const accrualMs = await lastAccrualMs(client);
  return { updateMs, closeMs, accrualMs, reads: (await wholeTableReads(client)) - readsBefore };
}

// Adds one-year deposits for all customers, with many amounts and rates and three day counts. One
// in twenty is a loan, and one in fifty compounds. Columns that are not set here are copied from a
// demonstration deposit.
const FILL = `
  with holder as (
    select row_number() over (order by c.id) - 1 as place, count(*) over () as holders,
      c.id as customer_id, c.office_id, a.id as account_id
    from customer c
    join account a on a.customer_id = c.id and a.acct_type = 'CUSTOMER_CASH'
      and a.currency = 'NGN'
  ), model as (
    select t.type_id, t.type_version, b.business_date as today
    from term_instrument t cross join business_day b
    where t.status = 'RUNNING' order by t.id limit 1
  )
  insert into term_instrument (id, name, label, office_id, customer_id, type_id, type_version,
    currency, init_account_id, termination_account_id, face_value_minor, tenure, rate,
    rate_negotiated, day_count, compoundings_per_year, start_date, maturity_date, payment_date,
    accrual_end, auto_rollover, rollover_rule, loan_product, status, accrued_to, created_by,
    created_at, modified_by, modified_at)
  select 1000000 + n, (1000000 + n)::text, 'Deposit', h.office_id, h.customer_id, m.type_id,
    m.type_version, 'NGN', h.account_id, h.account_id, 10000000 + (n * 7919) % 1000000000, 365,
    10 + (n % 1000) / 100.0, false,
    (array['ACT_365F', 'ACT_360', 'ACT_365F', 'ACT_ACT_ISDA'])[1 + n % 4],
    case when n % 50 = 0 then 4 end, m.today, m.today + 365, m.today + 365, m.today + 365, false,
    'NONE', n % 20 = 0, 'RUNNING', m.today, 'bench', now(), 'bench', now()
  from generate_series(1, $1::bigint) n
  cross join model m join holder h on h.place = n % h.holders`;

// The minimum work of a close: updating the same columns of the same rows.
const BARE_UPDATE = `
  update term_instrument set accrued_to = accrued_to, accrued_minor = accrued_minor,
    version = version
  where status = 'RUNNING'`;

// Both measurements start with clean pages.
async function settle(client: pg.Client): Promise<void> {
  await client.query('vacuum analyze term_instrument');
  await client.query('vacuum analyze term_accrual');
  await client.query('checkpoint');
}

async function lastAccrualMs(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`
    select extract(epoch from finished_at - started_at) * 1000 as ms from end_of_day_step
    where step = 'accrue-term-instruments' order by closing_date desc limit 1`);
  return Number(rows[0].ms);
}

async function wholeTableReads(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`
    select sum(seq_scan) as reads from pg_stat_user_tables
    where relname in ('term_instrument', 'term_accrual')`);
  return Number(rows[0].reads);
}
