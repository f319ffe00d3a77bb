// Filters for reading records by corporate action or by transfer import.

import { type FilterKind, namedById } from '../../platform/http/request/filter.js';
import { selectListedEvent } from './event/list-queries.js';
import { readImport } from './transfer/import.js';

/** The kinds of custody records that filter parameters refer to. */
export const custodyFilters: readonly FilterKind[] = [
  namedById('corporate action', ({ db }, id) => selectListedEvent(db, id)),
  namedById('import of transfers', readImport),
];
