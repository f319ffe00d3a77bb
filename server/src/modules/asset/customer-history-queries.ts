// SQL fragments for a customer's history: placements and orders.

import { historyColumns } from '../../platform/database/history.js';
import { type Sql, sql } from '../../platform/database/sql.js';

/** Selects a customer's fixed deposits and loans. */
export const termInstrumentHistory = (customerId: bigint): Sql =>
  placements(sql`term_instrument`, customerId);

/** Selects a customer's commercial paper and treasury bills. */
export const discountedInstrumentHistory = (customerId: bigint): Sql =>
  placements(sql`discounted_instrument`, customerId);

function placements(table: Sql, customerId: bigint): Sql {
  const columns = historyColumns({
    at: sql`t.created_at`,
    id: sql`t.id`,
    name: sql`t.name`,
    status: sql`t.status`,
    subject: sql`t.label`,
    by: sql`t.created_by`,
    amountMinor: sql`t.face_value_minor`,
    currency: sql`t.currency`,
  });
  return sql`select ${columns} from ${table} t where t.customer_id = ${customerId}`;
}

/** Selects a customer's fund orders. */
export function fundTransactionHistory(customerId: bigint): Sql {
  const columns = historyColumns({
    at: sql`x.created_at`,
    id: sql`x.id`,
    name: sql`x.name`,
    direction: sql`case x.trans_type when 'REDEMPTION' then 'INBOUND' else 'OUTBOUND' end`,
    status: sql`x.status`,
    subject: sql`concat_ws(' ', x.trans_type, f.label)`,
    by: sql`x.created_by`,
    amountMinor: sql`coalesce(x.net_minor, x.amount_minor)`,
    currency: sql`f.currency`,
  });
  return sql`select ${columns} from fund_transaction x join fund f on f.id = x.fund_id
    where x.customer_id = ${customerId} and x.status <> 'DELETED'`;
}
