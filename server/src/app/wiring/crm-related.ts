// Checks that a message or an attachment may refer to a record of another module. CRM does not
// depend on those modules, so the app looks up the records.

import type { CrmPorts } from '../../modules/crm/index.js';
import { seesOffice, type Work } from '../../platform/context.js';
import { officeOfRecord } from './crm-related-queries.js';

/** For each kind of record, a function that checks the caller's access to a record. */
export const crmRelated: NonNullable<CrmPorts['related']> = {
  ACCOUNT: seenBy('ACCOUNT'),
  CASH_TRANSACTION: seenBy('CASH_TRANSACTION'),
  TRADE_ORDER: seenBy('TRADE_ORDER'),
  CONTRACT_NOTE: seenBy('CONTRACT_NOTE'),
  TERM_INSTRUMENT: seenBy('TERM_INSTRUMENT'),
  DISCOUNTED_INSTRUMENT: seenBy('DISCOUNTED_INSTRUMENT'),
  TREASURY_BILL: seenBy('TREASURY_BILL'),
  FUND_TRANSACTION: seenBy('FUND_TRANSACTION'),
};

function seenBy(
  kind: Parameters<typeof officeOfRecord>[1],
): (on: Pick<Work, 'tx' | 'principal'>, id: bigint) => Promise<boolean> {
  return async ({ tx, principal }, id) => {
    const officeId = await officeOfRecord(tx, kind, id);
    return officeId !== undefined && seesOffice(principal, officeId);
  };
}
