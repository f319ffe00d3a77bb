// English messages: transfers of units.

export const transfer = {
  'place.transfers': 'Transfers of units',
  'transfer.acquired': 'Bought on',
  'transfer.cancel': 'Cancel the transfer',
  'transfer.cancelled': 'The transfer has been cancelled.',
  'transfer.chn': 'Clearing-house number',
  'transfer.enter': 'Enter transfer',
  'transfer.entered': 'Transfer entered. A second person approves it.',
  'transfer.good': 'The transfer can be entered.',
  'transfer.holder': 'Holder',
  'transfer.new': 'New transfer',
  'transfer.none': 'No transfers',
  'transfer.none.hint':
    'Units that come in, leave or are written off without a trade are transfers.',
  'transfer.party.account': 'Account there',
  'transfer.party.chn': 'Clearing-house number',
  'transfer.party.holder': 'Name of the holder',
  'transfer.party.memberCode': 'Code of the other firm',
  'transfer.reference': 'Reference of the depository',
  'transfer.row.add': 'Add a row',
  'transfer.row.remove': 'Remove row {line}',
  'transfer.rows.hint':
    'A row for each purchase. Without a cost, the cost of the units is unknown.',
} as const;
