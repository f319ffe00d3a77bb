// SQL that finds the accounts for a general ledger.

import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { idOfCode } from '../../../platform/reference-data/code-queries.js';
import type { LedgerAccount } from './ledger-page.js';
import type { GeneralLedgerFileQuery } from './schema.js';

export function matchingAccounts(call: Call, query: GeneralLedgerFileQuery): Sql {
  const { businessOfficeName, currency, acctType } = query;
  const conditions: Sql[] = [inOffices(sql`a.office_id`, call.principal.offices)];
  if (businessOfficeName) {
    conditions.push(sql`a.office_id = ${idOfCode(sql`business_office`, businessOfficeName)}`);
  }
  if (currency) conditions.push(sql`a.currency = ${currency.toUpperCase()}`);
  if (acctType) conditions.push(sql`a.acct_type = ${acctType.toUpperCase()}`);
  return joinSql(conditions, ' and ');
}

/** Reads a page in id order, plus one extra row to detect a next page. */
export function selectAccounts(tx: Tx, matching: Sql, page: PageRequest): Promise<LedgerAccount[]> {
  return tx.query(sql`
    select a.id, a.name, a.label, a.class, a.acct_type, a.currency, a.office_id, a.inline,
      a.customer_id, o.name as office_name
    from account a join business_office o on o.id = a.office_id
    where ${matching} and a.id > ${page.after ?? 0n}
    order by a.id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countAccounts(tx: Tx, matching: Sql): Promise<bigint> {
  return countRows(
    tx,
    sql`
    select count(*) from account a join business_office o on o.id = a.office_id
    where ${matching}`,
  );
}
