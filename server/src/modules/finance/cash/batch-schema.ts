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
 * Each row is validated separately, so that one wrong row does not cause the others to be refused.
 */
export const cashBatchBody = closedObject({
  batchName,
  rows: Type.Optional(
    Type.Array(Type.Object({}, { additionalProperties: true }), {
      description: 'Cash transactions, in the shape of create',
      maxItems: CASH_BATCH.rowsMax,
    }),
  ),
  csv: Type.Optional(
    wireText({
      description: 'Or a table whose header names the members',
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
  rowCount: count('Rows of the call'),
  done: count('Rows done by this call'),
  unchanged: count('Rows done by earlier calls'),
  refused: count('Rows refused'),
  importId: Type.Optional(
    wireId({ description: 'When creating rows: the import, which has an error file' }),
  ),
  rows: Type.Array(
    closedObject({
      row: Type.Optional(wireInteger({ description: 'Its row number; the first is 1' })),
      outcome: wireChoice(['DONE', 'UNCHANGED', 'REFUSED']),
      id: Type.Optional(wireId()),
      name: Type.Optional(wireText()),
      transState: Type.Optional(wireChoice(TRANSACTION_STATES)),
      msgCode: Type.Optional(wireText({ description: 'Why the row was refused' })),
      detail: Type.Optional(wireText()),
      column: Type.Optional(
        wireText({ description: 'The wrong member, if the error is in one member' }),
      ),
      journal: triedJournalShape,
      warnings,
    }),
  ),
});

export const cashBatchImportQuery = closedObject({
  ...pageBS,
  batchName: Type.Optional(wireText({ description: 'Only of this batch', longest: 100 })),
});

export const cashBatchImportReply = closedObject({
  id: wireId(),
  batchName,
  rowCount: count('Rows of the call'),
  done: count('Rows created by the call'),
  unchanged: count('Rows created by earlier calls'),
  refused: count('Refused rows, which are in the error file'),
  createdBy: wireText(),
  createdDttm: wireInstant(),
});

export const cashBatchStateReply = closedObject({
  batchName,
  rowCount: count('Rows of the batch'),
  states: closedObject(
    Object.fromEntries(
      TRANSACTION_STATES.map((state) => [state, Type.Optional(count('Rows in this state'))]),
    ),
  ),
  fingerprint: wireText({ description: 'Fingerprint to send with the next step' }),
});
