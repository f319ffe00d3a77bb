// The kinds of pending work. Each has the list operation that counts the items, and the page that
// lists them.

import type { MessageId } from '../../language/en/index.js';
import { type Desk, desksOf } from '../../lib/navigation.js';
import type { Own } from '../../lib/permission.js';

export interface ToDo {
  readonly says: MessageId;
  readonly list: string;
  readonly query: Readonly<Record<string, string | boolean>>;
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
    list: 'order/tradeorder/list',
    query: { status: 'BOOKED' },
    permission: 'order.trade-order.submit',
    desks: ['DEALER', 'OPERATIONS'],
    to: '/orders',
    search: { status: 'BOOKED' },
  },
  {
    says: 'home.waits.reports',
    list: 'order/unmatched-report/list',
    query: { resolved: false },
    permission: 'order.unmatched-report.resolve',
    desks: ['DEALER', 'OPERATIONS'],
    to: '/exchange-reports',
    search: {},
  },
  {
    says: 'home.waits.cash',
    list: 'finance/cash-transaction/list',
    query: { transState: 'APPROVED' },
    permission: 'finance.cash-transaction.post',
    desks: ['OPERATIONS', 'APPROVER', 'FINANCE'],
    to: '/cash',
    search: {},
  },
  {
    says: 'home.waits.events',
    list: 'custody/corporate-action/list',
    query: { progress: 'ENTITLED' },
    permission: 'custody.event-settlement.create',
    desks: ['OPERATIONS', 'FINANCE'],
    to: '/corporate-actions',
    search: { progress: 'ENTITLED' },
  },
  {
    says: 'home.waits.claims',
    list: 'custody/market-claim/list',
    query: { state: 'OPEN' },
    permission: 'custody.market-claim.settle',
    desks: ['OPERATIONS'],
    to: '/market-claims',
    search: { state: 'OPEN' },
  },
  {
    says: 'home.waits.elections',
    list: 'custody/election/list',
    query: { state: 'SUBMITTED' },
    permission: 'custody.election.submit',
    desks: ['OPERATIONS', 'DEALER'],
    to: '/elections',
    search: { state: 'SUBMITTED' },
  },
  {
    says: 'home.waits.bank',
    list: 'finance/bank-statement/line/list',
    query: { matched: false },
    permission: 'finance.bank-statement.match',
    desks: ['FINANCE', 'OPERATIONS'],
    to: '/imports',
    search: { of: 'statements' },
  },
  {
    says: 'home.waits.prices',
    list: 'wealth/price-exception/list',
    query: {},
    permission: 'wealth.valuation.read',
    desks: ['OPERATIONS', 'FINANCE'],
    to: '/price-exceptions',
    search: {},
  },
  {
    says: 'home.waits.leads',
    list: 'crm/lead/list',
    query: { status: 'NEW' },
    permission: 'crm.lead.update',
    desks: ['CRM', 'OPERATIONS'],
    to: '/leads',
    search: { view: 'list', status: 'NEW' },
  },
  {
    says: 'home.waits.deliveries',
    list: 'crm/inbound/list',
    query: { state: 'PARKED' },
    permission: 'crm.inbound.retry',
    desks: ['CRM', 'ADMIN'],
    to: '/deliveries',
    search: {},
  },
  {
    says: 'home.waits.jobs',
    list: 'system/job/list',
    query: { state: 'DEAD' },
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
