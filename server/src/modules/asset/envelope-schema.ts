// Wire shapes of extra members in write replies: the ledger entry of a dry run, and the settlement
// of an early termination. Amounts are in major units.

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
      accountCode: Type.Optional(wireText({ description: 'Account code in the chart' })),
      debitAmount: Type.Optional(wireDecimal()),
      creditAmount: Type.Optional(wireDecimal()),
    }),
    { description: 'For a dry run: the entry that would be posted' },
  ),
);

/** The ledger entry that a dry run would post. */
export const entryShown = { journalLines };

const termMembers = {
  terminationInterest: wireDecimal({ description: 'Gross interest earned up to the termination' }),
  terminationTax: wireDecimal(),
  terminationValue: wireDecimal({ description: 'Amount paid out' }),
};

/** The settlement of a term instrument that was terminated early. */
export const termSettlementShown = {
  settlement: closedObject({
    ...termMembers,
    terminationCharge: wireDecimal({ description: 'Charge for the early termination' }),
  }),
  ...entryShown,
};

/** The settlement of a discounted instrument that was terminated early, in whole or in part. */
export const discountedSettlementShown = {
  settlement: closedObject({
    ...termMembers,
    terminationDate: wireDate(),
    terminationAmount: wireDecimal({ description: 'The terminated face value' }),
    terminationRate: wireDecimal({ description: 'Annual rate in percent' }),
    terminationProceeds: wireDecimal({
      description: 'Proceeds for the terminated face value, before tax',
    }),
    terminationBookValue: wireDecimal(),
    terminationGain: wireDecimal({ description: 'Proceeds less book value' }),
    terminationCost: wireDecimal({ description: 'Cost of the terminated face value' }),
  }),
  ...entryShown,
};
