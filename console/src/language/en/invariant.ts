// English: the invariants of the books by their numbers, as the server calls them.

export const invariant = {
  'invariant.1':
    'The lines of every journal sum to zero in each currency, and there are at least two.',
  'invariant.2': 'Every line belongs to a journal and to an account of its currency.',
  'invariant.3': 'The balance of every inline account is the sum of its lines.',
  'invariant.4':
    'Versions of an inline account count 1, 2, 3 in the order of its journals, balances too.',
  'invariant.5': 'The version of every inline account is that of its last line.',
  'invariant.6': 'What is held of every account is the sum of its holds.',
  'invariant.7': 'No account is below its floor, but for exactly what the books forced.',
  'invariant.8': 'The books of every office balance by themselves, in each currency.',
  'invariant.9': 'Every line of a firm account is folded exactly once, or not due yet.',
  'invariant.10': 'Folded lines count 1, 2, 3 in the order of journals, each with its balance.',
  'invariant.11': "Every account's days are the sums of its folded lines, between their versions.",
  'invariant.12': 'A cash transaction moved its amount between its accounts exactly when posted.',
  'invariant.13': 'A cash transaction that takes money out holds it exactly while it waits.',
  'invariant.14': 'A journal made by hand is booked exactly when posted, with exactly its lines.',
  'invariant.15': 'An import of journals is booked whole when posted, and back when undone.',
  'invariant.16': 'Nothing is left on income and expense from years that are hard closed.',
  'invariant.17':
    'By value date the days differ by exactly the folded lines whose two dates differ.',
  'invariant.18': 'A cash transaction is cleared exactly when a line of a bank statement is it.',
  'invariant.19': 'What a posted transaction brings is held exactly until its value date.',
  'invariant.20': 'A reversal moves every account by exactly the opposite of what it undoes.',
  'invariant.21':
    'Neither journals nor their fold are ahead of the numbers given, and no state is lost.',
  'invariant.22': 'Every account has its balance, which knows its currency, its side and its kind.',
  'invariant.23': 'Balance and version of every firm account are those of its last folded line.',
  'invariant.24': 'The floor of every customer account is that of its rule, and the firm has none.',
  'invariant.25':
    'Every account is what the chart says of its code, and proceeds are of its owner.',
  'invariant.26':
    'Every message heard from an exchange is booked, a work item, or ignored by a rule.',
  'invariant.27': 'The fills of every order and trade date are the sums over its executions.',
  'invariant.28': 'Every trade date names the contract note that is in force for it.',
  'invariant.29': 'The total of every order is what its contract notes in force come to.',
} as const;
