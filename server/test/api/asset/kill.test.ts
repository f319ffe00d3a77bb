// Kills the end of day for deposits repeatedly. The books must match those of an uninterrupted run.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Sql, sql } from '../../../src/platform/database/sql.js';
import { KILLS_ALL, momentsOf } from '../../support/process/kill.js';
import { sayProof } from '../../support/proof.js';
import { type AssetApp, startAssetApp } from './app.js';
import { runEndOfDay } from './end-of-day-run.js';

const INSTRUMENTS = KILLS_ALL ? 6_000 : 1_500;
/** Queries that detect when to kill: in the first batch, between batches, and twice at maturity. */
const MATRIX = [
  sql`select from pg_stat_activity where datname = current_database() and state = 'active'
    and pid <> pg_backend_pid() and query ilike '%term_interest%'`,
  sql`select from term_instrument where accrued_to > '2026-01-05' limit 1`,
  sql`select from term_instrument where status = 'TERMINATED' offset 199 limit 1`,
  sql`select from term_instrument where status = 'TERMINATED' offset 499 limit 1`,
];
const MOMENTS = momentsOf(MATRIX, 2);

// Inserts running deposits with different face values. A fifth of them mature on the first
// Saturday, and half of those roll over.
async function fill(app: AssetApp): Promise<void> {
  await app.db.query(sql`
    insert into term_instrument (id, name, label, office_id, customer_id, type_id, currency,
      init_account_id, termination_account_id, face_value_minor, tenure, rate, rate_negotiated,
      day_count, start_date, maturity_date, payment_date, accrual_end, auto_rollover, rollover_rule,
      loan_product, status, accrued_to, created_by, created_at, modified_by, modified_at)
    select 1000000 + n, (1000000 + n)::text, 'Deposit', ${app.officeId}, ${app.rich.id}, y.id,
      'NGN', ${app.rich.accountId}, ${app.rich.accountId}, 10000000 + n * 7919, t.tenure, 15, false,
      'ACT_365F', '2026-01-05', date '2026-01-05' + t.tenure, date '2026-01-05' + t.tenure,
      date '2026-01-05' + t.tenure, n % 10 = 0, 'PRINCIPAL_AND_NET_INTEREST', false, 'RUNNING',
      '2026-01-05', 'test', now(), 'test', now()
    from generate_series(1, ${INSTRUMENTS}::integer) n
    cross join lateral (select case when n % 5 = 0 then 5 else 91 end as tenure) t
    join term_instrument_type y on y.name = 'FD'`);
}

const run = (app: AssetApp, killWhen?: Sql) =>
  runEndOfDay(app, ['2026-01-09', '2026-01-12'], killWhen);

async function booksOf(app: AssetApp): Promise<object> {
  const instruments = await app.db.query<object>(sql`
    select coalesce(p.name, t.name) as name, t.parent_id is not null as child, t.status,
      t.face_value_minor, t.accrued_to, t.accrued_minor, t.paid_gross_minor, t.paid_tax_minor,
      t.termination_reason, t.start_date, t.payment_date
    from term_instrument t left join term_instrument p on p.id = t.parent_id order by 1, 2`);
  const accruals = await app.db.query<object>(sql`
    select accrual_day, count(*) as n, sum(amount_minor) as amount, sum(accrued_minor) as accrued
    from term_accrual group by accrual_day order by accrual_day`);
  const ledger = await app.db.query<object>(sql`
    select a.acct_type, j.transaction_date, sum(l.amount_minor) as amount
    from journal_line l join journal j on j.id = l.journal_id join account a on a.id = l.account_id
    group by 1, 2 order by 1, 2`);
  return { instruments, accruals, ledger };
}

describe(`an end of day over ${INSTRUMENTS} deposits`, () => {
  let calm: AssetApp;
  let killed: AssetApp;

  before(async () => {
    calm = await startAssetApp();
    killed = await startAssetApp();
    for (const app of [calm, killed]) await fill(app);
  });
  after(async () => {
    await calm.stop();
    await killed.stop();
  });

  test('killed at each moment and run twice more, leaves the same books', async () => {
    assert.equal(await run(calm), 0);
    for (const moment of MOMENTS) assert.equal(await run(killed, moment), null);
    const [midway] = await killed.db.query<{ done: bigint; all: bigint }>(sql`
      select count(*) filter (where accrued_to > '2026-01-05') as done, count(*) as all
      from term_instrument`);
    assert.ok((midway?.done ?? 0n) > 0n, 'the kills left work to do');
    assert.equal(await run(killed), 0);
    const books = await booksOf(killed);
    assert.deepEqual(books, await booksOf(calm), `midway: ${midway?.done} of ${midway?.all}`);
    assert.equal(await run(killed), 0);
    assert.deepEqual(await booksOf(killed), books);
    const figures = { kills: MOMENTS.length, deposits: INSTRUMENTS, differences: 0 };
    sayProof('end of day of deposits killed', figures);
  });

  test('run by two nodes at once, accrues each day once', async () => {
    await killed.db.query(sql`
      update term_instrument set accrual_end = accrual_end + 3, payment_date = payment_date + 3
      where status = 'RUNNING' and accrued_to = accrual_end`);
    const both = [run(killed), run(killed)];
    assert.deepEqual(await Promise.all(both), [0, 0]);
    const [row] = await killed.db.query<{ wrong: bigint }>(sql`
      select count(*) as wrong from term_instrument t where accrued_minor <> (
        select coalesce(sum(amount_minor), 0) from term_accrual a where a.instrument_id = t.id)`);
    assert.equal(row?.wrong, 0n);
  });
});
