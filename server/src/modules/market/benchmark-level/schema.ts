// Wire shapes of index-level imports.

import {
  cell,
  importBody,
  importQuery,
  importReplies,
} from '../../../platform/value-import/schema.js';
import { MARKET } from '../limits.js';

export const importLevelsQuery = importQuery(
  MARKET.importLabelLength,
  'True to replace existing levels that differ',
);

export const importLevelsBody = importBody(
  {
    benchmark: cell('Code of an index'),
    date: cell('Business date, yyyy-MM-dd'),
    level: cell('Level at the close'),
  },
  MARKET.importRowsMax,
);

export const levelImport = importReplies({
  subject: 'benchmark',
  value: 'level',
  keptAll: 'they changed since',
  keptOne: 'the level has changed since then',
});
