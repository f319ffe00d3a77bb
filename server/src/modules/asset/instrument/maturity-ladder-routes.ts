// The operation of the maturity ladder, and its wire shapes.

import { Type } from '@sinclair/typebox';
import { type Route, read } from '../../../platform/http/route.js';
import {
  closedObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { maturityLadder } from './maturity-ladder.js';
import { LADDER_STEPS } from './maturity-ladder-queries.js';

const given = Type.Optional;

const query = closedObject({
  c: given(wireId({ description: 'Only of this customer, by id' })),
  p: given(wireText({ description: 'Only of this portfolio, by code' })),
  by: given(wireChoice(LADDER_STEPS, { description: 'Step of time; MONTH when not given' })),
});

const reply = closedObject({
  by: wireChoice(LADDER_STEPS),
  isWhole: wireFlag({ description: 'False when later steps are left out: ask for longer ones' }),
  rungs: Type.Array(
    closedObject({
      date: wireDate({ description: 'The first day of the step' }),
      kind: wireText({
        description: 'TERM_INSTRUMENT, LOAN, DISCOUNTED_INSTRUMENT or TREASURY_BILL',
      }),
      currency: wireText(),
      instruments: wireInteger({ description: 'How many are paid in the step' }),
      principal: wireDecimal({ description: 'Principal that is paid back; of a bill its face' }),
      accruedInterest: wireDecimal({ description: 'Earned until now and not paid' }),
    }),
  ),
});

export const maturityLadderRoute: Route = read({
  path: 'order/maturity/ladder',
  operation: 'readMaturityLadder',
  summary: 'What running deposits and bills pay back, by when',
  description: 'Of a customer, of a portfolio, or of all offices in sight.',
  permission: 'asset.maturity.read',
  query,
  reply,
  run: (call, { query: asked }) =>
    maturityLadder(call, {
      by: asked.by ?? 'MONTH',
      customerId: asked.c,
      portfolioName: asked.p,
    }),
});
