// Checks the new code and ISIN of a security in a change of name (CHAN).

import type { Database, Tx } from '../../../platform/database/database.js';
import { type Problem, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { findSecurity, isIsin, marketProblems, type Security } from '../../market/index.js';
import { custodyProblems } from '../problems.js';
import { selectSecurityWithIsin } from './queries.js';
import type { EventBody } from './schema.js';

// The code is sent in a FIX field, which a control character would terminate.
const SYMBOL = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * Refuses a code or ISIN that another security has or had. A security can return to its own former
 * code.
 */
export async function refuseTakenCode(
  on: Database | Tx,
  { newName, newIsin, status }: EventBody,
  security: Security,
): Promise<void> {
  if (status === 'CANCELLED') return;
  if (newName !== undefined) {
    if (!SYMBOL.test(newName)) {
      const detail = 'must contain only printable ASCII characters';
      throw refuseMember(custodyProblems.EVENT_REFUSED, 'newName', detail);
    }
    const other = await findSecurity(on, { name: newName.toUpperCase() });
    if (other !== undefined && other.id !== security.id) throw taken('newName', newName);
  }
  if (newIsin === undefined) return;
  if (!isIsin(newIsin.toUpperCase())) {
    throw refuseMember(marketProblems.ISIN_WRONG, 'newIsin', 'is not an ISIN');
  }
  const owner = await selectSecurityWithIsin(on, newIsin.toUpperCase());
  if (owner !== undefined && owner !== security.id) throw taken('newIsin', newIsin);
}

function taken(member: 'newName' | 'newIsin', value: string): Problem {
  const kind =
    member === 'newName' ? marketProblems.SECURITY_NAME_TAKEN : marketProblems.SECURITY_ISIN_TAKEN;
  const detail = 'belongs to another security';
  return refusal(kind, {
    detail: `${member} ${value} ${detail}`,
    args: ['TAKEN', member],
    errors: [{ pointer: `/${member}`, code: kind.code, detail }],
  });
}
