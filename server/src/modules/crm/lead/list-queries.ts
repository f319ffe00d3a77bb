// SQL for lead lists: filters, sort orders and pages.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PlacedPage } from '../../../platform/http/reply/paging.js';
import { idOfCode } from '../../../platform/reference-data/code-queries.js';
import type { LeadRow } from './queries.js';
import type { LeadSort } from './state.js';

export interface LeadFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly office?: { readonly id?: bigint | undefined; readonly name?: string | undefined };
  readonly status?: string | undefined;
  readonly leadType?: string | undefined;
  readonly leadSource?: string | undefined;
  readonly assignedTo?: bigint | undefined;
  readonly unassigned?: boolean | undefined;
  readonly active?: boolean | undefined;
  readonly doNotCall?: boolean | undefined;
  readonly doNotShare?: boolean | undefined;
  readonly emailOptOut?: boolean | undefined;
  readonly smsOptOut?: boolean | undefined;
  /** The range of UTC dates on which the lead was captured. */
  readonly from?: BusinessDate | undefined;
  readonly to?: BusinessDate | undefined;
  readonly search?: LeadSearch | undefined;
}

/** The search text, also normalised as a phone number and as an e-mail address. */
interface LeadSearch {
  readonly text: string;
  readonly phone: string | undefined;
  readonly email: string | undefined;
}

function conditionsOf(filter: LeadFilter): Sql {
  const conditions: Sql[] = [inOffices(sql`l.office_id`, filter.offices)];
  const add = (condition: Sql) => conditions.push(condition);
  const same = (column: Sql, value: unknown) => {
    if (value !== undefined) add(sql`${column} = ${value}`);
  };
  same(sql`l.office_id`, filter.office?.id);
  if (filter.office?.name !== undefined) {
    add(sql`l.office_id = ${idOfCode(sql`business_office`, filter.office.name)}`);
  }
  same(sql`l.status`, filter.status);
  same(sql`l.lead_type`, filter.leadType);
  same(sql`upper(l.details ->> 'leadSource')`, filter.leadSource?.trim().toUpperCase());
  same(sql`l.assigned_to`, filter.assignedTo);
  same(sql`(l.assigned_to is null)`, filter.unassigned);
  same(sql`l.active`, filter.active);
  same(sql`l.do_not_call`, filter.doNotCall);
  same(sql`l.do_not_share`, filter.doNotShare);
  same(sql`l.email_opt_out`, filter.emailOptOut);
  same(sql`l.sms_opt_out`, filter.smsOptOut);
  if (filter.from !== undefined) add(sql`l.created_at >= ${filter.from}::date`);
  if (filter.to !== undefined) add(sql`l.created_at < ${filter.to}::date + 1`);
  if (filter.search !== undefined) add(found(filter.search));
  return joinSql(conditions, ' and ');
}

// Uses position() instead of LIKE, because the search text may contain wildcards.
function found({ text, phone, email }: LeadSearch): Sql {
  return sql`(l.name = ${text}
    or position(lower(${text}) in lower(concat_ws(' ', l.label, l.first_name,
      l.details ->> 'middleName', l.last_name, l.organization))) > 0
    or exists (select from lead_match_key k where k.lead_id = l.id
      and ((k.kind = 'PHONE' and k.key = ${phone ?? null})
        or (k.kind = 'EMAIL' and k.key = ${email ?? null}))))`;
}

export function countLeads(on: Database | Tx, filter: LeadFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from lead l where ${conditionsOf(filter)}`);
}

/** Where a page starts: the id and sort key of the last lead before it. */
export interface LeadPlace {
  readonly key: string;
  readonly id: bigint;
}

/** The sort keys of lead lists, as strings. Times are in microseconds since 1970. */
const KEYS: Readonly<Record<LeadSort, Sql>> = {
  NEWEST: sql`''::text`,
  OLDEST: sql`''::text`,
  NAME: sql`lower(coalesce(l.last_name, l.organization, l.label, l.name))`,
  LAST_CHANGED: sql`lpad((extract(epoch from l.modified_at) * 1000000)::bigint::text, 18, '0')`,
};

const DESCENDING: ReadonlySet<LeadSort> = new Set(['NEWEST', 'LAST_CHANGED']);

export type ListedLead = LeadRow & { readonly place_key: string };

/**
 * Selects a page of leads in the requested order, plus one extra lead to detect a next page.
 * Identifiers stay encrypted.
 */
export function listLeadRows(
  on: Database | Tx,
  { filter, sort }: { readonly filter: LeadFilter; readonly sort: LeadSort },
  page: PlacedPage<LeadPlace>,
): Promise<ListedLead[]> {
  const key = sql`(${KEYS[sort]}) collate "C"`;
  const down = DESCENDING.has(sort);
  const { after } = page;
  const byId = sort === 'NEWEST' || sort === 'OLDEST';
  const isBeyond = down ? sql`<` : sql`>`;
  const start =
    after === null
      ? sql`true`
      : byId
        ? sql`l.id ${isBeyond} ${after.id}`
        : sql`(${key}, l.id) ${isBeyond} (${after.key}, ${after.id}::bigint)`;
  const order = down ? sql`desc` : sql`asc`;
  return on.query<ListedLead>(sql`
    select l.*, ${key} as place_key from lead l where ${conditionsOf(filter)} and ${start}
    order by ${byId ? sql`l.id ${order}` : sql`${key} ${order}, l.id ${order}`}
    limit ${page.limit + 1} offset ${page.offset}`);
}
