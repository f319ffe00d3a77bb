// SQL for login delays. Every change is a single statement, so that parallel attempts on any number
// of nodes are counted one after another.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { LOGIN } from '../limits.js';

type Reads = Pick<Database | Tx, 'query'>;

type DelayKind =
  | 'user'
  | 'customer'
  | 'second-factor'
  | 'user-address'
  | 'customer-address'
  | 'reset-name'
  | 'reset-network'
  | 'reset-user'
  | 'reset-customer';

/** The key of a delay. */
export interface DelayKey {
  readonly kind: DelayKind;
  readonly subject: string;
  readonly source: string;
}

/**
 * A rate limit as a token bucket. It allows one attempt every `everySeconds`, plus some in advance.
 */
export interface Pace {
  readonly aheadSeconds: number;
  readonly everySeconds: number;
  /** After this many failures, the interval is `slowEverySeconds`. */
  readonly slowAfter: number;
  readonly slowEverySeconds: number;
}

const rowOf = ({ kind, subject, source }: DelayKey): Sql =>
  sql`kind = ${kind} and subject = ${subject} and source = ${source}`;

const forgotten = (now: Instant): Sql =>
  sql`d.last_failed_at < ${now}::timestamptz
    - make_interval(hours => ${LOGIN.forgottenAfterHours}::int)`;

const millisFrom = (now: Instant, until: Sql): Sql =>
  sql`greatest(0, ceil(extract(epoch from ${until} - ${now}::timestamptz) * 1000))::float8`;

/** Reads the failures counted for a delay, and the time until its next attempt. */
export async function readDelay(
  db: Reads,
  key: DelayKey,
  now: Instant,
): Promise<{ readonly failures: number; readonly waitMs: number }> {
  const [row] = await db.query<{ failures: number; waitMs: number }>(sql`
    select case when ${forgotten(now)} then 0 else failures end as failures,
      ${millisFrom(now, sql`free_at`)} as "waitMs"
    from login_delay d where ${rowOf(key)}`);
  return row ?? { failures: 0, waitMs: 0 };
}

/**
 * Counts an attempt as failed before it is checked.
 * @returns the failures, including this one; undefined if the delay has not ended
 */
export async function countAttempt(
  db: Reads,
  key: DelayKey,
  now: Instant,
): Promise<number | undefined> {
  const failures = sql`case when ${forgotten(now)} then 1 else d.failures + 1 end`;
  const delay = sql`case when ${failures} < ${LOGIN.freeFailures}::int then 0
    else least(${LOGIN.delayMaxSeconds}::float8, ${LOGIN.delayFirstSeconds}::float8
      * 2.0::float8 ^ least(${failures} - ${LOGIN.freeFailures}::int, 30)) end`;
  const [row] = await db.query<{ failures: number }>(sql`
    insert into login_delay as d (kind, subject, source, failures, free_at, last_failed_at)
    values (${key.kind}, ${key.subject}, ${key.source}, 1, ${now}, ${now})
    on conflict (kind, subject, source) do update set failures = ${failures},
      free_at = ${now}::timestamptz + make_interval(secs => ${delay}), last_failed_at = ${now},
      refusal_noted = false
    where d.free_at <= ${now}::timestamptz
    returning d.failures`);
  return row?.failures;
}

const every = (pace: Pace): Sql => sql`make_interval(secs => case
  when d.failures < ${pace.slowAfter}::int then ${pace.everySeconds}::float8
  else ${pace.slowEverySeconds}::float8 end)`;

/**
 * Takes one attempt from a rate limit. Returns true if one was available. An attempt that is
 * reserved for a waiter is not available to other callers.
 */
export async function takeTurn(
  db: Reads,
  { key, pace, waiter }: { readonly key: DelayKey; readonly pace: Pace; readonly waiter?: string },
  now: Instant,
): Promise<boolean> {
  const taken = await db.query(sql`
    insert into login_delay as d (kind, subject, source, failures, free_at, last_failed_at)
    values (${key.kind}, ${key.subject}, ${key.source}, 1,
      ${now}::timestamptz + make_interval(secs => ${pace.everySeconds}::float8), ${now})
    on conflict (kind, subject, source) do update set
      failures = case when ${forgotten(now)} then 1 else d.failures + 1 end,
      free_at = greatest(d.free_at, ${now}::timestamptz) + ${every(pace)},
      last_failed_at = ${now}, refusal_noted = false, waiter = null
    where d.free_at <= ${now}::timestamptz + make_interval(secs => ${pace.aheadSeconds}::float8)
      and (d.waiter is null or d.waiter = ${waiter ?? ''}
        or d.waiter_due_at < ${now}::timestamptz - make_interval(secs => 1))
    returning d.failures`);
  return taken.length === 1;
}

/** Returns the time until the rate limit allows another attempt. */
export async function turnWaitMs(
  db: Reads,
  { key, pace }: { readonly key: DelayKey; readonly pace: Pace },
  now: Instant,
): Promise<number> {
  const { waitMs } = await readDelay(db, key, now);
  return Math.max(0, waitMs - pace.aheadSeconds * 1_000);
}

/** Reserves the next attempt for a waiter, replacing the previous waiter. */
export async function setWaiter(
  db: Reads,
  { key, waiter, waitMs }: { readonly key: DelayKey; readonly waiter: string; waitMs: number },
  now: Instant,
): Promise<void> {
  await db.query(sql`
    update login_delay set waiter = ${waiter},
      waiter_due_at = ${now}::timestamptz + make_interval(secs => ${waitMs / 1_000}::float8)
    where ${rowOf(key)}`);
}

/** Gives a successful attempt back to the rate limit. */
export async function returnTurn(
  db: Reads,
  { key, pace }: { readonly key: DelayKey; readonly pace: Pace },
): Promise<void> {
  await db.query(sql`
    update login_delay d set failures = greatest(0, failures - 1),
      free_at = free_at - ${every(pace)}
    where ${rowOf(key)}`);
}

/** Counts a failure for an address, after the check. */
export async function countFailureOfAddress(
  db: Reads,
  { key, pace }: { readonly key: DelayKey; readonly pace: Pace },
  now: Instant,
): Promise<void> {
  await db.query(sql`
    insert into login_delay as d (kind, subject, source, failures, free_at, last_failed_at)
    values (${key.kind}, ${key.subject}, ${key.source}, 1,
      ${now}::timestamptz + make_interval(secs => ${pace.everySeconds}::float8), ${now})
    on conflict (kind, subject, source) do update set failures = d.failures + 1,
      free_at = least(greatest(d.free_at, ${now}::timestamptz),
        ${now}::timestamptz + make_interval(secs => ${pace.aheadSeconds}::float8)) + ${every(pace)},
      last_failed_at = ${now}, refusal_noted = false`);
}

/**
 * Records that a refusal was audited. Returns true for the first refusal since the last failure.
 */
export async function noteRefusal(db: Reads, key: DelayKey): Promise<boolean> {
  const noted = await db.query(sql`
    update login_delay set refusal_noted = true
    where ${rowOf(key)} and not refusal_noted returning kind`);
  return noted.length === 1;
}

/** Deletes the failures of one name and source, after a correct password. */
export async function clearDelay(db: Reads, key: DelayKey): Promise<void> {
  await db.query(sql`delete from login_delay where ${rowOf(key)}`);
}

/** Deletes the failures of a user or customer from all sources. */
export async function clearDelaysOf(
  db: Reads,
  of: { readonly kind: DelayKind; readonly id: bigint },
): Promise<void> {
  await db.query(sql`
    delete from login_delay where kind = ${of.kind} and subject = ${String(of.id)}`);
}

interface LoginAddress {
  readonly kind: 'user' | 'customer';
  /** The holder's id; 0 for a name that does not exist. */
  readonly id: bigint;
  readonly network: string;
}

/** Returns whether a correct password recently came from this network. */
export async function isKnownAddress(
  db: Reads,
  { kind, id, network }: LoginAddress,
  now: Instant,
): Promise<boolean> {
  const known = await db.query(sql`
    select network from login_address
    where kind = ${kind} and subject_id = ${id} and network = ${network}
      and used_at > ${now}::timestamptz - make_interval(days => ${LOGIN.addressKnownDays}::int)`);
  return known.length === 1;
}

/** Remembers a network from which a correct password came, and drops the oldest ones. */
export async function rememberAddress(
  db: Reads,
  { kind, id, network }: LoginAddress,
  now: Instant,
): Promise<void> {
  const added = await db.query(sql`
    insert into login_address as a (kind, subject_id, network, used_at)
    values (${kind}, ${id}, ${network}, ${now})
    on conflict (kind, subject_id, network) do update set used_at = ${now}
    where a.used_at < ${now}::timestamptz - interval '1 hour'
    returning network`);
  if (added.length === 0) return;
  await db.query(sql`
    delete from login_address where kind = ${kind} and subject_id = ${id} and network in (
      select network from login_address where kind = ${kind} and subject_id = ${id}
      order by used_at desc, network offset ${LOGIN.addressesKnownMax}::int)`);
}

/** Deletes delays and addresses that have expired. */
export async function purgeDelays(db: Reads, now: Instant): Promise<void> {
  await db.query(sql`
    delete from login_delay d where ${forgotten(now)} and d.free_at < ${now}::timestamptz`);
  await db.query(sql`
    delete from login_address
    where used_at < ${now}::timestamptz - make_interval(days => ${LOGIN.addressKnownDays}::int)`);
}
