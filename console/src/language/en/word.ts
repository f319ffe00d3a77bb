// English: words for the codes of the API that plain letters do not say well.

export const word = {
  'word.ACCRUAL': 'Interest accrues',
  'word.ALERT': 'Trade alert fee',
  'word.API': 'API',
  'word.BUY': 'Buy',
  'word.COMMISSION': 'Commission',
  'word.CSCS': 'CSCS fee',
  'word.DAY': 'Day',
  'word.DISCOUNTED_INSTRUMENT': 'Discounted paper',
  'word.ECHANNEL': 'Electronic channel',
  'word.GTC': 'Until cancelled',
  'word.GTD': 'Until a date',
  'word.NA': 'Not yet sent',
  'word.NGX': 'NGX fee',
  'word.SEC': 'SEC fee',
  'word.SELL': 'Sell',
  'word.STAMP': 'Stamp duty',
  'word.STOP_LIMIT': 'Stop limit',
  'word.TERM_INSTRUMENT': 'Deposit',
  'word.VAT': 'Value added tax',
} as const;
