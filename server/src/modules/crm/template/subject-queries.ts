// SQL for the records that messages are about. Each function returns the data for a template.

import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { formatMoney } from '../../../platform/money/money.js';
import type { SubjectFacts } from './subject.js';

interface PersonRow {
  readonly name: string;
  readonly office_id: bigint;
  readonly label: string | null;
  readonly title: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

export function personValues(group: string, row: PersonRow): Record<string, string | null> {
  return {
    [`${group}.number`]: row.name,
    [`${group}.label`]: row.label,
    [`${group}.title`]: row.title,
    [`${group}.firstName`]: row.first_name,
    [`${group}.lastName`]: row.last_name,
  };
}

export async function customerRow(on: Database | Tx, id: bigint): Promise<PersonRow | undefined> {
  const [row] = await on.query<PersonRow>(sql`
    select name, office_id, label, title, first_name, last_name from customer where id = ${id}`);
  return row;
}

export async function readCustomerFacts(
  on: Database | Tx,
  id: bigint,
): Promise<SubjectFacts | undefined> {
  const row = await customerRow(on, id);
  return row && { officeId: row.office_id, customerId: id, values: {} };
}

interface LeadFactRow extends PersonRow {
  readonly organization: string | null;
  readonly status: string;
  readonly source: string | null;
  readonly assigned_to: bigint | null;
}

export async function readLeadFacts(
  on: Database | Tx,
  id: bigint,
): Promise<SubjectFacts | undefined> {
  const [row] = await on.query<LeadFactRow>(sql`
    select name, office_id, first_name, last_name, organization, status, assigned_to,
      coalesce(label, nullif(concat_ws(' ', first_name, last_name), ''), organization) as label,
      coalesce(details ->> 'salutation', details ->> 'title') as title,
      details ->> 'leadSource' as source
    from lead where id = ${id}`);
  if (row === undefined) return undefined;
  return {
    officeId: row.office_id,
    assignedTo: row.assigned_to ?? undefined,
    values: {
      ...personValues('lead', row),
      'lead.organization': row.organization,
      'lead.status': row.status,
      'lead.source': row.source,
    },
  };
}

export async function readContactFacts(
  on: Database | Tx,
  id: bigint,
): Promise<SubjectFacts | undefined> {
  const [row] = await on.query<PersonRow>(sql`
    select name, office_id, first_name, last_name,
      coalesce(label, nullif(concat_ws(' ', first_name, last_name), ''),
        details ->> 'organization') as label,
      coalesce(details ->> 'salutation', details ->> 'title') as title
    from contact where id = ${id}`);
  return row && { officeId: row.office_id, values: personValues('contact', row) };
}

interface CashRow {
  readonly name: string;
  readonly office_id: bigint;
  readonly customer_id: bigint;
  readonly trans_type: string;
  readonly trans_method: string;
  readonly currency: string;
  readonly amount_minor: bigint;
  readonly state: string;
  readonly reference: string | null;
  readonly description: string | null;
  readonly creator_kind: string;
  readonly creator_id: bigint;
  readonly created_by: string;
}

export async function readCashFacts(
  on: Database | Tx,
  id: bigint,
): Promise<SubjectFacts | undefined> {
  const [row] = await on.query<CashRow>(sql`
    select name, office_id, customer_id, trans_type, trans_method, currency, amount_minor, state,
      reference, description, creator_kind, creator_id, created_by
    from cash_transaction where id = ${id}`);
  if (row === undefined) return undefined;
  return {
    officeId: row.office_id,
    customerId: row.customer_id,
    maker: { kind: row.creator_kind, id: row.creator_id },
    values: {
      'cash.number': row.name,
      'cash.type': row.trans_type,
      'cash.method': row.trans_method,
      'cash.amount': formatMoney({ minor: row.amount_minor, currency: row.currency }),
      'cash.state': row.state,
      'cash.reference': row.reference,
      'cash.description': row.description,
      'cash.madeBy': row.created_by,
    },
  };
}

interface ChangeRow {
  readonly kind: string;
  readonly subject: string;
  readonly reason: string | null;
  readonly creator_kind: string;
  readonly creator_id: bigint;
  readonly created_by: string;
}

export async function readChangeFacts(
  on: Database | Tx,
  id: bigint,
): Promise<SubjectFacts | undefined> {
  const [row] = await on.query<ChangeRow>(sql`
    select kind, subject, reason, creator_kind, creator_id, created_by
    from reference_change where id = ${id}`);
  if (row === undefined) return undefined;
  return {
    maker: { kind: row.creator_kind, id: row.creator_id },
    values: {
      'change.kind': row.kind,
      'change.subject': row.subject,
      'change.reason': row.reason,
      'change.proposedBy': row.created_by,
    },
  };
}

interface ActivityRow {
  readonly name: string;
  readonly office_id: bigint;
  readonly kind: string;
  readonly subject: string;
  readonly priority: string;
  readonly status: string;
  readonly due: string | null;
  readonly related_to: string;
  readonly person: string | null;
  readonly assigned_to: bigint | null;
}

export async function readActivityFacts(
  on: Database | Tx,
  id: bigint,
): Promise<SubjectFacts | undefined> {
  const [row] = await on.query<ActivityRow>(sql`
    select a.name, a.office_id, a.kind, a.subject, a.priority, a.status, a.related_to,
      a.assigned_to, to_char(a.due_at at time zone o.time_zone, 'YYYY-MM-DD HH24:MI') as due,
      coalesce(l.label, k.label, c.label,
        nullif(concat_ws(' ', coalesce(l.first_name, k.first_name),
          coalesce(l.last_name, k.last_name)), ''),
        l.organization, k.details ->> 'organization') as person
    from activity a join business_office o on o.id = a.office_id
      left join lead l on a.related_to = 'LEAD' and l.id = a.related_to_id
      left join contact k on a.related_to = 'CONTACT' and k.id = a.related_to_id
      left join customer c on a.related_to = 'CUSTOMER' and c.id = a.related_to_id
    where a.id = ${id}`);
  if (row === undefined) return undefined;
  return {
    officeId: row.office_id,
    assignedTo: row.assigned_to ?? undefined,
    values: {
      'activity.number': row.name,
      'activity.kind': row.kind,
      'activity.subject': row.subject,
      'activity.priority': row.priority,
      'activity.status': row.status,
      'activity.due': row.due,
      'activity.about': row.related_to,
      'activity.person': row.person,
    },
  };
}
