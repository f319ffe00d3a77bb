// Determines an order's custodian: the one in the request, or the portfolio's default.

import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { FoundContext } from './context.js';
import type { OrderRequest } from './request.js';

/** A custodian by its code, with the portfolio's account there, if any. */
interface OrderCustodian {
  readonly name: string;
  readonly account: string | undefined;
  /** Whether the custodian settles trades itself. */
  readonly settles: boolean;
}

type CustodianContext = Pick<
  FoundContext,
  | 'named_custodian_active'
  | 'named_custodian_own'
  | 'named_custodian_account'
  | 'named_custodian_settles'
  | 'standing_custodian'
  | 'standing_custodian_active'
  | 'standing_custodian_account'
  | 'standing_custodian_settles'
>;

/**
 * Returns the custodian of an order; undefined if there is none. Refuses an unknown or inactive
 * custodian, and a custodian that is not assigned to the portfolio. If the default custodian is not
 * active, the order is refused, because its trades would otherwise silently be settled elsewhere.
 */
export function custodianOf(
  { custodianName: named }: OrderRequest,
  context: CustodianContext,
): OrderCustodian | undefined {
  if (named === undefined) return standingOf(context);
  if (!context.named_custodian_active) throw unknown('does not match any active custodian');
  if (!context.named_custodian_own) {
    const detail = 'is not a custodian of the portfolio';
    throw refuseMember(commonProblems.REFERENCE_MISMATCH, 'custodianName', detail);
  }
  const settles = context.named_custodian_settles;
  return { name: named, account: context.named_custodian_account || undefined, settles };
}

function standingOf(context: CustodianContext): OrderCustodian | undefined {
  const { standing_custodian: name } = context;
  if (name === '') return undefined;
  if (!context.standing_custodian_active) {
    throw unknown(`is required, because the default custodian, ${name}, is not active`);
  }
  const settles = context.standing_custodian_settles;
  return { name, account: context.standing_custodian_account || undefined, settles };
}

function unknown(detail: string) {
  return refuseMember(commonProblems.UNKNOWN_REFERENCE, 'custodianName', detail);
}

/** Returns the members of an order's row that store its custodian. */
export function custodianMembers(custodian: OrderCustodian | undefined) {
  return {
    custodian_name: custodian?.name ?? null,
    custodian_account: custodian?.account ?? null,
    custodian_settles: custodian?.settles ?? false,
  };
}
