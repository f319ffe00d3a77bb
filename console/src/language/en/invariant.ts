// English names of the books' invariants, by number.

export const invariant = {
  'invariant.1': 'Every journal has at least two lines, and they sum to zero in each currency.',
  'invariant.2': 'Every line belongs to a journal and to an account of its currency.',
  'invariant.3': 'The balance of every customer account is the sum of its lines.',
  'invariant.4':
    'In journal order, lines of customer accounts have consecutive versions and correct ' +
    'running balances.',
  'invariant.5': 'The version of every customer account is that of its last line.',
  'invariant.6': 'The held amount of every account is the sum of its holds.',
  'invariant.7': 'No account is below its floor, except by exactly its forced amount.',
  'invariant.8': 'The books of every office balance in each currency.',
  'invariant.9':
    'Every line of a firm account has been added to its stored balance exactly once, or is too ' +
    'recent.',
  'invariant.10':
    'In journal order, lines added to the balance of a firm account have consecutive versions ' +
    'and correct running balances.',
  'invariant.11':
    'Every account’s daily totals and versions match its lines of that day, except lines too ' +
    'recent to be included.',
  'invariant.12':
    'A cash transaction has moved its amount between its accounts if and only if it is posted.',
  'invariant.13':
    'An outgoing cash transaction holds its amount if and only if it is pending or approved.',
  'invariant.14':
    'A manual journal is in the ledger, with exactly the lines entered, if and only if its ' +
    'status is posted.',
  'invariant.15':
    'All journals of an import are in the ledger once it is posted, and all are reversed once ' +
    'it is undone.',
  'invariant.16': 'Income and expenses of hard-closed years are zero.',
  'invariant.17':
    'Value date corrections are the sums of the lines whose booking and value dates differ, ' +
    'except lines too recent to be included.',
  'invariant.18':
    'A cash transaction is cleared if and only if a line of a bank statement matches it.',
  'invariant.19': 'The money of a posted transaction is held until its value date, and no longer.',
  'invariant.20': 'A reversal moves every account by exactly the opposite of its original.',
  'invariant.21':
    'No stored journal number is ahead of the sequence of journal numbers, and no single-row ' +
    'table is empty.',
  'invariant.22':
    'Every account has a balance row with its currency, side and kind (customer or firm).',
  'invariant.23':
    'The stored balance and version of every firm account match the last line added to the ' +
    'balance.',
  'invariant.24':
    'Every customer account has the floor that its rule sets, and firm accounts have no floor.',
  'invariant.25':
    'Every account has the properties that its code sets, and its proceeds account has the same ' +
    'owner.',
  'invariant.26':
    'Every message received from an exchange is booked, held as a work item, or ignored by a rule.',
  'invariant.27': 'The stored fills of every order and trade date are the sums of its executions.',
  'invariant.28': 'Every trade date refers to the contract note in force for it.',
  'invariant.29': 'The total of every order is the sum of its contract notes in force.',
  'invariant.30': 'Every holding is the sum of its movements at average cost.',
  'invariant.31':
    'Every fill and every contract note in force has moved its holding exactly once, or never if ' +
    'a custodian settles it.',
  'invariant.32':
    'The held units of every holding are the sum of the units of its sell orders and its holds.',
  'invariant.33':
    'Every holder of a corporate action was entitled on the units held before the ex-date.',
  'invariant.34': 'Holdings have moved by the units, cost and gain of the entitlements in force.',
  'invariant.35':
    'The rounding of a corporate action is at most half a minor unit for each entitlement.',
  'invariant.36':
    'Only the last revision of an entitlement is in force, and every payment has one cause.',
  'invariant.37': 'The amount paid on every entitlement is the amount in its journals.',
  'invariant.38': 'The remaining cash of every corporate action is the balance of its journals.',
  'invariant.39':
    'The cash and the unsettled proceeds in the latest snapshots equal the ledger in each office ' +
    'and currency.',
  'invariant.40': 'The units of every fund and holder are the sums of their movements.',
  'invariant.41':
    'Every customer who was valued separately after a close had the same values as the snapshot.',
  'invariant.42':
    'Versions of a snapshot are consecutive, and each has a later time than the one before.',
  'invariant.43':
    'Custodians owe the net amounts of the contract notes that they have not settled.',
  'invariant.44':
    'The account balances of active instruments equal their principal and accrued interest.',
  'invariant.45':
    'For every customer checked after a close, the change in wealth equals flows plus gains.',
  'invariant.46':
    'Unsettled proceeds and settlement accounts equal the contract notes that have not settled.',
  'invariant.47':
    'Every contract note is booked on settlement accounts until it settles, and at the bank ' +
    'after that.',
} as const;
