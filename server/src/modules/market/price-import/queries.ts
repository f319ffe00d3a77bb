// SQL for price imports, one function per statement. Each statement handles all rows.

import type { Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJsonInTurns } from '../../../platform/json/json.js';
import {
  type ImportTables,
  markUndone,
  type ValueKey,
} from '../../../platform/value-import/queries.js';
import type { SecurityBar } from './row.js';

export const PRICE_TABLES: ImportTables = {
  imports: 'price_import',
  subject: 'security_id',
  date: 'price_date',
  figures: 'bar',
  figuresType: 'jsonb',
};

export function selectNamedSecurities(tx: Tx, names: readonly string[]) {
  return tx.query<{ name: string; id: bigint; exchangeId: bigint }>(sql`
    select n.name, s.id, s.exchange_id as "exchangeId"
    from unnest(${[...names]}::text[]) n (name)
    join security s on s.id = security_id_of(n.name)`);
}

/**
 * Locks the current prices, as trades and the end of day do before they change bars. For a security
 * without a price, locks the security itself, so that each import reads the bars from earlier
 * imports.
 */
export async function lockPrices(tx: Tx, securityIds: readonly bigint[]): Promise<void> {
  await tx.query(sql`
    select id from security where id = any(${[...securityIds]}::bigint[])
    order by id for no key update`);
  await tx.query(sql`
    select security_id from security_price where security_id = any(${[...securityIds]}::bigint[])
    order by security_id for update`);
}

async function givenBars(bars: readonly SecurityBar[]): Promise<Sql> {
  const given = await toJsonInTurns(bars);
  return sql`jsonb_to_recordset(${given}::jsonb) as g("securityId" bigint, date date,
    open numeric, high numeric, low numeric, close numeric, volume bigint)`;
}

/** Inserts missing bars; returns their keys. */
export async function insertBars(tx: Tx, bars: readonly SecurityBar[]): Promise<ValueKey[]> {
  const given = await givenBars(bars);
  return tx.query<ValueKey>(sql`
    insert into security_price_day (security_id, price_date, open, high, low, close, volume)
    select g."securityId", g.date, g.open, g.high, g.low, g.close, g.volume
    from ${given} order by g."securityId", g.date
    on conflict (security_id, price_date) do nothing
    returning security_id as "subjectId", price_date as date`);
}

/** Selects the stored bars that differ from the given ones. */
export async function selectDifferingBars(
  tx: Tx,
  bars: readonly SecurityBar[],
): Promise<SecurityBar[]> {
  const given = await givenBars(bars);
  return tx.query<SecurityBar>(sql`
    select g."securityId", g.date, d.open, d.high, d.low, d.close, d.volume from ${given}
    join security_price_day d on d.security_id = g."securityId" and d.price_date = g.date
    where (d.open, d.high, d.low, d.close, d.volume)
      <> (g.open, g.high, g.low, g.close, g.volume)`);
}

export async function updateBars(tx: Tx, bars: readonly SecurityBar[]): Promise<void> {
  const given = await givenBars(bars);
  await tx.query(sql`
    update security_price_day d set open = g.open, high = g.high, low = g.low, close = g.close,
      volume = g.volume
    from ${given} where d.security_id = g."securityId" and d.price_date = g.date`);
}

/**
 * Updates current prices from changed bars. Today's price comes from today's bar. The previous
 * close comes from the bar before it, and is also the last price of a security that has not traded
 * today.
 */
export async function followBars(tx: Tx, keys: readonly ValueKey[], at: Instant): Promise<void> {
  const given = await toJsonInTurns(keys);
  await tx.query(sql`
    with changed as (
      select c."subjectId" as id, max(c.date) as date
      from jsonb_to_recordset(${given}::jsonb) as c("subjectId" bigint, date date)
      group by c."subjectId"
    ), due as (
      select changed.id, day.business_date, t.open, t.high, t.low, t.close, t.volume,
        b.close as before
      from changed cross join business_day day
      left join security_price_day t
        on t.security_id = changed.id and t.price_date = day.business_date
      left join lateral (
        select price_date, close from security_price_day
        where security_id = changed.id and price_date < day.business_date
        order by price_date desc limit 1) b on true
      where changed.date >= coalesce(b.price_date, day.business_date)
    )
    insert into security_price as p (security_id, previous_close, open, high, low, last, volume,
      price_date, priced_at)
    select id, coalesce(before, open), open, high, low, coalesce(close, before),
      coalesce(volume, 0), business_date, ${at}
    from due order by id
    on conflict (security_id) do update set
      previous_close = coalesce((select before from due where id = p.security_id),
        p.previous_close),
      open = excluded.open, high = excluded.high, low = excluded.low, volume = excluded.volume,
      last = excluded.last, price_date = excluded.price_date, priced_at = excluded.priced_at`);
}

/** Returns the securities whose bars an import inserted or replaced. */
export async function securitiesOfImport(tx: Tx, importId: bigint): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select distinct security_id as id from price_import_row
    where import_id = ${importId} and verdict in ('IMPORTED', 'REPLACED')`);
  return rows.map((row) => row.id);
}

/**
 * Deletes the bars that an import inserted and restores those that it replaced, if they are
 * unchanged. A security keeps at least one bar, because its price depends on it. Returns the keys.
 * The prices must be locked.
 */
export async function undoBars(tx: Tx, importId: bigint): Promise<ValueKey[]> {
  const stored = sql`d.security_id = r.security_id and d.price_date = r.price_date`;
  const bar = (column: Sql) => sql`
    jsonb_to_record(${column}) as b
      (open numeric, high numeric, low numeric, close numeric, volume bigint)`;
  const undone = await markUndone(tx, PRICE_TABLES, {
    id: importId,
    isUnchanged: sql`exists (
      select from security_price_day d cross join ${bar(sql`r.bar`)}
      where ${stored} and (d.open, d.high, d.low, d.close, d.volume)
        = (b.open, b.high, b.low, b.close, b.volume))`,
    isRemovable: sql`(s.bar_before is not null or s.security_id in (
      select security_id from standing o
      group by security_id
      having count(*) filter (where o.bar_before is null) < (
        select count(*) from security_price_day d where d.security_id = o.security_id)))`,
  });
  await tx.query(sql`
    delete from security_price_day d using price_import_row r
    where r.import_id = ${importId} and r.outcome = 'UNDONE' and r.bar_before is null
      and ${stored}`);
  await tx.query(sql`
    update security_price_day d set open = b.open, high = b.high, low = b.low, close = b.close,
      volume = b.volume
    from price_import_row r cross join ${bar(sql`r.bar_before`)}
    where r.import_id = ${importId} and r.outcome = 'UNDONE' and r.bar_before is not null
      and ${stored}`);
  return undone;
}
