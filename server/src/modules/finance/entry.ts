// The entries of cash transactions: which accounts are debited and credited, and by how much.

import type { LineDraft } from './ledger.js';

/** What a cash transaction moves. Amounts are minor units of its one currency. */
export interface CashMovement {
  readonly amountMinor: bigint;
  readonly cashAccountId: bigint;
  readonly feeMinor: bigint;
  readonly feeAccountId: bigint | null;
}

/** Money comes in: the bank is debited, the customer credited. */
export function receiptLines(movement: CashMovement, contraAccountId: bigint): LineDraft[] {
  return [
    ...transfer(contraAccountId, movement.cashAccountId, movement.amountMinor),
    ...feeLines(movement),
  ];
}

/** Money goes out: the customer is debited, the bank credited. */
export function paymentLines(movement: CashMovement, contraAccountId: bigint): LineDraft[] {
  return [
    ...transfer(movement.cashAccountId, contraAccountId, movement.amountMinor),
    ...feeLines(movement),
  ];
}

/** The control accounts through which money passes from one office's books to another's. */
export interface OfficeControl {
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * Money moves between customers; across offices each office's books balance by its control account.
 */
export function transferLines(
  movement: CashMovement,
  counterpartyAccountId: bigint,
  control: OfficeControl | undefined,
): LineDraft[] {
  const { cashAccountId, amountMinor } = movement;
  const moved = control
    ? [
        ...transfer(cashAccountId, control.from, amountMinor),
        ...transfer(control.to, counterpartyAccountId, amountMinor),
      ]
    : transfer(cashAccountId, counterpartyAccountId, amountMinor);
  return [...moved, ...feeLines(movement)];
}

/** The same lines with the other sign. */
export function oppositeLines(
  lines: readonly { readonly account_id: bigint; readonly amount_minor: bigint }[],
): LineDraft[] {
  return lines.map((line) => ({ accountId: line.account_id, amountMinor: -line.amount_minor }));
}

function feeLines({ cashAccountId, feeMinor, feeAccountId }: CashMovement): LineDraft[] {
  return feeAccountId === null ? [] : transfer(cashAccountId, feeAccountId, feeMinor);
}

function transfer(debited: bigint, credited: bigint, amountMinor: bigint): LineDraft[] {
  return [
    { accountId: debited, amountMinor },
    { accountId: credited, amountMinor: -amountMinor },
  ];
}
