// SQL of the market module: one function per statement.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../platform/database/database.js';
import { joinSql, type Sql, sql } from '../../platform/database/sql.js';
import type { PageRequest } from '../../platform/http/paging.js';
import { toJson } from '../../platform/json.js';
import type { Exchange, NewExchange } from './exchange.js';
import type { Holiday } from './holiday.js';
import type { NewOrderTerm, OrderTerm } from './order-term.js';
import type { Price, PriceUpdate } from './price.js';
import type { Security, SecurityKey, SecurityMembers } from './security.js';

type On = Database | Tx;

interface Stamp {
  readonly id: bigint;
  readonly by: string;
  readonly at: string;
}

const exchangeColumns = sql`
  id, name, aliases, label, active, currency, time_zone as "timeZone",
  calendar_version as "calendarVersion", created_by as "createdBy", created_at as "createdAt",
  modified_by as "modifiedBy", modified_at as "modifiedAt"`;

export async function selectExchange(
  on: On,
  key: { readonly id?: bigint; readonly code?: string },
): Promise<Exchange | undefined> {
  const code = key.code?.trim().toUpperCase() ?? null;
  const [row] = await on.query<Exchange>(sql`
    select ${exchangeColumns} from exchange
    where ${key.id === undefined ? sql`${code} = any (aliases || name)` : sql`id = ${key.id}`}`);
  return row;
}

export function selectActiveExchanges(on: On, page: PageRequest): Promise<Exchange[]> {
  return on.query<Exchange>(sql`
    select ${exchangeColumns} from exchange
    where active and id > ${page.after ?? 0n}
    order by id limit ${page.limit + 1} offset ${page.offset}`);
}

export async function countActiveExchanges(on: On): Promise<bigint> {
  const [row] = await on.query<{ count: bigint }>(
    sql`select count(*) as count from exchange where active`,
  );
  return row?.count ?? 0n;
}

export async function insertExchange(tx: Tx, exchange: NewExchange, stamp: Stamp) {
  await tx.query(sql`
    insert into exchange (id, name, aliases, label, currency, time_zone, created_by, created_at,
      modified_by, modified_at)
    values (${stamp.id}, ${exchange.name}, ${exchange.aliases}, ${exchange.label},
      ${exchange.currency}, ${exchange.timeZone}, ${stamp.by}, ${stamp.at}, ${stamp.by}, ${stamp.at})`);
}

export async function insertOrderTerm(tx: Tx, term: NewOrderTerm, stamp: Stamp) {
  await tx.query(sql`
    insert into order_term (id, name, label, fix_time_in_force, default_life_days, created_by,
      created_at, modified_by, modified_at)
    values (${stamp.id}, ${term.name}, ${term.label}, ${term.fixTimeInForce},
      ${term.defaultLifeDays ?? null}, ${stamp.by}, ${stamp.at}, ${stamp.by}, ${stamp.at})`);
}

const termColumns = sql`
  id, name, label, active, fix_time_in_force as "fixTimeInForce",
  default_life_days as "defaultLifeDays", created_by as "createdBy", created_at as "createdAt",
  modified_by as "modifiedBy", modified_at as "modifiedAt"`;

export async function selectOrderTerm(
  on: On,
  key: { readonly id?: bigint; readonly name?: string },
): Promise<OrderTerm | undefined> {
  const [row] = await on.query<OrderTerm>(sql`
    select ${termColumns} from order_term
    where ${key.id === undefined ? sql`name = ${key.name ?? null}` : sql`id = ${key.id}`}`);
  return row;
}

export function selectActiveOrderTerms(on: On, page: PageRequest): Promise<OrderTerm[]> {
  return on.query<OrderTerm>(sql`
    select ${termColumns} from order_term
    where active and id > ${page.after ?? 0n}
    order by id limit ${page.limit + 1} offset ${page.offset}`);
}

export async function countActiveOrderTerms(on: On): Promise<bigint> {
  const [row] = await on.query<{ count: bigint }>(
    sql`select count(*) as count from order_term where active`,
  );
  return row?.count ?? 0n;
}

export async function selectCalendarVersion(on: On, exchangeId: bigint) {
  const [row] = await on.query<{ version: string }>(
    sql`select calendar_version as version from exchange where id = ${exchangeId}`,
  );
  return row?.version;
}

/** Version and holidays in one statement, so that they belong together. */
export async function selectCalendar(on: On, exchangeId: bigint) {
  const [row] = await on.query<{ version: string; weekend: number[]; holidays: string[] }>(sql`
    select e.calendar_version as version, e.weekend,
      array(select h.holiday::text from market_holiday h where h.exchange_id = e.id) as holidays
    from exchange e where e.id = ${exchangeId}`);
  return row;
}

export async function upsertHolidays(tx: Tx, exchangeId: bigint, holidays: readonly Holiday[]) {
  await tx.query(sql`
    insert into market_holiday (exchange_id, holiday, label)
    select ${exchangeId}, h.holiday, h.label
    from jsonb_to_recordset(${toJson(holidays)}::jsonb) as h(holiday date, label text)
    on conflict (exchange_id, holiday) do update set label = excluded.label`);
}

export async function deleteHoliday(tx: Tx, exchangeId: bigint, holiday: BusinessDate) {
  await tx.query(sql`
    delete from market_holiday where exchange_id = ${exchangeId} and holiday = ${holiday}`);
}

const securityColumns = sql`
  s.id, s.name, s.label, s.active, s.security_type as "securityType", s.currency, s.isin, s.sector,
  s.lot_size as "lotSize", s.shares_outstanding as "sharesOutstanding", s.face_value as "faceValue",
  s.coupon_rate as "couponRate", s.maturity_date as "maturityDate", s.status, s.version,
  s.created_by as "createdBy", s.created_at as "createdAt", s.modified_by as "modifiedBy",
  s.modified_at as "modifiedAt", e.id as "exchangeId", e.name as "exchangeName",
  e.label as "exchangeLabel", e.time_zone as "timeZone", e.calendar_version as "calendarVersion",
  p.previous_close as "previousClose", p.open, p.high, p.low, p.last, p.volume,
  p.price_date as "priceDate", p.priced_at as "pricedAt"`;
const securityTables = sql`
  security s join exchange e on e.id = s.exchange_id
  left join security_price p on p.security_id = s.id`;

/** One security with its exchange and its last price. */
export async function selectSecurity(on: On, key: SecurityKey): Promise<Security | undefined> {
  const [row] = await on.query<Security>(sql`
    select ${securityColumns} from ${securityTables}
    where ${key.id === undefined ? sql`s.name = ${key.name ?? null}` : sql`s.id = ${key.id}`}`);
  return row;
}

/** Locks a security for a change; undefined when there is none. */
export async function lockSecurity(tx: Tx, id: bigint): Promise<{ version: bigint } | undefined> {
  const [row] = await tx.query<{ version: bigint }>(
    sql`select version from security where id = ${id} for update`,
  );
  return row;
}

export interface SecurityFilter {
  readonly exchangeId?: bigint;
  readonly securityType?: string;
}

function matching(filter: SecurityFilter): Sql {
  const conditions = [sql`s.active`];
  if (filter.exchangeId !== undefined) conditions.push(sql`s.exchange_id = ${filter.exchangeId}`);
  if (filter.securityType !== undefined) {
    conditions.push(sql`s.security_type = ${filter.securityType}`);
  }
  return joinSql(conditions, ' and ');
}

export function selectActiveSecurities(on: On, filter: SecurityFilter, page: PageRequest) {
  return on.query<Security>(sql`
    select ${securityColumns} from ${securityTables}
    where ${matching(filter)} and s.id > ${page.after ?? 0n}
    order by s.id limit ${page.limit + 1} offset ${page.offset}`);
}

export async function countActiveSecurities(on: On, filter: SecurityFilter): Promise<bigint> {
  const [row] = await on.query<{ count: bigint }>(
    sql`select count(*) as count from security s where ${matching(filter)}`,
  );
  return row?.count ?? 0n;
}

export async function insertSecurity(tx: Tx, security: SecurityMembers, stamp: Stamp) {
  await tx.query(sql`
    insert into security (id, exchange_id, name, label, active, security_type, currency, isin, sector,
      lot_size, shares_outstanding, face_value, coupon_rate, maturity_date, status,
      created_by, created_at, modified_by, modified_at)
    values (${stamp.id}, ${security.exchangeId}, ${security.name}, ${security.label},
      ${security.active}, ${security.securityType}, ${security.currency}, ${security.isin},
      ${security.sector}, ${security.lotSize}, ${security.sharesOutstanding},
      ${security.faceValue?.toFixed() ?? null}, ${security.couponRate?.toFixed() ?? null},
      ${security.maturityDate}, ${security.status}, ${stamp.by}, ${stamp.at}, ${stamp.by}, ${stamp.at})`);
}

export async function updateSecurityRow(tx: Tx, security: SecurityMembers, stamp: Stamp) {
  await tx.query(sql`
    update security set label = ${security.label}, active = ${security.active},
      isin = ${security.isin}, sector = ${security.sector}, lot_size = ${security.lotSize},
      shares_outstanding = ${security.sharesOutstanding},
      face_value = ${security.faceValue?.toFixed() ?? null},
      coupon_rate = ${security.couponRate?.toFixed() ?? null},
      maturity_date = ${security.maturityDate}, status = ${security.status},
      version = version + 1, modified_by = ${stamp.by}, modified_at = ${stamp.at}
    where id = ${stamp.id}`);
}

/** The present price of a security that never had one: every later change is a trade's. */
export async function insertFirstPrice(
  tx: Tx,
  price: { readonly securityId: bigint; readonly price: string; readonly at: string },
) {
  await tx.query(sql`
    insert into security_price (security_id, previous_close, last, price_date, priced_at)
    select ${price.securityId}, ${price.price}::numeric, ${price.price}::numeric, business_date,
      ${price.at}
    from business_day`);
}

export function selectPrices(on: On, securityIds: readonly bigint[]): Promise<Price[]> {
  return on.query<Price>(sql`
    select security_id as "securityId", previous_close as "previousClose", open, high, low, last,
      volume, price_date as "priceDate", priced_at as "pricedAt"
    from security_price where security_id = any (${securityIds}::bigint[])`);
}

/** The close that was in force on a date: the last daily bar at or before it. */
export function selectClosesOn(on: On, securityIds: readonly bigint[], date: BusinessDate) {
  return on.query<Pick<Price, 'securityId' | 'last' | 'priceDate'>>(sql`
    select distinct on (security_id) security_id as "securityId", close as last,
      price_date as "priceDate"
    from security_price_day
    where security_id = any (${securityIds}::bigint[]) and price_date <= ${date}
    order by security_id, price_date desc`);
}

/** Moves prices and their daily bars in one statement; rows are taken in security order. */
export async function upsertPrices(tx: Tx, updates: readonly PriceUpdate[]): Promise<bigint> {
  const [row] = await tx.query<{ count: bigint }>(sql`
    with tick as (
      select u.ordinality as n, (u.value ->> 'securityId')::bigint as security_id,
        (u.value ->> 'last')::numeric as last, (u.value ->> 'high')::numeric as high,
        (u.value ->> 'low')::numeric as low, (u.value ->> 'quantity')::bigint as quantity,
        (u.value ->> 'at')::timestamptz as at
      from jsonb_array_elements(${toJson(updates)}::jsonb) with ordinality u
    ), merged as (
      select t.security_id, d.business_date as price_date, (array_agg(t.last order by t.n))[1] as open,
        max(coalesce(t.high, t.last)) as high, min(coalesce(t.low, t.last)) as low,
        (array_agg(t.last order by t.n desc))[1] as last, sum(t.quantity) as volume, max(t.at) as at
      from tick t cross join business_day d group by t.security_id, d.business_date
    ), priced as (
      insert into security_price as p (security_id, previous_close, open, high, low, last, volume,
        price_date, priced_at)
      select security_id, last, open, high, low, last, volume, price_date, at
      from merged order by security_id
      on conflict (security_id) do update set
        open = coalesce(p.open, excluded.open), high = greatest(p.high, excluded.high),
        low = least(p.low, excluded.low), last = excluded.last,
        volume = p.volume + excluded.volume, price_date = excluded.price_date,
        priced_at = excluded.priced_at
      returning p.*
    ), bar as (
      insert into security_price_day (security_id, price_date, open, high, low, close, volume)
      select security_id, price_date, open, high, low, last, volume from priced
      on conflict (security_id, price_date) do update set open = excluded.open,
        high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume
    )
    select count(*) as count from priced`);
  return row?.count ?? 0n;
}

/** Closes the day's prices: a bar for each security, then a clean row for the next day. */
export async function rollPrices(
  on: On,
  day: { readonly closing: BusinessDate; readonly next: BusinessDate },
): Promise<bigint> {
  const [row] = await on.query<{ count: bigint }>(sql`
    with due as (
      select security_id, open, high, low, last, volume from security_price
      where price_date <= ${day.closing} order by security_id for update
    ), bar as (
      insert into security_price_day (security_id, price_date, open, high, low, close, volume)
      select security_id, ${day.closing}, coalesce(open, last), coalesce(high, last),
        coalesce(low, last), last, volume from due
      on conflict (security_id, price_date) do nothing
    ), rolled as (
      update security_price p set previous_close = p.last, open = null, high = null, low = null,
        volume = 0, price_date = ${day.next}
      from due where due.security_id = p.security_id returning p.security_id
    )
    select count(*) as count from rolled`);
  return row?.count ?? 0n;
}
