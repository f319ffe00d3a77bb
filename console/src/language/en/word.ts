// English: words for the codes of the API that plain letters do not say well.

export const word = {
  'word.BUY': 'Buy',
  'word.DAY': 'Day',
  'word.GTC': 'Until cancelled',
  'word.SELL': 'Sell',
  'word.NA': 'Not yet sent',
  'word.STOP_LIMIT': 'Stop limit',
} as const;
