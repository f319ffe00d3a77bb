// SQL for exchanges and their holidays, one function per statement.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import { hasCode } from '../../../platform/reference-data/code-queries.js';
import { MARKET } from '../limits.js';

type On = Database | Tx;

interface Stamp {
  readonly id: bigint;
  readonly by: string;
  readonly at: string;
}

/** An exchange. Codes are case-insensitive, and aliases are accepted as codes. */
export interface Exchange {
  readonly id: bigint;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly label: string;
  readonly active: boolean;
  readonly currency: string;
  readonly timeZone: string;
  /** Days of the week on which the exchange is closed, from 1 for Monday to 7 for Sunday. */
  readonly weekend: readonly number[];
  /** The version, which changes whenever a holiday or the weekend changes. */
  readonly calendarVersion: string;
  readonly createdBy: string;
  readonly createdAt: Instant;
  readonly modifiedBy: string;
  readonly modifiedAt: Instant;
}

/** A new exchange: its code, its former codes, and its IANA time zone. */
export interface NewExchange {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly label: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly active?: boolean;
  /** Closed days of the week; default: Saturday and Sunday. */
  readonly weekend?: readonly number[];
}

/** A day on which an exchange is closed, with the reason. */
export interface Holiday {
  readonly holiday: BusinessDate;
  readonly label: string;
}

const exchangeColumns: Sql = sql`
  id, name, aliases, label, active, currency, time_zone as "timeZone", weekend,
  calendar_version as "calendarVersion", created_by as "createdBy", created_at as "createdAt",
  modified_by as "modifiedBy", modified_at as "modifiedAt"`;

export async function selectExchange(
  on: On,
  key: { readonly id?: bigint; readonly code?: string },
): Promise<Exchange | undefined> {
  const [row] = await on.query<Exchange>(sql`
    select ${exchangeColumns} from exchange e
    where ${key.id === undefined ? hasCode(sql`e`, key.code ?? null) : sql`id = ${key.id}`}`);
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

/** Selects the version and the holidays in one statement, so that they are consistent. */
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

/** Selects a year's holidays, in date order. */
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

/** Returns the exchange with this code, ignoring aliases. */
export async function selectExchangeNamed(on: On, name: string): Promise<Exchange | undefined> {
  const [row] = await on.query<Exchange>(sql`
    select ${exchangeColumns} from exchange where name = ${name}`);
  return row;
}

/** Returns whether the exchange lists any security, active or not. */
export async function listsSecurities(on: On, exchangeId: bigint): Promise<boolean> {
  const rows = await on.query(
    sql`select id from security where exchange_id = ${exchangeId} limit 1`,
  );
  return rows.length > 0;
}

export async function insertExchange(tx: Tx, exchange: NewExchange, stamp: Stamp): Promise<void> {
  await tx.query(sql`
    insert into exchange (id, name, aliases, label, active, currency, time_zone, weekend,
      created_by, created_at, modified_by, modified_at)
    values (${stamp.id}, ${exchange.name}, ${exchange.aliases}, ${exchange.label},
      ${exchange.active ?? true}, ${exchange.currency}, ${exchange.timeZone},
      ${[...(exchange.weekend ?? [6, 7])]}::smallint[], ${stamp.by}, ${stamp.at}, ${stamp.by},
      ${stamp.at})`);
}

/**
 * Changes all members except the code. Creates a new calendar version, because the calendar
 * includes the weekend.
 */
export async function changeExchange(
  tx: Tx,
  exchange: Required<NewExchange>,
  stamp: Stamp,
): Promise<void> {
  await tx.query(sql`
    update exchange set aliases = ${exchange.aliases}, label = ${exchange.label},
      active = ${exchange.active}, currency = ${exchange.currency},
      time_zone = ${exchange.timeZone}, weekend = ${[...exchange.weekend]}::smallint[],
      calendar_version = gen_random_uuid(), modified_by = ${stamp.by}, modified_at = ${stamp.at}
    where id = ${stamp.id}`);
}
