// Opens a market claim entered by a person.

import { addMonths, type BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import {
  commonProblems,
  refusal,
  refusalAt,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { CUSTODY } from '../limits.js';
import { custodyProblems } from '../problems.js';
import type { CorporateActionRow } from '../record/queries.js';
import type { ClaimDirection } from '../rule/claim.js';
import { currencyOf, eventNamed, minorOf } from '../settlement/settlement.js';
import { reopenClosed, written } from './claim.js';
import {
  type ClaimKind,
  type ClaimPortfolio,
  type ClaimTrade,
  claimOfTrade,
  insertClaims,
  portfolioOfCode,
  selectTrades,
} from './queries.js';

interface ClaimRequest {
  readonly eventId?: bigint | undefined;
  readonly eventName?: string | undefined;
  readonly kind?: ClaimKind | undefined;
  readonly direction: ClaimDirection;
  readonly portfolioName?: string | undefined;
  readonly orderName?: string | undefined;
  readonly tradeDate?: BusinessDate | undefined;
  readonly quantity?: bigint | undefined;
  readonly amount: Decimal;
  readonly currency?: string | undefined;
  readonly reason: string;
}

const { INVALID_REQUEST, UNKNOWN_REFERENCE } = commonProblems;
const { MARKET_CLAIM_EXISTS, MARKET_CLAIM_REFUSED } = custodyProblems;

/**
 * Opens a claim. Refuses a trade that already has a claim, a date before the ex-date, and an event
 * that was closed more than 12 months ago. An event closed within 12 months is reopened until the
 * claim has ended.
 */
export async function createClaim(work: Work, request: ClaimRequest): Promise<Outcome> {
  const event = await eventNamed(work, request);
  await refuseLate(work, event);
  const reason = request.reason.trim();
  if (reason === '') throw refuseMember(INVALID_REQUEST, 'reason', 'must not be empty');
  const trade = await tradeNamed(work, event, request);
  const portfolio = await portfolioNamed(work, request.portfolioName ?? trade?.portfolio_name);
  if (trade !== undefined && trade.portfolio_id !== portfolio.id) {
    throw refuseMember(INVALID_REQUEST, 'portfolioName', 'is not the portfolio of the order');
  }
  const currency = await currencyOf(work, event, request.currency);
  const amountMinor = minorOf(request.amount, currency);
  await reopenClosed(work, event);
  const id = await work.context.ids.next(work.tx, 'market_claim_id');
  const claim = {
    ...{ id, name: codeOf(id), corporate_action_id: event.id, portfolio_id: portfolio.id },
    ...{ customer_id: portfolio.customer_id, office_id: portfolio.office_id },
    ...{ kind: request.kind ?? 'CUM_EX', direction: request.direction },
    ...{ order_id: trade?.order_id ?? null, trade_date: trade?.trade_date ?? null },
    ...{ quantity: request.quantity ?? trade?.quantity ?? 0n, amount_minor: amountMinor },
    ...{ currency, reason, entitlement_id: null, registrar_file_id: null, books: true },
  };
  await insertClaims(work.tx, [claim], { by: work.principal.name, at: work.now });
  const outcome = await written(work, id, 'OPENED');
  return { ...outcome, created: true, location: `custody/market-claim/id/${id}` };
}

async function refuseLate(work: Work, event: CorporateActionRow): Promise<void> {
  const refuse = (detail: string) =>
    refusalAt(MARKET_CLAIM_REFUSED, 'eventName', { detail, args: [event.name] });
  if (event.progress === 'OPEN')
    throw refuse('The ex-date of the corporate action has not ' + 'been reached.');
  if (event.closed_on === null || event.progress !== 'CLOSED') return;
  const today = await currentBusinessDate(work.tx);
  if (addMonths(event.closed_on, CUSTODY.claimMonthsMax) >= today) return;
  throw refuse(`The corporate action was closed on ${event.closed_on}, over 12 months ago.`);
}

async function tradeNamed(
  work: Work,
  event: CorporateActionRow,
  { orderName, tradeDate }: ClaimRequest,
): Promise<ClaimTrade | undefined> {
  if (orderName === undefined) {
    if (tradeDate === undefined) return undefined;
    throw refuseMember(INVALID_REQUEST, 'tradeDate', 'requires an order');
  }
  const trades = await selectTrades(work.tx, { order: orderName, date: tradeDate });
  const [trade] = trades.filter(({ security_id: id }) => id === event.security_id);
  if (trade === undefined) {
    const detail = 'does not name an order that traded the security of the corporate action';
    throw refuseMember(UNKNOWN_REFERENCE, 'orderName', detail);
  }
  if (trades.length > 1) {
    const detail = 'is required, because the order was filled on several dates';
    throw refuseMember(INVALID_REQUEST, 'tradeDate', detail);
  }
  const other = await claimOfTrade(work.tx, event.id, trade);
  if (other === undefined) return trade;
  throw refusal(MARKET_CLAIM_EXISTS, {
    detail: `The existing claim is ${other}.`,
    args: [other],
  });
}

async function portfolioNamed(work: Work, name: string | undefined): Promise<ClaimPortfolio> {
  if (name === undefined) {
    throw refuseMember(INVALID_REQUEST, 'portfolioName', 'is required without an order');
  }
  const row = await portfolioOfCode(work.tx, name);
  if (row !== undefined && seesOffice(work.principal, row.office_id)) return row;
  throw refuseMember(UNKNOWN_REFERENCE, 'portfolioName', 'is not the code of a portfolio');
}
