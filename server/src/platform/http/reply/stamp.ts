// The creator and the last editor, in the same form for every record.

import type { Instant } from '../../database/database.js';
import { classifyAll } from '../shape/data-class.js';
import { wireInstant, wireText } from '../shape/wire.js';

/** The wire shape of the stamp. */
export const stampShape = classifyAll(
  {
    createdBy: wireText({ description: 'The user who created the record' }),
    createdDttm: wireInstant({ description: 'When the record was created' }),
    lastModifiedBy: wireText({ description: 'The user who last changed the record' }),
    lastModifiedDttm: wireInstant({ description: 'When the record was last changed' }),
  },
  'internal',
);

/** The stamp columns of a row. */
export interface Stamped {
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** Converts the stamp of a row to the form in its record. */
export function shownStamp(row: Stamped) {
  return {
    createdBy: row.created_by,
    createdDttm: row.created_at,
    lastModifiedBy: row.modified_by,
    lastModifiedDttm: row.modified_at,
  };
}
