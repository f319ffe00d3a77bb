// The counts on the home page, by desk. Each has the code by which the server counts the records,
// and the page that lists them.

import type { MessageId } from '../../language/en/index.js';
import { type Desk, desksOf } from '../../lib/navigation.js';
import type { Own } from '../../lib/permission.js';
import type { WorkCode } from '../../lib/work.js';

export interface CountFigure extends WorkCode {
  readonly label: MessageId;
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

const orders = (status: string, label: MessageId): CountFigure => ({
  ...{ ...ORDERS, label, code: `ORDER_${status}`, search: { status } },
});
const ordersOfToday = (status: string, label: MessageId): CountFigure => ({
  ...orders(status, label),
  code: `ORDER_${status}_TODAY`,
  isOfToday: true,
});
const cash = (transType: string, state: string, label: MessageId): CountFigure => ({
  ...{ ...CASH, label, code: `${transType}_${state}`, search: { transType, state } },
});
const leads = (status: string, label: MessageId): CountFigure => ({
  ...{ ...LEADS, label, code: `LEAD_${status}`, search: { view: 'list', status } },
});
const users = (state: string, label: MessageId): CountFigure => ({
  ...{ ...USERS, label, code: `USER_${state}`, search: { state } },
});

const COUNTS: readonly CountFigure[] = [
  orders('EXECUTING', 'home.figure.live'),
  ordersOfToday('EXECUTED', 'home.figure.executed'),
  ordersOfToday('REJECTED', 'home.figure.rejected'),
  cash('RECEIPT', 'PENDING', 'home.figure.receipts-pending'),
  cash('RECEIPT', 'APPROVED', 'home.figure.receipts-approved'),
  cash('PAYMENT', 'PENDING', 'home.figure.payments-pending'),
  cash('PAYMENT', 'APPROVED', 'home.figure.payments-approved'),
  leads('NEW', 'home.figure.leads-new'),
  leads('QUALIFIED', 'home.figure.leads-qualified'),
  leads('CONVERTED', 'home.figure.leads-converted'),
  { ...USERS, label: 'home.figure.users', code: 'USER', search: {} },
  users('LOCKED', 'home.figure.locked'),
  users('DISABLED', 'home.figure.disabled'),
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
