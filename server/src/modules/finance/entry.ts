// The entries of cash transactions: which accounts are debited and credited, and by how much.

import type { LineDraft } from './ledger.js';

/** An account of an entry; one that the first posting will open has no id yet. */
export interface EntrySide {
  readonly id: bigint | undefined;
  readonly name: string;
}

/** One line of an entry. `amountMinor` is debit positive, credit negative. */
export interface EntryLine {
  readonly account: EntrySide;
  readonly amountMinor: bigint;
}

/** What the customer is charged, and the account that earns it. */
export interface Charge {
  readonly amountMinor: bigint;
  readonly account: EntrySide;
}

/** What a cash transaction moves. Amounts are minor units of its one currency. */
export interface CashMovement {
  readonly amountMinor: bigint;
  readonly cashAccount: EntrySide;
  readonly charges: readonly Charge[];
}

/** Money comes in: the bank is debited, the customer credited. */
export function receiptLines(movement: CashMovement, contra: EntrySide): EntryLine[] {
  const { cashAccount, amountMinor } = movement;
  return [...transfer(contra, cashAccount, amountMinor), ...chargeLines(movement)];
}

/** Money goes out: the customer is debited, the bank credited. */
export function paymentLines(movement: CashMovement, contra: EntrySide): EntryLine[] {
  const { cashAccount, amountMinor } = movement;
  return [...transfer(cashAccount, contra, amountMinor), ...chargeLines(movement)];
}

/** The control accounts through which money passes from one office's books to another's. */
export interface OfficeControl {
  readonly from: EntrySide;
  readonly to: EntrySide;
}

/**
 * Money moves between customers; across offices each office's books balance by its control account.
 */
export function transferLines(
  movement: CashMovement,
  counterparty: EntrySide,
  control: OfficeControl | undefined,
): EntryLine[] {
  const { cashAccount, amountMinor } = movement;
  const moved = control
    ? [
        ...transfer(cashAccount, control.from, amountMinor),
        ...transfer(control.to, counterparty, amountMinor),
      ]
    : transfer(cashAccount, counterparty, amountMinor);
  return [...moved, ...chargeLines(movement)];
}

/** The same lines with the other sign. */
export function oppositeLines(
  lines: readonly { readonly account_id: bigint; readonly amount_minor: bigint }[],
): LineDraft[] {
  return lines.map((line) => ({ accountId: line.account_id, amountMinor: -line.amount_minor }));
}

function chargeLines({ cashAccount, charges }: CashMovement): EntryLine[] {
  return charges.flatMap(({ account, amountMinor }) => transfer(cashAccount, account, amountMinor));
}

function transfer(debited: EntrySide, credited: EntrySide, amountMinor: bigint): EntryLine[] {
  return [
    { account: debited, amountMinor },
    { account: credited, amountMinor: -amountMinor },
  ];
}
