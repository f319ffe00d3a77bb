// SQL of the market module: one function per statement.

import type { Database, Tx } from '../../platform/database/database.js';
import { countRows } from '../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../platform/database/sql.js';
import type { PageRequest } from '../../platform/http/reply/paging.js';
import { toJson } from '../../platform/json/json.js';
import type { Decimal } from '../../platform/money/decimal.js';
import type { Exchange } from './exchange/exchange.js';
import type { Holiday } from './exchange/holiday.js';
import { exchangeColumns } from './exchange/queries.js';
import { MARKET } from './limits.js';
import type { Security, SecurityKey, SecurityMembers } from './security/security.js';

type On = Database | Tx;

interface Stamp {
  readonly id: bigint;
  readonly by: string;
  readonly at: string;
}

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

export function countActiveExchanges(on: On): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from exchange where active`);
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

/** The holidays of a year, in order of date. */
export function selectHolidays(on: On, exchangeId: bigint, year: number): Promise<Holiday[]> {
  return on.query<Holiday>(sql`
    select holiday, label from market_holiday
    where exchange_id = ${exchangeId} and extract(year from holiday) = ${year}
    order by holiday limit ${MARKET.holidaysPerCallMax}`);
}

export async function deleteHolidays(tx: Tx, exchangeId: bigint, year: number): Promise<void> {
  await tx.query(sql`
    delete from market_holiday
    where exchange_id = ${exchangeId} and extract(year from holiday) = ${year}`);
}

const securityColumns = sql`
  s.id, s.name, s.label, s.active, s.security_type as "securityType", s.currency, s.isin, s.sector,
  s.lot_size as "lotSize", s.shares_outstanding as "sharesOutstanding", s.face_value as "faceValue",
  s.coupon_rate as "couponRate", s.maturity_date as "maturityDate", s.day_count as "dayCount",
  s.coupons_per_year as "couponsPerYear", s.issue_date as "issueDate", s.status, s.version,
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

interface SecurityFilter {
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

export function countActiveSecurities(on: On, filter: SecurityFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from security s where ${matching(filter)}`);
}

// The driver would write a decimal as JSON, in quotes.
function digits(value: Decimal | null): string | null {
  return value === null ? null : String(value);
}

export async function insertSecurity(tx: Tx, security: SecurityMembers, stamp: Stamp) {
  await tx.query(sql`
    insert into security (id, exchange_id, name, label, active, security_type, currency, isin,
      sector, lot_size, shares_outstanding, face_value, coupon_rate, maturity_date, day_count,
      coupons_per_year, issue_date, status, created_by, created_at, modified_by, modified_at)
    values (${stamp.id}, ${security.exchangeId}, ${security.name}, ${security.label},
      ${security.active}, ${security.securityType}, ${security.currency}, ${security.isin},
      ${security.sector}, ${security.lotSize}, ${security.sharesOutstanding},
      ${digits(security.faceValue)}, ${digits(security.couponRate)},
      ${security.maturityDate}, ${security.dayCount}, ${security.couponsPerYear},
      ${security.issueDate}, ${security.status}, ${stamp.by}, ${stamp.at}, ${stamp.by},
      ${stamp.at})`);
}

export async function updateSecurityRow(tx: Tx, security: SecurityMembers, stamp: Stamp) {
  await tx.query(sql`
    update security set label = ${security.label}, active = ${security.active},
      isin = ${security.isin}, sector = ${security.sector}, lot_size = ${security.lotSize},
      shares_outstanding = ${security.sharesOutstanding},
      face_value = ${digits(security.faceValue)},
      coupon_rate = ${digits(security.couponRate)},
      maturity_date = ${security.maturityDate}, day_count = ${security.dayCount},
      coupons_per_year = ${security.couponsPerYear}, issue_date = ${security.issueDate},
      status = ${security.status},
      version = version + 1, modified_by = ${stamp.by}, modified_at = ${stamp.at}
    where id = ${stamp.id}`);
}
