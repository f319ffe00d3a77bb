// English messages: transfers of units.

export const transfer = {
  'place.transfers': 'Transfers of units',
  'transfer.acquired': 'Bought on',
  'transfer.cancel': 'Cancel the transfer',
  'transfer.cancelled': 'The transfer has been cancelled.',
  'transfer.chn': 'Clearing-house number',
  'transfer.enter': 'Enter transfer',
  'transfer.entered': 'Transfer entered. A second person must approve it.',
  'transfer.good': 'The transfer can be entered.',
  'transfer.holder': 'Holder',
  'transfer.new': 'New transfer',
  'transfer.none': 'No transfers',
  'transfer.none.hint':
    'Transfers are units that arrive, leave or are written off without a trade.',
  'transfer.party.account': 'Account at the other firm',
  'transfer.party.chn': 'Clearing-house number',
  'transfer.party.holder': 'Name of the holder',
  'transfer.party.memberCode': 'Code of the other firm',
  'transfer.reference': 'Depository reference',
  'transfer.row.add': 'Add a row',
  'transfer.row.remove': 'Remove row {line}',
  'transfer.rows.hint': 'Enter a row for each purchase. Leave the cost empty if it is unknown.',
} as const;
