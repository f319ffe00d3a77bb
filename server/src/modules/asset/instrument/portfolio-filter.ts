// The portfolio filter for lists.

import { type Call, seesOffice } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { AssetPorts } from '../port.js';
import { selectDepositor } from './queries.js';

/** The portfolio's possible codes, and the customer who must own it. */
interface PortfolioFilter {
  readonly names: readonly string[];
  readonly customerId?: bigint | undefined;
}

/**
 * Refuses with UNKNOWN_REFERENCE if no code matches a portfolio that the caller can see and the
 * customer owns. Without this check, a wrong code would look like an empty portfolio.
 */
export async function requirePortfolio(
  { db, principal }: Call,
  { names, customerId }: PortfolioFilter,
  { portfolios }: AssetPorts,
): Promise<void> {
  if (portfolios === undefined) return;
  for (const name of names) {
    const id = await portfolios.ownerOf(db, name);
    if (id === undefined || (customerId !== undefined && id !== customerId)) continue;
    const owner = await selectDepositor(db, { id, name: undefined });
    if (owner !== undefined && seesOffice(principal, owner.office_id)) return;
  }
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'p', 'does not match any portfolio');
}
