// Corporate actions and imports of transfers by which reads filter.

import { type FilterKind, namedById } from '../../platform/http/request/filter.js';
import { selectListedEvent } from './event/list-queries.js';
import { readImport } from './transfer/import.js';

/** The kinds of custody's records by which parameters filter. */
export const custodyFilters: readonly FilterKind[] = [
  namedById('corporate action', ({ db }, id) => selectListedEvent(db, id)),
  namedById('import of transfers', readImport),
];
