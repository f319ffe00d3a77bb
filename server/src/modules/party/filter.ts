// Filters for read operations: by customer, office, agent and custodian.

import { type Call, seesOffice } from '../../platform/context.js';
import { type FilterKind, namedByCode, namedById } from '../../platform/http/request/filter.js';
import { selectAgent, selectCustomerAgent } from './agent/queries.js';
import { selectCustodian } from './custodian/queries.js';
import { officeByCode, officeById } from './office/office.js';

/** The kinds of party records that parameters can filter by. */
export const partyFilters: readonly FilterKind[] = [
  namedById('customer', seenCustomer),
  namedById('business office', async ({ db, principal }, id) => {
    const office = await officeById(db, id);
    return office !== undefined && seesOffice(principal, office.id) ? office : undefined;
  }),
  namedByCode('business office code', async ({ db, principal }, code) => {
    const office = await officeByCode(db, code);
    return office !== undefined && seesOffice(principal, office.id) ? office.name : undefined;
  }),
  namedByCode('agent', async ({ db }, code) => {
    return (await selectAgent(db, { name: code.toUpperCase() }))?.name;
  }),
  namedByCode('custodian', async ({ db }, code) => {
    return (await selectCustodian(db, { name: code.toUpperCase() }))?.name;
  }),
];

// A customer's own API client can filter only by that customer.
async function seenCustomer({ db, principal }: Call, id: bigint): Promise<object | undefined> {
  if (principal.kind === 'customer' && principal.id !== id) return undefined;
  const customer = await selectCustomerAgent(db, id);
  return customer !== undefined && seesOffice(principal, customer.office_id) ? customer : undefined;
}
