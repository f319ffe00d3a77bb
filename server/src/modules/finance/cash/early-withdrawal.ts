// Early withdrawals: debits beyond the account's monthly limit, or before the date until which it
// is locked. They are charged at the rule's rate, or refused if it has no rate.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import { refusalAt } from '../../../platform/http/reply/problem.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor, minorToDecimal } from '../../../platform/money/money.js';
import { financeProblems } from '../problems.js';
import type { CashTransactionBody } from '../schema.js';
import { type CashAccountRow, lockedDebitCount } from './account-queries.js';

/** The rule that applies to a transaction, and its charge in minor units. */
export interface EarlyWithdrawal {
  readonly maxNoOfDebits: number | null;
  /** The charge as a percentage of the amount. */
  readonly rate: Decimal | null;
  /** The number of the account's earlier debits in the booking month, excluding reversed ones. */
  readonly executedDebits: number;
  readonly chargeMinor: bigint;
}

/** The stricter rule that a request may set for its own debit. */
type DebitRequest = {
  readonly transType: CashTransactionBody['transType'];
  readonly maxNoOfDebits?: number | undefined;
  readonly earlyWithdrawalRate?: Decimal | undefined;
};

interface Debit {
  readonly cash: CashAccountRow;
  readonly amountMinor: bigint;
  /** The requested booking date if the books are open for it; otherwise the business date. */
  readonly bookedOn: BusinessDate | undefined;
}

/**
 * Applies the stricter of the account's rule and the request's rule: the smaller number of debits
 * and the higher rate. A requested number of zero means no limit. For a receipt, the members are
 * only stored. Refuses with EARLY_WITHDRAWAL_REFUSED.
 */
export async function earlyWithdrawalOf(
  work: Work,
  request: DebitRequest,
  { cash, amountMinor, bookedOn }: Debit,
): Promise<EarlyWithdrawal> {
  const rate = higher(request.earlyWithdrawalRate ?? null, cash.early_withdrawal_rate);
  const most = fewer(request.maxNoOfDebits || null, cash.max_no_of_debits);
  const free = { maxNoOfDebits: most, rate, executedDebits: 0, chargeMinor: 0n };
  if (request.transType === 'RECEIPT') {
    return {
      ...free,
      maxNoOfDebits: request.maxNoOfDebits ?? null,
      rate: request.earlyWithdrawalRate ?? null,
    };
  }
  if (most === null && cash.locked_until === null) return free;
  const date = bookedOn ?? (await currentBusinessDate(work.tx));
  const executedDebits = await lockedDebitCount(work.tx, cash.id, date);
  const why =
    most !== null && executedDebits >= most
      ? `the account has had ${executedDebits} of ${most} debits in the month`
      : cash.locked_until !== null && date < cash.locked_until
        ? `the account is locked until ${cash.locked_until}`
        : undefined;
  if (why === undefined) return { ...free, executedDebits };
  if (rate === null || rate.isZero()) {
    throw refusalAt(financeProblems.EARLY_WITHDRAWAL_REFUSED, 'amount', { detail: why });
  }
  const charge = minorToDecimal(amountMinor, cash.currency).times(rate).dividedBy(100);
  return { ...free, executedDebits, chargeMinor: decimalToMinor(charge, cash.currency, 'HALF_UP') };
}

function higher(left: Decimal | null, right: Decimal | null): Decimal | null {
  return left === null || right === null ? (left ?? right) : Decimal.max(left, right);
}

function fewer(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.min(left, right);
}
