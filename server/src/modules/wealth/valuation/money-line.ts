// The lines of a customer's cash, receivables and payables.

import type { Tx } from '../../../platform/database/database.js';
import { incomeReceivablesOn } from '../../custody/index.js';
import { type CashBalance, cashBalances } from '../../finance/index.js';
import { unnotedTrades } from '../../order/index.js';
import { ageless } from './age.js';
import type { Line } from './line.js';
import { holdersOf, type Subject, within } from './subject.js';

/** Returns the lines of a customer's money, which does not belong to any portfolio. */
export async function moneyLines(tx: Tx, subject: Subject): Promise<Line[]> {
  if (subject.only !== undefined && subject.hasCash !== true) return [];
  const cash = await cashBalances(tx, holdersOf(subject), subject.date);
  return [
    ...cash.map((account) => accountLine(account, subject, 'CASH')),
    ...cash.map((account) => accountLine(account, subject, 'RECEIVABLE')),
    ...(await tradeLines(tx, subject)),
    ...(await incomeLines(tx, subject)),
  ].filter(({ valueMinor }) => valueMinor !== 0n);
}

function accountLine(
  account: CashBalance,
  { date, isToday, knownAt }: Subject,
  ofClass: 'CASH' | 'RECEIVABLE',
): Line {
  return {
    class: ofClass,
    subjectType: 'ACCOUNT',
    subjectId: account.accountId,
    name: account.name,
    label: account.label,
    currency: account.currency,
    priceSource: 'LEDGER',
    age: ageless(date),
    cash: isToday && knownAt === undefined && ofClass === 'CASH' ? account : undefined,
    valueMinor: ofClass === 'CASH' ? account.cashMinor : account.unsettledMinor,
  };
}

async function tradeLines(tx: Tx, subject: Subject): Promise<Line[]> {
  const { date } = subject;
  const trades = within(await unnotedTrades(tx, holdersOf(subject), date));
  return trades.map(({ orderId, name, label, currency, minor }) => ({
    class: minor < 0n ? 'PAYABLE' : 'RECEIVABLE',
    subjectType: 'TRADE_ORDER',
    subjectId: orderId,
    ...{ name, label, currency },
    priceSource: 'ESTIMATE',
    age: ageless(date),
    valueMinor: minor,
  }));
}

async function incomeLines(tx: Tx, subject: Subject): Promise<Line[]> {
  const { date } = subject;
  const rows = within(await incomeReceivablesOn(tx, holdersOf(subject), [date]));
  return rows.map(({ entitlementId, name, label, currency, minor }) => ({
    class: minor < 0n ? 'PAYABLE' : 'RECEIVABLE',
    subjectType: 'ENTITLEMENT',
    subjectId: entitlementId,
    ...{ name, label, currency },
    priceSource: 'ESTIMATE',
    age: ageless(date),
    valueMinor: minor,
  }));
}
