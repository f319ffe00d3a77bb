// Filters for reading records by exchange or by security.

import { type FilterKind, namedByCode } from '../../platform/http/request/filter.js';
import { exchangeByCode } from './exchange/exchange.js';
import { findSecurity } from './security/security.js';

/** The kinds of market records that filter parameters refer to. */
export const marketFilters: readonly FilterKind[] = [
  namedByCode('exchange', async ({ db }, code) => (await exchangeByCode(db, code))?.name),
  namedByCode('security', async ({ db }, name) => (await findSecurity(db, { name }))?.name),
];
