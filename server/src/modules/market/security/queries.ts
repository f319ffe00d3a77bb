// SQL for securities, one function per statement.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { SecurityType } from '../rule/asset-class.js';

type On = Database | Tx;

export interface SecurityKey {
  readonly id?: bigint | undefined;
  readonly name?: string | undefined;
}

/** The terms of a security that a user enters. */
export interface SecurityMembers {
  readonly exchangeId: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly securityType: SecurityType;
  readonly currency: string;
  readonly isin: string | null;
  readonly sector: string | null;
  readonly lotSize: bigint;
  readonly sharesOutstanding: bigint | null;
  readonly faceValue: Decimal | null;
  /** The coupon rate, in percent of the face value per year. */
  readonly couponRate: Decimal | null;
  readonly maturityDate: BusinessDate | null;
  readonly dayCount: CouponDayCount | null;
  readonly couponsPerYear: number | null;
  /** First day of the first coupon period. */
  readonly issueDate: BusinessDate | null;
  readonly issuer: string | null;
  /** The class of withholding tax on income; null if none is withheld. */
  readonly taxClass: string | null;
  /** The dates, inclusive, on which a right is traded. */
  readonly tradableFrom: BusinessDate | null;
  readonly tradableTo: BusinessDate | null;
  /** The number of days from a coupon's record date to its coupon date. */
  readonly recordDays: number;
  readonly status: SecurityStatus;
}

/** A security with its exchange, its calendar version and its last price. */
export interface Security extends SecurityMembers {
  readonly id: bigint;
  readonly version: bigint;
  readonly exchangeName: string;
  readonly exchangeLabel: string;
  readonly timeZone: string;
  readonly calendarVersion: string;
  /** First date without accrued interest, after a default. */
  readonly tradesFlatFrom: BusinessDate | null;
  /** Former codes. */
  readonly formerNames: readonly string[];
  /** This and the other price members are null if the security has never had a price. */
  readonly previousClose: Decimal | null;
  readonly open: Decimal | null;
  readonly high: Decimal | null;
  readonly low: Decimal | null;
  readonly last: Decimal | null;
  readonly volume: bigint | null;
  readonly priceDate: BusinessDate | null;
  readonly pricedAt: Instant | null;
  readonly createdBy: string;
  readonly createdAt: Instant;
  readonly modifiedBy: string;
  readonly modifiedAt: Instant;
}

interface Stamp {
  readonly id: bigint;
  readonly by: string;
  readonly at: string;
}

/** The day count by which a bond's coupon accrues. */
export type CouponDayCount = 'ACT_ACT_ICMA' | 'THIRTY_360';

/** The trading status of a security. */
export type SecurityStatus = 'TRADING' | 'SUSPENDED' | 'HALTED' | 'DELISTED';

const securityColumns = sql`
  s.id, s.name, s.label, s.active, s.security_type as "securityType", s.currency, s.isin, s.sector,
  s.lot_size as "lotSize", s.shares_outstanding as "sharesOutstanding", s.face_value as "faceValue",
  s.coupon_rate as "couponRate", s.maturity_date as "maturityDate", s.day_count as "dayCount",
  s.coupons_per_year as "couponsPerYear", s.issue_date as "issueDate", s.status, s.version,
  s.issuer, s.tax_class as "taxClass", s.tradable_from as "tradableFrom",
  s.tradable_to as "tradableTo", s.record_days as "recordDays",
  s.trades_flat_from as "tradesFlatFrom",
  array(select f.alias from security_alias f
    where f.security_id = s.id and f.alias_kind = 'NAME' order by f.valid_to, f.alias)
    as "formerNames",
  s.created_by as "createdBy", s.created_at as "createdAt", s.modified_by as "modifiedBy",
  s.modified_at as "modifiedAt", e.id as "exchangeId", e.name as "exchangeName",
  e.label as "exchangeLabel", e.time_zone as "timeZone", e.calendar_version as "calendarVersion",
  p.previous_close as "previousClose", p.open, p.high, p.low, p.last, p.volume,
  p.price_date as "priceDate", p.priced_at as "pricedAt"`;
const securityTables = sql`
  security s join exchange e on e.id = s.exchange_id
  left join security_price p on p.security_id = s.id`;

/** Returns one security, by its id, code or a former code, with its exchange and last price. */
export async function selectSecurity(on: On, key: SecurityKey): Promise<Security | undefined> {
  const [row] = await on.query<Security>(sql`
    select ${securityColumns} from ${securityTables}
    where s.id = ${key.id === undefined ? sql`security_id_of(${key.name ?? null})` : key.id}`);
  return row;
}

/** Locks a security before a change; returns undefined if it does not exist. */
export async function lockSecurity(tx: Tx, id: bigint): Promise<{ version: bigint } | undefined> {
  const [row] = await tx.query<{ version: bigint }>(
    sql`select version from security where id = ${id} for update`,
  );
  return row;
}

interface SecurityFilter {
  readonly exchangeId?: bigint;
  readonly securityTypes?: readonly SecurityType[];
}

function matching(filter: SecurityFilter): Sql {
  const conditions = [sql`s.active`];
  if (filter.exchangeId !== undefined) conditions.push(sql`s.exchange_id = ${filter.exchangeId}`);
  if (filter.securityTypes !== undefined) {
    conditions.push(sql`s.security_type = any(${[...filter.securityTypes]}::text[])`);
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

// Returns a decimal as a string, because the driver would serialize the object as quoted JSON.
function digits(value: Decimal | null): string | null {
  return value === null ? null : String(value);
}

export async function insertSecurity(tx: Tx, security: SecurityMembers, stamp: Stamp) {
  await tx.query(sql`
    insert into security (id, exchange_id, name, label, active, security_type, currency, isin,
      sector, lot_size, shares_outstanding, face_value, coupon_rate, maturity_date, day_count,
      coupons_per_year, issue_date, issuer, tax_class, tradable_from, tradable_to, record_days,
      status, created_by, created_at, modified_by, modified_at)
    values (${stamp.id}, ${security.exchangeId}, ${security.name}, ${security.label},
      ${security.active}, ${security.securityType}, ${security.currency}, ${security.isin},
      ${security.sector}, ${security.lotSize}, ${security.sharesOutstanding},
      ${digits(security.faceValue)}, ${digits(security.couponRate)},
      ${security.maturityDate}, ${security.dayCount}, ${security.couponsPerYear},
      ${security.issueDate}, ${security.issuer}, ${security.taxClass}, ${security.tradableFrom},
      ${security.tradableTo}, ${security.recordDays}, ${security.status}, ${stamp.by}, ${stamp.at},
      ${stamp.by}, ${stamp.at})`);
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
      issuer = ${security.issuer}, tax_class = ${security.taxClass},
      tradable_from = ${security.tradableFrom}, tradable_to = ${security.tradableTo},
      record_days = ${security.recordDays}, status = ${security.status},
      version = version + 1, modified_by = ${stamp.by}, modified_at = ${stamp.at}
    where id = ${stamp.id}`);
}

/** Returns whether a code or an ISIN is a former code or ISIN of another security. */
export async function isAliasOfOther(
  tx: Tx,
  { id, kind, alias }: { readonly id: bigint; readonly kind: AliasKind; readonly alias: string },
): Promise<boolean> {
  const rows = await tx.query(sql`
    select from security_alias
    where alias_kind = ${kind} and alias = ${alias} and security_id <> ${id}`);
  return rows.length > 0;
}

type AliasKind = 'NAME' | 'ISIN';
