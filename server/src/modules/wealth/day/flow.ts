// The flows of many customers on a date, according to the rules for returns.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { directPayments } from '../../custody/index.js';
import { cashFlows } from '../../finance/index.js';
import { unitsBrought } from '../../order/index.js';
import { externalFlowOf } from '../return/flow.js';
import { netAccrued, taxTermsOfAll } from '../valuation/security-line.js';
import { selectBringing } from './flow-queries.js';
import { type DayBasis, usablePrice } from './line.js';

/** Money or units from outside, in minor units of their own currency. */
export interface DayFlow {
  readonly customerId: bigint;
  readonly portfolioId: bigint;
  readonly currency: string;
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  readonly feeMinor: bigint;
  /** The value of units that the customer transferred in. */
  readonly kindMinor: bigint;
}

/**
 * The dates whose flows are included: every date after the previous close, up to and including this
 * date.
 */
interface FlowBasis extends DayBasis {
  readonly after: BusinessDate;
}

/** Returns the flows on a date. Transferred units without a price have no flow. */
export async function dayFlows(tx: Tx, basis: FlowBasis): Promise<DayFlow[]> {
  const range = { after: basis.after, to: basis.date };
  const cash = await cashFlows(tx, basis.holders, range);
  const direct = await directPayments(tx, basis.holders, range);
  return [
    ...cash.map((flow) => ({
      ...{ customerId: flow.customerId, currency: flow.currency, portfolioId: 0n },
      ...externalFlowOf(flow),
      kindMinor: 0n,
    })),
    ...direct.map(({ customerId, currency, minor }) => ({
      ...{ customerId, currency, portfolioId: 0n },
      ...{ inMinor: 0n, outMinor: minor, feeMinor: 0n, kindMinor: 0n },
    })),
    ...(await unitFlows(tx, basis)),
  ].filter(isAny);
}

function isAny({ inMinor, outMinor, feeMinor, kindMinor }: DayFlow): boolean {
  return inMinor !== 0n || outMinor !== 0n || feeMinor !== 0n || kindMinor !== 0n;
}

async function unitFlows(tx: Tx, basis: FlowBasis): Promise<DayFlow[]> {
  const { after, date, holders } = basis;
  const range = { after, to: date, knownAt: holders.knownAt };
  const portfolioIds = await selectBringing(tx, holders, range);
  if (portfolioIds.length === 0) return [];
  const brought = await unitsBrought(tx, portfolioIds, range);
  const positions = brought.map(({ units }) => units);
  const termsOf = await taxTermsOfAll(tx, positions);
  return positions.flatMap((position) => {
    const { customerId, portfolioId, currency, isBond } = position;
    const price = usablePrice(position, basis);
    if (price === undefined) return [];
    const accrued = isBond ? netAccrued(position, termsOf(customerId)) : 0n;
    const kindMinor = position.worthAt(price.price) + accrued;
    return {
      ...{ customerId, portfolioId, currency, kindMinor },
      ...{ inMinor: 0n, outMinor: 0n, feeMinor: 0n },
    };
  });
}
