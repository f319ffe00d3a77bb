// Amends live orders: in place before they are sent, and through a replacement at the exchange
// afterwards.

import type { Work } from '../../../platform/context.js';
import {
  commonProblems,
  type Problem,
  refusal,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import { warned } from '../../../platform/http/reply/warning.js';
import type { Outcome } from '../../../platform/http/route.js';
import { PHASE_RULES } from '../../market/index.js';
import { groupByCode } from '../../party/index.js';
import { hasLeft, nextClOrdId, queueReplace } from '../exchange/queue-queries.js';
import { tariffAt } from '../fee/tariff-cache.js';
import { tradeDaysOf } from '../fill/queries.js';
import { requireDayLimit } from '../limit/day-limit.js';
import { orderProblems } from '../problems.js';
import { type OrderRow, orderEvent } from '../record/order.js';
import { PRICE_TYPE } from '../rule/price-type.js';
import { noteDatesOf } from '../rule/trade-day.js';
import { presentPhase } from '../rule/trading-date.js';
import { type CheckedOrder, checkTerms, marketOf, requireShape, securityNameOf } from './check.js';
import { loadOrderContext } from './context.js';
import { custodianMembers, custodianOf } from './custodian.js';
import {
  type HoldState,
  moveHeldUnits,
  setCashHold,
  termsOf,
  totalsOf,
  unitsNeeded,
} from './hold.js';
import { ignoredInAmendment } from './ignored-member.js';
import { changedOrder, lockLiveOrder } from './order.js';
import { updateNotes, updateOrder } from './order-queries.js';
import { storePendingReplace, storeTotals } from './queries.js';
import { refuseUnknownReferences } from './reference.js';
import type { OrderRequest } from './request.js';
import { dayValueOf } from './submission.js';

/**
 * Amends an order. The body is the same as for submit, plus the id. It contains all terms, not only
 * the changed ones.
 */
export async function amendTradeOrder(work: Work, body: OrderRequest): Promise<Outcome> {
  const { id } = body;
  if (id === undefined || id === 0n) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is required');
  }
  requireShape(body);
  const row = await lockLiveOrder(work, id);
  const request = await requestOf(work, row, body);
  requireSameOrder(row, request);
  const waits = PRICE_TYPE[row.price_type].needsStopPrice;
  if (PRICE_TYPE[request.priceType].needsStopPrice !== waits) throw fixed('priceType');
  const checked = await checkedTerms(work, request);
  await refuseUnknownReferences(work, request, row);
  const amended = { request, checked };
  const isSent = await hasLeft(work.tx, row);
  // The exchange, or a note, may already know the agent.
  const isKnown = isSent || row.quantity_filled > 0n;
  if (isKnown && request.agentName !== undefined) throw fixed('agentName');
  if (request.custodianName !== undefined) {
    if (isKnown) {
      throw refuseMember(orderProblems.CUSTODIAN_FIXED, 'custodianName', 'cannot be changed');
    }
    custodianOf(request, checked.context);
  }
  const outcome = isSent
    ? await requestReplace(work, row, amended)
    : await amendInPlace(work, row, amended);
  return { ...outcome, extra: warned(ignoredInAmendment(amended, row)) };
}

// If the request has no commission group, the order's own is used. An unchanged agent or custodian
// is not checked again.
async function requestOf(
  work: Work,
  row: OrderRow,
  { agentName, custodianName, ...body }: OrderRequest,
): Promise<OrderRequest> {
  const isNamed = agentName !== undefined && agentName !== row.agent_name;
  return {
    ...body,
    commissionGroupName: await groupNameIn(work, body, row),
    ...(isNamed ? { agentName } : {}),
    ...(custodianName === undefined || custodianName === row.custodian_name
      ? {}
      : { custodianName }),
  };
}

async function groupNameIn(
  { tx }: Work,
  { commissionGroupName: given }: OrderRequest,
  row: OrderRow,
): Promise<string> {
  const own = row.commission_group_name;
  if (given === undefined || given === own) return own;
  return (await groupByCode(tx, given))?.name ?? given;
}

interface Amended {
  readonly request: OrderRequest;
  readonly checked: CheckedOrder;
}

async function checkedTerms(work: Work, request: OrderRequest): Promise<CheckedOrder> {
  const context = await loadOrderContext(work, {
    portfolio: request.portfolioName,
    security: securityNameOf(request),
    orderTerm: request.orderTermName,
    commissionGroup: request.commissionGroupName,
    agent: request.agentName,
    custodian: request.custodianName,
  });
  return checkTerms(request, context, work);
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
}

function isNameOf(row: OrderRow, security: string): boolean {
  return security === row.security_name || row.security_aliases.includes(security);
}

function fixed(member: string): Problem {
  return refuseMember(orderProblems.ORDER_TERM_FIXED, member, 'cannot be changed');
}

async function amendInPlace(work: Work, row: OrderRow, amended: Amended): Promise<Outcome> {
  const { request, checked } = amended;
  requireMoreThan(row.quantity_filled, checked);
  const state = await holdStateOf(work, row);
  const terms = withNotedDates(checked, state);
  // The new custodian may settle trades itself although the old one does not, or the other way
  // round.
  const custodian =
    request.custodianName === undefined
      ? {}
      : custodianMembers(custodianOf(request, checked.context));
  await setHolds(work, row, {
    before: state,
    after: { ...state, terms },
    changed: { ...row, ...custodian },
  });
  await requireDayLimit(work.tx, row, dayValueOf(checked));
  await updateOrder(work, row, { ...amended, checked: terms });
  work.events.push(orderEvent('trade-order.amended', row));
  return changedOrder(work, row, 'TRADE_ORDER_UPDATED');
}

async function requestReplace(work: Work, row: OrderRow, amended: Amended): Promise<Outcome> {
  const { request, checked } = amended;
  requireReplaceable(row, request);
  requireAmendingPhase(work, checked);
  // The exchange can change only the order's current exchange order.
  requireMoreThan(row.filled_elsewhere, checked);
  const state = await holdStateOf(work, row);
  const terms = withNotedDates(checked, state);
  await setHolds(work, row, { before: state, after: { ...state, replacement: terms } });
  await requireDayLimit(work.tx, row, dayValueOf(checked));
  const clOrdId = await nextClOrdId(work.tx, row);
  await queueReplace(work, { row, clOrdId, terms: replacingTerms(row, request, terms) });
  await storePendingReplace(work.tx, row.id, clOrdId);
  await updateNotes(work, row, request);
  work.events.push(orderEvent('trade-order.amend-requested', row));
  return changedOrder(work, row, 'TRADE_ORDER_UPDATE_REQUESTED');
}

function replacingTerms(row: OrderRow, request: OrderRequest, checked: CheckedOrder) {
  const { orderEndDate, doNotAdjust = row.do_not_adjust } = request;
  const { quantity, limitPrice, worstPrice, worstAccrued, expireDate, tradeDatesMax } = checked;
  const orderTermId = checked.context.order_term_id;
  const prices = { limitPrice, worstPrice, worstAccrued };
  const lasting = { orderTermId, orderEndDate, expireDate, tradeDatesMax };
  return { quantity, ...prices, ...lasting, doNotAdjust };
}

// The maximum number of dates from now on, plus the dates that already have a note.
function withNotedDates(checked: CheckedOrder, { noted }: HoldState): CheckedOrder {
  return { ...checked, tradeDatesMax: checked.tradeDatesMax + noted.length };
}

// An exchange can replace price, quantity and term, but not the price type. The quantity is not
// computed from a value again, because part of the order may be filled at other prices.
function requireReplaceable(row: OrderRow, request: OrderRequest): void {
  if (request.priceType !== row.price_type) throw fixed('priceType');
  if (request.orderBase !== 'VALUE') return;
  const detail = 'must be QUANTITY for an order at the exchange';
  throw refuseMember(orderProblems.ORDER_BASE_NOT_OFFERED, 'orderBase', detail);
}

// Filled units cannot be undone, so an amendment must leave an open quantity.
function requireMoreThan(filled: bigint, { quantity }: CheckedOrder): void {
  if (quantity > filled) return;
  const detail = `must be above the filled quantity of ${filled}`;
  throw refuseMember(orderProblems.QUANTITY_FILLED, 'quantityRequested', detail);
}

function requireAmendingPhase({ now }: Work, { context }: CheckedOrder): void {
  const phase = presentPhase(marketOf(context, now));
  if (PHASE_RULES[phase].amends) return;
  const detail = `the market is ${phase}`;
  throw refusal(orderProblems.AMENDMENT_NOT_IN_PHASE, { detail, args: [phase] });
}

/** Returns the inputs for the hold of a locked, live order. */
export async function holdStateOf(work: Work, row: OrderRow): Promise<HoldState> {
  const days = (await tradeDaysOf(work.tx, [row.id])).get(row.id) ?? [];
  return {
    isLive: true,
    quantityFilled: row.quantity_filled,
    terms: termsOf(row),
    ...noteDatesOf(days),
  };
}

interface Holds {
  readonly before: HoldState;
  readonly after: HoldState;
  /** The amended order, if its custodian changes. */
  readonly changed?: OrderRow;
}

async function setHolds(work: Work, order: OrderRow, holds: Holds): Promise<void> {
  const { before, after, changed = order } = holds;
  const totals = totalsOf(order, after, await tariffAt(work, order.tariff_stamp));
  await storeTotals(work.tx, order, totals);
  if (order.order_type === 'BUY') return setCashHold(work.tx, changed, totals.openMinor);
  await moveHeldUnits(work.tx, order, unitsNeeded(changed, after) - unitsNeeded(order, before));
}
