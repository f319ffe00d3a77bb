// The counts on the home page, by desk. Each has the list operation that counts the records, and
// the page that lists them.

import type { MessageId } from '../../language/en/index.js';
import { type Desk, desksOf } from '../../lib/navigation.js';
import type { Own } from '../../lib/permission.js';

export interface CountFigure {
  readonly label: MessageId;
  readonly list: string;
  readonly query: Readonly<Record<string, string>>;
  readonly permission: string;
  readonly desks: readonly Desk[];
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
  /** True to count only records of the business date. */
  readonly isOfToday?: true;
}

const ORDERS = {
  list: 'order/tradeorder/list',
  permission: 'order.trade-order.read',
  desks: ['DEALER'],
  to: '/orders',
} as const;
export const CASH_LIST = 'finance/cash-transaction/list';

const CASH = {
  list: CASH_LIST,
  permission: 'finance.cash-transaction.read',
  desks: ['OPERATIONS'],
  to: '/cash',
} as const;
const LEADS = {
  list: 'crm/lead/list',
  permission: 'crm.lead.read',
  desks: ['CRM'],
  to: '/leads',
} as const;
const USERS = {
  list: 'security/user/list',
  permission: 'identity.user.read',
  desks: ['ADMIN'],
  to: '/users',
} as const;

const orders = (status: string, label: MessageId, isOfToday?: true): CountFigure => ({
  ...{ ...ORDERS, label, query: { status }, search: { status } },
  ...(isOfToday === undefined ? {} : { isOfToday }),
});
const cash = (transType: string, state: string, label: MessageId): CountFigure => ({
  ...{ ...CASH, label, query: { transType, transState: state }, search: { transType, state } },
});
const leads = (status: string, label: MessageId): CountFigure => ({
  ...{ ...LEADS, label, query: { status }, search: { view: 'list', status } },
});

const COUNTS: readonly CountFigure[] = [
  orders('EXECUTING', 'home.figure.live'),
  orders('EXECUTED', 'home.figure.executed', true),
  orders('REJECTED', 'home.figure.rejected', true),
  cash('RECEIPT', 'PENDING', 'home.figure.receipts-pending'),
  cash('RECEIPT', 'APPROVED', 'home.figure.receipts-approved'),
  cash('PAYMENT', 'PENDING', 'home.figure.payments-pending'),
  cash('PAYMENT', 'APPROVED', 'home.figure.payments-approved'),
  leads('NEW', 'home.figure.leads-new'),
  leads('QUALIFIED', 'home.figure.leads-qualified'),
  leads('CONVERTED', 'home.figure.leads-converted'),
  { ...USERS, label: 'home.figure.users', query: {}, search: {} },
  ...[
    { ...USERS, label: 'home.figure.locked', query: { state: 'LOCKED' } } as const,
    { ...USERS, label: 'home.figure.disabled', query: { state: 'DISABLED' } } as const,
  ].map((figure) => ({ ...figure, search: figure.query })),
];

/** Returns the counts of the user's desks that the user has permission to read. */
export function countsFor(own: Own): readonly CountFigure[] {
  return COUNTS.filter(({ permission, desks }) => isOnDesk(own, desks) && own.may(permission));
}

/** A user with a role that has no desk sees everything that their permissions allow. */
export function isOnDesk(own: Own, desks: readonly Desk[]): boolean {
  const owned = desksOf(own);
  return owned === undefined || desks.some((desk) => owned.includes(desk));
}
