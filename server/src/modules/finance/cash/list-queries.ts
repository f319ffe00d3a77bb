// SQL for lists of cash transactions.

import type { Database } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { LOADED_CASH_TRANSACTION, type LoadedCashTransaction } from './queries.js';

interface CashTransactionFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly transState?: string | undefined;
  readonly transType?: string | undefined;
  readonly partnerId?: bigint | undefined;
  readonly cashAccountId?: bigint | undefined;
  readonly batchName?: string | undefined;
  readonly sd?: string | undefined;
  readonly ed?: string | undefined;
  readonly paymentGatewayId?: bigint | undefined;
  readonly transactionProcessor?: string | undefined;
  readonly reference?: string | undefined;
  readonly corpAction?: boolean | undefined;
  readonly reversalAsked?: boolean | undefined;
}

const REVERSAL_ASKED: Sql = sql`t.reversal_asked_kind is not null and t.state = 'POSTED'`;

// Days are calendar days in the office's time zone, like value dates.
const TRANSACTION_DAY: Sql = sql`(t.transaction_at at time zone
  (select o.time_zone from business_office o where o.id = t.office_id))::date`;

function matching(filter: CashTransactionFilter): Sql {
  const conditions: Sql[] = [inOffices(sql`t.office_id`, filter.offices)];
  if (filter.transState) conditions.push(sql`t.state = ${filter.transState}`);
  if (filter.transType) conditions.push(sql`t.trans_type = ${filter.transType}`);
  if (filter.partnerId) conditions.push(sql`t.customer_id = ${filter.partnerId}`);
  if (filter.cashAccountId) conditions.push(sql`t.cash_account_id = ${filter.cashAccountId}`);
  if (filter.batchName) conditions.push(sql`t.batch_name = ${filter.batchName}`);
  if (filter.sd) conditions.push(sql`${TRANSACTION_DAY} >= ${filter.sd}::date`);
  if (filter.ed) conditions.push(sql`${TRANSACTION_DAY} <= ${filter.ed}::date`);
  conditions.push(...paymentConditions(filter));
  if (filter.reversalAsked) conditions.push(REVERSAL_ASKED);
  return joinSql(conditions, ' and ');
}

function paymentConditions(filter: CashTransactionFilter): Sql[] {
  const { paymentGatewayId: id, transactionProcessor, reference, corpAction } = filter;
  const code = transactionProcessor?.trim().toUpperCase();
  return [
    ...(id ? [sql`t.payment_gateway_id = ${id}`] : []),
    ...(code
      ? [sql`t.payment_gateway_id = (select id from payment_gateway where name = ${code})`]
      : []),
    ...(reference ? [sql`t.reference = ${reference}`] : []),
    ...(corpAction === undefined ? [] : [sql`t.corp_action = ${corpAction}::boolean`]),
  ];
}

/** Reads a page in id order, plus one extra row to detect a next page. */
export function listCashTransactions(
  on: Database,
  filter: CashTransactionFilter,
  page: PageRequest,
): Promise<LoadedCashTransaction[]> {
  return on.query(sql`${LOADED_CASH_TRANSACTION}
    where t.id in (
      select t.id from cash_transaction t
      where ${matching(filter)} and t.id > ${page.after ?? 0n}
      order by t.id limit ${page.limit + 1} offset ${page.offset})
    order by t.id`);
}

export function countCashTransactions(
  on: Database,
  filter: CashTransactionFilter,
): Promise<bigint> {
  return countRows(on, sql`select count(*) from cash_transaction t where ${matching(filter)}`);
}
