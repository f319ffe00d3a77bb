// Wire shapes of what replies to writes have beside the record: the entry of a dry run, and the
// settlement of an early termination. Amounts are in the major unit.

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

/** The entry of a write that posts one. */
export const entryShown = { journalLines };

const termMembers = {
  terminationInterest: wireDecimal({ description: 'Earned up to then, gross' }),
  terminationTax: wireDecimal(),
  terminationValue: wireDecimal({ description: 'Amount that is paid out' }),
};

/** The settlement of a term instrument that is terminated early. */
export const termSettlementShown = {
  settlement: closedObject({
    ...termMembers,
    terminationCharge: wireDecimal({ description: 'Charge for terminating early' }),
  }),
  ...entryShown,
};

/** The settlement of a discounted instrument, or a part of it, that is terminated early. */
export const discountedSettlementShown = {
  settlement: closedObject({
    ...termMembers,
    terminationDate: wireDate(),
    terminationAmount: wireDecimal({ description: 'The face that is terminated' }),
    terminationRate: wireDecimal({ description: 'Percent a year' }),
    terminationProceeds: wireDecimal({ description: 'The face, discounted' }),
    terminationBookValue: wireDecimal(),
    terminationGain: wireDecimal({ description: 'Proceeds less book value' }),
    terminationCost: wireDecimal({ description: 'Cost of that face' }),
  }),
  ...entryShown,
};
