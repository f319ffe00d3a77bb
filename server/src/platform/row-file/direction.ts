// Reads words that distinguish incoming from outgoing money in files.

/** IN for incoming money, which is a credit on the account holder's statement. */
type Direction = 'IN' | 'OUT';

const WORDS: Readonly<Record<Direction, ReadonlySet<string>>> = {
  IN: new Set([
    ...['c', 'cr', 'crdt', 'credit', 'credits', 'crédit', 'crédito', 'credito', 'h', 'haben'],
    ...['bij', 'in', 'inflow', 'incoming', 'money in', 'paid in', 'deposit', 'receipt', '+'],
    ...['gutschrift', 'i'],
  ]),
  OUT: new Set([
    ...['d', 'dr', 'dbit', 'debit', 'debits', 'débit', 'débito', 'debito', 's', 'soll'],
    ...['af', 'out', 'outflow', 'outgoing', 'money out', 'paid out', 'withdrawal', 'payment'],
    ...['-', '−', 'lastschrift', 'o'],
  ]),
};

/** Returns the direction of a word. Undefined if it is not understood. */
export function readDirection(text: string): Direction | undefined {
  const word = text.trim().toLowerCase().replace(/\.$/, '').replaceAll(/\s+/g, ' ');
  if (WORDS.IN.has(word)) return 'IN';
  return WORDS.OUT.has(word) ? 'OUT' : undefined;
}
