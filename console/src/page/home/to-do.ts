// The kinds of pending work. Each has the code by which the server counts the items, and the page
// that lists them.

import type { MessageId } from '../../language/en/index.js';
import { type Desk, desksOf } from '../../lib/navigation.js';
import type { Own } from '../../lib/permission.js';
import type { WorkCode } from '../../lib/work.js';

export interface ToDo extends WorkCode {
  readonly says: MessageId;
  /** The permission required for this work. */
  readonly permission: string;
  readonly desks: readonly Desk[];
  /** The page that lists the items, with the same filters. */
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

const TO_DOS: readonly ToDo[] = [
  {
    says: 'home.waits.orders',
    code: 'ORDER_BOOKED',
    list: 'order/tradeorder/list',
    permission: 'order.trade-order.submit',
    desks: ['DEALER', 'OPERATIONS'],
    to: '/orders',
    search: { status: 'BOOKED' },
  },
  {
    says: 'home.waits.reports',
    code: 'REPORT_UNMATCHED',
    list: 'order/unmatched-report/list',
    permission: 'order.unmatched-report.resolve',
    desks: ['DEALER', 'OPERATIONS'],
    to: '/exchange-reports',
    search: {},
  },
  {
    says: 'home.waits.cash',
    code: 'CASH_APPROVED',
    list: 'finance/cash-transaction/list',
    permission: 'finance.cash-transaction.post',
    desks: ['OPERATIONS', 'APPROVER', 'FINANCE'],
    to: '/cash',
    search: {},
  },
  {
    says: 'home.waits.events',
    code: 'EVENT_ENTITLED',
    list: 'custody/corporate-action/list',
    permission: 'custody.event-settlement.create',
    desks: ['OPERATIONS', 'FINANCE'],
    to: '/corporate-actions',
    search: { progress: 'ENTITLED' },
  },
  {
    says: 'home.waits.claims',
    code: 'CLAIM_OPEN',
    list: 'custody/market-claim/list',
    permission: 'custody.market-claim.settle',
    desks: ['OPERATIONS'],
    to: '/market-claims',
    search: { state: 'OPEN' },
  },
  {
    says: 'home.waits.elections',
    code: 'ELECTION_SUBMITTED',
    list: 'custody/election/list',
    permission: 'custody.election.submit',
    desks: ['OPERATIONS', 'DEALER'],
    to: '/elections',
    search: { state: 'SUBMITTED' },
  },
  {
    says: 'home.waits.bank',
    code: 'BANK_LINE_UNMATCHED',
    list: 'finance/bank-statement/line/list',
    permission: 'finance.bank-statement.match',
    desks: ['FINANCE', 'OPERATIONS'],
    to: '/imports',
    search: { of: 'statements' },
  },
  {
    says: 'home.waits.prices',
    code: 'PRICE_EXCEPTION',
    list: 'wealth/price-exception/list',
    permission: 'wealth.valuation.read',
    desks: ['OPERATIONS', 'FINANCE'],
    to: '/price-exceptions',
    search: {},
  },
  {
    says: 'home.waits.leads',
    code: 'LEAD_NEW',
    list: 'crm/lead/list',
    permission: 'crm.lead.update',
    desks: ['CRM', 'OPERATIONS'],
    to: '/leads',
    search: { view: 'list', status: 'NEW' },
  },
  {
    says: 'home.waits.deliveries',
    code: 'MESSAGE_PARKED',
    list: 'crm/inbound/list',
    permission: 'crm.inbound.retry',
    desks: ['CRM', 'ADMIN'],
    to: '/deliveries',
    search: {},
  },
  {
    says: 'home.waits.jobs',
    code: 'JOB_DEAD',
    list: 'system/job/list',
    permission: 'system.job.retry',
    desks: ['ADMIN'],
    to: '/jobs',
    search: { state: 'DEAD' },
  },
];

/** Returns the kinds of work on the user's desk that the user is permitted to do. */
export function toDosFor(own: Own): readonly ToDo[] {
  const desks = desksOf(own);
  return TO_DOS.filter(
    ({ permission, desks: of }) =>
      own.may(permission) && (desks === undefined || of.some((desk) => desks.includes(desk))),
  );
}
