// SQL for timelines. Each function selects one table's rows in the common format for history
// entries.

import { historyColumns } from '../../../platform/database/history.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { TIMELINE } from '../limits.js';
import type { Recipient } from '../person/recipient.js';

export function activities({ kind, id }: Recipient): Sql {
  const columns = historyColumns({
    at: sql`coalesce(a.ended_at, a.created_at)`,
    id: sql`a.id`,
    name: sql`a.name`,
    channel: sql`a.kind`,
    direction: sql`a.direction`,
    status: sql`a.status`,
    subject: sql`a.subject`,
    by: sql`a.modified_by`,
  });
  return sql`select ${columns} from activity a
    where a.related_to = ${kind} and a.related_to_id = ${id}`;
}

export function whatsAppMessages({ kind, id }: Recipient): Sql {
  const columns = historyColumns({
    at: sql`coalesce(w.started_at, w.created_at)`,
    id: sql`w.id`,
    name: sql`w.name`,
    channel: sql`'WHATSAPP'`,
    direction: sql`w.direction`,
    status: sql`w.status`,
    subject: sql`coalesce(w.subject, left(w.body, ${TIMELINE.previewCharacters}))`,
    by: sql`w.created_by`,
  });
  return sql`select ${columns} from whatsapp_message w
    where w.related_to = ${kind} and w.related_to_id = ${id}`;
}

// Selects messages to and from the person, about any record.
export function correspondence({ kind, id }: Recipient): Sql {
  const columns = historyColumns({
    at: sql`t.created_at`,
    id: sql`t.id`,
    name: sql`coalesce(m.name, w.name)`,
    channel: sql`t.channel`,
    direction: sql`t.direction`,
    status: sql`coalesce(m.status, w.status)`,
    subject: sql`coalesce(m.subject, w.subject, left(coalesce(m.body, w.body),
      ${TIMELINE.previewCharacters}))`,
    by: sql`coalesce(m.created_by, w.created_by)`,
  });
  return sql`select ${columns} from message_transport t
    left join message m on m.id = t.id left join whatsapp_message w on w.id = t.whatsapp_message_id
    where t.recipient_kind = ${kind} and t.recipient_id = ${id}
      and (w.related_to, w.related_to_id) is distinct from (${kind}, ${id}::bigint)`;
}

// Selects e-mails and text messages about the record that were sent to or by other people.
export function messagesAbout({ kind, id }: Recipient): Sql {
  const columns = historyColumns({
    at: sql`m.created_at`,
    id: sql`m.id`,
    name: sql`m.name`,
    channel: sql`t.channel`,
    direction: sql`t.direction`,
    status: sql`m.status`,
    subject: sql`coalesce(m.subject, left(m.body, ${TIMELINE.previewCharacters}))`,
    by: sql`m.created_by`,
  });
  return sql`select ${columns} from message m join message_transport t on t.id = m.id
    where m.related_to = ${kind} and m.related_to_id = ${id}
      and (t.recipient_kind, t.recipient_id) is distinct from (${kind}, ${id}::bigint)`;
}

export function leadSteps({ kind, id }: Recipient): Sql {
  const columns = historyColumns({
    at: sql`s.at`,
    id: sql`s.id`,
    name: sql`l.name`,
    status: sql`s.status`,
    subject: sql`concat_ws(' → ', s.previous_status, s.status)`,
    by: sql`s.by`,
  });
  const whose = kind === 'LEAD' ? sql`l.id = ${id}` : sql`l.converted_customer_id = ${id}`;
  return sql`select ${columns} from lead_step s join lead l on l.id = s.lead_id where ${whose}`;
}

export function cashTransactions(customerId: bigint): Sql {
  const columns = historyColumns({
    at: sql`c.created_at`,
    id: sql`c.id`,
    name: sql`c.name`,
    direction: sql`case c.trans_type when 'RECEIPT' then 'INBOUND' when 'PAYMENT' then 'OUTBOUND'
      end`,
    status: sql`c.state`,
    subject: sql`concat_ws(': ', c.trans_type, c.description)`,
    by: sql`c.created_by`,
    amountMinor: sql`c.amount_minor`,
    currency: sql`c.currency`,
  });
  return sql`select ${columns} from cash_transaction c
    where c.customer_id = ${customerId} and c.state in ('POSTED', 'REVERSED')`;
}
