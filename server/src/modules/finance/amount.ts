// Checks amounts from clients, which must be exact in their currency and within the limit.

import { counted } from '../../platform/http/reply/counted.js';
import {
  commonProblems,
  type ProblemKind,
  refuseMember,
} from '../../platform/http/reply/problem.js';
import { minorUnits } from '../../platform/money/currency.js';
import type { Decimal } from '../../platform/money/decimal.js';
import { minorToDecimal, parseMinor } from '../../platform/money/money.js';
import { AMOUNT } from './limits.js';
import { financeProblems } from './problems.js';

/** The reason why an amount cannot be booked. */
interface AmountError {
  readonly error: ProblemKind;
  readonly detail: string;
}

/** Converts an amount in the major unit to exact minor units, or returns why it cannot. */
export function readAmount(amount: Decimal, currency: string): bigint | AmountError {
  const minor = parseMinor(amount, currency);
  if (minor === undefined) {
    const detail = `${currency} has ${counted(minorUnits(currency) ?? 0, 'decimal')}`;
    return { error: commonProblems.TOO_MANY_DECIMALS, detail };
  }
  if (minor <= AMOUNT.minorMax) return minor;
  const most = minorToDecimal(AMOUNT.minorMax, currency).toFixed();
  return { error: financeProblems.AMOUNT_TOO_LARGE, detail: `must be at most ${most}` };
}

/**
 * Like `readAmount`, but for a request member: refuses with TOO_MANY_DECIMALS and AMOUNT_TOO_LARGE.
 */
export function requireAmount(member: string, amount: Decimal, currency: string): bigint {
  const read = readAmount(amount, currency);
  if (typeof read === 'bigint') return read;
  throw refuseMember(read.error, member, read.detail);
}
