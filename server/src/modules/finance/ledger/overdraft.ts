// The refusals of the ledger's own checks in the database: of floors, and of periods.

import pg from 'pg';
import { type Problem, refusal } from '../../../platform/http/reply/problem.js';
import { formatMoney, type Money } from '../../../platform/money/money.js';
import { financeProblems } from '../problems.js';

/**
 * Turns the database's own checks of floor and period into the refusals that callers know. What is
 * missing is told as in `insufficientFunds`, but where it may be of an account that is not seen.
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
        detail: `the books are closed until ${error.detail}`,
        args: error.detail === undefined ? [] : [error.detail],
      });
    }
    throw error;
  }
}

/** INSUFFICIENT_FUNDS; its `msgArgs` are what is missing, with the currency. */
export function insufficientFunds(missing?: Money): Problem {
  if (missing === undefined) return refusal(financeProblems.INSUFFICIENT_FUNDS);
  const amount = formatMoney(missing);
  return refusal(financeProblems.INSUFFICIENT_FUNDS, {
    args: [amount],
    detail: `${amount} more is needed than is available`,
  });
}

// The row that the check refuses, as the database tells it in the order of its columns, whatever
// words it has around it.
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
