// Wire shapes of what stands beside the record of a write: the entry of a dry run, and what an
// early termination comes to. Amounts are of the major unit.

import { Type } from '@sinclair/typebox';
import {
  closedObject,
  wireDate,
  wireDecimal,
  wireId,
  wireText,
} from '../../platform/http/shape/wire.js';

const journalLines = Type.Optional(
  Type.Array(
    closedObject({
      accountId: Type.Optional(wireId()),
      accountCode: Type.Optional(wireText({ description: 'Of the chart' })),
      debitAmount: Type.Optional(wireDecimal()),
      creditAmount: Type.Optional(wireDecimal()),
    }),
    { description: 'Of a dry run: the entry that would be posted' },
  ),
);

/** Of a write that posts an entry. */
export const entryShown = { journalLines };

const termMembers = {
  terminationInterest: wireDecimal({ description: 'Earned until then, gross' }),
  terminationTax: wireDecimal(),
  terminationValue: wireDecimal({ description: 'What is paid out' }),
};

/** Of the early end of a term instrument. */
export const termSettlementShown = {
  settlement: closedObject({
    ...termMembers,
    terminationCharge: wireDecimal({ description: 'Taken for ending early' }),
  }),
  ...entryShown,
};

/** Of the early end of a discounted instrument, or of a part of it. */
export const discountedSettlementShown = {
  settlement: closedObject({
    ...termMembers,
    terminationDate: wireDate(),
    terminationAmount: wireDecimal({ description: 'The face that ends' }),
    terminationRate: wireDecimal({ description: 'In percent a year' }),
    terminationProceeds: wireDecimal({ description: 'The face, discounted' }),
    terminationBookValue: wireDecimal(),
    terminationGain: wireDecimal({ description: 'Proceeds less book value' }),
    terminationCost: wireDecimal({ description: 'What that face was bought for' }),
  }),
  ...entryShown,
};
