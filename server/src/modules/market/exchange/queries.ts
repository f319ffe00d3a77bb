// Statements on exchanges, one function each.

import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Exchange, NewExchange } from './exchange.js';

type On = Database | Tx;

interface Stamp {
  readonly id: bigint;
  readonly by: string;
  readonly at: string;
}

export const exchangeColumns: Sql = sql`
  id, name, aliases, label, active, currency, time_zone as "timeZone", weekend,
  calendar_version as "calendarVersion", created_by as "createdBy", created_at as "createdAt",
  modified_by as "modifiedBy", modified_at as "modifiedAt"`;

/** The exchange with this code; aliases do not count. */
export async function selectExchangeNamed(on: On, name: string): Promise<Exchange | undefined> {
  const [row] = await on.query<Exchange>(sql`
    select ${exchangeColumns} from exchange where name = ${name}`);
  return row;
}

/** The exchanges that any of these codes names, aliases included. */
export function selectExchangesByCodes(on: On, codes: readonly string[]): Promise<Exchange[]> {
  return on.query<Exchange>(sql`
    select ${exchangeColumns} from exchange
    where (aliases || name) && ${[...codes]}::text[] order by id limit ${codes.length}`);
}

/** Whether any security is listed there, active or not. */
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

/** Changes all but the code. Its calendar is renamed, because the weekend is a part of it. */
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
