// The route for the maturity ladder, and its wire shapes.

import { Type } from '@sinclair/typebox';
import { type Route, read } from '../../../platform/http/route.js';
import {
  closedObject,
  naming,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import type { AssetPorts } from '../port.js';
import { maturityLadder } from './maturity-ladder.js';
import { LADDER_STEPS } from './maturity-ladder-queries.js';
import { requirePortfolio } from './portfolio-filter.js';

const given = Type.Optional;

const query = closedObject({
  c: naming('customer', given(wireId({ description: 'Filter by customer id' }))),
  p: given(wireText({ description: 'Filter by portfolio code' })),
  by: given(wireChoice(LADDER_STEPS, { description: 'Length of a step; MONTH if absent' })),
});

const reply = closedObject({
  by: wireChoice(LADDER_STEPS),
  isWhole: wireFlag({ description: 'False if later steps are omitted; request longer steps' }),
  rungs: Type.Array(
    closedObject({
      date: wireDate({ description: 'First day of the step' }),
      kind: wireText({
        description: 'TERM_INSTRUMENT, LOAN, DISCOUNTED_INSTRUMENT or TREASURY_BILL',
      }),
      currency: wireText(),
      instruments: wireInteger({ description: 'Number of instruments paid in the step' }),
      principal: wireDecimal({ description: 'Principal to be repaid; for a bill, the face value' }),
      accruedInterest: wireDecimal({ description: 'Interest earned to date but not paid' }),
    }),
  ),
});

/** Returns the route for the maturity ladder. */
export const maturityLadderRoute = (ports: AssetPorts): Route =>
  read({
    path: 'order/maturity/ladder',
    operation: 'readMaturityLadder',
    summary: 'Repayments of running deposits and bills, by date',
    description: 'For a customer, a portfolio, or all offices that the caller can see.',
    permission: 'asset.maturity.read',
    query,
    reply,
    run: async (call, { query: { by = 'MONTH', c: customerId, p } }) => {
      if (p !== undefined) await requirePortfolio(call, { names: [p], customerId }, ports);
      return maturityLadder(call, { by, customerId, portfolioName: p });
    },
  });
