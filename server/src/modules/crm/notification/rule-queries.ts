// SQL statements for notification rules, one function per statement.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { Channel } from '../channel/channel.js';
import { inScope } from '../person/queries.js';
import type { Condition, DELIVERIES, GATHER_MODES, NOTIFICATION_RECIPIENTS } from './schema.js';

/** A channel of a rule, with its template. */
export interface RuleChannel {
  readonly channel: Channel;
  readonly templateId: bigint;
}

export interface RuleRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly office_id: bigint | null;
  readonly event_type: string;
  readonly conditions: readonly Condition[];
  readonly recipient: (typeof NOTIFICATION_RECIPIENTS)[number];
  readonly permission: string | null;
  readonly deliver: (typeof DELIVERIES)[number];
  readonly channels: readonly RuleChannel[];
  readonly attach_document: boolean;
  readonly gather: (typeof GATHER_MODES)[number];
  readonly gather_minutes: number | null;
  readonly gather_time: string | null;
  readonly enabled_from: Instant;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** A row as returned by the driver. Ids inside JSON are numbers. */
type StoredRule = Omit<RuleRow, 'channels'> & {
  readonly channels: readonly { readonly channel: Channel; readonly templateId: number }[];
};

function ruleOf(row: StoredRule): RuleRow {
  const channels = row.channels.map(({ channel, templateId }) => ({
    channel,
    templateId: BigInt(templateId),
  }));
  return { ...row, channels };
}

/** Stores a new rule, which is enabled from the current time of the database. */
export async function insertRule(tx: Tx, row: Omit<RuleRow, 'enabled_from'>): Promise<RuleRow> {
  const [stored] = await tx.query<StoredRule>(sql`
    insert into notification_rule
    select (jsonb_populate_record(null::notification_rule,
      ${toJson(row)}::jsonb || jsonb_build_object('enabled_from', clock_timestamp()))).*
    returning *`);
  return stored === undefined ? { ...row, enabled_from: row.created_at } : ruleOf(stored);
}

/**
 * Updates a rule that the caller has locked. With `enabledAnew`, the rule applies only to events
 * from now on.
 */
export async function updateRuleRow(
  tx: Tx,
  row: RuleRow,
  { enabledAnew }: { readonly enabledAnew: boolean },
): Promise<RuleRow> {
  const [stored] = await tx.query<StoredRule>(sql`
    update notification_rule set label = ${row.label}, active = ${row.active},
      event_type = ${row.event_type}, conditions = ${toJson(row.conditions)}::jsonb,
      recipient = ${row.recipient}, permission = ${row.permission}, deliver = ${row.deliver},
      channels = ${toJson(row.channels)}::jsonb, attach_document = ${row.attach_document},
      gather = ${row.gather}, gather_minutes = ${row.gather_minutes},
      gather_time = ${row.gather_time},
      enabled_from = case when ${enabledAnew} then clock_timestamp() else enabled_from end,
      version = ${row.version}, modified_by = ${row.modified_by}, modified_at = ${row.modified_at}
    where id = ${row.id} returning *`);
  return stored === undefined ? row : ruleOf(stored);
}

export interface RuleKey {
  readonly id?: bigint | undefined;
  readonly name?: string | undefined;
}

/**
 * Locks a rule. A code is looked up among firm-wide rules and those of the given offices (undefined
 * for all offices). Returns undefined if several rules there have the code.
 */
export async function lockRule(
  tx: Tx,
  { id, name }: RuleKey,
  offices: readonly bigint[] | undefined,
): Promise<RuleRow | undefined> {
  const [row, another] = await tx.query<StoredRule>(
    id === undefined
      ? sql`select * from notification_rule where upper(name) = upper(${name ?? ''})
          and ${inScope(sql`office_id`, offices)} limit 2 for update`
      : sql`select * from notification_rule where id = ${id} for update`,
  );
  return row === undefined || another !== undefined ? undefined : ruleOf(row);
}

export async function findRule(on: Database | Tx, id: bigint): Promise<RuleRow | undefined> {
  const [row] = await on.query<StoredRule>(sql`select * from notification_rule where id = ${id}`);
  return row && ruleOf(row);
}

/**
 * Returns whether a code is free. For an office's rule, the code must be free in that office and
 * among firm-wide rules; for a firm-wide rule, everywhere. Concurrent requests to create the same
 * code wait for each other.
 * @param officeId null for the whole firm
 */
export async function claimRuleName(
  tx: Tx,
  name: string,
  officeId: bigint | null,
): Promise<boolean> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended('notification rule ' || upper(${name}), 0))`);
  const [row] = await tx.query<{ id: bigint }>(sql`
    select id from notification_rule where upper(name) = upper(${name})
      and ${inScope(sql`office_id`, officeId === null ? undefined : [officeId])} limit 1`);
  return row === undefined;
}

/** Reads the active rules. */
export async function activeRules(tx: Tx): Promise<readonly RuleRow[]> {
  const rows = await tx.query<StoredRule>(
    sql`select * from notification_rule where active order by id`,
  );
  return rows.map(ruleOf);
}

export interface RuleFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly eventType?: string | undefined;
  readonly active?: boolean | undefined;
}

function conditionsOf(filter: RuleFilter): Sql {
  const conditions: Sql[] = [inScope(sql`office_id`, filter.offices)];
  if (filter.eventType) conditions.push(sql`event_type = ${filter.eventType}`);
  if (filter.active !== undefined) conditions.push(sql`active = ${filter.active}`);
  return joinSql(conditions, ' and ');
}

export function countRules(db: Database, filter: RuleFilter): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) as count from notification_rule where ${conditionsOf(filter)}`,
  );
}

/** Selects a page, newest first, plus one extra row to detect a next page. */
export async function listRuleRows(
  db: Database,
  filter: RuleFilter,
  page: PageRequest,
): Promise<RuleRow[]> {
  const start = page.after === null ? sql`true` : sql`id < ${page.after}`;
  const rows = await db.query<StoredRule>(sql`
    select * from notification_rule where ${conditionsOf(filter)} and ${start}
    order by id desc limit ${page.limit + 1} offset ${page.offset}`);
  return rows.map(ruleOf);
}

/** Selects the given codes that a rule already uses. */
export async function findRuleNames(
  on: Database | Tx,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await on.query<{ name: string }>(sql`
    select name from notification_rule where name = any(${names}::text[])`);
  return new Set(rows.map(({ name }) => name));
}
