// Filters by account, ledger code, gateway and bank statement.

import { seesOffice } from '../../platform/context.js';
import { type FilterKind, namedByCode, namedById } from '../../platform/http/request/filter.js';
import { readAccount } from './account/operation.js';
import { selectStatement } from './bank/queries.js';
import { selectCode } from './chart/queries.js';
import { readGateway } from './gateway/gateway.js';
import { selectGateway } from './gateway/queries.js';

/** The kinds of finance records that a parameter can filter by. */
export const financeFilters: readonly FilterKind[] = [
  namedById('account', readAccount),
  namedByCode('ledger code', async ({ db }, code) => {
    return (await selectCode(db, code.toUpperCase()))?.code;
  }),
  namedById('payment gateway', readGateway),
  namedByCode('payment gateway code', async ({ db }, code) => {
    return (await selectGateway(db, { name: code.toUpperCase() }))?.name;
  }),
  namedById('bank statement', async ({ db, principal }, id) => {
    const statement = await selectStatement(db, id);
    return statement !== undefined && seesOffice(principal, statement.office_id)
      ? statement
      : undefined;
  }),
];
