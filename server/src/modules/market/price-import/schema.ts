// Wire shapes of price imports.

import {
  cell,
  importBody,
  importQuery,
  importReplies,
} from '../../../platform/value-import/schema.js';
import { MARKET } from '../limits.js';

export const importPricesQuery = importQuery(
  MARKET.importLabelLength,
  'True to replace existing bars that have different figures',
);

export const importPricesBody = importBody(
  {
    security: cell('Code of the security'),
    date: cell('Business date, yyyy-MM-dd'),
    open: cell('First price'),
    high: cell('Highest price'),
    low: cell('Lowest price'),
    close: cell('Last price'),
    volume: cell('Units traded; default: 0'),
  },
  MARKET.importRowsMax,
);

export const priceImport = importReplies({
  subject: 'security',
  value: 'bar',
  keptAll: 'other data depends on them',
  keptOne: 'other data depends on the bar',
});
