// English: words for the codes of the API that plain letters do not say well.

export const word = {
  'word.ACCRUAL': 'Interest accrues',
  'word.BUY': 'Buy',
  'word.DAY': 'Day',
  'word.DISCOUNTED_INSTRUMENT': 'Discounted paper',
  'word.ECHANNEL': 'Electronic channel',
  'word.GTC': 'Until cancelled',
  'word.NA': 'Not yet sent',
  'word.SELL': 'Sell',
  'word.STOP_LIMIT': 'Stop limit',
  'word.TERM_INSTRUMENT': 'Deposit',
} as const;
