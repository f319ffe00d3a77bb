// SQL for capital gains rules.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { TAX } from '../limits.js';

/** A version of a rule as stored. Its body is JSON text in the API's format. */
export interface RuleRow {
  readonly id: bigint;
  readonly name: string;
  readonly version_no: number;
  readonly valid_from: BusinessDate;
  readonly body: string;
}

const COLUMNS: Sql = sql`id, name, version_no, valid_from, body::text as body`;

/** Selects the latest version of a rule; undefined if there is none. */
export async function selectLatestRule(
  on: Database | Tx,
  name: string,
): Promise<RuleRow | undefined> {
  const [row] = await on.query<RuleRow>(sql`
    select ${COLUMNS} from capital_gains_rule
    where name = ${name} order by version_no desc limit 1`);
  return row;
}

/**
 * Returns whether there is a final tax pack for the year that contains a date or for a later year.
 */
export async function hasFinalPack(on: Database | Tx, date: BusinessDate): Promise<boolean> {
  const rows = await on.query(sql`
    select from tax_pack where state = 'FINAL' and until_date >= ${date} limit 1`);
  return rows.length > 0;
}

/** Selects all versions of all rules, in the order in which they come into force. */
export function selectRules(on: Database | Tx): Promise<RuleRow[]> {
  return on.query(sql`
    select ${COLUMNS} from capital_gains_rule order by name, valid_from, version_no
    limit ${TAX.ruleVersionsMax}`);
}

export async function insertRule(tx: Tx, row: RuleRow): Promise<void> {
  await tx.query(sql`
    insert into capital_gains_rule (id, name, version_no, valid_from, body)
    values (${row.id}, ${row.name}, ${row.version_no}, ${row.valid_from}, ${row.body}::jsonb)`);
}

function named(name: string | undefined): Sql {
  return name === undefined ? sql`true` : sql`name = ${name}`;
}

/** Reads a page of versions, newest first, plus one row if there is a next page. */
export function selectRulePage(
  on: Database,
  name: string | undefined,
  page: PageRequest,
): Promise<RuleRow[]> {
  return on.query(sql`
    select ${COLUMNS} from capital_gains_rule
    where ${named(name)} and (${page.after}::bigint is null or id < ${page.after})
    order by id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countRules(on: Database, name: string | undefined): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from capital_gains_rule where ${named(name)}`);
}
