// SQL statements for templates and their versions, one function per statement.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { Channel, Purpose } from '../channel/channel.js';
import { inScope } from '../person/queries.js';
import type { Content } from './schema.js';
import type { SubjectKind } from './subject.js';

export interface TemplateRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly office_id: bigint | null;
  readonly channel: Channel;
  readonly related_to: SubjectKind;
  readonly purpose: Purpose;
  readonly content_version: number;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** The texts in one version of a template. */
export interface Texts {
  readonly default_language: string;
  readonly contents: readonly Content[];
}

/** A template and the texts in one of its versions. */
export interface Template extends TemplateRow, Texts {}

/** Stores a new template. The row has one member per column. */
export async function insertTemplate(tx: Tx, row: TemplateRow): Promise<void> {
  await tx.query(sql`
    insert into template select (jsonb_populate_record(null::template, ${toJson(row)}::jsonb)).*`);
}

export async function updateTemplateRow(tx: Tx, row: TemplateRow): Promise<void> {
  await tx.query(sql`
    update template set label = ${row.label}, active = ${row.active}, purpose = ${row.purpose},
      content_version = ${row.content_version}, version = ${row.version},
      modified_by = ${row.modified_by}, modified_at = ${row.modified_at}
    where id = ${row.id}`);
}

/** Stores the texts under the row's current version number. */
export async function insertVersion(tx: Tx, row: TemplateRow, texts: Texts): Promise<void> {
  await tx.query(sql`
    insert into template_version (template_id, number, default_language, contents, created_by,
      created_at)
    values (${row.id}, ${row.content_version}, ${texts.default_language},
      ${toJson(texts.contents)}::jsonb, ${row.modified_by}, ${row.modified_at})`);
}

/**
 * The key of a template. A code is unique only within an office, so the caller's offices are part
 * of the key.
 */
export interface TemplateKey {
  readonly id?: bigint | undefined;
  readonly name?: string | undefined;
  /** Undefined means all offices. */
  readonly offices?: readonly bigint[] | undefined;
}

function keyed({ id, name, offices }: TemplateKey): Sql {
  return id === undefined
    ? sql`upper(t.name) = upper(${name ?? ''}) and ${inScope(sql`t.office_id`, offices)}`
    : sql`t.id = ${id}
        and (${name ?? null}::text is null or upper(t.name) = upper(${name ?? null}))`;
}

function only<Row>(rows: readonly Row[]): Row | undefined {
  return rows.length === 1 ? rows[0] : undefined;
}

const standing = sql`select t.*, v.default_language, v.contents
  from template t join template_version v on v.template_id = t.id and v.number = t.content_version`;

/**
 * Finds a template with its current texts. Returns undefined if several offices have the code. If
 * the key contains both an id and a name, both must match.
 */
export async function findTemplate(
  on: Database | Tx,
  key: TemplateKey,
): Promise<Template | undefined> {
  return only(await on.query<Template>(sql`${standing} where ${keyed(key)} limit 2`));
}

/** Finds a template like `findTemplate`, locks it, and returns its id. */
export async function lockTemplate(tx: Tx, key: TemplateKey): Promise<bigint | undefined> {
  const rows = await tx.query<{ id: bigint }>(
    sql`select t.id from template t where ${keyed(key)} limit 2 for update`,
  );
  return only(rows)?.id;
}

/**
 * Returns whether a code is free. For an office's template, the code must be free in that office
 * and among firm-wide templates; for a firm-wide template, everywhere. Concurrent requests to
 * create the same code wait for each other.
 * @param officeId null for the whole firm
 */
export async function claimTemplateName(
  tx: Tx,
  name: string,
  officeId: bigint | null,
): Promise<boolean> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended('template ' || upper(${name}), 0))`);
  const [row] = await tx.query<{ id: bigint }>(sql`
    select t.id from template t where upper(t.name) = upper(${name})
      and ${inScope(sql`t.office_id`, officeId === null ? undefined : [officeId])} limit 1`);
  return row === undefined;
}

export async function findTexts(
  on: Database | Tx,
  { id, number }: { readonly id: bigint; readonly number: number },
): Promise<Texts | undefined> {
  const [row] = await on.query<Texts>(sql`
    select default_language, contents from template_version
    where template_id = ${id} and number = ${number}`);
  return row;
}

export interface TemplateFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly channel?: string | undefined;
  readonly relatedTo?: string | undefined;
  readonly active?: boolean | undefined;
  readonly holds?: string | undefined;
}

function conditionsOf(filter: TemplateFilter): Sql {
  const conditions: Sql[] = [inScope(sql`t.office_id`, filter.offices)];
  if (filter.channel) conditions.push(sql`t.channel = ${filter.channel}`);
  if (filter.relatedTo) conditions.push(sql`t.related_to = ${filter.relatedTo}`);
  if (filter.active !== undefined) conditions.push(sql`t.active = ${filter.active}`);
  if (filter.holds) {
    const part = filter.holds.toLowerCase();
    conditions.push(
      sql`(strpos(lower(t.name), ${part}) > 0 or strpos(lower(t.label), ${part}) > 0)`,
    );
  }
  return joinSql(conditions, ' and ');
}

export function countTemplates(db: Database, filter: TemplateFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) as count from template t where ${conditionsOf(filter)}`);
}

/** Selects a page, newest first, plus one extra row to detect a next page. */
export function listTemplateRows(
  db: Database,
  filter: TemplateFilter,
  page: PageRequest,
): Promise<Template[]> {
  const start = page.after === null ? sql`true` : sql`t.id < ${page.after}`;
  return db.query<Template>(sql`
    ${standing} where ${conditionsOf(filter)} and ${start}
    order by t.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export interface VersionRow extends Texts {
  /** Number of the version. */
  readonly id: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
}

/** Selects a page, newest first, plus one extra row to detect a next page. */
export function listVersionRows(
  db: Database,
  templateId: bigint,
  page: PageRequest,
): Promise<VersionRow[]> {
  const start = page.after === null ? sql`true` : sql`number < ${page.after}`;
  return db.query<VersionRow>(sql`
    select number::bigint as id, default_language, contents, created_by, created_at
    from template_version where template_id = ${templateId} and ${start}
    order by number desc limit ${page.limit + 1} offset ${page.offset}`);
}

/** Selects the given codes that a template already uses. */
export async function findTemplateNames(
  on: Database | Tx,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await on.query<{ name: string }>(sql`
    select name from template where name = any(${names}::text[])`);
  return new Set(rows.map(({ name }) => name));
}
