// SQL for order terms, one function per statement.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { aliasesOf } from '../../../platform/reference-data/code.js';

type On = Database | Tx;

/** Values of FIX 4.4 tag 59, TimeInForce. */
export type FixTimeInForce = '0' | '1' | '2' | '3' | '4' | '6' | '7';

export interface OrderTerm {
  readonly id: bigint;
  readonly name: string;
  /** Former codes, in upper case. */
  readonly aliases: readonly string[];
  readonly label: string;
  readonly active: boolean;
  readonly fixTimeInForce: FixTimeInForce;
  /** Number of calendar days for which a GTD or GTC order lives if its request has no end date. */
  readonly defaultLifeDays: number | null;
  /** The maximum number of calendar days that an order with this term may live. */
  readonly longestLifeDays: number | null;
  readonly createdBy: string;
  readonly createdAt: Instant;
  readonly modifiedBy: string;
  readonly modifiedAt: Instant;
}

/** A new order term. */
export interface NewOrderTerm {
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  readonly label: string;
  readonly active?: boolean | undefined;
  readonly fixTimeInForce: FixTimeInForce;
  readonly defaultLifeDays?: number | null | undefined;
  readonly longestLifeDays?: number | null | undefined;
}

interface Stamp {
  readonly id: bigint;
  readonly by: string;
  readonly at: string;
}

export async function insertOrderTerm(tx: Tx, term: NewOrderTerm, stamp: Stamp): Promise<void> {
  await tx.query(sql`
    insert into order_term (id, name, aliases, label, active, fix_time_in_force, default_life_days,
      longest_life_days, created_by, created_at, modified_by, modified_at)
    values (${stamp.id}, ${term.name}, ${aliasesOf(term.aliases)}, ${term.label},
      ${term.active ?? true}, ${term.fixTimeInForce}, ${term.defaultLifeDays ?? null},
      ${term.longestLifeDays ?? null},
      ${stamp.by}, ${stamp.at}, ${stamp.by}, ${stamp.at})`);
}

/** Changes all members except the code and tag 59. */
export async function changeOrderTerm(tx: Tx, term: NewOrderTerm, stamp: Stamp): Promise<void> {
  await tx.query(sql`
    update order_term set aliases = ${aliasesOf(term.aliases)}, label = ${term.label},
      active = ${term.active ?? true},
      default_life_days = ${term.defaultLifeDays ?? null},
      longest_life_days = ${term.longestLifeDays ?? null},
      modified_by = ${stamp.by}, modified_at = ${stamp.at}
    where id = ${stamp.id}`);
}

const termColumns = sql`
  id, name, aliases, label, active, fix_time_in_force as "fixTimeInForce",
  default_life_days as "defaultLifeDays", longest_life_days as "longestLifeDays",
  created_by as "createdBy", created_at as "createdAt", modified_by as "modifiedBy",
  modified_at as "modifiedAt"`;

/** Returns the order term with this code, ignoring aliases. */
export async function selectOrderTermNamed(on: On, name: string): Promise<OrderTerm | undefined> {
  const [row] = await on.query<OrderTerm>(sql`
    select ${termColumns} from order_term where name = ${name}`);
  return row;
}

export function selectActiveOrderTerms(on: On, page: PageRequest): Promise<OrderTerm[]> {
  return on.query<OrderTerm>(sql`
    select ${termColumns} from order_term
    where active and id > ${page.after ?? 0n}
    order by id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countActiveOrderTerms(on: On): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from order_term where active`);
}
