// SQL for portfolio types.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';

type On = Database | Tx;

export const PORTFOLIO_CLASSES = ['EXCHANGE', 'MANAGED'] as const;
export type PortfolioClass = (typeof PORTFOLIO_CLASSES)[number];

/** The members of a portfolio type. */
export interface TypeMembers {
  readonly name: string;
  /** Former codes, in upper case. */
  readonly aliases: readonly string[];
  readonly label: string;
  readonly active: boolean;
  readonly portfolioClass: PortfolioClass;
  /** The exchange by code. For the class EXCHANGE, null means the firm's first exchange. */
  readonly exchangeName: string | null;
}

/** A portfolio type as stored. */
export interface PortfolioType extends TypeMembers {
  readonly id: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** A type to store, with the id of its exchange. */
interface StoredType extends Omit<TypeMembers, 'exchangeName'> {
  readonly exchangeId: bigint | null;
}

interface Stamp {
  readonly id: bigint;
  readonly by: string;
  readonly at: Instant;
}

const SELECT_TYPE: Sql = sql`
  select t.id, t.name, t.aliases, t.label, t.active, t.portfolio_class as "portfolioClass",
    e.name as "exchangeName", t.created_by, t.created_at, t.modified_by, t.modified_at
  from portfolio_type t left join exchange e on e.id = t.exchange_id`;

/** Reads the type with this code or id; undefined if there is none. */
export async function selectType(
  on: On,
  key: { readonly name: string } | { readonly id: bigint },
): Promise<PortfolioType | undefined> {
  const [row] = await on.query<PortfolioType>(
    sql`${SELECT_TYPE} where ${'id' in key ? sql`t.id = ${key.id}` : sql`t.name = ${key.name}`}`,
  );
  return row;
}

/**
 * Reads the active type with this code, alias or label, ignoring case, and locks it FOR SHARE, so
 * that it cannot be deactivated before this transaction commits. A code takes precedence over a
 * label.
 */
export async function lockActiveType(tx: Tx, text: string): Promise<PortfolioType | undefined> {
  const key = text.trim().toUpperCase();
  const [row] = await tx.query<PortfolioType>(sql`
    ${SELECT_TYPE}
    where t.active and (t.name = ${key} or ${key} = any (t.aliases) or upper(t.label) = ${key})
    order by t.name = ${key} or ${key} = any (t.aliases) desc, t.id limit 1 for share of t`);
  return row;
}

/** Reads the types, except one, that have any of these strings as code, alias or label. */
export function selectTypesWith(
  on: On,
  texts: readonly string[],
  except: string,
): Promise<PortfolioType[]> {
  return on.query<PortfolioType>(sql`
    ${SELECT_TYPE}
    where t.name <> ${except}
      and (array_append(t.aliases, t.name) || upper(t.label)) && ${[...texts]}::text[]
    order by t.id limit 1`);
}

/** Reads a page of the types. */
export function selectTypes(
  on: On,
  activeOnly: boolean,
  page: PageRequest,
): Promise<PortfolioType[]> {
  return on.query<PortfolioType>(sql`
    ${SELECT_TYPE}
    where (t.active or not ${activeOnly}::boolean) and t.id > ${page.after ?? 0n}
    order by t.id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countTypes(on: On, activeOnly: boolean): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) as count from portfolio_type where active or not ${activeOnly}::boolean`,
  );
}

export async function insertType(tx: Tx, type: StoredType, stamp: Stamp): Promise<void> {
  await tx.query(sql`
    insert into portfolio_type (id, name, aliases, label, active, portfolio_class, exchange_id,
      created_by, created_at, modified_by, modified_at)
    values (${stamp.id}, ${type.name}, ${[...type.aliases]}::text[], ${type.label}, ${type.active},
      ${type.portfolioClass}, ${type.exchangeId}, ${stamp.by}, ${stamp.at}, ${stamp.by},
      ${stamp.at})`);
}

/** Changes all members except the code. */
export async function changeType(tx: Tx, type: StoredType, stamp: Stamp): Promise<void> {
  await tx.query(sql`
    update portfolio_type set aliases = ${[...type.aliases]}::text[], label = ${type.label},
      active = ${type.active}, portfolio_class = ${type.portfolioClass},
      exchange_id = ${type.exchangeId}, modified_by = ${stamp.by}, modified_at = ${stamp.at}
    where id = ${stamp.id}`);
}
