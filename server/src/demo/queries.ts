// SQL for the demonstration data.

import { present } from '../platform/assert.js';
import type { BusinessDate } from '../platform/calendar/business-date.js';
import type { Instant, Tx } from '../platform/database/database.js';
import { sql } from '../platform/database/sql.js';
import { toJson } from '../platform/json/json.js';
import type { Decimal } from '../platform/money/decimal.js';

/** Takes a lock, so that only one node at a time creates the demonstration data. */
export async function lockDemo(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('countinghouse demo'))`);
}

/** Reads the names of the steps already run on this database. */
export async function filledSteps(tx: Tx): Promise<Set<string>> {
  const rows = await tx.query<{ name: string }>(sql`select name from demo_step`);
  return new Set(rows.map((row) => row.name));
}

/** Records that a step has run on this database. */
export async function insertStep(tx: Tx, name: string, now: Instant): Promise<void> {
  await tx.query(sql`insert into demo_step (name, filled_at) values (${name}, ${now})`);
}

/** Reads customer ids in order, leaving out the first ones. */
export async function customerIds(
  tx: Tx,
  { after, count }: { readonly after: number; readonly count: number },
): Promise<readonly bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    sql`select id from customer order by id offset ${after} limit ${count}`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the id of the active customer with the lowest id. */
export async function firstCustomerId(tx: Tx): Promise<bigint> {
  const [customer] = await tx.query<{ id: bigint }>(
    sql`select id from customer where status = 'ACTIVE' order by id limit 1`,
  );
  return present(customer, 'the demonstration has customers').id;
}

/** Reads all business offices. */
export function selectOffices(
  tx: Tx,
): Promise<{ readonly name: string; readonly label: string }[]> {
  return tx.query<{ name: string; label: string }>(
    sql`select name, label from business_office order by id`,
  );
}

interface HoldingsPlan {
  readonly holders: number;
  readonly securitiesEach: number;
}

/** How many days customers have held their transferred shares: five years. */
const HELD_DAYS = 1_826;

/**
 * Gives shares to the first portfolios, at nine tenths of the last price. Each portfolio starts one
 * share further than the one before, and takes every seventh share from there.
 */
export async function insertHoldings(
  tx: Tx,
  { holders, securitiesEach }: HoldingsPlan,
): Promise<void> {
  await tx.query(sql`
    with owner as (
      select id, row_number() over (order by id) - 1 as n from portfolio
      where currency = 'NGN' order by id limit ${holders}
    ), share as (
      select s.id, p.last, row_number() over (order by s.id) - 1 as n, count(*) over () as total
      from security s join security_price p on p.security_id = s.id
      where s.security_type = 'EQUITY' and s.currency = 'NGN'
    ), lot as (
      select owner.id as portfolio_id, share.id as security_id, share.last,
        1000 * (1 + (owner.n * 3 + k.n * 11) % 40) as quantity
      from owner cross join generate_series(0, ${securitiesEach - 1}) as k(n)
      join share on share.n = (owner.n + k.n * 7) % share.total
    ), held as (
      insert into holding (portfolio_id, security_id, quantity, cost_minor, moved_on)
      select portfolio_id, security_id, quantity, round(quantity * last * 90),
        (select business_date - ${HELD_DAYS}::integer from business_day)
      from lot
      on conflict do nothing returning *
    )
    insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
      cost_minor, currency, source_type, source_id, source_line)
    select h.portfolio_id, h.security_id, 'OPENING', h.moved_on, h.quantity, h.cost_minor, 'NGN',
      'OPENING', h.portfolio_id,
      row_number() over (partition by h.portfolio_id order by h.security_id)
    from held h order by h.portfolio_id, h.security_id`);
}

/** A security with its price. */
export interface PricedSecurity {
  readonly id: bigint;
  readonly name: string;
  readonly exchange_id: bigint;
  readonly security_type: string;
  readonly shares_outstanding: bigint | null;
  readonly previous_close: Decimal;
  readonly price_date: BusinessDate;
}

/** Reads securities that have a price but no daily bars. */
export function selectWithoutBars(tx: Tx): Promise<PricedSecurity[]> {
  return tx.query<PricedSecurity>(sql`
    select s.id, s.name, s.exchange_id, s.security_type, s.shares_outstanding, p.previous_close,
      p.price_date
    from security s join security_price p on p.security_id = s.id
    where not exists (select from security_price_day d where d.security_id = s.id)
    order by s.id`);
}

export interface DemoBar {
  readonly securityId: bigint;
  readonly date: BusinessDate;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: bigint;
}

/** Stores daily bars without changing existing ones. */
export async function insertBars(tx: Tx, bars: readonly DemoBar[]): Promise<void> {
  await tx.query(sql`
    insert into security_price_day (security_id, price_date, open, high, low, close, volume)
    select b."securityId", b.date, b.open, b.high, b.low, b.close, b.volume
    from jsonb_to_recordset(${toJson(bars)}::jsonb) as b("securityId" bigint, date date,
      open numeric, high numeric, low numeric, close numeric, volume bigint)
    on conflict do nothing`);
}
