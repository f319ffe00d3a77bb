// SQL conditions that select the audience of a campaign, by list filters or by ids.

import type { Database, Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import { idOfCode } from '../../../platform/reference-data/code-queries.js';
import { CAMPAIGN } from '../limits.js';
import type { Audience } from './schema.js';

/** An audience and its office. Null means all offices. */
export interface AudienceScope {
  readonly audience: Audience;
  readonly officeId: bigint | null;
}

/** Returns the statement that selects the ids of the people in the audience. */
export function audienceSql({ audience, officeId }: AudienceScope): Sql {
  const offices = officeId === null ? undefined : [officeId];
  const isActive = audience.kind === 'CUSTOMER' ? sql`status = 'ACTIVE'` : sql`active`;
  const common = [isActive, inOffices(sql`office_id`, offices)];
  if (audience.ids !== undefined) {
    common.push(sql`id = any(${audience.ids.map(String)}::bigint[])`);
  }
  switch (audience.kind) {
    case 'LEAD':
      return sql`select id from lead where ${all([...common, ...leadConditions(audience)])}`;
    case 'CONTACT':
      return sql`select id from contact where ${all([...common, ...contactConditions(audience)])}`;
    case 'CUSTOMER':
      return sql`select id from customer
        where ${all([...common, ...customerConditions(audience)])}`;
  }
}

/**
 * Returns the filter member whose user, customer or customer group does not exist or belongs to an
 * office other than the audience's. Returns undefined if all are valid.
 */
export async function unknownInAudience(
  tx: Tx,
  { audience, officeId }: AudienceScope,
): Promise<'assignedTo' | 'customerId' | 'customerGroupName' | undefined> {
  const { assignedTo, customerId, customerGroupName } = audience;
  const [found] = await tx.query<Record<'user' | 'customer' | 'group', boolean>>(sql`
    select
      exists(select from principal where kind = 'user' and id = ${assignedTo ?? null}
        and (${officeId}::bigint is null or office_ids is null
          or ${officeId}::bigint = any(office_ids))) as user,
      exists(select from customer where id = ${customerId ?? null}
        and (${officeId}::bigint is null or office_id = ${officeId})) as customer,
      ${idOfCode(sql`customer_group`, customerGroupName ?? null)} is not null as group`);
  if (assignedTo && !found?.user) return 'assignedTo';
  if (customerId && !found?.customer) return 'customerId';
  return customerGroupName && !found?.group ? 'customerGroupName' : undefined;
}

const all = (conditions: readonly Sql[]): Sql => joinSql(conditions, ' and ');

// Returns the conditions for leads. Leaves out CONVERTED and DEAD leads unless the filter requests
// them.
function leadConditions({ ids, status, leadType, ...audience }: Audience): Sql[] {
  const { leadSource, assignedTo, q } = audience;
  const conditions: Sql[] = [];
  if (status) conditions.push(sql`status = ${status}`);
  else if (!ids) conditions.push(sql`status not in ('CONVERTED', 'DEAD')`);
  if (leadType) conditions.push(sql`lead_type = ${leadType}`);
  if (leadSource) conditions.push(sql`details ->> 'leadSource' = ${leadSource}`);
  if (assignedTo) conditions.push(sql`assigned_to = ${assignedTo}`);
  if (q) conditions.push(nameStartsWith(q));
  return conditions;
}

function contactConditions({ customerId, q }: Audience): Sql[] {
  const conditions: Sql[] = [];
  if (customerId) conditions.push(sql`customer_id = ${customerId}`);
  if (q) conditions.push(nameStartsWith(q));
  return conditions;
}

function customerConditions({ customerGroupName, partnerType, q }: Audience): Sql[] {
  const conditions: Sql[] = [sql`status = 'ACTIVE'`];
  if (customerGroupName) {
    conditions.push(sql`group_id = ${idOfCode(sql`customer_group`, customerGroupName)}`);
  }
  if (partnerType) conditions.push(sql`partner_type = ${partnerType}`);
  if (q) conditions.push(nameStartsWith(q));
  return conditions;
}

function nameStartsWith(q: string): Sql {
  const start = q.toLowerCase();
  return sql`(name = ${q} or starts_with(lower(first_name), ${start})
    or starts_with(lower(last_name), ${start}))`;
}

/** Selects the ids of the people in the audience, in ascending order. */
export function listAudience(
  on: Database | Tx,
  scope: AudienceScope,
): Promise<{ readonly id: bigint }[]> {
  return on.query<{ id: bigint }>(sql`
    ${audienceSql(scope)} order by id limit ${CAMPAIGN.recipientsMax}`);
}
