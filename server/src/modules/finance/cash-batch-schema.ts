// Wire shapes of batches of cash transactions.

import { type Static, Type } from '@sinclair/typebox';
import { closedObject, wireText } from '../../platform/http/wire.js';
import { CASH_BATCH } from './limits.js';

const batchName = wireText({ description: 'The name of the batch', longest: 100 });

/** Rows are read one by one, so that a wrong one does not refuse the others. */
export const cashBatchBody = closedObject({
  batchName,
  rows: Type.Optional(
    Type.Array(Type.Object({}, { additionalProperties: true }), {
      description: 'Cash transactions, as create takes them',
      maxItems: CASH_BATCH.rowsMost,
    }),
  ),
  csv: Type.Optional(
    wireText({
      description: 'Or a table whose header has the names of the members',
      longest: CASH_BATCH.csvCharactersMost,
    }),
  ),
});
export type CashBatchBody = Static<typeof cashBatchBody>;

export const cashBatchStepBody = closedObject({
  batchName,
  fingerprint: Type.Optional(
    wireText({ description: 'Of the batch that was seen; a changed one is refused' }),
  ),
});
export type CashBatchStepBody = Static<typeof cashBatchStepBody>;

export const cashBatchQuery = closedObject({
  batchName,
});
