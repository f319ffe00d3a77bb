// Runs of statements and tax packs, and sources of journals, by which reads filter.

import { type FilterKind, namedByCode, namedById } from '../../platform/http/request/filter.js';
import { isSourceKind } from './return/flow.js';
import { readRun as readStatementRun } from './statement/run.js';
import { readRun as readTaxPackRun } from './tax-pack/run.js';

/** The kinds of wealth's records by which parameters filter. */
export const wealthFilters: readonly FilterKind[] = [
  namedById('run of statements', readStatementRun),
  namedById('run of tax packs', readTaxPackRun),
  namedByCode('source of journals', async (_call, source) =>
    isSourceKind(source.toUpperCase()) ? source : undefined,
  ),
];
