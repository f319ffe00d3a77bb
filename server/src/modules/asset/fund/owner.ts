// Finds the owner of an order: the customer, the portfolio, and the holding that units are redeemed
// from.

import { seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { codeOf } from '../../../platform/ids.js';
import { refuseInactive } from '../deposit/draft.js';
import { type DepositorRow, selectDepositor } from '../instrument/queries.js';
import type { AssetPorts } from '../port.js';
import { assetProblems } from '../problems.js';
import { selectHeldPortfolios } from './holding-queries.js';
import type { FundRow } from './queries.js';

/** The members that identify the customer and the portfolio in a request. */
export interface OwnerRequest {
  readonly customerId?: bigint | undefined;
  readonly customerName?: string | undefined;
  readonly portfolioId?: bigint | undefined;
  readonly portfolioName?: string | undefined;
}

/**
 * Finds an order's customer: the one named or, if none is named, the owner of the named portfolio.
 */
export async function customerOf(
  work: Work,
  request: OwnerRequest,
  ports: AssetPorts,
): Promise<DepositorRow> {
  const id = request.customerId || undefined;
  const { customerName: name } = request;
  if (id === undefined && name === undefined) return ownerOf(work, request, ports);
  const member = id === undefined ? 'customerName' : 'customerId';
  const found = await selectDepositor(work.tx, { id, name });
  if (found === undefined || !seesOffice(work.principal, found.office_id)) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'does not match any customer');
  }
  if (name !== undefined && name !== found.name) {
    throw refuseMember(
      commonProblems.REFERENCE_MISMATCH,
      'customerName',
      'does not match customerId',
    );
  }
  refuseInactive(found, member);
  return found;
}

async function ownerOf(
  work: Work,
  request: OwnerRequest,
  { portfolios }: AssetPorts,
): Promise<DepositorRow> {
  const portfolio = codeNamed(request);
  if (portfolio === undefined || portfolios === undefined) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'customerId',
      'or customerName is required if no portfolio is named',
    );
  }
  const { name, member } = portfolio;
  const id = await portfolios.ownerOf(work.tx, name);
  const found =
    id === undefined ? undefined : await selectDepositor(work.tx, { id, name: undefined });
  if (found === undefined || !seesOffice(work.principal, found.office_id)) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'does not match any portfolio');
  }
  refuseInactive(found, member);
  return found;
}

interface PortfolioCode {
  readonly name: string;
  readonly member: 'portfolioId' | 'portfolioName';
}

function codeNamed({ portfolioId, portfolioName }: OwnerRequest): PortfolioCode | undefined {
  const byId = portfolioId ? codeOf(portfolioId) : undefined;
  if (byId !== undefined && portfolioName !== undefined && byId !== portfolioName) {
    throw refuseMember(
      commonProblems.REFERENCE_MISMATCH,
      'portfolioName',
      'does not match portfolioId',
    );
  }
  if (portfolioName !== undefined) return { name: portfolioName, member: 'portfolioName' };
  return byId === undefined ? undefined : { name: byId, member: 'portfolioId' };
}

/**
 * Returns the code of the portfolio named in a request, if any. If the portfolio belongs to another
 * customer that the caller can see, refuses with REFERENCE_MISMATCH for the customer's member.
 */
export async function portfolioNamed(
  work: Work,
  request: OwnerRequest,
  on: { readonly customer: DepositorRow; readonly ports: AssetPorts },
): Promise<string | undefined> {
  const portfolio = codeNamed(request);
  const { portfolios } = on.ports;
  if (portfolio === undefined || portfolios === undefined) return portfolio?.name;
  const id = await portfolios.ownerOf(work.tx, portfolio.name);
  if (id === on.customer.id) return portfolio.name;
  const owner =
    id === undefined ? undefined : await selectDepositor(work.tx, { id, name: undefined });
  if (owner === undefined || !seesOffice(work.principal, owner.office_id)) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      portfolio.member,
      'is not a portfolio of the customer',
    );
  }
  throw refuseMember(
    commonProblems.REFERENCE_MISMATCH,
    request.customerId ? 'customerId' : 'customerName',
    `is not the owner of portfolio ${portfolio.name}`,
  );
}

/**
 * Returns the portfolio to redeem from if the request names none. Returns an empty string if the
 * customer has units outside portfolios or no units at all. Otherwise returns the only portfolio
 * with units. If there are several, refuses with FUND_HOLDING_AMBIGUOUS and lists them.
 */
export async function onlyHoldingOf(
  work: Work,
  { customer, fund }: { readonly customer: DepositorRow; readonly fund: FundRow },
): Promise<string> {
  const names = await selectHeldPortfolios(work.tx, fund.id, customer.id);
  const [first = '', second] = names;
  // A request without a portfolio refers to the units outside portfolios. Their portfolio name is
  // empty, so it sorts first.
  if (first === '' || second === undefined) return first;
  const detail = `units of ${fund.name} are in several portfolios: ${names.join(', ')}`;
  throw refusal(assetProblems.FUND_HOLDING_AMBIGUOUS, {
    detail,
    args: names,
    errors: [{ pointer: '/portfolioName', code: 'FUND_HOLDING_AMBIGUOUS', detail }],
  });
}
