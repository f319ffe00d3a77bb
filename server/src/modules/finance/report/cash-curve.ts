// Cash curve: client money over time, in customers' cash and in the clients' bank accounts.

import type { Static } from '@sinclair/typebox';
import { curveUntil } from '../../../platform/calendar/curve.js';
import type { Call } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { type Cash, type Move, movesSince, presentCash } from './cash-curve-queries.js';
import type { cashCurveQuery } from './schema.js';

/**
 * Returns balances by currency at the end of each step, based on when movements were recorded.
 * Customers' cash includes unsettled proceeds. Reads the movements in the span and every current
 * balance.
 */
export function cashCurve(call: Call, { span }: Static<typeof cashCurveQuery>): Promise<object> {
  const curve = curveUntil(call.now, span);
  return onSnapshot(call.db, async (tx) => {
    const { offices } = call.principal;
    const moves = await movesSince(tx, curve, offices);
    const result = (await presentCash(tx, offices)).map((present) => ({
      currency: present.currency,
      points: pointsOf(
        present,
        curve.ends,
        moves.filter(({ currency }) => currency === present.currency),
      ),
    }));
    return { from: curve.from, result };
  });
}

/**
 * Computes points backwards from the current balance: each earlier balance is the later one less
 * the movements of the step between them.
 */
function pointsOf(present: Cash, ends: readonly Instant[], moves: readonly Move[]) {
  const moved = new Map(moves.map((move) => [move.at, move]));
  let { customers_minor: customers, bank_minor: bank } = present;
  const amount = (minor: bigint) => minorToDecimal(minor, present.currency);
  const backwards = ends.toReversed().map((at) => {
    const point = { at, customersCash: amount(customers), clientBank: amount(bank) };
    customers -= moved.get(at)?.customers_minor ?? 0n;
    bank -= moved.get(at)?.bank_minor ?? 0n;
    return point;
  });
  return backwards.toReversed();
}
