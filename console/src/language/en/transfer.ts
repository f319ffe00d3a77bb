// English messages about transfers of units.

export const transfer = {
  'import.new.transfers': 'Import transfers',
  'import.of.transfers': 'Transfers of units',
  'import.transfers.approve':
    'All pending transfers in the file are settled. Units and money move immediately.',
  'import.transfers.approved': 'The transfers have been approved.',
  'import.transfers.cost-basis': 'Cost basis',
  'import.transfers.done': 'Transfers entered. A second person must approve them.',
  'import.transfers.group': 'Transfer',
  'import.transfers.hint':
    'Each row has type, portfolioName, effectiveDate, securityName and quantity. Rows with the ' +
    'same transfer value form one transfer.',
  'import.transfers.pending': 'Waiting',
  'import.transfers.refused':
    '{cells, plural, one {# cell is} other {# cells are}} wrong. Nothing is imported until ' +
    'all are corrected.',
  'import.transfers.settled': 'Settled',
  'import.transfers.sum':
    '{rows, plural, one {# row} other {# rows}}: {transfers, plural, one {# transfer} other ' +
    '{# transfers}} can be entered',
  'import.transfers.undo': 'Pending transfers are cancelled. Approved and rejected ones are kept.',
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
  'transfer.none.hint': 'Units received, delivered or written off without a trade appear here.',
  'transfer.party.account': 'Account at the other firm',
  'transfer.party.chn': 'Clearing-house number',
  'transfer.party.holder': 'Holder’s name',
  'transfer.party.memberCode': 'Other firm’s code',
  'transfer.reference': 'Depository reference',
  'transfer.row.add': 'Add a row',
  'transfer.row.remove': 'Remove row {line}',
  'transfer.rows.hint': 'Enter a row for each purchase. Leave the cost empty if it is unknown.',
} as const;
