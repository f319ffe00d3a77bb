// Whom a campaign goes to: the filters of the lists, or ids, as statements over the records.

import type { Database, Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import { CAMPAIGN } from '../limits.js';
import { judge } from '../message/gate.js';
import { type Candidate, readGateFacts } from '../message/gate-queries.js';
import { addressOf, type Channel, findPeople, keyOf, type Recipient } from '../person/recipient.js';
import type { Audience } from './schema.js';

/** An audience and where it is looked for; no office is every office. */
interface AudienceScope {
  readonly audience: Audience;
  readonly officeId: bigint | null;
}

/** Members of the filter by the kind that they are for. */
export const AUDIENCE_MEMBERS: Readonly<Record<Audience['kind'], readonly (keyof Audience)[]>> = {
  LEAD: ['status', 'leadType', 'leadSource', 'assignedTo', 'q'],
  CONTACT: ['customerId', 'q'],
  CUSTOMER: ['customerGroupName', 'partnerType', 'q'],
};

/** A statement that gives the ids of the people. */
export function audienceSql({ audience, officeId }: AudienceScope): Sql {
  const offices = officeId === null ? undefined : [officeId];
  const common = [sql`active`, inOffices(sql`office_id`, offices)];
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
 * The member of a filter that names a user, customer or customer group which does not exist, or
 * which is of another office than the audience; undefined where there is none.
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
      exists(select from customer_group where name = ${customerGroupName ?? null}) as group`);
  if (assignedTo && !found?.user) return 'assignedTo';
  if (customerId && !found?.customer) return 'customerId';
  return customerGroupName && !found?.group ? 'customerGroupName' : undefined;
}

const all = (conditions: readonly Sql[]): Sql => joinSql(conditions, ' and ');

// Who became a customer, or wants nothing of us, is written to as a lead only when asked for.
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
    conditions.push(
      sql`group_id = (select g.id from customer_group g where g.name = ${customerGroupName})`,
    );
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

/** How many of the people would be written to, and what holds the others back. */
interface Estimate {
  readonly audienceCount: number;
  readonly reached: number;
  readonly suppressed: ReadonlyMap<string, number>;
}

/** Asks the rules about everybody, as the sender will; nothing is written. */
export async function estimateAudience(
  on: Database | Tx,
  scope: AudienceScope,
  { channel, now }: { readonly channel: Channel; readonly now: string },
): Promise<Estimate> {
  const rows = await on.query<{ id: bigint }>(sql`
    ${audienceSql(scope)} order by id limit ${CAMPAIGN.recipientsMax}`);
  const suppressed = new Map<string, number>();
  let reached = 0;
  for (let start = 0; start < rows.length; start += CAMPAIGN.estimatedAtOnce) {
    const part = rows.slice(start, start + CAMPAIGN.estimatedAtOnce);
    const people = part.map(({ id }): Recipient => ({ kind: scope.audience.kind, id }));
    for (const verdict of await verdictsOf(on, people, { channel, now })) {
      if ('rule' in verdict) suppressed.set(verdict.rule, (suppressed.get(verdict.rule) ?? 0) + 1);
      else reached += 1;
    }
  }
  return { audienceCount: rows.length, reached, suppressed };
}

async function verdictsOf(
  on: Database | Tx,
  recipients: readonly Recipient[],
  { channel, now }: { readonly channel: Channel; readonly now: string },
) {
  const people = await findPeople(on, recipients);
  const candidates = recipients.flatMap((recipient): Candidate[] => {
    const person = people.get(keyOf(recipient));
    if (person === undefined) return [];
    return [
      {
        ...{ channel, purpose: 'MARKETING', officeId: person.officeId, recipient },
        address: addressOf(person, channel),
        isTemplate: channel === 'WHATSAPP',
      },
    ];
  });
  return (await readGateFacts(on, candidates, people)).map((facts) => judge(facts, now));
}
