// English messages for the ticket's collapsed section and the terms that it sets.

export const orderMore = {
  'order.agent': 'Agent',
  'order.custodian': 'Custodian',
  'order.more': 'More',
  'order.more.adjusted': 'Adjusted at the ex-date',
  'order.more.agent.default': 'The customer’s own agent',
  'order.more.agentName': 'Agent',
  'order.more.commissionGroupName': 'Commission group',
  'order.more.custodian.default': 'The portfolio’s default',
  'order.more.custodianName': 'Custodian',
  'order.more.doNotAdjust': 'Dividends',
  'order.more.doNotAdjust.long':
    'Do not adjust the prices of this order at the ex-date of a dividend',
  'order.more.exempt': 'Exempt from adjustment at the ex-date',
  'order.more.followed-by': 'Followed by',
  'order.more.group.default': 'The customer’s own group',
  'order.more.group.overridden': '{group}, chosen by {who}',
  'order.more.instructions.hint':
    'Printed on the contract note. Leave empty for those of the portfolio.',
  'order.more.keeps': 'Printed on the contract note. Leave empty to keep them unchanged.',
  'order.more.reference.keeps': 'Reference order (empty: not changed)',
  'order.more.referenceOrderId': 'Reference order',
  'order.more.settlementInstructions': 'Settlement instructions',
} as const;
