// English messages of settlements with custodians that pay and deliver themselves.

export const settlement = {
  'approval.kind.CUSTODIAN_SETTLEMENT': 'Settlement of trades by a custodian',
  'place.custodian-settlements': 'Custodian settlements',
  'settlement.approve': 'Approve',
  'settlement.approve.done': 'Settlement approved. Its contract notes are settled.',
  'settlement.approve.question':
    'The contract notes are settled on the business date, and the books take the payment.',
  'settlement.choose': 'Choose a custodian',
  'settlement.choose.notes': 'Select',
  'settlement.decided-by': 'Decided by',
  'settlement.due': 'Settles on',
  'settlement.due.none': 'Nothing is open with this custodian',
  'settlement.due.none.hint':
    'Contract notes appear here until a payment of the custodian settles them.',
  'settlement.enter': 'Enter settlement',
  'settlement.entered': 'Settlement entered. A second person approves it.',
  'settlement.new': 'New settlement',
  'settlement.none': 'No settlements with custodians',
  'settlement.none.hint':
    'When a custodian that pays and delivers itself has paid for contract notes, enter its payment here.',
  'settlement.note': 'Contract note',
  'settlement.notes': 'Contract notes',
  'settlement.number': 'Settlement',
  'settlement.office': 'Business office',
  'settlement.one': 'Settlement',
  'settlement.owed': 'Owed by the custodian',
  'settlement.pays': 'The firm pays the custodian {amount}.',
  'settlement.pending': 'In settlement',
  'settlement.receives': 'The custodian pays the firm {amount}.',
  'settlement.reject': 'Reject',
  'settlement.reject.done': 'Settlement rejected.',
  'settlement.reject.question': 'Its contract notes stay open.',
  'settlement.reverse': 'Reverse',
  'settlement.reverse.done': 'Settlement reversed. Its contract notes are open again.',
  'settlement.reverse.question':
    'The books take the opposite entry, and the contract notes are open again.',
  'settlement.reversed': 'Reversed',
  'settlement.settled': 'Settled on',
  'settlement.side': 'Side',
} as const;
