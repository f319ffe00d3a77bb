// Kills the end of day for commercial paper and bills repeatedly. The books must match those of an
// uninterrupted run.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Sql, sql } from '../../../src/platform/database/sql.js';
import { KILLS_ALL, momentsOf } from '../../support/process/kill.js';
import { sayProof } from '../../support/proof.js';
import {
  AGREES,
  type DiscountedApp,
  discountedBooks,
  startDiscountedApp,
} from './discounted-app.js';
import { runEndOfDay } from './end-of-day-run.js';

const INSTRUMENTS = KILLS_ALL ? 4_000 : 1_500;
/** Queries that detect when to kill: in the first batch, between batches, and twice at maturity. */
const MATRIX = [
  sql`select from pg_stat_activity where datname = current_database() and state = 'active'
    and pid <> pg_backend_pid() and query ilike '%discounted_accrual%'`,
  sql`select from discounted_instrument where accrued_to > '2026-03-05' limit 1`,
  sql`select from discounted_instrument where status = 'TERMINATED' offset 199 limit 1`,
  sql`select from discounted_instrument where status = 'TERMINATED' offset 499 limit 1`,
];
const MOMENTS = momentsOf(MATRIX, 2);

// Inserts running instruments with different face values but no ledger entries for their
// placements. A fifth of them mature on the first Saturday, and half of those roll over. Commercial
// paper rolls over twice, because its children mature on Monday. A third of the bills have no issue
// to roll over into.
async function fill(app: DiscountedApp): Promise<void> {
  await app.db.query(sql`
    insert into discounted_instrument (id, kind, name, label, office_id, customer_id, type_id,
      type_version, tax_class, currency, init_account_id, termination_account_id,
      face_value_minor, cost_minor, tenure, rate, rate_negotiated, discount_rate,
      price, day_count, start_date, maturity_date, payment_date, status, accrued_to,
      auto_rollover, rollover_rule, created_by, created_at, modified_by, modified_at)
    select 1000000 + n, y.kind, (1000000 + n)::text, 'Filled', ${app.officeId}, ${app.rich.id},
      y.id, y.version, y.tax_class, 'NGN', ${app.rich.accountId}, ${app.rich.accountId}, f.face,
      discount_book_value(f.face, 16.73, '2026-03-05', date '2026-03-05' + f.tenure, '2026-03-05',
        'ACT_365F'),
      f.tenure, 16.73, false, 16.73, 99, 'ACT_365F', '2026-03-05', date '2026-03-05' + f.tenure,
      date '2026-03-05' + f.tenure, 'RUNNING', '2026-03-05', n % 4 < 2,
      case when n % 4 < 2 then 'PRINCIPAL_AND_NET_INTEREST' else 'NONE' end,
      'test', now(), 'test', now()
    from generate_series(1, ${INSTRUMENTS}::integer) n
    cross join lateral (select 10000000 + n * 7919::bigint as face,
      case when n % 5 = 0 then 2 else 91 end as tenure) f
    join discounted_instrument_type y
      on y.name = case when n % 2 = 0 then 'CP' when n % 3 = 0 then 'NTB-182' else 'NTB-364' end`);
}

const run = (app: DiscountedApp, killWhen?: Sql) =>
  runEndOfDay(app, ['2026-03-06', '2026-03-09'], killWhen);

// Pairs each instrument with the first instrument in its chain, because the ids of children depend
// on when the process was killed.
const GENERATIONS = sql`
  with recursive generation as (
    select id, id as root, 0 as generation from discounted_instrument where parent_id is null
    union all
    select t.id, g.root, g.generation + 1
    from discounted_instrument t join generation g on g.id = t.parent_id
  )`;

async function booksOf(app: DiscountedApp): Promise<object> {
  const instruments = await app.db.query<object>(sql`
    ${GENERATIONS}
    select g.root, g.generation, t.status, t.face_value_minor, t.cost_minor, t.accrued_to,
      t.accrued_minor, t.paid_gross_minor, t.paid_tax_minor, t.termination_reason,
      t.termination_date, t.not_rolled_over_reason
    from discounted_instrument t join generation g on g.id = t.id order by 1, 2`);
  const accruals = await app.db.query<object>(sql`
    select accrual_day, count(*) as n, sum(amount_minor) as amount, sum(accrued_minor) as accrued
    from discounted_accrual group by accrual_day order by accrual_day`);
  const history = await app.db.query<object>(sql`
    ${GENERATIONS}
    select g.root, g.generation, c.kind, c.amount_minor, c.earned_minor, c.tax_minor,
      c.rolled_minor
    from discounted_change c join generation g on g.id = c.instrument_id order by 1, 2, 3`);
  const ledger = await app.db.query<object>(sql`
    select a.acct_type, j.transaction_date, sum(l.amount_minor) as amount
    from journal_line l join journal j on j.id = l.journal_id join account a on a.id = l.account_id
    group by 1, 2 order by 1, 2`);
  return { instruments, accruals, history, ledger };
}

describe(`an end of day over ${INSTRUMENTS} of them`, () => {
  let calm: DiscountedApp;
  let killed: DiscountedApp;

  before(async () => {
    calm = await startDiscountedApp();
    killed = await startDiscountedApp();
    for (const app of [calm, killed]) await fill(app);
  });
  after(async () => {
    await calm.stop();
    await killed.stop();
  });

  test('killed at each moment and run twice more, leaves the same books', async () => {
    // The inserted placements were never booked, so the books disagree by the same amount before
    // and after the run.
    const placed = await discountedBooks(killed);
    assert.notDeepEqual(placed, AGREES);
    assert.equal(await run(calm), 0);
    for (const moment of MOMENTS) assert.equal(await run(killed, moment), null);
    assert.equal(await run(killed), 0);
    const books = await booksOf(killed);
    assert.deepEqual(books, await booksOf(calm));
    assert.equal(await run(killed), 0);
    assert.deepEqual(await booksOf(killed), books);
    assert.deepEqual(await discountedBooks(killed), placed);
    const [rolled] = await killed.db.query<{ children: bigint; unplaced: bigint }>(sql`
      select count(*) filter (where parent_id is not null) as children,
        count(*) filter (where not_rolled_over_reason is not null) as unplaced
      from discounted_instrument`);
    assert.ok(rolled !== undefined && rolled.children > 0n && rolled.unplaced > 0n);
    const figures = { kills: MOMENTS.length, instruments: INSTRUMENTS, differences: 0 };
    sayProof('end of day of commercial paper and bills killed', figures);
  });

  test('run by two nodes at once, accrues each day once and pays each face once', async () => {
    await killed.db.query(sql`
      update discounted_instrument set maturity_date = accrued_to + 3, payment_date = accrued_to,
        tenure = accrued_to + 3 - start_date
      where status = 'RUNNING' and id % 7 = 0`);
    assert.deepEqual(await Promise.all([run(killed), run(killed)]), [0, 0]);
    const [row] = await killed.db.query<{ wrong: bigint; paid: bigint }>(sql`
      select count(*) filter (where accrued_minor <> (
          select coalesce(sum(amount_minor), 0) from discounted_accrual a
          where a.instrument_id = t.id)) as wrong,
        count(*) filter (where status = 'TERMINATED') as paid
      from discounted_instrument t`);
    const [ends] = await killed.db.query<{ journals: bigint }>(sql`
      select count(*) as journals from journal
      where narration like 'Maturity of %' or narration like 'Rollover of %'`);
    assert.equal(row?.wrong, 0n);
    assert.equal(ends?.journals, row?.paid);
  });
});
