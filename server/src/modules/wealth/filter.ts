// Filters for read operations: by wealth record, such as a run of statements, and by journal
// source.

import { type FilterKind, namedByCode, namedById } from '../../platform/http/request/filter.js';
import { findSecurity } from '../market/index.js';
import { requireSeenOffice } from '../party/index.js';
import { selectAssetName } from './gain/queries.js';
import { countPolicies } from './policy/queries.js';
import { isSourceKind } from './return/flow.js';
import { readRun as readStatementRun } from './statement/run.js';
import { readRun as readTaxPackRun } from './tax-pack/run.js';
import { countRules } from './tax-rule/queries.js';

/** The kinds of wealth records that filter parameters refer to. */
export const wealthFilters: readonly FilterKind[] = [
  namedById('run of statements', readStatementRun),
  namedById('run of tax packs', readTaxPackRun),
  namedByCode('valuation policy', async (call, name) => {
    const [, office] = /^OFFICE\/(.+)$/.exec(name) ?? [];
    if (office === undefined) return (await countPolicies(call.db, name)) > 0n ? name : undefined;
    await requireSeenOffice(call.db, call.principal, { code: office, member: 'x' });
    return name;
  }),
  namedByCode('rule for capital gains', async ({ db }, name) =>
    (await countRules(db, name)) > 0n ? name : undefined,
  ),
  namedByCode('asset', async ({ db }, code) => {
    const security = await findSecurity(db, { name: code });
    return security?.name ?? selectAssetName(db, code);
  }),
  namedByCode('source of journals', async (_call, source) =>
    isSourceKind(source.toUpperCase()) ? source : undefined,
  ),
];
