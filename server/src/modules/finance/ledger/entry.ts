// Entries for cash transactions: which accounts are debited and credited, and with which amounts.

import type { Money } from '../../../platform/money/money.js';
import type { LineDraft } from './queries.js';

/** An account in an entry; it has no id until the first posting opens it. */
export interface EntrySide {
  readonly id: bigint | undefined;
  readonly name: string;
}

/** One line of an entry. In `amountMinor`, debits are positive and credits negative. */
export interface EntryLine {
  readonly account: EntrySide;
  readonly amountMinor: bigint;
  readonly currency: string;
}

/** A charge to the customer, and the income account that receives it. */
export interface Charge {
  readonly amountMinor: bigint;
  readonly account: EntrySide;
}

/** The amount and charges of a cash transaction, all in one currency. */
export interface CashMovement {
  readonly amount: Money;
  readonly cashAccount: EntrySide;
  readonly charges: readonly Charge[];
}

/** Returns the lines for incoming money: debits the bank, credits the customer. */
export function receiptLines(movement: CashMovement, contra: EntrySide): EntryLine[] {
  const { cashAccount, amount } = movement;
  return [...transfer(contra, cashAccount, amount), ...chargeLines(movement)];
}

/** Returns the lines for outgoing money: debits the customer, credits the bank. */
export function paymentLines(movement: CashMovement, contra: EntrySide): EntryLine[] {
  const { cashAccount, amount } = movement;
  return [...transfer(cashAccount, contra, amount), ...chargeLines(movement)];
}

/**
 * The accounts through which a transfer passes from one office's books to another's, or from one
 * currency to another, and the received amount.
 */
export interface Passage {
  readonly from: EntrySide;
  readonly to: EntrySide;
  readonly received: Money;
}

/**
 * Returns the lines that move money between customers' accounts. Between offices or currencies, the
 * `passage` lines balance the books of each office and currency.
 */
export function transferLines(
  movement: CashMovement,
  counterparty: EntrySide,
  passage: Passage | undefined,
): EntryLine[] {
  const { cashAccount, amount } = movement;
  const moved = passage
    ? [
        ...transfer(cashAccount, passage.from, amount),
        ...transfer(passage.to, counterparty, passage.received),
      ]
    : transfer(cashAccount, counterparty, amount);
  return [...moved, ...chargeLines(movement)];
}

/** Returns the lines of a reversal, with opposite amounts. */
export function oppositeLines(
  lines: readonly { readonly account_id: bigint; readonly amount_minor: bigint }[],
): LineDraft[] {
  return lines.map((line) => ({ accountId: line.account_id, amountMinor: -line.amount_minor }));
}

function chargeLines({ cashAccount, charges, amount: { currency } }: CashMovement): EntryLine[] {
  return charges.flatMap(({ account, amountMinor }) =>
    transfer(cashAccount, account, { minor: amountMinor, currency }),
  );
}

function transfer(debited: EntrySide, credited: EntrySide, amount: Money): EntryLine[] {
  const { minor, currency } = amount;
  return [
    { account: debited, amountMinor: minor, currency },
    { account: credited, amountMinor: -minor, currency },
  ];
}
