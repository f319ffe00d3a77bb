// Checks the terms of a new transfer except its lines: portfolios, date and counterparty.

import type { Static } from '@sinclair/typebox';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { refuseInactive } from '../../asset/index.js';
import { orderProblems } from '../../order/index.js';
import { custodyProblems } from '../problems.js';
import { isPaid } from './line.js';
import { selectPortfolio, type TransferPortfolio } from './queries.js';
import { isOfAnotherFirm } from './record.js';
import type { TransferBody } from './schema.js';

type Body = Static<typeof TransferBody>;

const { MOVEMENT_REFUSED } = custodyProblems;

/** The portfolio of a transfer, and the receiving portfolio of an INTERNAL transfer. */
interface Parties {
  readonly from: TransferPortfolio;
  readonly to: TransferPortfolio | undefined;
}

/**
 * Finds the portfolios. Refuses unknown or inactive portfolios, and portfolios of inactive
 * customers.
 */
export async function partiesOf(work: Work, body: Body): Promise<Parties> {
  const from = await portfolioOf(work, body.portfolioName, 'portfolioName');
  const member = 'toPortfolioName';
  const name = body.toPortfolioName;
  if (body.type !== 'INTERNAL') {
    if (name === undefined) return { from, to: undefined };
    throw refuseMember(MOVEMENT_REFUSED, member, 'is only allowed for INTERNAL');
  }
  if (name === undefined) throw refuseMember(MOVEMENT_REFUSED, member, 'is required for INTERNAL');
  const to = await portfolioOf(work, name, member);
  if (to.id === from.id) throw refuseMember(MOVEMENT_REFUSED, member, 'must be another portfolio');
  return { from, to };
}

async function portfolioOf(work: Work, name: string, member: string): Promise<TransferPortfolio> {
  const portfolio = await selectPortfolio(work.tx, name);
  if (portfolio === undefined || !seesOffice(work.principal, portfolio.office_id)) {
    const detail = 'is not the code of a portfolio';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, detail);
  }
  const { customer_status: status, customer_workflow_status: workflow } = portfolio;
  refuseInactive({ status, workflow_status: workflow }, member);
  if (portfolio.active) return portfolio;
  throw refuseMember(orderProblems.PORTFOLIO_INACTIVE, member, 'is not active');
}

/** Refuses an invalid date, a missing counterparty, and an unexplained change of owner. */
export async function refuseWrongTerms(work: Work, body: Body, parties: Parties): Promise<void> {
  await refuseWrongDate(work, body);
  const refuse = (member: string, detail: string) => refuseMember(MOVEMENT_REFUSED, member, detail);
  const { type, counterParty: other = {}, ownerChange = 'NONE' } = body;
  const isNamed = [other.memberCode, other.account, other.chn].some((part) => textOf(part));
  if (isOfAnotherFirm({ type }) && !isNamed) {
    throw refuse('counterParty', 'must have a memberCode, an account or a chn');
  }
  if (type === 'INTERNAL' && Object.values(other).some((part) => textOf(part))) {
    throw refuse('counterParty', 'must be absent for INTERNAL');
  }
  const isSameOwner =
    parties.to === undefined || parties.to.customer_id === parties.from.customer_id;
  if (isPaid(body) && type === 'INTERNAL' && isSameOwner) {
    throw refuse('toPortfolioName', 'must belong to another customer if the units are paid for');
  }
  if (!isPaid(body) && !isSameOwner && ownerChange === 'NONE') {
    throw refuse('ownerChange', 'must be given if units change owner free of payment');
  }
  const needsReason = type === 'WRITE_OFF' || ownerChange !== 'NONE';
  if (needsReason && textOf(body.reason) === null) {
    throw refuse('reason', `is required for ${type === 'WRITE_OFF' ? type : ownerChange}`);
  }
}

async function refuseWrongDate(work: Work, body: Body): Promise<void> {
  const today = await currentBusinessDate(work.tx);
  if (body.effectiveDate > today) {
    const detail = `must not be after the business date, ${today}`;
    throw refuseMember(MOVEMENT_REFUSED, 'effectiveDate', detail);
  }
  if (isPaid(body) && body.effectiveDate !== today) {
    const detail = `must be the business date, ${today}, if the units are paid for`;
    throw refuseMember(MOVEMENT_REFUSED, 'effectiveDate', detail);
  }
}

/** Returns a string without surrounding spaces; null if it is empty. */
export function textOf(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
