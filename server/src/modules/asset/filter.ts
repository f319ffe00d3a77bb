// Funds and instruments by which reads filter.

import { type FilterKind, namedById } from '../../platform/http/request/filter.js';
import { readTermInstrument } from './deposit/term-instrument.js';
import { readFund } from './fund/fund.js';

/** The kinds of asset's records by which parameters filter. */
export const assetFilters: readonly FilterKind[] = [
  namedById('fund', readFund),
  namedById('deposit or loan', readTermInstrument),
];
