// Segregates client money. A payment between a customer's account and the firm also moves money
// between the clients' bank and the firm's bank.

import {
  type EntryAccount,
  type FirmAccountCode,
  isClientMoneyLine,
  isEntryAccount,
} from '../../finance/index.js';

/**
 * One side of an entry. The firm's account is identified by a mapping line or a code, and a
 * customer's account by its id. Debits are positive.
 */
export interface EntryLine {
  readonly account: EntryAccount | FirmAccountCode | bigint;
  readonly amountMinor: bigint;
}

/**
 * Adds the transfer between the clients' bank and the firm's bank that a journal's lines require. A
 * placement with the firm turns client money into the firm's money; payments by the firm do the
 * reverse. Fees and withheld tax are transferred when they are booked. Each journal therefore
 * changes the firm's debt to customers and the money held for them by the same amount, so the
 * client money proof still holds afterwards.
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
