// The checks on amendments, and the resulting terms, totals and units. Nothing is written.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import {
  Problem,
  refusal,
  refuseMember,
  resultOrProblem,
} from '../../../platform/http/reply/problem.js';
import { PHASE_RULES } from '../../market/index.js';
import { leftOrders } from '../exchange/queue-queries.js';
import type { Tariff } from '../fee/tariff.js';
import { tariffAt } from '../fee/tariff-cache.js';
import { tradeDaysOf } from '../fill/queries.js';
import { orderProblems } from '../problems.js';
import type { OrderRow } from '../record/order.js';
import { PRICE_TYPE } from '../rule/price-type.js';
import { noteDatesOf, type TradeDay } from '../rule/trade-day.js';
import { presentPhase } from '../rule/trading-date.js';
import { type CheckedOrder, checkTerms, marketOf, securityNameOf } from './check.js';
import { loadOrderContexts } from './context.js';
import type { OrderContext } from './context-queries.js';
import { custodianMembers, custodianOf } from './custodian.js';
import { type HoldState, type OrderTotals, termsOf, totalsOf, unitsNeeded } from './hold.js';
import type { OrderRequest } from './request.js';

/**
 * A requested amendment of a locked, live order. If the caller omitted the commission group, the
 * request contains the order's own.
 */
export interface Amending {
  readonly work: Work;
  readonly row: OrderRow;
  readonly request: OrderRequest;
}

/**
 * An amendment that has passed every check except those on money, units and the day's purchases.
 */
export interface Amendment extends Amending {
  /** Whether the order is at the exchange, which must then accept the amendment. */
  readonly isSent: boolean;
  /** The new terms. The number of trade dates includes dates that already have a note. */
  readonly checked: CheckedOrder;
  /** The order with its custodian after the amendment. */
  readonly holder: OrderRow;
  readonly totals: OrderTotals;
  /** The additional units to hold for a sell; negative if some are released. */
  readonly units: bigint;
}

/** Checks amendments in the given sequence. Each has its own outcome. */
export async function checkAmendments(
  amendings: readonly Amending[],
): Promise<(Amendment | Problem)[]> {
  const [first] = amendings;
  if (first === undefined) return [];
  const { tx } = first.work;
  const named = amendings.map((each) => resultOrProblem(() => namesOf(each)));
  const names = named.flatMap((each) => (each instanceof Problem ? [] : [each]));
  const rows = amendings.map(({ row }) => row);
  const [contexts, left, days] = await Promise.all([
    loadOrderContexts(first.work, names),
    leftOrders(tx, rows),
    tradeDaysOf(
      tx,
      rows.map(({ id }) => id),
    ),
  ]);
  const results: (Amendment | Problem)[] = [];
  let place = 0;
  for (const [index, amending] of amendings.entries()) {
    const own = named[index];
    if (own instanceof Problem) {
      results.push(own);
      continue;
    }
    const { work, row } = amending;
    const context = present(contexts[place], 'each amendment has a context');
    place += 1;
    const tariff = await tariffAt(work, row.tariff_stamp);
    const facts = { context, tariff, days: days.get(row.id) ?? [], isSent: left.has(row.id) };
    results.push(resultOrProblem(() => amendmentOf(amending, facts)));
  }
  return results;
}

function namesOf({ row, request }: Amending) {
  requireSameOrder(row, request);
  return {
    portfolio: request.portfolioName,
    security: securityNameOf(request),
    orderTerm: request.orderTermName,
    commissionGroup: request.commissionGroupName,
    agent: request.agentName,
    custodian: request.custodianName,
  };
}

// Portfolio, security, side and commission group identify the order. Changing any of them would
// make it a different order.
function requireSameOrder(row: OrderRow, request: OrderRequest): void {
  const security = request.securityName === undefined ? 'instrument' : 'securityName';
  const same: readonly (readonly [string, boolean])[] = [
    ['portfolioName', request.portfolioName === row.portfolio_name],
    [security, isNameOf(row, securityNameOf(request))],
    ['orderType', request.orderType === row.order_type],
    ['commissionGroupName', request.commissionGroupName === row.commission_group_name],
  ];
  for (const [member, holds] of same) {
    if (!holds) throw fixed(member);
  }
  const waits = PRICE_TYPE[row.price_type].needsStopPrice;
  if (PRICE_TYPE[request.priceType].needsStopPrice !== waits) throw fixed('priceType');
}

function isNameOf(row: OrderRow, security: string): boolean {
  return security === row.security_name || row.security_aliases.includes(security);
}

function fixed(member: string): Problem {
  return refuseMember(orderProblems.ORDER_TERM_FIXED, member, 'cannot be changed');
}

/** The records that an amendment is checked against. */
interface Facts {
  readonly context: OrderContext;
  readonly tariff: Tariff;
  readonly days: readonly TradeDay[];
  readonly isSent: boolean;
}

function amendmentOf(amending: Amending, { context, tariff, days, isSent }: Facts): Amendment {
  const { work, row, request } = amending;
  const checked = checkTerms(request, context, work);
  requireUnknown(amending, isSent);
  const holder = { ...row, ...newCustodian(request, checked) };
  if (isSent) requireReplaceable(amending, checked);
  // The exchange can change only the order's current exchange order.
  requireMoreThan(isSent ? row.filled_elsewhere : row.quantity_filled, checked);
  const before = holdStateWith(row, days);
  const tradeDatesMax = checked.tradeDatesMax + before.noted.length;
  const terms = { ...checked, tradeDatesMax };
  const after = isSent ? { ...before, replacement: terms } : { ...before, terms };
  return {
    ...amending,
    isSent,
    checked: terms,
    holder,
    totals: totalsOf(row, after, tariff),
    units: unitsNeeded(holder, after) - unitsNeeded(row, before),
  };
}

// Once the order has been sent or partly filled, the agent and the custodian cannot be changed,
// because the exchange may know them or a note may show them.
function requireUnknown({ row, request }: Amending, isSent: boolean): void {
  if (!isSent && row.quantity_filled === 0n) return;
  if (request.agentName !== undefined) throw fixed('agentName');
  if (request.custodianName === undefined) return;
  throw refuseMember(orderProblems.CUSTODIAN_FIXED, 'custodianName', 'cannot be changed');
}

// The new custodian may settle trades itself even if the old one does not, or vice versa.
function newCustodian(request: OrderRequest, { context }: CheckedOrder) {
  if (request.custodianName === undefined) return {};
  return custodianMembers(custodianOf(request, context));
}

// An exchange can replace price, quantity and term, but not the price type. The quantity of an
// order placed by value is not recomputed, because part of the order may already be filled at other
// prices.
function requireReplaceable({ work, row, request }: Amending, { context }: CheckedOrder): void {
  if (request.priceType !== row.price_type) throw fixed('priceType');
  if (request.orderBase === 'VALUE') {
    const detail = 'must be QUANTITY for an order at the exchange';
    throw refuseMember(orderProblems.ORDER_BASE_NOT_OFFERED, 'orderBase', detail);
  }
  const phase = presentPhase(marketOf(context, work.now));
  if (PHASE_RULES[phase].amends) return;
  const detail = `the market is ${phase}`;
  throw refusal(orderProblems.AMENDMENT_NOT_IN_PHASE, { detail, args: [phase] });
}

// Filled units cannot be undone, so an amendment must leave an open quantity.
function requireMoreThan(filled: bigint, { quantity }: CheckedOrder): void {
  if (quantity > filled) return;
  const detail = `must be above the filled quantity of ${filled}`;
  throw refuseMember(orderProblems.QUANTITY_FILLED, 'quantityRequested', detail);
}

/** Returns the data needed to compute the hold of a locked, live order. */
export async function holdStateOf(work: Work, row: OrderRow): Promise<HoldState> {
  return holdStateWith(row, (await tradeDaysOf(work.tx, [row.id])).get(row.id) ?? []);
}

function holdStateWith(row: OrderRow, days: readonly TradeDay[]): HoldState {
  return {
    isLive: true,
    quantityFilled: row.quantity_filled,
    terms: termsOf(row),
    ...noteDatesOf(days),
  };
}
