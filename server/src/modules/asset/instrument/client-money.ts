// Segregation of client money: a payment from a customer's account to the firm also moves between
// their banks.

import {
  type EntryAccount,
  type FirmAccountCode,
  isClientMoneyLine,
  isEntryAccount,
} from '../../finance/index.js';

/**
 * One side of an entry. The account is the firm's, by its line in the mapping or by its code, or a
 * customer's, by id. Debit is positive.
 */
export interface EntryLine {
  readonly account: EntryAccount | FirmAccountCode | bigint;
  readonly amountMinor: bigint;
}

/**
 * Adds to the lines of a journal the transfer that they require between the clients' bank and the
 * firm's. A placement with the firm turns client money into the firm's; payments by the firm do the
 * reverse, and fees and withheld tax follow as they are booked. So what customers are owed and what
 * is held for them move by the same amount in every journal, and the proof of client money holds
 * after each.
 */
export function withClientMoney(lines: readonly EntryLine[]): EntryLine[] {
  const owedLess = lines.reduce(
    (sum, { account, amountMinor }) => (isClientMoney(account) ? sum + amountMinor : sum),
    0n,
  );
  const transfer: EntryLine[] = [
    { account: 'CLIENT_MONEY/CLIENT_BANK', amountMinor: -owedLess },
    { account: 'CLIENT_MONEY/FIRM_BANK', amountMinor: owedLess },
  ];
  return [...lines, ...transfer].filter((line) => line.amountMinor !== 0n);
}

function isClientMoney(account: EntryLine['account']): boolean {
  if (typeof account === 'bigint') return true;
  return isEntryAccount(account) ? isClientMoneyLine(account) : account.startsWith('FUND:CONTROL:');
}
