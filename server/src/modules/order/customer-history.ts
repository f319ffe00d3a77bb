// What a customer traded, for whoever shows all that happened with a customer.

import { historyColumns } from '../../platform/database/history.js';
import { type Sql, sql } from '../../platform/database/sql.js';

/** The contract notes of a customer: one for each order and date on which it was executed. */
export function contractNoteHistory(customerId: bigint): Sql {
  const columns = historyColumns({
    at: sql`n.created_at`,
    id: sql`n.id`,
    name: sql`n.name`,
    status: sql`case when n.reversed_at is not null then 'REVERSED'
      when n.settled_at is not null then 'SETTLED' else 'ISSUED' end`,
    subject: sql`n.label`,
    by: sql`n.created_by`,
    amountMinor: sql`n.net_minor`,
    currency: sql`n.currency`,
  });
  return sql`select ${columns} from contract_note n where n.customer_id = ${customerId}`;
}
