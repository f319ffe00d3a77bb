// Changes bond terms, for corporate actions and for the change kind `security-terms`.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { isBond } from '../rule/asset-class.js';
import { type IncomeTerms, lockIncomeTerms, updateIncomeTerms } from './income-terms-queries.js';
import { type Security, selectSecurity } from './queries.js';
import { refuseWrongTerms } from './terms.js';

/**
 * Locks the bond with this code and returns it. Refuses an unknown code, a security that is not a
 * bond, and terms that are not valid for a bond.
 */
export async function lockBondFor(tx: Tx, name: string, terms: IncomeTerms): Promise<Security> {
  const found = await selectSecurity(tx, { name: name.toUpperCase() });
  if (found === undefined || !isBond(found.securityType)) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'securityName',
      found === undefined ? 'does not match any security' : 'is not a bond',
    );
  }
  await lockIncomeTerms(tx, found.id);
  const bond = present(await selectSecurity(tx, { id: found.id }), 'a locked security exists');
  refuseWrongTerms({ ...bond, ...terms });
  return bond;
}

/** Changes the income terms of a locked bond. */
export async function changeIncomeTerms(
  work: Work,
  bond: Security,
  terms: IncomeTerms,
): Promise<void> {
  await updateIncomeTerms(work.tx, terms, { id: bond.id, by: work.principal.name, at: work.now });
  work.events.push({ type: 'security.updated', subjectId: bond.id, data: { name: bond.name } });
}
