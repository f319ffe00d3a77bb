// The rules that the program creates at its first start. Firms can change them.

import type { Context, Work } from '../../../platform/context.js';
import { systemWork } from '../../../platform/system-work.js';
import { storeRule } from './rule.js';
import { claimRuleName, findRuleNames } from './rule-queries.js';
import type { RuleDraft } from './schema.js';

const mail = (templateName: string) => ({ channel: 'EMAIL', templateName }) as const;
const sms = (templateName: string) => ({ channel: 'SMS', templateName }) as const;

/** Returns a rule that sends the customer an e-mail, using the template of the same name. */
function toCustomer(name: string, label: string, eventType: string): RuleDraft {
  return { name, label, eventType, recipient: 'CUSTOMER', channels: [mail(name)] };
}

/**
 * Returns a rule that sends the customer an e-mail about entitlements paid in corporate actions of
 * these kinds.
 */
function onPayment(name: string, label: string, kinds: readonly string[]): RuleDraft {
  return {
    ...toCustomer(name, label, 'entitlement.paid'),
    conditions: [{ member: 'kind', values: [...kinds] }],
  };
}

const SHIPPED: readonly RuleDraft[] = [
  {
    ...toCustomer('WELCOME', 'Welcome a customer who was a lead', 'lead.converted'),
    conditions: [{ member: 'linked', values: ['false'] }],
  },
  {
    ...toCustomer('ORDER-EXECUTED', 'An order is filled', 'trade-order.executed'),
    channels: [mail('ORDER-EXECUTED'), sms('ORDER-EXECUTED-SMS')],
  },
  toCustomer('ORDER-REJECTED', 'The exchange rejected an order', 'trade-order.rejected'),
  {
    ...toCustomer('CONTRACT-NOTE', 'A contract note is ready', 'contract-note.issued'),
    attachDocument: true,
  },
  {
    ...{ name: 'CONTRACT-NOTE-CUSTODIAN', label: "A custodian's copy of a contract note" },
    ...{ eventType: 'contract-note.issued', recipient: 'CUSTODIAN', attachDocument: true },
    conditions: [{ member: 'hasCustodian', values: ['true'] }],
    channels: [mail('CONTRACT-NOTE-CUSTODIAN')],
  },
  {
    ...toCustomer('CASH-POSTED', "A customer's money moved", 'cash-transaction.posted'),
    channels: [mail('CASH-POSTED'), sms('CASH-POSTED-SMS')],
  },
  toCustomer('DEPOSIT-MATURED', 'A deposit was repaid at maturity', 'term-instrument.matured'),
  toCustomer(
    'PAPER-MATURED',
    'Commercial paper was repaid at maturity',
    'discounted-instrument.matured',
  ),
  toCustomer('BILL-MATURED', 'A bill was repaid at maturity', 'treasury-bill.matured'),
  toCustomer('FUND-EXECUTED', 'Fund units were dealt', 'fund-transaction.executed'),
  {
    ...toCustomer('EVENT-ANNOUNCED', 'A security held by a customer pays', 'entitlement.made'),
    conditions: [
      { member: 'state', values: ['PROVISIONAL', 'DUE'] },
      { member: 'kind', values: ['DVCA', 'DVOP', 'DRIP', 'CAPD', 'LIQU'] },
    ],
  },
  toCustomer('ELECTION-DUE', 'A customer has a choice to make', 'election.due'),
  onPayment('DIVIDEND-PAID', 'A dividend was paid', ['DVCA', 'DVOP', 'DRIP']),
  onPayment('COUPON-PAID', 'A coupon was paid', ['INTR']),
  onPayment('BOND-REDEEMED', 'A bond was repaid', ['REDM', 'MCAL', 'PCAL']),
  onPayment('UNITS-CREDITED', 'New units were credited', [
    'BONU',
    'DVSE',
    'SPLF',
    'SPLR',
    'SOFF',
    'MRGR',
  ]),
  {
    ...{ name: 'LEAD-ASSIGNED', label: 'A lead was assigned to you', eventType: 'lead.assigned' },
    ...{ recipient: 'ASSIGNED_USER', channels: [mail('LEAD-ASSIGNED')] },
  },
  {
    ...{
      name: 'ACTIVITY-DUE',
      label: 'An activity that you planned is due',
      eventType: 'activity.due',
    },
    ...{ recipient: 'ASSIGNED_USER', channels: [mail('ACTIVITY-DUE')] },
  },
  {
    ...{ name: 'DEPOSIT-START-DUE', label: 'A deposit or loan that you entered is due to start' },
    ...{ eventType: 'term-instrument.start-due', recipient: 'MAKER' },
    channels: [mail('DEPOSIT-START-DUE')],
  },
  {
    ...{ name: 'APPROVAL-WAITING', label: 'A cash transaction is waiting for approval' },
    ...{ eventType: 'cash-transaction.created', recipient: 'APPROVERS' },
    conditions: [{ member: 'state', values: ['PENDING'] }],
    permission: 'finance.cash-transaction.approve',
    channels: [mail('APPROVAL-WAITING')],
  },
  {
    ...{ name: 'CHANGE-WAITING', label: 'A change to reference data is waiting for approval' },
    ...{ eventType: 'reference-change.proposed', recipient: 'APPROVERS' },
    permission: 'system.change.approve',
    channels: [mail('CHANGE-WAITING')],
  },
];

/**
 * Adds the shipped rules whose codes do not exist yet. Their templates must exist. The rules are
 * active only in a demonstration, because each firm decides when to start writing to its customers.
 * Any node may call this.
 */
export async function shipNotificationRules(context: Context): Promise<void> {
  const there = await findRuleNames(
    context.db,
    SHIPPED.map(({ name }) => name),
  );
  const missing = SHIPPED.filter(({ name }) => !there.has(name));
  if (missing.length === 0) return;
  await systemWork(context, 'shipped notification rules', async (work) => {
    for (const rule of missing) await ship(work, rule);
  });
}

async function ship(work: Work, rule: RuleDraft): Promise<void> {
  // Another node may be adding the same rule.
  if (!(await claimRuleName(work.tx, rule.name, null))) return;
  await storeRule(work, { ...rule, active: work.context.config.demo, officeId: null });
}
