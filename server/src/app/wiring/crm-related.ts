// Which records of other modules a message or an attachment may be about: CRM knows none of their
// tables, so the app looks for it.

import type { CrmPorts } from '../../modules/crm/index.js';
import { seesOffice, type Work } from '../../platform/context.js';
import { type Sql, sql } from '../../platform/database/sql.js';

/** The checks that CRM is handed: whether the caller sees a record of a kind. */
export const crmRelated: NonNullable<CrmPorts['related']> = {
  ACCOUNT: seenBy((id) => sql`select office_id from account where id = ${id}`),
  CASH_TRANSACTION: seenBy((id) => sql`select office_id from cash_transaction where id = ${id}`),
  TRADE_ORDER: seenBy((id) => sql`select office_id from trade_order where id = ${id}`),
  CONTRACT_NOTE: seenBy((id) => sql`select office_id from contract_note where id = ${id}`),
  TERM_INSTRUMENT: seenBy((id) => sql`select office_id from term_instrument where id = ${id}`),
  DISCOUNTED_INSTRUMENT: seenBy(discounted('DISCOUNTED_INSTRUMENT')),
  TREASURY_BILL: seenBy(discounted('TREASURY_BILL')),
  FUND_TRANSACTION: seenBy((id) => sql`select office_id from fund_transaction where id = ${id}`),
};

function discounted(kind: string): (id: bigint) => Sql {
  return (id) =>
    sql`select office_id from discounted_instrument where id = ${id} and kind = ${kind}`;
}

function seenBy(officeOf: (id: bigint) => Sql): (work: Work, id: bigint) => Promise<boolean> {
  return async ({ tx, principal }, id) => {
    const [row] = await tx.query<{ office_id: bigint }>(officeOf(id));
    return row !== undefined && seesOffice(principal, row.office_id);
  };
}
