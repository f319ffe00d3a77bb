// The public interface of party: customers, business offices and customer groups.

import { attachmentProblems } from '../../platform/files/attachment-problem.js';
import type { Module } from '../../platform/module.js';
import { AGENTS } from './agent/agent.js';
import { CUSTODIANS } from './custodian/custodian.js';
import { sealedCustomers } from './customer/secret.js';
import { partyFilters } from './filter.js';
import { HOUSEHOLDS } from './household/household.js';
import { BUSINESS_OFFICES } from './office/change.js';
import { CUSTOMER_GROUPS } from './office/group-change.js';
import { pictureScanJob } from './picture/scan.js';
import type { PartyPorts } from './port.js';
import { partyProblems } from './problems.js';
import { partyRoutes } from './routes.js';

export { recordFirstAgent, requireAgent } from './agent/agent.js';
export { selectAgent } from './agent/queries.js';
export { recordFirstCustodian, requireCustodian } from './custodian/custodian.js';
export { selectCustodiansNamed } from './custodian/queries.js';
export { checkEmail, checkMessagePhone, phoneOf } from './customer/contact.js';
export { findCustomer } from './customer/customer.js';
export { customerDirectory } from './customer/directory.js';
export { matchCustomers } from './customer/match.js';
export type { CustomerMatch } from './customer/match-queries.js';
export { createCustomer, updateCustomer } from './customer/opening.js';
export { PAYER_CLASSES } from './customer/payer-class.js';
export type { Customer } from './customer/record.js';
export { type CustomerSource, identifierIndex, queriedBy } from './customer/secret.js';
export { partyEvents } from './event.js';
export type { Holders } from './holder.js';
export { type Household, visibleHousehold } from './household/household.js';
export type { MemberRow } from './household/queries.js';
export { recordFirstOffice } from './office/change.js';
export { recordFirstGroup } from './office/group-change.js';
export { updateLetterhead } from './office/letterhead.js';
export { firmNames, firmOf, senderOf } from './office/letterhead-queries.js';
export {
  groupByCode,
  officeByCode,
  officeById,
  requireKnownGroup,
  requireOffice,
  requireSeenOffice,
} from './office/office.js';
export type { BusinessOffice } from './office/queries.js';
export type {
  CashAccounts,
  ConsentHistory,
  CustomerCash,
  CustomerRefusals,
  PartyPorts,
} from './port.js';
export { partyProblems } from './problems.js';
export type { CreateCustomerBody } from './schema.js';

/** Builds the party module. */
export function partyModule(ports: PartyPorts): Module {
  return {
    name: 'party',
    summary: 'Customers, and the offices and groups to which they belong',
    routes: partyRoutes(ports),
    changes: [BUSINESS_OFFICES, CUSTOMER_GROUPS, AGENTS, CUSTODIANS, HOUSEHOLDS],
    problems: { ...partyProblems, ...attachmentProblems },
    jobs: ports.pictures === undefined ? [] : [pictureScanJob(ports.pictures)],
    sealed: [sealedCustomers],
    filters: partyFilters,
  };
}
