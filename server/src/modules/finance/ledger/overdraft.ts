// Converts failed ledger checks of the database, for floors and periods, into refusals.

import pg from 'pg';
import { type Problem, refusal } from '../../../platform/http/reply/problem.js';
import { formatMoney, type Money } from '../../../platform/money/money.js';
import { financeProblems } from '../problems.js';

/**
 * Converts the database's failed floor and period checks into refusals. Reports the shortfall,
 * unless it may be on an account that the caller cannot see.
 */
export async function refusingOverdraft<Result>(
  work: () => Promise<Result>,
  seesAll = true,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'available_stays_above_floor') {
      throw insufficientFunds(seesAll ? missingOf(error.detail) : undefined);
    }
    if (error instanceof pg.DatabaseError && error.constraint === 'period_is_open') {
      throw refusal(financeProblems.PERIOD_CLOSED, {
        detail: `the books are closed up to and including ${error.detail}`,
        args: error.detail === undefined ? [] : [error.detail],
      });
    }
    throw error;
  }
}

/** Returns the refusal INSUFFICIENT_FUNDS; `msgArgs` contains the shortfall with its currency. */
export function insufficientFunds(missing?: Money): Problem {
  if (missing === undefined) return refusal(financeProblems.INSUFFICIENT_FUNDS);
  const amount = formatMoney(missing);
  return refusal(financeProblems.INSUFFICIENT_FUNDS, {
    args: [amount],
    detail: `the available balance is ${amount} too low`,
  });
}

// The refused row in the error's detail: its columns in order, whatever the language of the
// surrounding text.
const REFUSED_ROW = new RegExp(
  ['\\(\\d+', '(?<balance>-?\\d+)', '(?<held>\\d+)', '\\d+', '(?<floor>-?\\d+)']
    .concat(['(?<forced>\\d+)', '(?<currency>[A-Z]{3})', ''])
    .join(', '),
);

function missingOf(detail: string | undefined): Money | undefined {
  const row = REFUSED_ROW.exec(detail ?? '')?.groups;
  if (row === undefined) return undefined;
  const { balance = 0, held = 0, floor = 0, forced = 0, currency = '' } = row;
  const minor = BigInt(floor) - BigInt(forced) - (BigInt(balance) - BigInt(held));
  return { minor, currency };
}
