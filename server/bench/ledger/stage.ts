// The accounts and scripts of the ledger benchmark, and its floor: tables and a plain function that
// write the same rows without any rules.

import { quoted } from '../pgbench.js';

/** The number of customer accounts. Seven firm accounts follow them. */
const CUSTOMERS = 10_000;
/** The base of the account ids, far above those in the demonstration. */
const BASE = 1_000_000_000;
const FIRM = BASE + CUSTOMERS;
const BATCH = 100;
const RICH_MINOR = '1000000000000000';

/**
 * Statements that set the stage. The floor's lines have only the index for listing an account's
 * lines. The floor has no checks, triggers, references, versions, holds, balance minimums or
 * periods.
 */
export const STAGE: readonly string[] = [
  'create sequence floor_id',
  `create table floor_journal (id bigint primary key, office_id bigint not null,
    transaction_date date not null, value_date date not null, narration text not null,
    source_type text not null, source_id bigint not null, created_by text not null,
    created_at timestamptz not null)`,
  `create table floor_line (journal_id bigint not null, line_no smallint not null,
    account_id bigint not null, currency text not null, amount_minor bigint not null,
    primary key (journal_id, line_no))`,
  'create index floor_line_by_account on floor_line (account_id, journal_id)',
  `create table floor_balance (account_id bigint primary key, balance_minor bigint not null)
    with (fillfactor = 50)`,
  `create function floor_post(debit bigint, credit bigint, amount bigint, source bigint)
    returns bigint language plpgsql set plan_cache_mode = force_generic_plan as $$
    declare
      id bigint := nextval('floor_id');
    begin
      insert into floor_journal values (id, 1, '2026-11-20', '2026-11-20', 'measured', 'BENCH',
        source, 'bench', '2026-11-20T10:00:00Z');
      insert into floor_line values (id, 1, debit, 'NGN', amount), (id, 2, credit, 'NGN', -amount);
      update floor_balance set balance_minor = balance_minor + amount where account_id = debit;
      update floor_balance set balance_minor = balance_minor - amount where account_id = credit;
      return id;
    end $$`,
  `insert into floor_balance
    select ${BASE} + n, ${RICH_MINOR} from generate_series(1, ${CUSTOMERS}) n`,
  `insert into account (id, name, label, class, acct_type, currency, office_id, customer_id,
      inline, created_by, created_at, modified_by, modified_at)
    select ${BASE} + n, 'BENCH' || n, 'Measured',
      case when n <= ${CUSTOMERS} then 'LIABILITY' else 'INCOME' end, 'BENCH', 'NGN', 1,
      case when n <= ${CUSTOMERS} then ${BASE} + n end, n <= ${CUSTOMERS}, 'bench', now(), 'bench',
      now()
    from generate_series(1, ${CUSTOMERS} + 7) n`,
  `insert into account_balance (account_id, currency, side, inline, balance_minor, floor_minor)
    select id, currency, side, inline, case when inline then ${RICH_MINOR} else 0 end,
      case when inline then 0 end
    from account where acct_type = 'BENCH'`,
  'vacuum analyze',
  'checkpoint',
];

const HALF = CUSTOMERS / 2;
const HOT = BASE + 1;
const LOWER = `\\set a random(${BASE + 2}, ${BASE + HALF})`;
const UPPER = `\\set b random(${BASE + HALF + 1}, ${BASE + CUSTOMERS})`;
const SOURCE = '\\set s random(1, 1000000000)';

const HEAD = quoted(
  '{"officeId":1,"transactionDate":"2026-11-20","valueDate":"2026-11-20","narration":"measured",' +
    '"sourceType":"BENCH","createdBy":"bench","createdAt":"2026-11-20T10:00:00.000Z","sourceId":',
);

/** Scripts that post between two random customers: one for the floor and one for the ledger. */
export const FLOOR = [LOWER, UPPER, SOURCE, 'select floor_post(:a, :b, 1, :s);'].join('\n');
export const RANDOM = [LOWER, UPPER, SOURCE, posting({ accounts: [':a', ':b'] })].join('\n');

/** Picks random accounts for batched callers. */
export function randomAccounts(): readonly [bigint, bigint] {
  const upTo = () => Math.floor(Math.random() * (HALF - 1));
  return [BigInt(BASE + 2 + upTo()), BigInt(BASE + HALF + 1 + upTo())];
}

/** Like `FLOOR`, but all postings use the same customer account. */
export const HOT_FLOOR = [UPPER, SOURCE, `select floor_post(${HOT}, :b, 1, :s);`].join('\n');
export const HOT_ACCOUNT = [
  UPPER,
  SOURCE,
  posting({ accounts: [String(HOT), ':b'], amounts: [-1, 1] }),
].join('\n');

/** Picks accounts for batched callers that all share one customer account. */
export function hotAccounts(): readonly [bigint, bigint] {
  return [randomAccounts()[1], BigInt(HOT)];
}

/** A contract note: one line for the customer's payment, and six for the firm. */
export const CONTRACT_NOTE = [
  LOWER,
  SOURCE,
  posting({
    accounts: [':a', ...[1, 2, 3, 4, 5, 6].map((n) => String(FIRM + n))],
    amounts: [106, -100, -2, -1, -1, -1, -1],
  }),
].join('\n');

const TURN = 8;
const NOTE = [106, -100, -2, -1, -1, -1, -1];

/** Posts the notes for a batch of orders, each from a different customer, in one call. */
export const NOTES = [
  `\\set a random(${BASE + 2}, ${BASE + HALF - TURN})`,
  SOURCE,
  `select count(*) from post_journals(
    (select jsonb_agg((${HEAD} || (:s + n)::text || '}')::jsonb)
      from generate_series(1, ${TURN}) n),
    (select array_agg((n - 1) % ${TURN} + 1) from generate_series(1, ${TURN * NOTE.length}) n),
    (select array_agg((n - 1) / ${TURN} + 1) from generate_series(1, ${TURN * NOTE.length}) n),
    (select array_agg(case when n <= ${TURN} then :a + n else ${FIRM} + (n - 1) / ${TURN} end)
      from generate_series(1, ${TURN * NOTE.length}) n),
    (select array_agg(('{${NOTE.join(',')}}'::bigint[])[(n - 1) / ${TURN} + 1])
      from generate_series(1, ${TURN * NOTE.length}) n));`.replaceAll(/\s+/g, ' '),
].join('\n');
export const NOTES_PER_TURN = TURN;

/** Posts a hundred two-line journals in one call. */
export const HUNDRED = [
  `\\set a random(${BASE + 2}, ${BASE + HALF - BATCH})`,
  `\\set b random(${BASE + HALF + 1}, ${BASE + CUSTOMERS - BATCH})`,
  SOURCE,
  `select count(*) from post_journals(
    (select jsonb_agg((${HEAD} || (:s + n)::text || '}')::jsonb)
      from generate_series(1, ${BATCH}) n),
    (select array_agg((n - 1) % ${BATCH} + 1) from generate_series(1, ${2 * BATCH}) n),
    (select array_agg((n - 1) / ${BATCH} + 1) from generate_series(1, ${2 * BATCH}) n),
    (select array_agg(case when n <= ${BATCH} then :a + n else :b + n - ${BATCH} end)
      from generate_series(1, ${2 * BATCH}) n),
    (select array_agg(case when n <= ${BATCH} then 1 else -1 end)
      from generate_series(1, ${2 * BATCH}) n));`.replaceAll(/\s+/g, ' '),
].join('\n');
export const JOURNALS_PER_BATCH = BATCH;

interface Posting {
  /** The accounts in order, as literals or variables. */
  readonly accounts: readonly string[];
  readonly amounts?: readonly number[];
}

function posting({ accounts, amounts = [1, -1] }: Posting): string {
  const ones = accounts.map(() => 1).join(',');
  const numbers = accounts.map((_, index) => index + 1).join(',');
  return (
    `select journal_id from post_journals(('[' || ${HEAD} || :s::text || '}]')::jsonb, ` +
    `'{${ones}}', '{${numbers}}', array[${accounts.map((id) => `${id}::bigint`).join(',')}], ` +
    `'{${amounts.join(',')}}', '{}', '[]', false) order by ordinal;`
  );
}
