// The entries of cash transactions: which accounts are debited and credited, and by how much.

import type { Money } from '../../../platform/money/money.js';
import type { LineDraft } from './queries.js';

/** An account of an entry; one that the first posting will open has no id yet. */
export interface EntrySide {
  readonly id: bigint | undefined;
  readonly name: string;
}

/** One line of an entry. `amountMinor` is debit positive, credit negative. */
export interface EntryLine {
  readonly account: EntrySide;
  readonly amountMinor: bigint;
  readonly currency: string;
}

/** What the customer is charged, and the account that earns it. */
export interface Charge {
  readonly amountMinor: bigint;
  readonly account: EntrySide;
}

/** What a cash transaction takes or brings; charges are of the same currency. */
export interface CashMovement {
  readonly amount: Money;
  readonly cashAccount: EntrySide;
  readonly charges: readonly Charge[];
}

/** Money comes in: the bank is debited, the customer credited. */
export function receiptLines(movement: CashMovement, contra: EntrySide): EntryLine[] {
  const { cashAccount, amount } = movement;
  return [...transfer(contra, cashAccount, amount), ...chargeLines(movement)];
}

/** Money goes out: the customer is debited, the bank credited. */
export function paymentLines(movement: CashMovement, contra: EntrySide): EntryLine[] {
  const { cashAccount, amount } = movement;
  return [...transfer(cashAccount, contra, amount), ...chargeLines(movement)];
}

/**
 * The accounts through which money passes from one office's books to another's, or from one
 * currency to another, and what arrives.
 */
export interface Passage {
  readonly from: EntrySide;
  readonly to: EntrySide;
  readonly received: Money;
}

/**
 * Money moves between customers' accounts; across offices and currencies the books of each office
 * and currency balance by the passage.
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

/** The same lines with the other sign. */
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
