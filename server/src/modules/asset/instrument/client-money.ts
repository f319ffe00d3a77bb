// Clients' money kept apart: what leaves their accounts for the firm leaves their bank as well.

import {
  type EntryAccount,
  type FirmAccountCode,
  isClientMoneyLine,
  isEntryAccount,
} from '../../finance/index.js';

/**
 * One side of an entry: an account of the firm by the line that it is mapped to or by its code, or
 * a customer's by its id. Debit is positive.
 */
export interface EntryLine {
  readonly account: EntryAccount | FirmAccountCode | bigint;
  readonly amountMinor: bigint;
}

/**
 * The lines of a journal with the transfer between the clients' bank and the firm's own that they
 * call for: placing with the firm makes clients' money the firm's, its payments, fees and the tax
 * that it withholds the other way round. What customers are owed and what lies for them, at the
 * bank or with a fund, then move by the same amount in every journal, so that the proof of client
 * money holds after each.
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
