// Wire shapes for batches of cash transactions.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import {
  closedObject,
  wireChoice,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { headerMapping } from '../../../platform/row-file/mapping.js';
import { fileBytes, statedReading } from '../../../platform/row-file/reading.js';
import { CASH_BATCH } from '../limits.js';
import { TRANSACTION_STATES } from '../schema.js';
import { triedJournalShape } from './schema.js';

const batchName = wireText({ description: 'The name of the batch', longest: 100 });

/**
 * Each row is validated separately, so that one invalid row does not cause the others to be
 * refused.
 */
export const cashBatchBody = closedObject({
  batchName,
  rows: Type.Optional(
    Type.Array(Type.Object({}, { additionalProperties: true }), {
      description: 'Cash transactions, each with the members of a create request',
      maxItems: CASH_BATCH.rowsMax,
    }),
  ),
  csv: Type.Optional(
    wireText({
      description: 'The cash transactions as a CSV table whose header names their members',
      longest: CASH_BATCH.csvCharactersMax,
    }),
  ),
  file: fileBytes,
  mapping: headerMapping,
  reading: statedReading,
});
export type CashBatchBody = Static<typeof cashBatchBody>;

export const cashBatchStepBody = closedObject({
  batchName,
  fingerprint: Type.Optional(
    wireText({
      description: 'Fingerprint of the batch that was checked; refused if the batch has changed',
    }),
  ),
});
export type CashBatchStepBody = Static<typeof cashBatchStepBody>;

export const cashBatchQuery = closedObject({
  batchName,
});

const count = (description: string) => wireInteger({ description });

export const cashBatchReply = closedObject({
  batchName,
  rowCount: count('Number of rows in the call'),
  done: count('Number of rows completed by this call'),
  unchanged: count('Number of rows completed by earlier calls'),
  refused: count('Number of refused rows'),
  importId: Type.Optional(
    wireId({ description: 'The import with the error file; only in the reply to create' }),
  ),
  rows: Type.Array(
    closedObject({
      row: Type.Optional(wireInteger({ description: 'Row number; the first is 1' })),
      outcome: wireChoice(['DONE', 'UNCHANGED', 'REFUSED']),
      id: Type.Optional(wireId()),
      name: Type.Optional(wireText()),
      transState: Type.Optional(wireChoice(TRANSACTION_STATES)),
      msgCode: Type.Optional(wireText({ description: 'Code of the refusal' })),
      detail: Type.Optional(wireText()),
      column: Type.Optional(
        wireText({ description: 'The member that caused the refusal, if there is one' }),
      ),
      journal: triedJournalShape,
      warnings,
    }),
  ),
});

export const cashBatchImportQuery = closedObject({
  ...pageBS,
  batchName: Type.Optional(wireText({ description: 'Only imports of this batch', longest: 100 })),
});

export const cashBatchImportReply = closedObject({
  id: wireId(),
  batchName,
  rowCount: count('Number of rows in the call'),
  done: count('Number of rows created by the call'),
  unchanged: count('Number of rows created by earlier calls'),
  refused: count('Number of refused rows, which are in the error file'),
  createdBy: wireText(),
  createdDttm: wireInstant(),
});

export const cashBatchStateReply = closedObject({
  batchName,
  rowCount: count('Number of rows in the batch'),
  states: closedObject(
    Object.fromEntries(
      TRANSACTION_STATES.map((state) => [
        state,
        Type.Optional(count('Number of rows in this state')),
      ]),
    ),
  ),
  fingerprint: wireText({ description: 'Fingerprint to send with the next step' }),
});
