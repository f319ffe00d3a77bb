// SQL for term instrument types and the terms of their versions.

import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import { hasCode } from '../../../platform/reference-data/code-queries.js';
import type { Stamp } from '../stamp.js';
import type { TermInstrumentTypeRow, TypeTerms } from './type.js';

const SELECT_TYPE: Sql = sql`
  select v.*, y.id, y.name, y.aliases, y.version, y.created_by, y.created_at, y.modified_by,
    y.modified_at, e.name as exchange_name
  from term_instrument_type y
  join term_instrument_type_version v on v.type_id = y.id and v.number = y.version
  left join exchange e on e.id = v.exchange_id`;

/** Adds a type. The caller then adds its first version. */
export async function insertType(tx: Tx, name: string, stamp: Stamp): Promise<void> {
  await tx.query(sql`
    insert into term_instrument_type (id, name, version, created_by, created_at, modified_by,
      modified_at)
    values (${stamp.id}, ${name}, 1, ${stamp.by}, ${stamp.at}, ${stamp.by}, ${stamp.at})`);
}

/** Puts a version in force, and stores the type's former codes. */
export async function updateType(
  tx: Tx,
  { version, aliases }: Pick<TermInstrumentTypeRow, 'version' | 'aliases'>,
  stamp: Stamp,
): Promise<void> {
  await tx.query(sql`
    update term_instrument_type set version = ${version}, aliases = ${aliases},
      modified_by = ${stamp.by}, modified_at = ${stamp.at}
    where id = ${stamp.id}`);
}

/** Adds a version's terms. */
export async function insertTypeVersion(
  tx: Tx,
  terms: TypeTerms,
  version: { readonly number: number; readonly stamp: Stamp },
): Promise<void> {
  const { number, stamp } = version;
  const row = {
    ...terms,
    type_id: stamp.id,
    number,
    created_by: stamp.by,
    created_at: stamp.at,
  };
  await tx.query(sql`
    insert into term_instrument_type_version
    select *
    from jsonb_populate_record(null::term_instrument_type_version, ${toJson(row)}::jsonb)`);
}

export function selectActiveTypes(
  on: Database,
  page: PageRequest,
): Promise<TermInstrumentTypeRow[]> {
  return on.query(sql`${SELECT_TYPE}
    where v.active and (${page.after}::bigint is null or y.id > ${page.after})
    order by y.id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countActiveTypes(on: Database): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) as count from term_instrument_type y
      join term_instrument_type_version v on v.type_id = y.id and v.number = y.version
      where v.active`,
  );
}

/** Selects types by code or alias or, if no code is given, by label, ignoring case. */
export function selectTypes(
  on: Database | Tx,
  named: { readonly name: string | undefined; readonly label: string | undefined },
): Promise<TermInstrumentTypeRow[]> {
  return named.name === undefined
    ? on.query(sql`${SELECT_TYPE} where lower(v.label) = lower(${named.label}) limit 2`)
    : on.query(sql`${SELECT_TYPE} where ${hasCode(sql`y`, named.name)}`);
}

/** Selects the type with this code. Aliases are ignored. */
export async function selectTypeNamed(
  on: Database | Tx,
  name: string,
): Promise<TermInstrumentTypeRow | undefined> {
  const [type] = await on.query<TermInstrumentTypeRow>(
    sql`${SELECT_TYPE} where upper(y.name) = upper(${name})`,
  );
  return type;
}

/** Selects the versions of types that are in force. */
export function selectTypesById(
  on: Database | Tx,
  ids: readonly bigint[],
): Promise<TermInstrumentTypeRow[]> {
  return on.query(sql`${SELECT_TYPE} where y.id = any(${ids}::bigint[])`);
}

/** Selects the type version that applied when an instrument was submitted. */
export async function selectTypeVersion(
  on: Database | Tx,
  of: { readonly type_id: bigint; readonly type_version: number },
): Promise<TermInstrumentTypeRow | undefined> {
  const [row] = await on.query<TermInstrumentTypeRow>(sql`
    select v.*, y.id, y.name, y.aliases, v.number as version, y.created_by, y.created_at,
      y.modified_by, y.modified_at, e.name as exchange_name
    from term_instrument_type_version v join term_instrument_type y on y.id = v.type_id
    left join exchange e on e.id = v.exchange_id
    where v.type_id = ${of.type_id} and v.number = ${of.type_version}`);
  return row;
}
