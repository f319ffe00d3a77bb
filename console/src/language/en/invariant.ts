// English: the invariants of the books by their numbers, as the server calls them.

export const invariant = {
  'invariant.1': 'The lines of every journal, at least two, sum to zero in each currency.',
  'invariant.2': 'Every line belongs to a journal and to an account of its currency.',
  'invariant.3': 'The balance of every inline account is the sum of its lines.',
  'invariant.4':
    'Versions of an inline account run 1, 2, 3 in journal order, each with its balance.',
  'invariant.5': 'The version of every inline account is the version of its last line.',
  'invariant.6': 'The held amount of every account is the sum of its holds.',
  'invariant.7': 'No account is below its floor, except by the amount of forced postings.',
  'invariant.8': 'The books of every office balance on their own, in each currency.',
  'invariant.9': 'Every due line of a firm account is folded exactly once.',
  'invariant.10': 'Folded lines are numbered 1, 2, 3 in journal order, each with its balance.',
  'invariant.11':
    'The daily totals of every account are the sums of the lines folded for that day.',
  'invariant.12': 'A cash transaction moves its amount if, and only if, it is posted.',
  'invariant.13': 'A pending cash transaction that takes money out holds exactly that amount.',
  'invariant.14':
    'A manual journal is booked, with exactly its lines, if and only if it is posted.',
  'invariant.15': 'A journal import is booked whole when posted, and reversed whole when undone.',
  'invariant.16': 'Income and expense accounts have no balance from hard-closed years.',
  'invariant.17': 'Totals by value date differ only by folded lines whose two dates differ.',
  'invariant.18': 'A cash transaction is cleared if, and only if, a bank line is matched to it.',
  'invariant.19': 'Money from a posted transaction is held until its value date, and no longer.',
  'invariant.20': 'A reversal moves every account by exactly the opposite of what it reverses.',
  'invariant.21': 'No journal or fold is ahead of the numbers assigned, and no state is lost.',
  'invariant.22': 'Every account has a balance row with the same currency, side and kind.',
  'invariant.23': 'Balance and version of every firm account are those of its last folded line.',
  'invariant.24':
    'The floor of every customer account follows its rule, and no firm account has one.',
  'invariant.25':
    'Every account matches the chart entry of its code, and proceeds belong to their owner.',
  'invariant.26':
    'Every message received from an exchange is booked, a work item, or ignored by a rule.',
  'invariant.27': 'The fills of every order and trade date are the sums of their executions.',
  'invariant.28': 'Every trade date refers to the contract note that is in force for it.',
  'invariant.29': 'The total of every order is the sum of its contract notes in force.',
} as const;
