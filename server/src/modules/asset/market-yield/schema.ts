// Wire shapes of market discount rate imports.

import {
  cell,
  importBody,
  importQuery,
  importReplies,
} from '../../../platform/value-import/schema.js';
import { MARKET_YIELD } from '../limits.js';

export const importYieldsQuery = importQuery(
  MARKET_YIELD.labelCharactersMax,
  'Replace existing rates that differ',
);

export const importYieldsBody = importBody(
  {
    issue: cell('Code of a bill issue or commercial paper type'),
    date: cell('Business date, yyyy-MM-dd'),
    rate: cell('Discount rate in percent per year'),
  },
  MARKET_YIELD.importRowsMax,
);

export const yieldImport = importReplies({
  subject: 'issue',
  value: 'rate',
  keptAll: 'they changed since',
  keptOne: 'the rate has changed since',
});
