// English messages about disposals, their gains and lots.

export const gain = {
  'customer.part.gains': 'Gains and tax',
  'gain.bought': 'Bought',
  'gain.by-class': 'Gains by class',
  'gain.class': 'Class',
  'gain.closed': 'Closed positions',
  'gain.cost': 'Cost',
  'gain.cost.unknown': 'unknown',
  'gain.disposals': 'Disposals',
  'gain.disposals.none': 'No disposals in this period',
  'gain.disposals.none.hint':
    'Sales, redemptions and early terminations appear here. Choose an earlier start date to see ' +
    'more.',
  'gain.fifo-gain': 'FIFO gain',
  'gain.gain': 'Gain',
  'gain.income': 'Income',
  'gain.lot': 'acquired {date}, held {days} days',
  'gain.method': 'Method',
  'gain.method.AVERAGE': 'Average cost',
  'gain.method.BOTH': 'Both methods',
  'gain.method.FIFO': 'FIFO, with lots',
  'gain.net-of-charges': 'Unrealised gains net of sale charges',
  'gain.not-you': 'You do not have permission to see valuations',
  'gain.open': 'Open positions on {date}',
  'gain.open.none': 'No securities or fund units',
  'gain.proceeds': 'Proceeds',
  'gain.sold': 'Sold',
} as const;
