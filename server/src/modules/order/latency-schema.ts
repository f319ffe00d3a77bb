// Wire shapes of order latencies.

import { Type } from '@sinclair/typebox';
import { SPANS } from '../../platform/calendar/curve.js';
import {
  closedObject,
  wireChoice,
  wireDecimal,
  wireInstant,
  wireInteger,
} from '../../platform/http/shape/wire.js';

/** The query for latency statistics. */
export const OrderLatencyQuery = closedObject({
  span: wireChoice(SPANS, {
    description: 'Time span, in steps of 1 minute, 15 minutes or 2 hours',
  }),
});

const took = (description: string) =>
  Type.Optional(
    closedObject({
      count: wireInteger({ description: 'Number of orders that have reached this point' }),
      halfMs: wireDecimal({ description: `${description}, in milliseconds: the median` }),
      mostMs: wireDecimal({ description: 'The 95th percentile, in milliseconds' }),
      nearlyAllMs: wireDecimal({ description: 'The 99th percentile, in milliseconds' }),
    }),
  );

/** Latencies by time step. An order belongs to the step in which it was accepted. */
export const OrderLatencyReply = closedObject({
  from: wireInstant({ description: 'Start of the first step' }),
  result: Type.Array(
    closedObject({
      at: wireInstant({ description: 'End of the step' }),
      count: wireInteger({ description: 'Number of orders accepted in the step' }),
      sent: took('Time from the acceptance to sending to the exchange'),
      answered: took("Time from the acceptance to the exchange's first report"),
      filled: took('Time from the acceptance to the first fill'),
    }),
  ),
});
